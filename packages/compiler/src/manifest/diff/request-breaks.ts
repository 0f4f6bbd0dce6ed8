// Finds requests that the old table handled and the new table does not, and proves each on both tables.
import { COMMON_METHODS } from '@turnout/runtime'
import { getOrCreate } from '../../collections.ts'
import { guardsOf, type CallableReference, type Condition, type Manifest, type ManifestRoute } from '../manifest.ts'
import { commonPath } from '../../patterns/automata/inclusion.ts'
import { samplePath } from '../../patterns/routes/sample.ts'
import type { Language } from '../../patterns/routes/language.ts'
import { implies } from '../conditions.ts'
import { endpointOf, type Pairs } from './pair-routes.ts'
import { Table, type SampleRequest } from '../explain/table.ts'
import { mayServe } from '../verbs.ts'

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

/** The maximum number of routes in a proof. Results are confirmed on the complete tables in any case. */
const MAX_EXCLUDED = 100

/** A request of the old route, with the methods for which it is lost. */
interface LostRequest extends RequestProof {
  readonly methods: string[]
  /** The index of the route in the new table that matches now; null if none does. */
  readonly winner: number | null
}

/** A route of the old table, compared with its successor in the new table. */
interface RoutePair {
  /** The index of the route in the old table. */
  readonly index: number
  /** The index of the successor in the new table; undefined if the route was removed. */
  readonly newIndex: number | undefined
  /** True if both match the same requests, ignoring earlier routes. */
  readonly isSame: boolean
  /** Indexes of routes in the new table that may now take requests of the route. */
  readonly rivals: readonly number[]
}

/**
 * Finds, for each route of the old table, requests that it handled and that the new table either does not match or
 * sends to another route. Each reported request has been tried on both tables (`Table.answers`).
 */
export class RequestComparison {
  readonly #oldTable: Table
  readonly #newTable: Table
  readonly #pairs: Pairs
  /** Indexes of routes in the new table that are new, changed or moved. */
  readonly #newOrChanged: ReadonlySet<number>
  readonly #moved: ReadonlySet<number>

  constructor(oldManifest: Manifest, newManifest: Manifest, pairs: Pairs) {
    this.#oldTable = new Table(oldManifest)
    this.#newTable = new Table(newManifest)
    this.#pairs = pairs
    const unmovedIndexes = inOrder([...pairs.oldIndexes].sort(([a], [b]) => a - b))
    this.#moved = new Set([...pairs.oldIndexes.keys()].filter((index) => !unmovedIndexes.has(index)))
    const isNewOrChanged = (route: ManifestRoute, index: number) => {
      const old = oldManifest.routes[pairs.oldIndexes.get(index) ?? -1]
      return old === undefined || !sameMatching(old, route) || this.#moved.has(index)
    }
    this.#newOrChanged = new Set(
      newManifest.routes.flatMap((route, index) => (isNewOrChanged(route, index) ? [index] : [])),
    )
  }

  /** @param index of the route in the old table */
  breaksOf(index: number): RequestBreak[] {
    const route = this.#oldTable.routes[index]!
    const newIndex = this.#pairs.newIndexes.get(index)
    const newRoute = newIndex === undefined ? undefined : this.#newTable.routes[newIndex]
    const isSame = newRoute !== undefined && sameMatching(route, newRoute)
    const rivals = this.#findRivals(route, index, newIndex)
    const lostRequests =
      isSame && rivals.length === 0 ? [] : this.#findLostRequests({ index, newIndex, isSame, rivals })
    if (newRoute === undefined) return lostRequests
    return [
      ...lostRequests,
      ...findRedirects(route, newRoute),
      ...findRefusals(route, newRoute, lostRequests.length > 0),
    ]
  }

  /** Returns new, changed or moved routes that come before the route and may match its requests. */
  #findRivals(route: ManifestRoute, index: number, newIndex: number | undefined): number[] {
    if (newIndex === undefined) return []
    const isMoved = this.#moved.has(newIndex)
    const rivals: number[] = []
    for (const candidate of this.#newOrChanged.size === 0 ? [] : this.#newTable.overlapping(route)) {
      if (candidate >= newIndex || !(isMoved || this.#newOrChanged.has(candidate))) continue
      const old = this.#pairs.oldIndexes.get(candidate)
      const rival = this.#newTable.routes[candidate]!
      // It came before the route in the old table too.
      if (old !== undefined && old < index && sameMatching(this.#oldTable.routes[old]!, rival)) continue
      rivals.push(candidate)
    }
    return rivals
  }

  /** Finds requests that the route handled, and that neither it nor its endpoint handles now. */
  #findLostRequests(pair: RoutePair): RequestBreak[] {
    const { index } = pair
    const route = this.#oldTable.routes[index]!
    const proofs = new Map<string, LostRequest>()
    for (const method of methodsToTry(route)) {
      for (const { path, request } of this.#requestsToTry(pair, method)) {
        const verdict = this.#verdict(index, method, path, request)
        if (verdict === 'kept') continue
        const key = JSON.stringify([path, request, verdict])
        const proof = proofs.get(key)
        if (proof !== undefined) proof.methods.push(method)
        else proofs.set(key, { methods: [method], path, request, winner: verdict === 'lost' ? null : verdict })
        break // One request for each method is enough.
      }
    }
    return [...proofs.values()].map(({ winner, ...proof }): RequestBreak => {
      if (winner === null) return { kind: 'not-answered', ...proof }
      return { kind: 'answered-by-another', ...proof, by: this.#newTable.routes[winner]! }
    })
  }

  /**
   * Yields requests to try: by the languages of the route and of the routes before it, the route handled them, and the
   * new table may lose them. First paths that no route matches now, then paths that only other routes match.
   */
  *#requestsToTry(
    { index, newIndex, isSame, rivals }: RoutePair,
    method: string,
  ): Generator<{ path: string; request: SampleRequest | null }> {
    const route = this.#oldTable.routes[index]!
    const language = this.#oldTable.language(index)
    const requests = requestsFor(route.conditions)
    const earlierLanguages = this.#oldTable.answering(route, method, (candidate) => candidate < index)
    if (!isSame) {
      const isOwn = (candidate: number) =>
        candidate === newIndex || endpointOf(this.#newTable.routes[candidate]!) === endpointOf(route)
      const paths = new Set<string | null>()
      for (const isRelevant of [() => true, isOwn]) {
        const newLanguages = this.#newTable.answering(route, method, isRelevant)
        // A route with an inexact language may match fewer paths: first it counts as matching all of them, then as none.
        for (const languages of [newLanguages, newLanguages.filter(({ exact }) => exact)]) {
          if (language !== null) paths.add(findPathOutside(language, [...earlierLanguages, ...languages]))
        }
      }
      if (language?.exact !== true) for (const full of [false, true]) paths.add(samplePath(route, full))
      for (const path of paths) if (path !== null) for (const request of requests) yield { path, request }
    }
    for (const rival of rivals) {
      const rivalLanguage = this.#newTable.language(rival)
      const { verbs, conditions } = this.#newTable.routes[rival]!
      if (language === null || rivalLanguage === null || !mayServe(verbs, method)) continue
      const path = findPathOutside(language, earlierLanguages, rivalLanguage)
      if (path === null) continue
      for (const request of requestsFor({ ...route.conditions, ...conditions })) yield { path, request }
    }
  }

  /**
   * Returns what the new table does with a request that the route handled: kept, lost, or the index of another route.
   */
  #verdict(index: number, method: string, path: string, request: SampleRequest | null): 'kept' | 'lost' | number {
    if (request === null) {
      return this.#oldTable.mayAnswer(method, path) && !this.#newTable.mayAnswer(method, path) ? 'lost' : 'kept'
    }
    const oldMatches = this.#oldTable.answers(method, path, request)
    const position = oldMatches.findIndex((match) => match.index === index)
    if (position < 0) return 'kept'
    const newMatches = this.#newTable.answers(method, path, request)
    if (newMatches.length === 0) return 'lost'
    const newIndex = this.#pairs.newIndexes.get(index)
    // Routes whose functions may reject the request come first. Such routes of the old table change nothing.
    const earlierIndexes = new Set(
      oldMatches.slice(0, position).map((match) => this.#pairs.newIndexes.get(match.index)),
    )
    const winner = newMatches.find((match) => match.index === newIndex || !earlierIndexes.has(match.index))
    if (winner === undefined) return 'lost'
    if (winner.index === newIndex || endpointOf(winner.route) === endpointOf(oldMatches[position]!.route)) return 'kept'
    return winner.index
  }
}

/** Returns the verbs of a route. For a route that accepts all, these are the verbs with which applications change data, and GET. */
function methodsToTry({ verbs }: ManifestRoute): readonly string[] {
  return verbs.length === 0 ? COMMON_METHODS.filter((verb) => verb !== 'HEAD' && verb !== 'OPTIONS') : verbs
}

/** True if two routes match the same requests, ignoring earlier routes. */
function sameMatching(a: ManifestRoute, b: ManifestRoute): boolean {
  return matchingKey(a) === matchingKey(b)
}

const keysByRoute = new WeakMap<ManifestRoute, string>()

/** Returns a key that is equal for routes that match the same requests. */
function matchingKey(route: ManifestRoute): string {
  const { verbs, segments, requirements, conditions, anchored } = route
  return getOrCreate(keysByRoute, route, () =>
    JSON.stringify([verbs, segments, requirements, conditions, guardsOf(route), anchored]),
  )
}

/** Returns a shortest path in `language` and in `required`, and in no excluded language; null if none is found. */
function findPathOutside(
  language: Language,
  excluded: readonly Language[],
  required: Language | null = null,
): string | null {
  const automata = excluded.slice(0, MAX_EXCLUDED).map(({ automaton }) => automaton)
  if (required === null) return commonPath([language.automaton], automata).path
  return commonPath([language.automaton, required.automaton], automata).path
}

/** Returns the constraints and conditions that only the new route has. */
function findRefusals(oldRoute: ManifestRoute, newRoute: ManifestRoute, isProven: boolean): RequestBreak[] {
  const oldGuards = guardsOf(oldRoute)
  const constraints = guardsOf(newRoute).filter((guard) => !oldGuards.some((oldGuard) => sameJson(oldGuard, guard)))
  // If an example of the conditions exists, it has already been tried.
  const conditions = Object.entries(newRoute.conditions).filter(([attribute, condition]) => {
    return (
      !isProven &&
      requestsFor(oldRoute.conditions).includes(null) &&
      !implies(oldRoute.conditions, { [attribute]: condition })
    )
  })
  if (constraints.length + conditions.length === 0) return []
  return [{ kind: 'may-be-refused', constraints, conditions: Object.fromEntries(conditions) }]
}

/** Returns the methods that lose their body because the new route redirects. */
function findRedirects(oldRoute: ManifestRoute, { endpoint }: ManifestRoute): RequestBreak[] {
  if (endpoint?.kind !== 'redirect' || oldRoute.endpoint?.kind === 'redirect') return []
  const { status } = endpoint
  const methods = methodsToTry(oldRoute).filter((verb) => !/^(?:GET|HEAD)$/.test(verb))
  return methods.length === 0 || status === 307 || status === 308 ? [] : [{ kind: 'redirected', methods, status }]
}

/** Hosts to try if no host can be derived from a condition. */
const HOSTS = ['example.org', 'www.example.org', 'api.example.org', 'admin.example.org', 'app.example.org', 'localhost']

/**
 * Returns requests that satisfy or may satisfy the conditions. The last is null if no example is certain.
 *
 *     { subdomain: 'api' }    [{ host: 'api.example.org' }]
 *     { subdomain: /a|b/ }    a request for each of HOSTS, and null
 */
function requestsFor(conditions: ManifestRoute['conditions']): readonly (SampleRequest | null)[] {
  const request: { -readonly [Key in keyof SampleRequest]: SampleRequest[Key] } = {}
  let isCertain = true
  for (const [attribute, condition] of Object.entries(conditions)) {
    const value = Array.isArray(condition) ? (condition as readonly Condition[])[0] : condition
    if (attribute === 'subdomain' && typeof value === 'string') request.host = `${value}.example.org`
    else if ((attribute === 'host' || attribute === 'domain') && typeof value === 'string') request.host = value
    else if (attribute === 'protocol' && typeof value === 'string') request.protocol = value.replace(/:\/\/$/, '')
    else if (attribute === 'port' && typeof value === 'number') request.port = value
    else if (attribute === 'ip' && typeof value === 'string') request.ip = value
    else isCertain = false
  }
  if (isCertain) return [request]
  return [...HOSTS.map((host) => ({ host, ...request })), null]
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * Returns the keys of the most entries with growing values: a longest increasing subsequence (patience sorting).
 *
 *     [[0, 0], [1, 2], [2, 1], [3, 3]]   ->   0, 2, 3
 */
function inOrder(entries: readonly (readonly [key: number, value: number])[]): Set<number> {
  // The position of the last entry of the best sequence, by the length of the sequence minus 1.
  const lastPositions: number[] = []
  // For each entry, the position of the entry before it in its sequence; -1 at the start.
  const previousPositions: number[] = []
  for (const [position, [, value]] of entries.entries()) {
    let low = 0
    let high = lastPositions.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (entries[lastPositions[middle]!]![1] < value) low = middle + 1
      else high = middle
    }
    previousPositions.push(low === 0 ? -1 : lastPositions[low - 1]!)
    lastPositions[low] = position
  }
  const keys = new Set<number>()
  let position = lastPositions.at(-1) ?? -1
  while (position >= 0) {
    keys.add(entries[position]![0])
    position = previousPositions[position]!
  }
  return keys
}
