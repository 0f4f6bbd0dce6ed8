import type { ViteDevServer } from 'vite'
import type { Project } from '../project/project.ts'

/**
 * Reloads the open pages if actions render them. Vite reloads a page only after a change of a module that the page has
 * loaded, and a page from an action depends on controllers, views and routes. Pages of the option `pages` update
 * themselves.
 *
 * Vite's client combines reloads that follow each other within 20 ms. The pages of the dev server itself reload by an event
 * of their own (`serve/page-reloads.ts`): it reaches no page of the application, and works with the option `pages`.
 */
export function reloadDocuments({ environments, config }: ViteDevServer, { options }: Project): void {
  if (options.server === null || options.pages !== null || config.server.hmr === false) return
  environments.client.hot.send({ type: 'full-reload' })
}

/** True if a browser has loaded the file, so that Vite updates or reloads its page. */
export function isInBrowser(file: string, { environments }: ViteDevServer): boolean {
  return (environments.client.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0
}
