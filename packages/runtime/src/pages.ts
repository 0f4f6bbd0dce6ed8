import { exported, pageNames } from './exported.ts'
import type { MatchRequest, RouteMatch } from './route-match.ts'

/** Imports a module of pages. */
export type LoadPages = () => Promise<Readonly<Record<string, unknown>>>

/** What a path leads to in a client. */
export interface LoadedPage {
  /** `controller#action`, by which TypeScript tells pages apart; null where there is no page. */
  readonly action: string | null
  readonly match: RouteMatch
  /** What the module of the controller exports for the action; null where it has nothing, and where the route has no action. */
  readonly page: unknown
}

/**
 * Makes the function that finds the page of a path, and loads the module that has it when it is first needed.
 *
 * @param pages modules by the name of the controller, whose exports are pages; and by `controller#action`, whose default
 *   export is the page
 * @returns a function that resolves with null where no route answers GET for the path, and rejects where the module cannot
 *   be loaded
 */
export function createLoad(
  match: (method: string, path: string, request?: MatchRequest) => RouteMatch | null,
  pages: Readonly<Record<string, LoadPages>>,
): (path: string, request?: MatchRequest) => Promise<LoadedPage | null> {
  return async (path, request) => {
    const found = match('GET', path, request)
    if (found === null) return null
    const { controller, action } = found
    const none = { action: null, match: found, page: null }
    if (controller === undefined || action === undefined) return none
    const name = `${controller}#${action}`
    const isSingle = Object.hasOwn(pages, name)
    if (!isSingle && !Object.hasOwn(pages, controller)) return none
    const module = await pages[isSingle ? name : controller]!()
    const page = exported(module, isSingle ? ['default'] : pageNames(action)) ?? null
    return page === null ? none : { action: name, match: found, page }
  }
}
