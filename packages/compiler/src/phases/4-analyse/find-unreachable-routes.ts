// Finds routes that no request reaches, because earlier routes match all their paths.
import { answersForSure, implies, serves, type Manifest, type ManifestRoute } from '@turnout/manifest'
import { commonPath, coveredBy, plainPath, sampleOf, takesAll, type Pattern, type Sample } from '@turnout/patterns'
import { RouteIndex } from './route-index.ts'
import { pathSetsOf, type DistinctRoute, type PathSet } from './path-set.ts'
import { fulfils, originFor, type Origin } from './witness-request.ts'

/**
 * Finds routes that no request can reach because earlier routes match first. Also finds literal routes if a param of an
 * earlier route matches in place of one of their literals.
 *
 * A sample path that only the route matches clears most routes at once. For the other routes, the check tries to prove
 * that one or several earlier routes together match all paths of the route (inclusion of automata). It reports only
 * proven findings. The rules:
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
  const index = new RouteIndex()
  const findings = new Map<number, Finding>()
  manifest.routes.forEach((route, number) => {
    const pathSet = pathSets.get(route)
    if (pathSet === undefined) return
    const finding = examine(route, pathSet, index)
    if (finding !== null) findings.set(number, finding)
    if (answersForSure(route)) index.add(route, number, pathSet)
  })
  return findings
}

export type Finding =
  | {
      readonly kind: 'unreachable' | 'shadowed'
      /** The earlier routes that match all requests of the route or, if it is shadowed, the request of the witness. */
      readonly by: readonly DistinctRoute[]
      /** The route that matches the witness; null if that cannot be determined. */
      readonly answer: DistinctRoute | null
      /** A path that both the route and an earlier route match. */
      readonly witness: string
      /** The origin of the witness request, if the route has conditions on the origin. */
      readonly origin: Origin | null
      readonly verb: string
    }
  | { readonly kind: 'unmatchable' }

export type HiddenRouteFinding = Exclude<Finding, { kind: 'unmatchable' }>

/** Stands for any verb that no route names. */
export const ANY = '*'

function verbsToCheck({ verbs }: ManifestRoute): readonly string[] {
  return verbs.length === 0 ? [ANY] : verbs
}

function examine(route: ManifestRoute, pathSet: PathSet, index: RouteIndex): Finding | null {
  const verbs = verbsToCheck(route)
  const bare = pathSet.sampleWithoutGroups
  if (bare === null) return isUnmatchable(pathSet) ? { kind: 'unmatchable' } : null
  // Half of all routes are the first for their path, and no other route might match it.
  if (index.candidates(bare).length === 0) return null

  // `shadow` needs GET as well.
  const checkedVerbs = route.verbs.length === 0 ? [ANY, 'GET'] : verbs
  const matching = (sample: Sample) =>
    index
      .candidates(sample)
      .filter((candidate) => checkedVerbs.some((verb) => acceptingRoute([candidate], verb, route) !== null))
      .filter((candidate) => candidate === pathSet || candidate.matches(sample.path))
  // Path sets for which a match is undecided, because their requirements contain lookarounds.
  const doubtful = (path: string) =>
    index
      .candidates(sampleOf(path))
      .filter((candidate) => candidate !== pathSet && candidate.mayMatch(path) && !candidate.matches(path))
      .filter((candidate) => checkedVerbs.some((verb) => acceptingRoute([candidate], verb, route) !== null))
  const isFree = (pathSets: readonly PathSet[]) => verbs.some((verb) => acceptingRoute(pathSets, verb, route) === null)
  const matchBare = matching(bare)
  // The witness is a single request, so more routes can be certain to match it than to match all requests of the route.
  const withAnswer = (finding: Omit<HiddenRouteFinding, 'origin' | 'answer'>): HiddenRouteFinding => {
    const { verb, witness } = finding
    const origin = originFor(route.conditions)
    const candidates = index.candidates(sampleOf(witness))
    const accepting = candidates.filter((candidate) => acceptingRoute([candidate], verb, route, origin) !== null)
    const sureMatches = accepting.filter((candidate) => candidate === pathSet || candidate.matches(witness))
    const isDoubtful = accepting.some((candidate) => !sureMatches.includes(candidate) && candidate.mayMatch(witness))
    return { ...finding, origin, answer: isDoubtful ? null : acceptingRoute(sureMatches, verb, route, origin) }
  }
  const shadowed = () => {
    const finding = shadow(route, bare.path, matchBare)
    return finding === null || doubtful(bare.path).length > 0 ? null : withAnswer(finding)
  }
  if (isFree(matchBare)) return shadowed()
  const full = pathSet.sampleWithGroups ?? bare
  const matchFull = bare === full ? matchBare : matching(full)
  if (isFree(matchFull)) return shadowed()
  const coveringRoutes = proveUnreachable(route, pathSet, [matchBare, matchFull], index)
  if (coveringRoutes === null) return shadowed()
  const [verb] = verbs
  let witness = witnessOf(pathSet, []) ?? bare.path
  const doubts = doubtful(witness)
  if (doubts.length > 0) witness = witnessOf(pathSet, doubts) ?? witness
  return withAnswer({ kind: 'unreachable', by: coveringRoutes, witness, verb: verb! })
}

/**
 * Returns the earlier routes that together match all requests of the route; null if there is no proof.
 *
 * @param matchesBySample the path sets that match each sample path of the route
 */
function proveUnreachable(
  route: ManifestRoute,
  pathSet: PathSet,
  matchesBySample: readonly (readonly PathSet[])[],
  index: RouteIndex,
): readonly DistinctRoute[] | null {
  const verbs = verbsToCheck(route)
  const coveringRoutes = new Set<DistinctRoute>()
  let overlapping: readonly PathSet[] | null = null
  for (const verb of verbs) {
    const samePattern = acceptingRoute([pathSet], verb, route)
    if (samePattern !== null) {
      coveringRoutes.add(samePattern)
      continue
    }
    // A path set that matches every sample may match every path of the route.
    const likely = matchesBySample[0]!.filter((candidate) =>
      matchesBySample.every((pathSets) => pathSets.includes(candidate)),
    )
    const cover = likely
      .slice(0, MAX_LIKELY)
      .filter((candidate) => acceptingRoute([candidate], verb, route) !== null)
      .find((candidate) => covers(pathSet, [candidate]))
    if (cover !== undefined) {
      coveringRoutes.add(acceptingRoute([cover], verb, route)!)
      continue
    }
    if (pathSet.upperBound === null) return null
    overlapping ??= index.overlapping(pathSet).filter(({ lowerBound }) => lowerBound !== null)
    const usable = overlapping.filter((candidate) => acceptingRoute([candidate], verb, route) !== null)
    // The list is cut at a bound, so path sets that match a sample go first.
    const matchSamples = matchesBySample.flat().filter((candidate) => usable.includes(candidate))
    const ordered = [...new Set([...matchSamples, ...usable])].slice(0, MAX_UNION)
    if (!covers(pathSet, ordered)) return null
    for (const needed of fewest(pathSet, ordered)) coveringRoutes.add(acceptingRoute([needed], verb, route)!)
  }
  return [...coveringRoutes].sort((a, b) => a.index - b.index)
}

/** How many path sets a proof tries singly, and how many together. A route that needs more is not reported. */
const MAX_LIKELY = 20
const MAX_UNION = 100

/** True if the earlier path sets together are proven to match all paths of `pathSet`. */
function covers(pathSet: PathSet, earlierPathSets: readonly PathSet[]): boolean {
  const { plainForm: pattern } = pathSet
  if (
    pattern !== null &&
    earlierPathSets.some(({ plainForm: plainPattern }) => plainPattern !== null && takesAll(plainPattern, pattern))
  )
    return true
  const automata = earlierPathSets.flatMap(({ lowerBound }) => lowerBound?.automaton ?? [])
  return (
    automata.length > 0 && pathSet.upperBound !== null && coveredBy(pathSet.upperBound.automaton, automata) === 'yes'
  )
}

/** Removes path sets that the proof does not need, so that the message names only routes that cause the finding. */
function fewest(pathSet: PathSet, pathSets: readonly PathSet[]): readonly PathSet[] {
  let needed = pathSets
  for (const candidate of [...pathSets].reverse()) {
    const remaining = needed.filter((pathSetKept) => pathSetKept !== candidate)
    if (remaining.length > 0 && covers(pathSet, remaining)) needed = remaining
  }
  return needed
}

/**
 * Returns the earliest route of the path sets whose verbs and conditions accept every request for `route` with this
 * verb; null if there is none. Paths are not compared.
 *
 * @param origin the origin of the request; null for all origins that the route accepts
 */
function acceptingRoute(
  pathSets: readonly PathSet[],
  verb: string,
  route: ManifestRoute,
  origin: Origin | null = null,
): DistinctRoute | null {
  let earliest: DistinctRoute | null = null
  for (const { distinctRoutes } of pathSets) {
    for (const candidate of distinctRoutes) {
      if (earliest !== null && earliest.index < candidate.index) break
      if (!serves(candidate.verbs, verb)) continue
      const acceptsOrigin = origin !== null && fulfils(candidate.conditions, origin)
      if (implies(route.conditions, candidate.conditions) || acceptsOrigin) {
        earliest = candidate
        break
      }
    }
  }
  return earliest
}

/** Returns a path that the path set is certain to match and no excluded path set may match; null if none is found. */
function witnessOf({ plainForm: pattern, lowerBound }: PathSet, excluded: readonly PathSet[]): string | null {
  if (pattern !== null && excluded.length === 0) return plainPath(pattern)
  const automata = excluded.flatMap(({ upperBound }) => upperBound?.automaton ?? [])
  return lowerBound && commonPath([lowerBound.automaton], automata).path
}

function isUnmatchable({ upperBound }: PathSet): boolean {
  return upperBound !== null && coveredBy(upperBound.automaton, []) === 'yes'
}

/**
 * Returns a finding if the route's path is literal except for optional groups, and an earlier route matches it with a
 * param in place of one of its literals. Such an order is always a mistake.
 */
function shadow(
  route: ManifestRoute,
  bare: string,
  matching: readonly PathSet[],
): Omit<HiddenRouteFinding, 'origin' | 'answer'> | null {
  if (!route.anchored || matching.length === 0 || !isLiteral(route.segments)) return null
  // A route for any verb may leave some verbs to an earlier param on purpose, but never GET, which serves pages.
  const verbs = route.verbs.length === 0 ? ['GET'] : route.verbs
  for (const verb of verbs) {
    const earlier = acceptingRoute(matching, verb, route)
    if (earlier === null || isLiteral(earlier.route.segments)) continue
    return { kind: 'shadowed', by: [earlier], witness: bare, verb }
  }
  return null
}

function isLiteral(segments: Pattern): boolean {
  return segments.every(({ kind }) => kind === 'static' || kind === 'optional')
}
