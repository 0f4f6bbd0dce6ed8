/** What a route file imports. Types do the work: at run time a block is called with the recorder's builder. */
import type { ResourceBlock, ResourcesBlock, Routes, ScopeBlock } from './dsl/blocks.ts'
import type { AnyRequest } from './dsl/values.ts'
import { RedirectTarget, TRUSTED } from './route.ts'

export type * from './dsl/blocks.ts'
export type * from './dsl/given.ts'
export type * from './dsl/option-types.ts'
export type * from './dsl/values.ts'

/**
 * A block of declarations, to be exported by default from a route file. It only types the block.
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
 * A file that is drawn inside of a resource says so, for what exists only there:
 * `defineRoutes<ResourcesBlock>((photos) => photos.member((m) => m.get('preview')))`.
 *
 * @param block called once, at build time, synchronously
 */
export function defineRoutes<Block extends Routes | ScopeBlock | ResourcesBlock | ResourceBlock = Routes>(
  block: (r: Block) => void,
): (r: Block) => void {
  return block
}

/**
 * Names an action where a string would be a path: `get(action('preview'))` is Ruby's `get :preview`.
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
 * Vouches for a regular expression that the compiler cannot prove to be fast on every text: it is not checked.
 *
 * ```ts
 * r.get('photos/:id', { to: 'photos#show', id: trusted(/\w+-\w+x?/) })
 * ```
 *
 * ```text
 * GET  /photos/:id(.:format)  photos#show  (id: /\w+-\w+x?/)
 * ```
 *
 * @returns the same regular expression, marked
 */
export function trusted(regexp: RegExp): RegExp {
  const marked = new RegExp(regexp)
  Object.defineProperty(marked, TRUSTED, { value: true })
  return marked
}

/** Parts of the URL that a redirect leads to. What is left out stays as the request had it. */
export interface RedirectParts {
  /** May hold `%{param}`. */
  readonly path?: string
  /** A name or an address, with a port or without. */
  readonly host?: string
  readonly protocol?: `http${'' | 's'}${'' | ':' | '://'}`
  readonly port?: number
  readonly subdomain?: string
  readonly domain?: string
  readonly params?: Readonly<Record<string, string | number>>
  /** From 300 to 399; 301 where it is left out. */
  readonly status?: number
}

/** What a redirect has beside its target. */
export interface RedirectOptions {
  /** From 300 to 399; 301 where it is left out. */
  readonly status?: number
  /** The query of the request is put behind that of the location. Left out: it is lost, unless URL parts keep it. */
  readonly query?: 'keep'
}

/**
 * An endpoint that answers with a redirect, `301 Moved Permanently` unless told otherwise.
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
 * A function, exported by a module of its own, is called with the parameters and with what `match` was given as request.
 * It returns a path, or a URL with its scheme (`https://…`); anything else that it returns is taken for a path.
 *
 * Of `protocol`, `host`, `port`, `subdomain` and `domain`, what is left out is taken from the request. Its host is what
 * the client says: check it before, where the site has only some.
 *
 * @param target a path or URL, in which `%{id}` stands for the parameter `id`; URL parts; or a function
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the function may say more closely what its parameters are
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
