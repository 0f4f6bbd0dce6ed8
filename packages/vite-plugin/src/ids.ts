import { ACTIONS } from '@turnout/compiler/internal'

/** What applications import. */
export const ROUTES = 'virtual:routes'

/** What applications import that serve their routes. Only servers have it; it is also the id of the module. */
export const SERVER = `${ROUTES}/server`

/** What applications import that have pages in their client; it is also the id of the module. */
export const PAGES = `${ROUTES}/pages`

/** The entry of a built server: the module that receives requests, and what serves the files of the client. */
export const SERVER_ENTRY = `${SERVER}/entry`

/** What the module for servers imports that has pages: the text of `index.html`. It is also the id of the module. */
export const TEMPLATE_MODULE = `${ROUTES}/template`

/** The document of all pages, relative to the root, as Vite builds it for the client. */
export const TEMPLATE = 'index.html'

/** The null byte keeps other plugins from treating it as a file. */
export const RESOLVED_ROUTES = `\0${ROUTES}`

/**
 * The id of the emitted module in an environment. The null byte is for browsers' dev servers only: bundlers leave modules
 * with one out of source maps, and V8 does not keep it in the names of scripts, by which stacks are mapped.
 */
export function routesId(environment: RoutesEnvironment): string {
  return idOf(ROUTES, environment)
}

/** The same for any module that is made of the routes, by the name that it is imported by. */
export function idOf(source: string, { mode, config }: RoutesEnvironment): string {
  return mode !== 'build' && config.consumer === 'client' ? `\0${source}` : source
}

/** The name of a module that is made of the routes, of its id or as it is imported; null for any other. */
export function emittedSource(id: string): string | null {
  const source = id.startsWith('\0') ? id.slice(1) : id
  return source === ROUTES || source.startsWith(ACTIONS) ? source : null
}

/** The controller whose actions a module of this name exports; null for any other name. */
export function controllerOf(source: string): string | null {
  return source.startsWith(ACTIONS) ? source.slice(ACTIONS.length) : null
}

/** What of a Vite environment decides on the id. */
interface RoutesEnvironment {
  readonly mode: string
  readonly config: { readonly consumer: string }
}

/**
 * What a module imports of the routes: `virtual:routes`, or the module of a controller's actions. It may have the name
 * itself, or what Vite has made of it when a dev server asks the plugins that come last
 * (`/base/@id/__x00__virtual:routes?t=1`). Null for any other import.
 */
export function sourceOf(imported: unknown): string | null {
  if (typeof imported !== 'string') return null
  const [, source] = /(?:^|\/@id\/(?:__x00__)?)(virtual:routes(?:\/actions\/[^?]*)?)(?:\?|$)/.exec(imported) ?? []
  return source ?? null
}
