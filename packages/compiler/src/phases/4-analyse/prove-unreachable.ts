/**
 * Proves that earlier routes together match all requests of a route, by the inclusion of automata:
 *
 *     get('photos'), get('photos/:id'), get('photos(/:slug)')   the first two match every path of the last
 */
import type { ManifestRoute } from '../../manifest/manifest.ts'
import { coveredBy } from '../../patterns/automata/inclusion.ts'
import { includesPattern } from '../../patterns/routes/segment-pattern.ts'
import type { DistinctRoute, PathSet, RouteIndex } from './path-set.ts'
import { implies } from '../../manifest/conditions.ts'
import { serves } from '../../manifest/verbs.ts'

/**
 * Returns the earlier routes that together match all requests of the route; null if there is no proof.
 *
 * @param matchesBySample the path sets that match each sample path of the route
 */
export function proveUnreachable(
  route: ManifestRoute,
  pathSet: PathSet,
  matchesBySample: readonly (readonly PathSet[])[],
  index: RouteIndex,
): readonly DistinctRoute[] | null {
  const coveringRoutes = new Set<DistinctRoute>()
  let overlapping: readonly PathSet[] | null = null
  for (const verb of verbsToCheck(route)) {
    const accepts = (candidate: PathSet) => acceptingRoute([candidate], verb, route) !== null
    const samePattern = acceptingRoute([pathSet], verb, route)
    if (samePattern !== null) {
      coveringRoutes.add(samePattern)
      continue
    }
    // A path set that matches every sample may match every path of the route.
    const matchEverySample = matchesBySample[0]!.filter((candidate) =>
      matchesBySample.every((matches) => matches.includes(candidate)),
    )
    const likely = matchEverySample.slice(0, MAX_LIKELY).filter(accepts)
    const cover = likely.find((candidate) => covers(pathSet, [candidate]))
    if (cover !== undefined) {
      coveringRoutes.add(acceptingRoute([cover], verb, route)!)
      continue
    }
    if (pathSet.upperBound === null) return null
    overlapping ??= index.overlapping(pathSet).filter(({ lowerBound }) => lowerBound !== null)
    const usable = overlapping.filter(accepts)
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
function covers({ segmentPattern, upperBound }: PathSet, earlierPathSets: readonly PathSet[]): boolean {
  if (segmentPattern !== null) {
    const isIncluded = earlierPathSets.some(
      (earlier) => earlier.segmentPattern !== null && includesPattern(earlier.segmentPattern, segmentPattern),
    )
    if (isIncluded) return true
  }
  const automata = earlierPathSets.flatMap(({ lowerBound }) => lowerBound ?? [])
  if (automata.length === 0 || upperBound === null) return false
  return coveredBy(upperBound, automata) === 'yes'
}

/** Removes path sets that the proof does not need, so that the message names only routes that cause the finding. */
function fewest(pathSet: PathSet, pathSets: readonly PathSet[]): readonly PathSet[] {
  let needed = pathSets
  for (const candidate of pathSets.toReversed()) {
    const remaining = needed.filter((neededPathSet) => neededPathSet !== candidate)
    if (remaining.length > 0 && covers(pathSet, remaining)) needed = remaining
  }
  return needed
}

/** Stands for any verb that no route names. */
export const ANY = '*'

/** Returns the verbs of the requests that a route serves. A `HEAD` request needs no check of its own. */
export function verbsToCheck({ verbs }: ManifestRoute): readonly string[] {
  return verbs.length === 0 ? [ANY] : verbs
}

/**
 * Returns the earliest route of the path sets whose verbs and conditions accept every request for `route` with this
 * verb; null if there is none. Paths are not compared.
 */
export function acceptingRoute(pathSets: readonly PathSet[], verb: string, route: ManifestRoute): DistinctRoute | null {
  let earliest: DistinctRoute | null = null
  for (const { distinctRoutes } of pathSets) {
    for (const candidate of distinctRoutes) {
      if (earliest !== null && earliest.index < candidate.index) break
      if (serves(candidate.verbs, verb) && implies(route.conditions, candidate.conditions)) {
        earliest = candidate
        break
      }
    }
  }
  return earliest
}
