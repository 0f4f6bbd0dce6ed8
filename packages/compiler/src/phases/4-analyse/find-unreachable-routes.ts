// Finds routes that no request reaches, because earlier routes match all their paths.
import { implies } from '../../manifest/conditions.ts'
import { alwaysResponds, type Manifest, type ManifestRoute } from '../../manifest/manifest.ts'
import { serves } from '../../manifest/verbs.ts'
import { pathTableOf } from '../../matcher/path-table.ts'
import { commonPath, coveredBy } from '../../patterns/automata/inclusion.ts'
import { samplePath } from '../../patterns/routes/segment-pattern.ts'
import type { KeyedPath } from '../../patterns/routes/path-keys.ts'
import type { Pattern } from '../../patterns/pattern/pattern.ts'
import { pathSetsOf, type DistinctRoute, type PathSet, RouteIndex } from './path-set.ts'
import { proveUnreachable, acceptingRoute, ANY, verbsToCheck } from './prove-unreachable.ts'
import { fulfils, originFor, type Origin } from './witness-request.ts'

/**
 * Finds routes that no request can reach because earlier routes match first. Also finds literal routes if a param of an
 * earlier route matches in place of one of their literals.
 *
 *     get('*path')         |  get('photos/:id')      |  get('photos/:id', { id: / / })
 *     get('photos')        |  get('photos/search')   |
 *     unreachable: photos  |  shadowed: search       |  unmatchable: paths are escaped, so they contain no space
 *
 * A sample path that only the route matches clears most routes at once. For the other routes, the check tries to prove
 * that one or several earlier routes together match all paths of the route. It reports only proven findings. The rules:
 *
 * - An earlier route counts for a verb that it serves. A route for any verb serves all verbs. A `HEAD` request goes to a
 *   `HEAD` route or is treated as `GET`, so `HEAD` needs no check of its own.
 * - An earlier route with a constraint function never counts, because the function may reject the request. A route with
 *   a callable as its endpoint never counts either, because the callable may decline (404 with `X-Cascade: pass`) and
 *   the next route is tried. Redirects and actions always respond.
 * - An earlier route with conditions counts for routes whose conditions imply them.
 *
 * @returns the findings, by the index of their route
 */
export function findUnreachableRoutes(manifest: Manifest, pathSets = pathSetsOf(manifest)): Map<number, Finding> {
  const earlierRoutes = new RouteIndex()
  const { routes } = manifest
  const findings = new Map<number, Finding>()
  for (const [index, route] of routes.entries()) {
    const pathSet = pathSets.get(route)
    if (pathSet === undefined) continue
    const finding = new Examination(routes, index, pathSet, earlierRoutes).findProblem()
    if (finding !== null) findings.set(index, finding)
    if (alwaysResponds(route)) earlierRoutes.add(route, index, pathSet)
  }
  return findings
}

export type Finding = HiddenRouteFinding | { readonly kind: 'unmatchable' }

/** The proof that earlier routes match first. */
export interface HiddenRouteFinding {
  readonly kind: 'unreachable' | 'shadowed'
  /** The routes that match all requests of the route or, if it is shadowed, the request of the witness. */
  readonly earlierRoutes: readonly DistinctRoute[]
  /** The earlier route that responds to the witness request; null if that cannot be determined. */
  readonly winner: Pick<DistinctRoute, 'route' | 'index'> | null
  /** A path that both the route and an earlier route match. */
  readonly witness: string
  /** The origin of the witness request, if the route has conditions on the origin. */
  readonly origin: Origin | null
  readonly verb: string
}

/** A finding before the witness request is tried. */
type Claim = Omit<HiddenRouteFinding, 'origin' | 'winner'>

/** The examination of one route against the earlier routes. "Accepts" refers to verbs and conditions, "matches" to paths. */
class Examination {
  readonly #routes: readonly ManifestRoute[]
  readonly #index: number
  readonly #route: ManifestRoute
  readonly #pathSet: PathSet
  readonly #earlierRoutes: RouteIndex
  readonly #verbs: readonly string[]

  constructor(routes: readonly ManifestRoute[], index: number, pathSet: PathSet, earlierRoutes: RouteIndex) {
    const route = routes[index]!
    this.#routes = routes
    this.#index = index
    this.#route = route
    this.#pathSet = pathSet
    this.#earlierRoutes = earlierRoutes
    this.#verbs = verbsToCheck(route)
  }

  findProblem(): Finding | null {
    const { sampleWithoutGroups: shortSample } = this.#pathSet
    if (shortSample === null) return isUnmatchable(this.#pathSet) ? { kind: 'unmatchable' } : null
    // Half of all routes are the first for their path, and no other route might match it.
    if (this.#earlierRoutes.candidates(shortSample).length === 0) return null

    const shortMatches = this.#sureMatches(shortSample)
    if (this.#isReachable(shortMatches)) return this.#findShadow(shortSample, shortMatches)
    const longSample = this.#pathSet.sampleWithGroups ?? shortSample
    const longMatches = longSample === shortSample ? shortMatches : this.#sureMatches(longSample)
    if (this.#isReachable(longMatches)) return this.#findShadow(shortSample, shortMatches)
    const covering = proveUnreachable(this.#route, this.#pathSet, [shortMatches, longMatches], this.#earlierRoutes)
    if (covering === null) return this.#findShadow(shortSample, shortMatches)
    const witness = witnessOf(this.#pathSet) ?? shortSample.path
    return this.#withWinner({ kind: 'unreachable', earlierRoutes: covering, witness, verb: this.#verbs[0]! })
  }

  /** True if for one of the verbs no path set has a route that accepts all requests of this route. */
  #isReachable(pathSets: readonly PathSet[]): boolean {
    return this.#verbs.some((verb) => acceptingRoute(pathSets, verb, this.#route) === null)
  }

  /** Returns the accepting path sets that are certain to match the path. */
  #sureMatches(sample: KeyedPath): PathSet[] {
    return this.#acceptingCandidates(sample).filter(
      (candidate) => candidate === this.#pathSet || candidate.matches(sample.path),
    )
  }

  #acceptingCandidates(sample: KeyedPath): PathSet[] {
    // `shadowClaim` needs GET as well.
    const verbs = this.#route.verbs.length === 0 ? [ANY, 'GET'] : this.#verbs
    return this.#earlierRoutes
      .candidates(sample)
      .filter((candidate) => verbs.some((verb) => acceptingRoute([candidate], verb, this.#route) !== null))
  }

  #findShadow({ path }: KeyedPath, sureMatches: readonly PathSet[]): HiddenRouteFinding | null {
    const claim = shadowClaim(this.#route, path, sureMatches)
    return claim && this.#withWinner(claim)
  }

  /** Adds the winner. The witness is a single request, so more routes may be certain to match it than all requests. */
  #withWinner(claim: Claim): HiddenRouteFinding {
    const { conditions } = this.#route
    const origin = originFor(conditions)
    const winner = [...pathTableOf(this.#routes).find(claim.witness).keys()].find((index) => {
      const earlier = this.#routes[index]!
      const acceptsOrigin = origin !== null && fulfils(earlier.conditions, origin)
      return (
        index < this.#index &&
        alwaysResponds(earlier) &&
        serves(earlier.verbs, claim.verb) &&
        (acceptsOrigin || implies(conditions, earlier.conditions))
      )
    })
    return { ...claim, origin, winner: winner === undefined ? null : { index: winner, route: this.#routes[winner]! } }
  }
}

/** Returns a path that the path set is certain to match; null if none is found. */
function witnessOf({ segmentPattern, lowerBound }: PathSet): string | null {
  return segmentPattern !== null ? samplePath(segmentPattern) : lowerBound && commonPath([lowerBound]).path
}

/** True if the requirements exclude all paths. */
function isUnmatchable({ upperBound }: PathSet): boolean {
  return upperBound !== null && coveredBy(upperBound, []) === 'yes'
}

/**
 * Returns a claim if the route's path is literal except for optional groups, and an earlier route matches it with a
 * param in place of one of its literals. Such an order is always a mistake.
 */
function shadowClaim(route: ManifestRoute, path: string, sureMatches: readonly PathSet[]): Claim | null {
  if (!route.anchored || sureMatches.length === 0 || !isLiteral(route.segments)) return null
  // A route for any verb may leave some verbs to an earlier param on purpose, but never GET, which serves pages.
  const verbs = route.verbs.length === 0 ? ['GET'] : route.verbs
  for (const verb of verbs) {
    const earlier = acceptingRoute(sureMatches, verb, route)
    if (earlier === null || isLiteral(earlier.route.segments)) continue
    return { kind: 'shadowed', earlierRoutes: [earlier], witness: path, verb }
  }
  return null
}

function isLiteral(segments: Pattern): boolean {
  return segments.every(({ kind }) => kind === 'static' || kind === 'optional')
}
