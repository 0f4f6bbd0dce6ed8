// The part of `virtual:routes/vue-router` that is the same for all tables. It imports neither Vue nor vue-router, so an
// application has one copy of each.
import type { Match } from '@turnout/runtime'
import {
  APPLICATION,
  matchOf,
  matchPath,
  nodesIn,
  NOT_FOUND,
  pageIn,
  redirectTarget,
  siteOrigin,
} from './router-node.ts'
import type { RouterNode } from './router-node.ts'

/** A route record of vue-router. */
type RouteRecord = Record<string, unknown> & { readonly name: string }

interface Context {
  readonly h: (type: never, props: null, slots?: object) => unknown
  readonly RouterView: unknown
}

/** Returns the route records of a table. */
export function createRoutes(table: readonly RouterNode[], context: Context): RouteRecord[] {
  const records = table.map((node) => routeRecord(node, context))
  return table.some(({ id }) => id === APPLICATION) ? records : [...records, notFoundRecord()]
}

function routeRecord(node: RouterNode, context: Context): RouteRecord {
  const { id: name, path, load } = node
  if (path !== null) {
    return {
      path,
      name,
      sensitive: true,
      component: async () => (load === null ? EMPTY : pageIn(await load(), node)),
    }
  }
  const { h, RouterView } = context
  const children = node.children!.map((child) => routeRecord(child, context))
  if (name === APPLICATION) children.push(notFoundRecord(node))
  const component = async () => {
    const { layout } = await load!()
    const page = () => h(RouterView as never, null)
    return { render: layout === undefined ? page : () => h(layout as never, null, { default: page }) }
  }
  // The paths of the records inside are absolute. The layout alone is never shown, because no URL contains a space.
  return { path: `/ ${name.replace(':', ' ')}`, name, component, children }
}

const EMPTY = { render: (): null => null }

function notFoundRecord(application?: RouterNode): RouteRecord {
  const component = async () => (await application?.load!())?.['notFound'] ?? EMPTY
  return { path: '/:path(.*)*', name: NOT_FOUND, component }
}

/** A location of vue-router. */
interface Location {
  readonly name?: unknown
  readonly path: string
  readonly params: object
  readonly query: object
  readonly hash: string
}

interface GuardSettings {
  readonly match: Match
  readonly basename: string
  readonly table: readonly RouterNode[]
}

/**
 * Returns a guard for all navigations. It shows the page for missing routes if the table does not choose the route that
 * vue-router has chosen, gives the location the parameters of the table, and follows redirects of the table. Records that the
 * application has added itself pass.
 */
export function createGuard({ match, basename, table }: GuardSettings) {
  const nodes = new Map(nodesIn(table).map((node) => [node.id, node]))
  return ({ name, path, params, query, hash }: Location): object | string | boolean => {
    const node = nodes.get(name as string)
    if (node === undefined) return true
    const found = node.path === null ? null : matchOf(node, matchPath(match, basename, path))
    if (found === null) return { name: NOT_FOUND, params: { path: path.split('/').slice(1).map(decoded) }, query, hash }
    Object.assign(params, found.params)
    return found.redirect === undefined || follow(redirectTarget(found, siteOrigin()), basename)
  }
}

/** Returns the path of a redirect for vue-router; false if the browser loads a document outside of the application. */
function follow({ origin, pathname, search, hash, href }: URL, basename: string): string | false {
  const base = basename.replace(/\/$/, '')
  if (origin === siteOrigin() && pathname.startsWith(`${base}/`)) {
    return pathname.slice(base.length) + search + hash
  }
  globalThis.location.assign(href)
  return false
}

/** vue-router encodes parameters. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
