// Finds requests that the old table handled and the new table does not, and proves each on both tables.
import { COMMON_METHODS } from '@turnout/runtime'
import { getOrCreate } from '../../collections.ts'
import {
  alwaysResponds,
  guardsOf,
  type CallableReference,
  type Condition,
  type Manifest,
  type ManifestRoute,
} from '../manifest.ts'
import { commonPath } from '../../patterns/automata/inclusion.ts'
import { samplePath } from '../../patterns/routes/sample.ts'
import type { PositionAutomaton } from '../../patterns/automata/position-automaton.ts'
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

/**
 * Finds, for each route of the old table, requests that it handled and that the new table either does not match or
 * sends to another route. Each reported request has been tried on both tables (`Table.answers`).
 */
export class RequestComparison {
  readonly #oldTable: Table
  readonly #newTable: Table
  readonly #pairs: Pairs

  constructor(oldManifest: Manifest, newManifest: Manifest, pairs: Pairs) {
    this.#oldTable = new Table(oldManifest)
    this.#newTable = new Table(newManifest)
    this.#pairs = pairs
  }

  /** @param index of the route in the old table */
  breaksOf(index: number): RequestBreak[] {
    const route = this.#oldTable.routes[index]!
    const lostRequests = this.#findLostRequests(index)
    const newRoute = this.#newTable.routes[this.#pairs.newIndexes.get(index) ?? -1]
    if (newRoute === undefined) return lostRequests
    return [
      ...lostRequests,
      ...findRedirects(route, newRoute),
      ...findRefusals(route, newRoute, lostRequests.length > 0),
    ]
  }

  /** Finds requests that the route handled, and that neither it nor its endpoint handles now. */
  #findLostRequests(index: number): RequestBreak[] {
    const route = this.#oldTable.routes[index]!
    const rivals = this.#rivalsOf(index)
    const proofs = new Map<string, LostRequest>()
    for (const method of methodsToTry(route)) {
      for (const { path, request } of this.#requestsToTry(index, rivals, method)) {
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

  /** Returns the indexes of routes in the new table that may take requests of the route, and did not in the old table. */
  #rivalsOf(index: number): number[] {
    const newIndex = this.#pairs.newIndexes.get(index) ?? -1
    return this.#newTable.overlapping(this.#oldTable.routes[index]!).filter((candidate) => {
      const old = this.#pairs.oldIndexes.get(candidate)
      const wasEarlier = old !== undefined && old < index
      return (
        candidate < newIndex &&
        !(wasEarlier && sameMatching(this.#oldTable.routes[old]!, this.#newTable.routes[candidate]!))
      )
    })
  }

  /**
   * Yields requests that the route probably handled, and that the new table may lose. First paths that no route matches
   * now, then paths that only other routes match.
   */
  *#requestsToTry(
    index: number,
    rivals: readonly number[],
    method: string,
  ): Generator<{ path: string; request: SampleRequest | null }> {
    const route = this.#oldTable.routes[index]!
    const newIndex = this.#pairs.newIndexes.get(index)
    const newRoute = this.#newTable.routes[newIndex ?? -1]
    const isChanged = newRoute === undefined || !sameMatching(route, newRoute)
    // Most routes: nothing can have taken their requests.
    if (!isChanged && rivals.length === 0) return
    const language = this.#oldTable.language(index)
    const earlier = this.#oldTable.certain(route, method, (candidate) => candidate < index)
    const pathOutside = (excluded: readonly PositionAutomaton[], required?: PositionAutomaton) =>
      language && commonPath([language.automaton, required], [...earlier, ...excluded].slice(0, MAX_EXCLUDED)).path
    if (isChanged) {
      const isOwn = (candidate: number) =>
        candidate === newIndex || endpointOf(this.#newTable.routes[candidate]!) === endpointOf(route)
      const paths = new Set([
        pathOutside(this.#newTable.certain(route, method, () => true)),
        pathOutside(this.#newTable.certain(route, method, isOwn)),
        samplePath(route, false),
        samplePath(route, true),
      ])
      for (const path of paths) {
        if (path !== null) for (const request of requestsFor(route.conditions)) yield { path, request }
      }
    }
    for (const rival of rivals) {
      const rivalLanguage = this.#newTable.language(rival)
      const { verbs, conditions } = this.#newTable.routes[rival]!
      const path = rivalLanguage && mayServe(verbs, method) ? pathOutside([], rivalLanguage.automaton) : null
      if (path === null) continue
      for (const request of requestsFor({ ...route.conditions, ...conditions })) yield { path, request }
    }
  }

  /**
   * Returns what the new table does with a request that the route handled: kept, lost, or the index of another route.
   */
  #verdict(index: number, method: string, path: string, request: SampleRequest | null): 'kept' | 'lost' | number {
    if (request === null) {
      const isLost = this.#mayHandle(index, method, path) && this.#newTable.matching(method, path).length === 0
      return isLost ? 'lost' : 'kept'
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

  /** False if no request with this method and path reached the route in the old table. */
  #mayHandle(index: number, method: string, path: string): boolean {
    const { routes } = this.#oldTable
    const matching = this.#oldTable.matching(method, path)
    const isTaken = matching.some((candidate) => {
      const { conditions } = routes[candidate]!
      return candidate < index && alwaysResponds(routes[candidate]!) && implies(routes[index]!.conditions, conditions)
    })
    return matching.includes(index) && !isTaken
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
