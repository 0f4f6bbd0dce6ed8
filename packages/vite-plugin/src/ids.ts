/** What applications import. */
export const ROUTES = 'virtual:routes'

/** What applications import that serve their routes. Only servers have it; it is also the id of the module. */
export const SERVER = `${ROUTES}/server`

/** The null byte keeps other plugins from treating it as a file. */
export const RESOLVED_ROUTES = `\0${ROUTES}`

/**
 * The id of the emitted module in an environment. The null byte is for browsers' dev servers only: bundlers leave modules
 * with one out of source maps, and V8 does not keep it in the names of scripts, by which stacks are mapped.
 */
export function routesId({ mode, config }: RoutesEnvironment): string {
  return mode !== 'build' && config.consumer === 'client' ? RESOLVED_ROUTES : ROUTES
}

/** What of a Vite environment decides on the id. */
interface RoutesEnvironment {
  readonly mode: string
  readonly config: { readonly consumer: string }
}

/**
 * True for what a module imports `virtual:routes` by: the name itself, or what Vite has made of it when a dev server
 * asks the plugins that come last (`/base/@id/__x00__virtual:routes?t=1`).
 */
export function isRoutesSource(source: unknown): boolean {
  return typeof source === 'string' && /(?:^|\/@id\/(?:__x00__)?)virtual:routes(?:\?|$)/.test(source)
}
