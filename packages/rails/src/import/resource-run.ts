import type { ManifestRoute } from '@turnout/compiler'

/** Consecutive routes that could be those of one resource. */
export interface ResourceRun {
  readonly start: number
  /** Behind the last. */
  readonly end: number
  readonly singular: boolean
  /** The path of the collection, or of the singular resource. */
  readonly base: string
  /** The path of a member, as its own routes have it; null where there is none. */
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

/** A path without the optional format. */
export function withoutFormat(pattern: string): string {
  return pattern.replace(/\(\.:format\)$/, '')
}

/** The runs that end before `end`, the longest first: of `resources`, of `resource`. */
export function runsBefore(routes: readonly ManifestRoute[], from: number, end: number): readonly ResourceRun[] {
  const runs = [false, true].flatMap((singular) => readRun(routes, from, end, singular) ?? [])
  return runs.sort((a, b) => a.start - b.start)
}

function readRun(routes: readonly ManifestRoute[], from: number, end: number, singular: boolean): ResourceRun | null {
  const order = singular ? SINGULAR : PLURAL
  let place = order.length
  let start = end
  let base: string | null = null
  let member: string | null = null
  let shallow = false
  const last = routes[end - 1]!
  const hasFormat = last.pattern.endsWith('(.:format)')
  while (start > from) {
    const route = routes[start - 1]!
    const { controller, action, verbs, pattern, endpoint, anchored } = route
    const key = `${verbs.join('|')} ${action}`
    const at = order.lastIndexOf(key, place - 1)
    if (at < 0 || endpoint !== null || !anchored || controller !== last.controller) break
    if (pattern.endsWith('(.:format)') !== hasFormat || (start < end && !belongs(route, routes[start]!))) break
    // PATCH and PUT are one action: neither comes alone.
    if (key === 'PUT update' && (start - 1 === from || routes[start - 2]!.action !== 'update')) break
    if (key === 'PATCH update' && order[place] !== 'PUT update') break
    const own = placeOf(withoutFormat(pattern), action!, singular)
    if (own === null) break
    if (own.member !== null) {
      if (member !== null && own.member !== member) break
      if (member === null && base !== null) break
      member = own.member
    } else if (base === null) {
      if (member !== null && own.base !== baseOf(member)) {
        // The members of a shallow resource are outside its parents.
        if (lastSegment(own.base!) !== lastSegment(baseOf(member)) || own.base!.length < member.length) break
        shallow = true
      }
      base = own.base
    } else if (own.base !== base) break
    place = at
    start -= 1
  }
  // What began with PUT has lost its PATCH.
  const found = routes.slice(start, end)
  if (found.length === 0 || found[0]!.verbs.join() === 'PUT') return null
  const path = base ?? (member === null ? null : baseOf(member))
  if (path === null || !isResourcePath(path)) return null
  const actions = [...new Set(found.map(({ action }) => action!))]
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

/** Conditions are of the whole resource. */
function belongs(one: ManifestRoute, next: ManifestRoute): boolean {
  return (
    JSON.stringify(one.conditions) === JSON.stringify(next.conditions) &&
    JSON.stringify(one.defaults) === JSON.stringify(next.defaults) &&
    one.conditional === next.conditional
  )
}

/** Returns what a route's path reveals about the path of its resource; null if the action never has such a path. */
function placeOf(
  path: string,
  action: string,
  singular: boolean,
): { readonly base: string | null; readonly member: string | null } | null {
  const cut = (end: string) => (path.endsWith(end) && path.length > end.length ? path.slice(0, -end.length) : null)
  const ofBase = (base: string | null) => (base === null || /\/:\w+$/.test(base) ? null : { base, member: null })
  const ofMember = (member: string | null) =>
    member === null || !/[^/]\/:\w+$/.test(member) ? null : { base: null, member }
  switch (action) {
    case 'index':
      return ofBase(path)
    case 'create':
      return ofBase(path)
    case 'new':
      return ofBase(cut('/new'))
    case 'edit':
      return singular ? ofBase(cut('/edit')) : ofMember(cut('/edit'))
    default:
      return singular ? ofBase(path) : ofMember(path)
  }
}

function baseOf(member: string): string {
  return member.slice(0, member.lastIndexOf('/'))
}

/** `/admin/photos` -> `photos` */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
