import { BY_NAME, type CallableReference, type Condition, type Manifest, type ManifestRoute } from '../manifest.ts'
import { findPath, ProofTooLong } from '../recognition/inclusion.ts'
import type { Language } from '../recognition/language.ts'
import { samplePath } from '../recognition/sample.ts'
import { implies } from '../conditions.ts'
import { endpointOf, type Pairs } from './pair-routes.ts'
import { firstWord, mayMeet, Table, type SampleRequest } from '../explain/table.ts'
import { mayServe } from '../recognition/verbs.ts'

/** A change that breaks requests which the old table handled. */
export type RequestBreak =
  | ({ readonly kind: 'not-answered' } & RequestProof)
  | ({ readonly kind: 'answered-by-another'; readonly by: ManifestRoute } & RequestProof)
  /** The route gained function constraints, which may reject a request, or conditions without an example. */
  | {
      readonly kind: 'may-be-refused'
      readonly constraints: readonly CallableReference[]
      readonly conditions: ManifestRoute['conditions']
    }
  /** A redirect that turns a request with a body into GET (RFC 9110, section 15.4). */
  | { readonly kind: 'redirected'; readonly methods: readonly string[]; readonly status: number }

/** A request that the route handled. */
export interface RequestProof {
  readonly methods: readonly string[]
  readonly path: string
  /** Other properties of the request, if the route has conditions; null: any values that satisfy them. */
  readonly request: SampleRequest | null
}

/** The verbs to try for a route that accepts all. */
const COMMON_VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The maximum number of routes in a proof. Results are confirmed on the complete tables in any case. */
const MAX_OTHERS = 100

/**
 * Finds, for each route of the old table, requests that it handled and that the new table either does not match or
 * sends to another route. Each reported request has been tried on both tables (`explainRequest`).
 */
export class RequestComparison {
  readonly #before: Table
  readonly #after: Table
  readonly #pairs: Pairs
  /** Routes of the new table that are new, changed, or at another place among the others. */
  readonly #fresh: ReadonlySet<number>
  readonly #moved: ReadonlySet<number>

  constructor(before: Manifest, after: Manifest, pairs: Pairs) {
    this.#before = new Table(before)
    this.#after = new Table(after)
    this.#pairs = pairs
    const kept = inOrder([...pairs.before].sort(([a], [b]) => a - b))
    this.#moved = new Set([...pairs.before.keys()].filter((index) => !kept.has(index)))
    const isFresh = (route: ManifestRoute, index: number) => {
      const old = before.routes[pairs.before.get(index) ?? -1]
      return old === undefined || !sameMatching(old, route) || this.#moved.has(index)
    }
    this.#fresh = new Set(after.routes.flatMap((route, index) => (isFresh(route, index) ? [index] : [])))
  }

  /** @param index of the route in the old table */
  breaksOf(index: number): RequestBreak[] {
    const route = this.#before.routes[index]!
    const place = this.#pairs.after.get(index)
    const now = place === undefined ? undefined : this.#after.routes[place]
    const isSame = now !== undefined && sameMatching(route, now)
    const rivals = this.#rivals(route, index, place)
    const lost = isSame && rivals.length === 0 ? [] : this.#lost(index, place, isSame, rivals)
    if (now === undefined) return lost
    return [...lost, ...redirected(route, now), ...refused(route, now, lost.length > 0)]
  }

  /** Routes that may have come between the requests of a route and the route itself. */
  #rivals(route: ManifestRoute, index: number, place: number | undefined): number[] {
    if (place === undefined) return []
    const isMoved = this.#moved.has(place)
    const rivals: number[] = []
    for (const candidate of this.#fresh.size === 0 ? [] : this.#after.beginningWith(firstWord(route))) {
      if (candidate >= place || !(isMoved || this.#fresh.has(candidate))) continue
      const old = this.#pairs.before.get(candidate)
      const rival = this.#after.routes[candidate]!
      // It was there before, and it came first then, too.
      if (old !== undefined && old < index && sameMatching(this.#before.routes[old]!, rival)) continue
      if (mayMeet(route, rival)) rivals.push(candidate)
    }
    return rivals
  }

  /** Finds requests that the route handled, and that neither it nor its endpoint handles now. */
  #lost(index: number, place: number | undefined, isSame: boolean, rivals: readonly number[]): RequestBreak[] {
    const route = this.#before.routes[index]!
    const proofs = new Map<
      string,
      { methods: string[]; path: string; request: SampleRequest | null; by: number | null }
    >()
    for (const method of route.verbs.length === 0 ? COMMON_VERBS : route.verbs) {
      for (const { path, request } of this.#suspects(index, method, place, isSame, rivals)) {
        const verdict = this.#verdict(index, method, path, request)
        if (verdict === 'kept') continue
        const key = JSON.stringify([path, request, verdict])
        const proof = proofs.get(key)
        if (proof !== undefined) proof.methods.push(method)
        else proofs.set(key, { methods: [method], path, request, by: verdict === 'lost' ? null : verdict })
        break
      }
    }
    return [...proofs.values()].map(({ by, ...proof }): RequestBreak => {
      if (by === null) return { kind: 'not-answered', ...proof }
      return { kind: 'answered-by-another', ...proof, by: this.#after.routes[by]! }
    })
  }

  /**
   * Yields requests to try: by the languages of the route and of the routes before it, the route handled them, and the
   * new table may lose them. First paths that no route matches now, then paths that only other routes match.
   */
  *#suspects(
    index: number,
    method: string,
    place: number | undefined,
    isSame: boolean,
    rivals: readonly number[],
  ): Generator<{ path: string; request: SampleRequest | null }> {
    const route = this.#before.routes[index]!
    const language = this.#before.language(index, 'at-least')
    const requests = requestsFor(route.conditions)
    const earlier = this.#before.answering(route, method, 'at-least', (other) => other < index)
    if (!isSame) {
      const isOwn = (other: number) => other === place || endpointOf(this.#after.routes[other]!) === endpointOf(route)
      const paths = new Set<string | null>()
      // What looks around is taken for more than it is, then for less.
      for (const bound of ['at-least', 'at-most'] as const) {
        for (const wanted of [() => true, isOwn]) {
          const others = this.#after.answering(route, method, bound, wanted)
          if (language !== null) paths.add(pathOf(language, [...earlier, ...others]))
        }
      }
      if (language?.exact !== true) for (const full of [false, true]) paths.add(samplePath(route, full))
      for (const path of paths) if (path !== null) for (const request of requests) yield { path, request }
    }
    for (const rival of rivals) {
      const also = this.#after.language(rival, 'at-least')
      const { verbs, conditions } = this.#after.routes[rival]!
      if (language === null || also === null || !mayServe(verbs, method)) continue
      const path = pathOf(language, earlier, also)
      if (path === null) continue
      for (const request of requestsFor({ ...route.conditions, ...conditions })) yield { path, request }
    }
  }

  /**
   * Returns what the new table does with a request that the route handled: kept, lost, or the index of another route.
   */
  #verdict(index: number, method: string, path: string, request: SampleRequest | null): 'kept' | 'lost' | number {
    if (request === null) {
      return this.#before.mayAnswer(method, path) && !this.#after.mayAnswer(method, path) ? 'lost' : 'kept'
    }
    const before = this.#before.answers(method, path, request)
    const at = before.findIndex((answer) => answer.index === index)
    if (at < 0) return 'kept'
    const after = this.#after.answers(method, path, request)
    if (after.length === 0) return 'lost'
    const place = this.#pairs.after.get(index)
    // Routes whose functions may reject the request come first. Those that were already there change nothing.
    const known = new Set(before.slice(0, at).map((answer) => this.#pairs.after.get(answer.index)))
    const first = after.find((answer) => answer.index === place || !known.has(answer.index))
    if (first === undefined) return 'lost'
    if (first.index === place || endpointOf(first.route) === endpointOf(before[at]!.route)) return 'kept'
    return first.index
  }
}

/** True if two routes match the same requests, ignoring earlier routes. */
function sameMatching(a: ManifestRoute, b: ManifestRoute): boolean {
  return matching(a) === matching(b)
}

const matchings = new WeakMap<ManifestRoute, string>()

function matching(route: ManifestRoute): string {
  let text = matchings.get(route)
  if (text === undefined) {
    const { verbs, segments, requirements, conditions, constraints, anchored, conditional } = route
    text = JSON.stringify([verbs, segments, requirements, conditions, constraints, anchored, conditional])
    matchings.set(route, text)
  }
  return text
}

/** A shortest path of the first language that is in none of the others, and in `also`. */
function pathOf(one: Language, others: readonly Language[], also: Language | null = null): string | null {
  try {
    const automata = others.slice(0, MAX_OTHERS).map(({ automaton }) => automaton)
    return findPath(one.automaton, automata, also?.automaton)
  } catch (error) {
    if (error instanceof ProofTooLong) return null
    throw error
  }
}

/** Represents code of the Rails server on which a route now depends. */
const RAILS: CallableReference = { module: BY_NAME, export: 'the Rails server' }

function refused(before: ManifestRoute, now: ManifestRoute, isProven: boolean): RequestBreak[] {
  const constraints = now.constraints.filter(
    (constraint) => !before.constraints.some((oldConstraint) => sameJson(oldConstraint, constraint)),
  )
  if (now.conditional === true && before.conditional !== true) constraints.push(RAILS)
  // If an example of the conditions exists, it has already been tried.
  const conditions = Object.entries(now.conditions).filter(([attribute, condition]) => {
    return (
      !isProven &&
      requestsFor(before.conditions).includes(null) &&
      !implies(before.conditions, { [attribute]: condition })
    )
  })
  if (constraints.length + conditions.length === 0) return []
  return [{ kind: 'may-be-refused', constraints, conditions: Object.fromEntries(conditions) }]
}

function redirected(before: ManifestRoute, { endpoint }: ManifestRoute): RequestBreak[] {
  if (endpoint?.kind !== 'redirect' || before.endpoint?.kind === 'redirect') return []
  const { status } = endpoint
  const methods = (before.verbs.length === 0 ? COMMON_VERBS : before.verbs).filter(
    (verb) => !/^(?:GET|HEAD)$/.test(verb),
  )
  return methods.length === 0 || status === 307 || status === 308 ? [] : [{ kind: 'redirected', methods, status }]
}

/** Hosts to try if no host can be derived from a condition. */
const HOSTS = ['example.org', 'www.example.org', 'api.example.org', 'admin.example.org', 'app.example.org', 'localhost']

/** Returns requests that satisfy or may satisfy the conditions. The last is null if no example is certain. */
function requestsFor(conditions: ManifestRoute['conditions']): readonly (SampleRequest | null)[] {
  const request: { -readonly [Key in keyof SampleRequest]: SampleRequest[Key] } = {}
  let isPlain = true
  for (const [attribute, condition] of Object.entries(conditions)) {
    const value = Array.isArray(condition) ? (condition as readonly Condition[])[0] : condition
    if (attribute === 'subdomain' && typeof value === 'string') request.host = `${value}.example.org`
    else if ((attribute === 'host' || attribute === 'domain') && typeof value === 'string') request.host = value
    else if (attribute === 'protocol' && typeof value === 'string') request.protocol = value.replace(/:\/\/$/, '')
    else if (attribute === 'port' && typeof value === 'number') request.port = value
    else if (attribute === 'ip' && typeof value === 'string') request.ip = value
    else isPlain = false
  }
  if (isPlain) return [request]
  return [...HOSTS.map((host) => ({ host, ...request })), null]
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the keys of the most entries with growing values: a longest increasing subsequence (patience sorting). */
function inOrder(entries: readonly (readonly [number, number])[]): Set<number> {
  const piles: number[] = []
  const previous: number[] = []
  entries.forEach(([, value], position) => {
    let low = 0
    for (let high = piles.length; low < high;) {
      const middle = (low + high) >> 1
      if (entries[piles[middle]!]![1] < value) low = middle + 1
      else high = middle
    }
    previous.push(low === 0 ? -1 : piles[low - 1]!)
    piles[low] = position
  })
  const keys = new Set<number>()
  for (let position = piles.at(-1) ?? -1; position >= 0; position = previous[position]!) keys.add(entries[position]![0])
  return keys
}
