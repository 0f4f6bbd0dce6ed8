// Loads the page of a path in a client, for `virtual:routes/pages`: `/photos/7` -> the match of `photos#show`, and the export `show` of
// the module of pages `photos`.
import { findExport, pageExportNames } from './export-names.ts'
import type { MatchRequest, RouteMatch } from './route-match.ts'

/** Imports a module of pages. */
export type LoadPages = () => Promise<Readonly<Record<string, unknown>>>

/** The result of loading the page of a path in a client. */
export interface LoadedPage {
  /** `controller#action`, the discriminant of pages for TypeScript; null if there is no page. */
  readonly action: string | null
  readonly match: RouteMatch
  /** The export of the controller's module for the action; null if it does not exist, or if the route has no action. */
  readonly page: unknown
}

/**
 * Creates the function that finds the page of a path and imports its module.
 *
 * @param pages modules by name. The exports of a module named after a controller are pages. The default export of a module
 *   named `controller#action` is the page
 * @returns a function that resolves with null if no route matches GET for the path, and rejects if importing the module
 *   fails
 */
export function createPageLoader(
  match: (method: string, path: string, request?: MatchRequest) => RouteMatch | null,
  pages: Readonly<Record<string, LoadPages>>,
): (path: string, request?: MatchRequest) => Promise<LoadedPage | null> {
  return async (path, request) => {
    const routeMatch = match('GET', path, request)
    if (routeMatch === null) return null
    const { controller, action } = routeMatch
    const withoutPage = { action: null, match: routeMatch, page: null }
    if (controller === undefined || action === undefined) return withoutPage
    const name = `${controller}#${action}`
    const hasOwnModule = Object.hasOwn(pages, name)
    if (!hasOwnModule && !Object.hasOwn(pages, controller)) return withoutPage
    const module = await pages[hasOwnModule ? name : controller]!()
    const page = (hasOwnModule ? findExport(module, ['default']) : pageOf(module, action)) ?? null
    return page === null ? withoutPage : { action: name, match: routeMatch, page }
  }
}

/** Returns the page that a module of pages exports for an action; undefined if there is none. */
export const pageOf = (module: Readonly<Record<string, unknown>>, action: string): unknown =>
  findExport(module, pageExportNames(action))
