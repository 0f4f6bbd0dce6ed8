import { helperBreaks, type HelperBreak } from './diff/helper-breaks.ts'
import { pairRoutes } from './diff/pair-routes.ts'
import { RequestComparison, type RequestBreak, type RequestProof } from './diff/request-breaks.ts'
import { ROUTE_FIELDS, type Manifest, type ManifestRoute, assertDepth } from './manifest.ts'

export type { HelperBreak, RequestBreak, RequestProof }

/** The differences between two route tables, and the differences that break their users. */
export interface ManifestDiff {
  /** True if a difference breaks requests or helper calls. */
  readonly breaking: boolean
  readonly removed: readonly RemovedRoute[]
  readonly changed: readonly ChangedRoute[]
  readonly added: readonly ManifestRoute[]
  /** The differences that break code that calls helpers. */
  readonly helpers: readonly HelperBreak[]
}

/** A route that is missing in the new table. `breaks` is empty if another route matches its requests. */
export interface RemovedRoute {
  readonly route: ManifestRoute
  readonly breaks: readonly RequestBreak[]
}

/** A route with different fields, or an unchanged route that no longer matches all its earlier requests. */
export interface ChangedRoute {
  readonly before: ManifestRoute
  readonly after: ManifestRoute
  /** The fields that differ. */
  readonly fields: readonly RouteField[]
  readonly breaks: readonly RequestBreak[]
}

export type RouteField = Exclude<(typeof ROUTE_FIELDS)[number], 'segments'>

/** The segments are the pattern, parsed. */
const FIELDS = ROUTE_FIELDS.filter((field): field is RouteField => field !== 'segments')

/**
 * Compares two tables. Positions in route files are not compared. The order of routes counts only if it changes which
 * route matches a request. Each break of requests is proven by a request that matched a route and now matches none, or
 * another route. A renamed controller alone breaks nothing, because clients do not see it.
 *
 * @example
 * ```ts
 * import { compileRoutes, diffManifests } from '@turnout/compiler'
 *
 * const old = compileRoutes((r) => r.resources('photos')).manifest!
 * const next = compileRoutes((r) => r.resources('photos', { except: 'destroy' })).manifest!
 * diffManifests(old, next).removed.map(({ route }) => route.action) // ['destroy']
 * ```
 *
 * @throws RangeError for a manifest that is nested so deep that Turnout cannot have written it
 */
export function diffManifests(oldTable: Manifest, newTable: Manifest): ManifestDiff {
  assertDepth(oldTable, newTable)
  const pairs = pairRoutes(oldTable.routes, newTable.routes)
  const requests = new RequestComparison(oldTable, newTable, pairs)
  const removed: RemovedRoute[] = []
  const changed: ChangedRoute[] = []
  oldTable.routes.forEach((route, index) => {
    const newIndex = pairs.newIndexes.get(index)
    const breaks = requests.breaksOf(index)
    if (newIndex === undefined) {
      removed.push({ route, breaks })
      return
    }
    const newRoute = newTable.routes[newIndex]!
    const fields = FIELDS.filter((field) => JSON.stringify(route[field]) !== JSON.stringify(newRoute[field]))
    if (fields.length > 0 || breaks.length > 0) changed.push({ before: route, after: newRoute, fields, breaks })
  })
  const added = newTable.routes.filter((_, index) => !pairs.oldIndexes.has(index))
  const helpers = helperBreaks(oldTable, newTable, pairs)
  const breaking = helpers.length > 0 || [...removed, ...changed].some(({ breaks }) => breaks.length > 0)
  return { breaking, removed, changed, added, helpers }
}
