// Finds routes of a table that could be those of one resource.
import { guardsOf, type ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { withoutFormat } from './single-route.ts'

/** Consecutive routes that could be those of one resource. */
export interface ResourceRun {
  readonly start: number
  /** The index after the last route. */
  readonly end: number
  readonly singular: boolean
  /** The path of the collection, or of the singular resource. */
  readonly base: string
  /** The path of a member, as the routes of the resource have it; null if no route has a member. */
  readonly member: string | null
  /** True if members have a shorter path than the collection. */
  readonly shallow: boolean
  readonly actions: readonly string[]
  readonly hasFormat: boolean
}

const PLURAL = [
  'GET index',
  'POST create',
  'GET new',
  'GET edit',
  'GET show',
  'PATCH update',
  'PUT update',
  'DELETE destroy',
]
const SINGULAR = ['GET new', 'GET edit', 'GET show', 'PATCH update', 'PUT update', 'DELETE destroy', 'POST create']

/** Returns the runs that end before `end`, at most one of `resources` and one of `resource`, the longest first. */
export function runsBefore(routes: readonly ManifestRoute[], from: number, end: number): readonly ResourceRun[] {
  const runs = [false, true].flatMap((singular) => readRun(routes, from, end, singular) ?? [])
  return runs.sort((a, b) => a.start - b.start)
}

/** Reads routes backwards from `end`, as long as they are in the order of a resource's actions. Null for no run. */
function readRun(routes: readonly ManifestRoute[], from: number, end: number, singular: boolean): ResourceRun | null {
  const order = singular ? SINGULAR : PLURAL
  let orderIndex = order.length
  let start = end
  let base: string | null = null
  let member: string | null = null
  let shallow = false
  const lastRoute = routes[end - 1]!
  const hasFormat = lastRoute.pattern.endsWith('(.:format)')
  while (start > from) {
    const route = routes[start - 1]!
    const { controller, action, verbs, pattern, endpoint, anchored } = route
    const key = `${verbs.join('|')} ${action}`
    const at = order.lastIndexOf(key, orderIndex - 1)
    if (at < 0 || endpoint !== null || !anchored || controller !== lastRoute.controller) break
    if (pattern.endsWith('(.:format)') !== hasFormat || (start < end && !areOfOneResource(route, routes[start]!))) break
    // `update` has two routes, PATCH and then PUT. Neither is alone in a resource.
    if (key === 'PUT update' && (start - 1 === from || routes[start - 2]!.action !== 'update')) break
    if (key === 'PATCH update' && order[orderIndex] !== 'PUT update') break
    const paths = resourcePathOf(withoutFormat(pattern), action!, singular)
    if (paths === null) break
    if (paths.member !== null) {
      if (member !== null && paths.member !== member) break
      if (member === null && base !== null) break
      member = paths.member
    } else if (base === null) {
      if (member !== null && paths.base !== baseOf(member)) {
        // The members of a shallow resource are outside its parents.
        if (lastSegment(paths.base!) !== lastSegment(baseOf(member)) || paths.base!.length < member.length) break
        shallow = true
      }
      base = paths.base
    } else if (paths.base !== base) break
    orderIndex = at
    start -= 1
  }
  // A run that begins with PUT lacks its PATCH.
  const runRoutes = routes.slice(start, end)
  if (runRoutes.length === 0 || runRoutes[0]!.verbs.join() === 'PUT') return null
  const path = base ?? (member === null ? null : baseOf(member))
  if (path === null || !isResourcePath(path)) return null
  const actions = [...new Set(runRoutes.map(({ action }) => action!))]
  return { start, end, singular, base: path, member, shallow, actions, hasFormat }
}

/** A word of a path: `photos`, `banned-ips`. */
const WORD = '[A-Za-z\\d_-]+'

/** Words and parameters, behind an optional group such as a locale. */
const RESOURCE_PATH = new RegExp(`^(?:\\(/:\\w+\\))?(?:/(?:${WORD}|:\\w+))*/${WORD}$`)

/**
 * True for the path of a collection as people write it: its last segment is a word. `get "search(/*terms)"` and
 * `get "/:id/:slug"` could be written with `resource` too, but nobody would.
 */
function isResourcePath(path: string): boolean {
  return RESOURCE_PATH.test(path)
}

/** True if two routes can be of one resource: all routes of a resource have the same conditions and defaults. */
function areOfOneResource(previous: ManifestRoute, next: ManifestRoute): boolean {
  return (
    JSON.stringify(previous.conditions) === JSON.stringify(next.conditions) &&
    JSON.stringify(previous.defaults) === JSON.stringify(next.defaults) &&
    guardsOf(previous).length === guardsOf(next).length
  )
}

/**
 * Returns the path of a resource or of its member, whichever the path of an action contains. Null if the action never has
 * such a path.
 *
 *     /photos, index            { base: '/photos', member: null }
 *     /photos/:id/edit, edit    { base: null, member: '/photos/:id' }
 *     /photos/:id, index        null
 */
function resourcePathOf(
  path: string,
  action: string,
  singular: boolean,
): { readonly base: string | null; readonly member: string | null } | null {
  const pathWithout = (end: string) =>
    path.endsWith(end) && path.length > end.length ? path.slice(0, -end.length) : null
  const ofBase = (base: string | null) => (base === null || /\/:\w+$/.test(base) ? null : { base, member: null })
  const ofMember = (member: string | null) =>
    member === null || !/[^/]\/:\w+$/.test(member) ? null : { base: null, member }
  if (action === 'index' || action === 'create') return ofBase(path)
  if (action === 'new') return ofBase(pathWithout('/new'))
  const own = action === 'edit' ? pathWithout('/edit') : path
  return singular ? ofBase(own) : ofMember(own)
}

/** `/photos/:id` -> `/photos` */
function baseOf(member: string): string {
  return member.slice(0, member.lastIndexOf('/'))
}

/** `/admin/photos` -> `photos` */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
