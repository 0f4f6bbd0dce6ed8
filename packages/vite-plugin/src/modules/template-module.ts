// `virtual:routes/template`: the content of `index.html`. The server sends it for navigations to pages.
import path from 'node:path'
import { defaultExport } from '@turnout/compiler/internal/phases/5-emit/emit-manifest'
import { normalizePath, type Environment, type ViteDevServer } from 'vite'
import { textFileOrNull } from '../files/read-file.ts'
import { TEMPLATE } from '../ids.ts'

/**
 * Returns the module for a build. The client is built before the server, so that its `index.html` names the built scripts.
 *
 * @returns code whose default export is the document, or null if the client has no `index.html`
 */
export function builtTemplate(environment: Environment): string {
  return defaultExport(JSON.stringify(textFileOrNull(builtTemplateFile(environment))), null)
}

/** Returns the path to which the build of the client writes `index.html`. */
export function builtTemplateFile(environment: Environment): string {
  const { root, environments } = environment.getTopLevelConfig()
  return normalizePath(path.resolve(root, environments['client']!.build.outDir, TEMPLATE))
}

/**
 * Returns the module for a dev server.
 *
 * @param isTransformed false if the dev server transforms the responses instead
 * @param state the result of `sharedState`
 */
export async function servedTemplate(
  server: ViteDevServer,
  isTransformed: boolean,
  state: string | null = null,
): Promise<string> {
  const html = textFileOrNull(path.join(server.config.root, TEMPLATE))
  return defaultExport(
    JSON.stringify(html === null || !isTransformed ? html : await transformTemplate(server, html)),
    state,
  )
}

/** Returns `index.html` as Vite transforms it for browsers. */
export function transformTemplate(server: ViteDevServer, text: string): Promise<string> {
  // Vite resolves relative addresses by the base if the page is not at the address of the file.
  return server.transformIndexHtml(`/${TEMPLATE}`, text, `${server.config.base}any`)
}
