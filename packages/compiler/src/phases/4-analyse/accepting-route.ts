// Compares the verbs and conditions of routes. The paths of routes are compared elsewhere.
import { implies } from '../../manifest/conditions.ts'
import { serves } from '../../manifest/verbs.ts'
import type { ManifestRoute } from '../../manifest/manifest.ts'
import type { DistinctRoute, PathSet } from './path-set.ts'
import { fulfils, type Origin } from './witness-request.ts'

/** Stands for any verb that no route names. */
export const ANY = '*'

/** Returns the verbs of the requests that a route serves. A `HEAD` request needs no check of its own. */
export function verbsToCheck({ verbs }: ManifestRoute): readonly string[] {
  return verbs.length === 0 ? [ANY] : verbs
}

/**
 * Returns the earliest route of the path sets whose verbs and conditions accept every request for `route` with this
 * verb; null if there is none. Paths are not compared.
 *
 * @param origin the origin of the request; null for all origins that the route accepts
 */
export function acceptingRoute(
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
