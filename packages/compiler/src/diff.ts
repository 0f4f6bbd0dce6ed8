import { helperBreaks, type HelperBreak } from './diff/helper-breaks.ts'
import { pairRoutes } from './diff/pair-routes.ts'
import { RequestComparison, type RequestBreak, type RequestProof } from './diff/request-breaks.ts'
import { assertDepth } from './manifest-depth.ts'
import type { Manifest, ManifestRoute } from './manifest.ts'

export type { HelperBreak, RequestBreak, RequestProof }

/** What is different between two route tables, and which of it breaks who uses them. */
export interface ManifestDiff {
  /** True if anything breaks. */
  readonly breaking: boolean
  readonly removed: readonly RemovedRoute[]
  readonly changed: readonly ChangedRoute[]
  readonly added: readonly ManifestRoute[]
  /** What breaks code that calls helpers. */
  readonly helpers: readonly HelperBreak[]
}

/** A route that the new table does not have. It may break nothing: another one may answer in its place. */
export interface RemovedRoute {
  readonly route: ManifestRoute
  readonly breaks: readonly RequestBreak[]
}

/** A route that is another now; or that is as it was, but no longer answers all that it did. */
export interface ChangedRoute {
  readonly before: ManifestRoute
  readonly after: ManifestRoute
  /** Where they differ. */
  readonly fields: readonly RouteField[]
  readonly breaks: readonly RequestBreak[]
}

const FIELDS = [
  'name',
  'verbs',
  'pattern',
  'controller',
  'action',
  'endpoint',
  'defaults',
  'requirements',
  'conditions',
  'constraints',
  'conditional',
  'anchored',
] as const satisfies readonly (keyof ManifestRoute)[]

export type RouteField = (typeof FIELDS)[number]

/**
 * Compares two tables. Positions in route files are not a difference, nor is the order of routes as long as each request
 * goes where it went. What breaks requests is proven by a request that was answered and is not any more, or is answered
 * by another route; a renamed controller alone breaks nothing, as clients do not see it.
 *
 * @throws RangeError for a manifest that is nested so deep that Turnout cannot have written it
 */
export function diffManifests(before: Manifest, after: Manifest): ManifestDiff {
  assertDepth(before, after)
  const pairs = pairRoutes(before.routes, after.routes)
  const requests = new RequestComparison(before, after, pairs)
  const removed: RemovedRoute[] = []
  const changed: ChangedRoute[] = []
  before.routes.forEach((route, index) => {
    const place = pairs.after.get(index)
    const breaks = requests.breaksOf(index)
    if (place === undefined) {
      removed.push({ route, breaks })
      return
    }
    const now = after.routes[place]!
    const fields = FIELDS.filter((field) => JSON.stringify(route[field]) !== JSON.stringify(now[field]))
    if (fields.length > 0 || breaks.length > 0) changed.push({ before: route, after: now, fields, breaks })
  })
  const added = after.routes.filter((_, index) => !pairs.before.has(index))
  const helpers = helperBreaks(before, after, pairs)
  const breaking = helpers.length > 0 || [...removed, ...changed].some(({ breaks }) => breaks.length > 0)
  return { breaking, removed, changed, added, helpers }
}
