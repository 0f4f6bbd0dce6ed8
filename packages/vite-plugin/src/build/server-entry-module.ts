// The source of a built server's entry, `virtual:routes/server/entry`.
import path from 'node:path'
import { isClaimed } from '@turnout/compiler/internal/checks/check-public-files'
import { quote } from '@turnout/compiler/internal/phases/5-emit/literal'
import type { Manifest } from '@turnout/compiler'
import { normalizePath, type ResolvedConfig } from 'vite'
import { SERVER } from '../ids.ts'
import { servableFiles, urlPath } from '../files/public-files.ts'
import { STATIC_FILES } from '../modules/resolve.ts'
import { SERVER_PACKAGE } from '../modules/runtime-modules.ts'
import type { Project } from '../project/project.ts'
import { builtClientOf } from './client-files.ts'

/** The part of a server's environment that its entry depends on. */
type ServerConfig = Pick<ResolvedConfig, 'build' | 'base' | 'root'> & {
  readonly resolve: { readonly conditions: readonly string[] }
}

/**
 * Returns the source of a built server's entry. The entry exports the module that receives requests. It also exports
 * `middleware`, which srvx reads, to serve the files of the client. For the server `src/server.ts`:
 *
 *     import * as server from "/project/src/server.ts"
 *     export * from "/project/src/server.ts"
 *     import { serveFiles } from "virtual:routes/runtime/server"
 *     export default server.default
 *     const folder = "../client/"
 *     const load = async () => { … } // the folder, and the function that creates the middleware
 *     const files = {"base":"/","hashed":["assets/index-DiwrgTda.js"],"unhashed":["robots.txt"]}
 *     const { middleware: named, default: served } = { ...server }
 *     export const middleware = [serveFiles(files, load), ...(named ?? served?.middleware ?? [])]
 *
 * @param server the id of the module that receives requests
 * @param config the resolved config of the server's environment
 */
export function serverEntryModule(server: string, config: ServerConfig, project: Project, manifest: Manifest): string {
  // Named imports keep unused exports of the virtual module out of the bundle.
  const imports =
    server === SERVER
      ? [`import own, { dispatch } from ${quote(server)}`, 'const server = { default: own }', 'export { dispatch }']
      : [`import * as server from ${quote(server)}`, `export * from ${quote(server)}`]
  const defaultExport = 'export default server.default'
  const filesLines = serveFilesLines(config, project, manifest)
  if (filesLines === null) return [...imports, defaultExport, ''].join('\n')
  return [...imports, `import { serveFiles } from ${quote(SERVER_PACKAGE)}`, defaultExport, ...filesLines, ''].join(
    '\n',
  )
}

/** Returns the lines that export `middleware`; null if the server serves no files. */
function serveFilesLines(
  { base, root, build, resolve }: ServerConfig,
  project: Project,
  manifest: Manifest,
): readonly string[] | null {
  const client = builtClientOf(project.root)
  // Platforms of workers serve files themselves.
  const isWorker = resolve.conditions.some((condition) => /^work(?:er|erd)$/.test(condition))
  if (client === undefined || isWorker) return null
  const files = servableFiles(client.folder).filter(
    (file) => client.hashed.has(file) || (!client.pages.has(file) && !isClaimed(manifest, urlPath(file))),
  )
  if (files.length === 0) return null
  const folder = path.relative(path.resolve(root, build.outDir), client.folder)
  const servedFiles = {
    // A base that is a URL, or relative, is no prefix of request paths.
    base: base.startsWith('/') ? base : '/',
    hashed: files.filter((file) => client.hashed.has(file)),
    unhashed: files.filter((file) => !client.hashed.has(file)),
  }
  return [
    `const folder = ${quote(`${urlPath(normalizePath(folder)).slice(1)}/`)}`,
    'const load = async () => {',
    `  const [{ staticMiddleware: make }, { fileURLToPath }] = await Promise.all([import(${quote(STATIC_FILES)}), import('node:url')])`,
    '  return { make, dir: fileURLToPath(new URL(folder, import.meta.url)) }',
    '}',
    `const files = ${JSON.stringify(servedFiles)}`,
    // Bundlers warn about named imports that a module does not export.
    'const { middleware: named, default: served } = { ...server }',
    'export const middleware = [serveFiles(files, load), ...(named ?? served?.middleware ?? [])]',
  ]
}
