// `virtual:routes/template`: the text of `index.html` for the server, which answers navigations to pages with it.
import path from 'node:path'
import { normalizePath, type Environment, type ViteDevServer } from 'vite'
import { textFileOrNull } from '../files/read-file.ts'
import { TEMPLATE } from '../ids.ts'

/**
 * The module for a build. The client is built before the server, so that its `index.html` names the built scripts.
 *
 * @returns its default export is null where the client has no `index.html`
 */
export function builtTemplate(environment: Environment): string {
  return moduleOf(textFileOrNull(builtTemplateFile(environment)))
}

/** Where the build of the client writes it. */
export function builtTemplateFile(environment: Environment): string {
  const { root, environments } = environment.getTopLevelConfig()
  return normalizePath(path.resolve(root, environments['client']!.build.outDir, TEMPLATE))
}

/**
 * The module for a dev server.
 *
 * @param isTransformed false where the dev server transforms the responses
 */
export async function servedTemplate(server: ViteDevServer, isTransformed: boolean): Promise<string> {
  const text = textFileOrNull(path.join(server.config.root, TEMPLATE))
  return moduleOf(text === null || !isTransformed ? text : await transformTemplate(server, text))
}

/** What Vite makes of `index.html` when it serves it. */
export function transformTemplate(server: ViteDevServer, text: string): Promise<string> {
  // Vite resolves relative addresses by the base if the page is not at the address of the file.
  return server.transformIndexHtml(`/${TEMPLATE}`, text, `${server.config.base}any`)
}

const moduleOf = (text: string | null): string => `export default ${JSON.stringify(text)}\n`
