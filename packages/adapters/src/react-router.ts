// The part of `virtual:routes/react-router` that is the same for all tables. It imports neither React nor React Router, so an
// application has one copy of each.
import type { Match, RouteMatch } from '@turnout/runtime'
import { APPLICATION, first, matchOf, matchPath, NOT_FOUND, pageIn, redirectTarget } from './router-node.ts'
import type { Module, RouterNode } from './router-node.ts'

/** The arguments of a loader or an action, as far as they are used here. */
type Arguments = { readonly request: Request }
type Method = (args: object) => unknown
type RouteObject = Record<string, unknown>

interface Context {
  readonly match: Match
  readonly createElement: (type: never, props: null, ...children: unknown[]) => unknown
  readonly Outlet: unknown
}

/** Returns the route objects of a table. */
export function createRoutes(table: readonly RouterNode[], context: Context): RouteObject[] {
  return table.map((node) => ({ HydrateFallback: nothing, ...routeObject(node, context) }))
}

/** Without a fallback, React Router prints a warning while the first page loads. */
const nothing = (): null => null

function routeObject(node: RouterNode, context: Context): RouteObject {
  const { id, path } = node
  if (path === null) return layoutObject(node, context)
  const methods = node.load === null ? { loader: redirector(node, context) } : pageMethods(node, context)
  return { id, path, caseSensitive: true, ...methods }
}

/** The location is an absolute URL, because React Router adds the base path to a path. */
const redirector =
  (node: RouterNode, { match }: Context) =>
  ({ request }: Arguments): Response => {
    const found = matchOrThrow(node, request, match)
    const { href: location } = redirectTarget(found, request.url)
    return new Response(null, { status: found.redirect!.status, headers: { location } })
  }

/**
 * React Router keeps the failure of `lazy`, so code that a browser could not load offline would never load. So `lazy` does not
 * fail: the loader does, and each visit calls it again.
 */
function pageMethods(node: RouterNode, { match, createElement }: Context): RouteObject {
  let page: unknown
  let failure: unknown
  const load = async () => void (page = pageIn(await node.load!(), node))
  return {
    Component() {
      if (page === undefined) throw failure
      return createElement(page as never, null)
    },
    async loader(args: Arguments) {
      const found = matchOrThrow(node, args.request, match)
      await load()
      const { loader } = await settingsOf(node, 'loader')
      return loader === undefined ? null : (loader as Method)({ ...args, params: found.params, match: found })
    },
    /** A form calls the action that its method and its path have in the table: `create` of `POST /photos`. */
    async action(args: Arguments) {
      const page = matchOrThrow(node, args.request, match)
      const found = match(args.request.method, args.request.url) ?? page
      const exports = found.controller === page.controller ? [found.action!] : node.exports
      const { action } = await settingsOf({ ...node, exports }, 'action')
      if (action === undefined) throw new Response(null, { status: 405, statusText: 'Method Not Allowed' })
      return (action as Method)({ ...args, params: found.params, match: found })
    },
    async lazy() {
      try {
        await load()
      } catch (error) {
        failure = error
        return {}
      }
      return settingsOf(node, 'ErrorBoundary', 'handle', 'shouldRevalidate')
    },
  }
}

/** The layout of an application also draws the errors of its pages: inside the layout, if that can be drawn. */
function layoutObject(node: RouterNode, context: Context): RouteObject {
  const { createElement, match, Outlet } = context
  const children = node.children!.map((child) => routeObject(child, context))
  if (node.id === APPLICATION) children.push({ id: NOT_FOUND, path: '*', loader: notFound, lazy: notFoundPage(node) })
  const isOfController = node.exports.length > 0
  const errors = { id: `${node.id}:errors`, lazy: () => settingsOf(node, 'ErrorBoundary'), children }
  return {
    id: node.id,
    async loader(args: Arguments) {
      const { loader } = await settingsOf(node, 'loader')
      if (loader === undefined) return null
      const found = match('GET', args.request.url)
      return (loader as Method)({ ...args, ...(found !== null && { params: found.params }), match: found })
    },
    async lazy() {
      const { layout } = await node.load!()
      const Component = () => createElement(layout as never, null, createElement(Outlet as never, null))
      const settings = await settingsOf(node, 'ErrorBoundary', 'handle', 'shouldRevalidate')
      return {
        ...(layout !== undefined && { Component }),
        ...(isOfController && { shouldRevalidate: hasNewParams }),
        ...settings,
      }
    },
    children: isOfController ? children : [errors],
  }
}

/** The layout of a controller has no path, so React Router would keep the data of a photo for another one. */
function hasNewParams(args: Readonly<Record<'currentParams' | 'nextParams' | 'defaultShouldRevalidate', unknown>>) {
  return args.defaultShouldRevalidate || JSON.stringify(args.currentParams) !== JSON.stringify(args.nextParams)
}

function notFound(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

const notFoundPage = (node: RouterNode) => async () => {
  const { notFound: ErrorBoundary } = await node.load!()
  return ErrorBoundary === undefined ? {} : { ErrorBoundary }
}

/** @throws Response with status 404 if the table has another route for the request, or none */
function matchOrThrow(node: RouterNode, { url }: Request, match: Match): RouteMatch {
  return matchOf(node, match('GET', url)) ?? notFound()
}

/** Returns settings that the module of a page or of a layout exports: for all of its pages, or in an object by action. */
async function settingsOf({ load, exports }: RouterNode, ...keys: readonly string[]): Promise<RouteObject> {
  const module = await load!()
  const settings = keys.map((key) => {
    const setting = module[key]
    if (exports.length > 0 && isByAction(setting)) return [key, first(setting, exports)] as const
    // Settings for all pages are not those of the layout next to them.
    return [key, exports.join() === 'layout' ? undefined : setting] as const
  })
  return Object.fromEntries(settings.filter(([, value]) => value !== undefined))
}

/** False for functions, and for components that are objects, such as those of `memo`. */
function isByAction(value: unknown): value is Module {
  return typeof value === 'object' && value !== null && !('$$typeof' in value)
}

interface Hooks {
  readonly match: Match
  readonly basename: string
  readonly useLocation: () => { readonly pathname: string }
  readonly useMatches: () => readonly Record<'id' | 'params' | 'handle' | 'loaderData', unknown>[]
}

/** Returns `useRoute`, which returns the parameters and the data of a route on the page. */
export function createUseRoute({ match, basename, useLocation, useMatches }: Hooks) {
  return (id: string): object => {
    const { pathname } = useLocation()
    const shown = useMatches().find((route) => route.id === id)
    if (shown === undefined) throw new Error(`The route \`${id}\` is not part of the page ${pathname}`)
    const { params, handle, loaderData: data } = shown
    return { data, handle, params: matchPath(match, basename, pathname)?.params ?? params }
  }
}
