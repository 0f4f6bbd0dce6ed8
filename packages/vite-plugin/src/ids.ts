import { ACTIONS } from '@turnout/compiler/internal/names/action-links'

/** The name of the plugin in Vite's resolved configuration. Callers find the plugin, and its project, by this name. */
export const PLUGIN_NAME = 'turnout'

/** The folder of the inspector's page, below the base of a dev server. */
export const INSPECTOR = '__turnout'

/** The module that applications import. */
export const ROUTES = 'virtual:routes'

/** The module for applications that serve their routes, on servers only. The name is also its id. */
export const SERVER = `${ROUTES}/server`

/** The module for applications with pages in their client. The name is also its id. */
export const PAGES = `${ROUTES}/pages`

/** The module that shows the pages of links without loading a document. The name is also its id. */
export const NAVIGATION = `${ROUTES}/navigation`

/** The modules for the routers of the option `router`. Their names are also their ids. */
export const REACT_ROUTER = `${ROUTES}/react-router`
export const VUE_ROUTER = `${ROUTES}/vue-router`

/** The module for applications that send requests to their links. The name is also its id. */
export const CLIENT = `${ROUTES}/client`

/** The entry of a built server: exports the module that receives requests, and middleware that serves the client's files. */
export const SERVER_ENTRY = `${SERVER}/entry`

/** The module with the content of `index.html`, for servers of applications with pages. The name is also its id. */
export const TEMPLATE_MODULE = `${ROUTES}/template`

/** The document of all pages, relative to the root, as Vite builds it for the client. */
export const TEMPLATE = 'index.html'

/** The module whose default export is the manifest. */
export const MANIFEST = `${ROUTES}/manifest`

/** The null byte keeps other plugins from treating it as a file. */
export const RESOLVED_ROUTES = `\0${ROUTES}`

/**
 * The id of the emitted module in an environment. The null byte is for browsers' dev servers only: bundlers leave modules
 * with one out of source maps, and V8 does not keep it in the names of scripts, by which stacks are mapped.
 */
export function routesId(environment: RoutesEnvironment): string {
  return idOf(ROUTES, environment)
}

/** Returns the id of any module that is emitted from the routes, by its import name. */
export function idOf(source: string, { mode, config }: RoutesEnvironment): string {
  return mode !== 'build' && config.consumer === 'client' ? `\0${source}` : source
}

/** Returns the import name of a module that is emitted from the routes, by its id or name; null for any other module. */
export function emittedSource(id: string): string | null {
  const source = id.startsWith('\0') ? id.slice(1) : id
  return source === ROUTES || source === MANIFEST || source.startsWith(ACTIONS) ? source : null
}

/** Returns the controller for the name of an actions module; null for any other name. */
export function controllerOf(source: string): string | null {
  return source.startsWith(ACTIONS) ? source.slice(ACTIONS.length) : null
}

/** The part of a Vite environment that determines the id. */
interface RoutesEnvironment {
  readonly mode: string
  readonly config: { readonly consumer: string }
}

/**
 * Returns the import name for an import from the routes: `virtual:routes`, or the module of a controller's actions. The
 * import may contain the name itself, or the URL that a dev server has replaced it by before the last plugins run
 * (`/base/@id/__x00__virtual:routes?t=1`). Returns null for any other import.
 */
export function sourceOf(imported: unknown): string | null {
  if (typeof imported !== 'string') return null
  const [, source] = /(?:^|\/@id\/(?:__x00__)?)(virtual:routes(?:\/actions\/[^?]*)?)(?:\?|$)/.exec(imported) ?? []
  return source ?? null
}

/** The path of the manifest in the output folder of a build: in the folder of Vite's own manifest. */
export const MANIFEST_FILE = '.vite/routes-manifest.json'
