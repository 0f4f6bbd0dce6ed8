/** The exports that route files import. They are mostly types: at run time, a block receives the builder of the recorder. */
import type { BodyResult, ResourceBlock, ResourcesBlock, Routes, ScopeBlock } from './dsl/blocks.ts'
import type { AnyRequest } from './dsl/values.ts'
import { RedirectTarget } from './route.ts'

export type * from './dsl/blocks.ts'
export type * from './dsl/checked-options.ts'
export type * from './dsl/option-types.ts'
export type * from './dsl/values.ts'

/**
 * Declares routes. Export the result by default from a route file.
 *
 * ```ts
 * export default defineRoutes((r) => {
 *   r.root('pages#home')
 *   r.resources('photos', { only: ['index', 'show'] })
 * })
 * ```
 *
 * ```text
 * root    GET  /                      pages#home
 * photos  GET  /photos(.:format)      photos#index
 * photo   GET  /photos/:id(.:format)  photos#show
 * ```
 *
 * A file that is drawn inside a resource can use the methods of a resource with a type argument:
 * `defineRoutes<ResourcesBlock>((photos) => photos.member((m) => m.get('preview')))`.
 *
 * @param block Turnout calls it once, synchronously, at build time
 */
export function defineRoutes<Block extends Routes | ScopeBlock | ResourcesBlock | ResourceBlock = Routes>(
  block: (r: Block) => BodyResult,
): (r: Block) => BodyResult {
  return block
}

/**
 * Names an action. A string would be a path. `get(action('preview'))` corresponds to `get :preview` in Ruby.
 *
 * ```ts
 * r.resources('photos', { only: 'show' }, (photos) => photos.member((m) => m.get(action('preview'))))
 * ```
 *
 * ```text
 * preview_photo  GET  /photos/:id/preview(.:format)  photos#preview
 * photo          GET  /photos/:id(.:format)          photos#show
 * ```
 *
 * @returns the registered symbol of that name
 */
export function action(name: string): symbol {
  return Symbol.for(name)
}

/**
 * Returns its argument.
 *
 * @deprecated Turnout accepts every regular expression, because it matches all of them in linear time. Write the expression
 *   without `trusted`.
 */
export function trusted(regexp: RegExp): RegExp {
  return regexp
}

/** Parts of the target URL of a redirect. Omitted parts keep the value of the request. */
export interface RedirectParts {
  /** Can contain placeholders such as `%{id}`. */
  readonly path?: string
  /** A name or an address, with an optional port. */
  readonly host?: string
  readonly protocol?: `http${'' | 's'}${'' | ':' | '://'}`
  readonly port?: number
  readonly subdomain?: string
  readonly domain?: string
  readonly params?: Readonly<Record<string, string | number>>
  /** From 300 to 399. Default: 301. */
  readonly status?: number
}

/** Options of `redirect`. */
export interface RedirectOptions {
  /** From 300 to 399. Default: 301. */
  readonly status?: number
  /** Appends the query of the request to the location. By default, the query is lost unless parts of a URL keep it. */
  readonly query?: 'keep'
}

/**
 * Redirects requests to another URL. The default status is `301 Moved Permanently`.
 *
 * ```ts
 * import { moved } from '../src/redirects.ts'
 *
 * r.get('old/:id', { to: redirect('/photos/%{id}') })
 * r.get('gallery', { to: redirect('/albums', { status: 302 }) })
 * r.get('authorize', { to: redirect('/oauth/authorize', { query: 'keep' }) })
 * r.get('docs', { to: redirect({ subdomain: 'docs', path: '/' }) })
 * r.get('articles/:slug', { to: redirect(moved) })
 * ```
 *
 * ```text
 *            GET  /old/:id(.:format)         redirect(301, "/photos/%{id}")
 * gallery    GET  /gallery(.:format)         redirect(302, "/albums")
 * authorize  GET  /authorize(.:format)       redirect(301, "/oauth/authorize", the query kept)
 * docs       GET  /docs(.:format)            redirect(301, {"subdomain":"docs","path":"/"})
 *            GET  /articles/:slug(.:format)  redirect(301, moved)
 * ```
 *
 * A redirect function must be exported by a module of its own. It receives the parameters, and the request that you passed
 * to `match`. It returns a path, or a URL with its scheme (`https://…`). Every other string is treated as a path.
 *
 * If you omit `protocol`, `host`, `port`, `subdomain` or `domain`, the value of the request is used. The client chooses
 * the host of its request, so check the host if your site has a fixed set of hosts.
 *
 * @param target a path or URL, in which `%{id}` is replaced by the parameter `id`; parts of a URL; or a function
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the function can declare narrower parameters
export function redirect<Params = Readonly<Record<string, any>>, Request = AnyRequest>(
  target: string | RedirectParts | ((params: Params, request: Request) => string | URL),
  options: RedirectOptions = {},
): RedirectTarget {
  if (typeof target === 'object' && target !== null && 'status' in target) {
    const { status, ...parts } = target
    return new RedirectTarget(parts, options.status ?? status ?? 301, options.query)
  }
  return new RedirectTarget(target, options.status ?? 301, options.query)
}

export type { RedirectTarget } from './route.ts'
