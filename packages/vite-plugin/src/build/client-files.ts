// The files that a build makes for browsers: which of them the server serves, and how long browsers keep them.
import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { checkPublicFiles, isClaimed, quote } from '@turnout/compiler/internal'
import type { Manifest } from '@turnout/compiler'
import { normalizePath, type Logger, type ResolvedConfig } from 'vite'
import { SERVER, TEMPLATE } from '../ids.ts'
import { servableFiles, urlPath } from '../files/public-files.ts'
import { STATIC_FILES } from '../modules/resolve.ts'
import { RUNTIME_SERVER } from '../modules/runtime-modules.ts'
import { raiseProblems } from '../problems/report.ts'
import type { Project } from '../project/project.ts'

/** A file of a bundle: a chunk, or an asset. */
interface BundleFile {
  readonly type: 'chunk' | 'asset'
  readonly fileName: string
  readonly isEntry?: boolean
}

/** The part of a client's environment that `takeInClient` needs. */
interface ClientEnvironment {
  readonly config: Pick<ResolvedConfig, 'publicDir' | 'build'>
  readonly logger: Pick<Logger, 'error' | 'warn' | 'info'>
}

/** The files that the bundler wrote. */
export interface ClientOutput {
  /** The output folder, absolute. */
  readonly folder: string
  readonly bundle: readonly BundleFile[]
}

/** The output of a client build. */
interface BuiltClient {
  /** Its output folder, absolute. */
  readonly folder: string
  /** Files with a hash in their names, relative to the folder. */
  readonly hashed: ReadonlySet<string>
  /** Pages that the bundler wrote. The server does not serve them, as in dev: the routes respond. */
  readonly pages: ReadonlySet<string>
}

/**
 * The clients that this process has built, by the root of the project. The map is global, because each environment has
 * its own instance of the plugin.
 */
const builtClients = new Map<string, BuiltClient>()

/** Roots of projects whose server contains the document. The next build of their client deletes `index.html`. */
const takenDocuments = new Set<string>()

/** Makes the next client build of a project delete its `index.html`, because the server contains it. */
export function removeDocumentNextTime(root: string): void {
  takenDocuments.add(root)
}

/**
 * Registers the output of a client build for `serverEntryModule`. Deletes the files in the output folder that a route
 * hides, so that no host serves them. Reports the built files among them; `publicDir` files are reported with the routes.
 *
 * @throws ReportedError if the project makes errors of these diagnostics
 */
export function takeInClient(
  { config, logger }: ClientEnvironment,
  { folder, bundle }: ClientOutput,
  project: Project,
  manifest: Manifest,
): void {
  const isHashed = hashTest(config.build)
  const hashed = bundle.filter(isHashed).map(({ fileName }) => fileName)
  const pages = bundle.map(({ fileName }) => fileName).filter((file) => file.endsWith('.html'))
  builtClients.set(project.root, { folder, hashed: new Set(hashed), pages: new Set(pages) })
  const copied = new Set(servableFiles(config.publicDir).map((file) => urlPath(file)))
  const built = bundle
    .filter(({ fileName }) => !copied.has(urlPath(fileName)) && !fileName.startsWith('.'))
    .map((file) => ({
      file: normalizePath(path.relative(project.root, path.join(folder, file.fileName))),
      path: urlPath(file.fileName),
      isHashed: isHashed(file),
    }))
  // A catch-all matches every page that is built, and the routes respond in any case.
  const reported = built.filter((file) => file.isHashed || isClaimed(manifest, file.path))
  raiseProblems(checkPublicFiles(manifest, reported, project.options.compile.severities), project, logger)
  // The build of the server reads the template, and then deletes it.
  const isTaken = takenDocuments.delete(project.root)
  const template = project.options.pages === null || isTaken ? null : TEMPLATE
  if (isTaken) rmSync(path.join(folder, TEMPLATE), { force: true })
  for (const file of servableFiles(folder)) {
    if (file === template) continue
    if (!hashed.includes(file) && isClaimed(manifest, urlPath(file))) remove(file, folder)
  }
}

/** Deletes a file, and then the folders that became empty. */
function remove(file: string, folder: string): void {
  rmSync(path.join(folder, file))
  for (let parent = path.dirname(file); parent !== '.'; parent = path.dirname(parent)) {
    if (readdirSync(path.join(folder, parent)).length > 0) return
    rmdirSync(path.join(folder, parent))
  }
}

/**
 * Returns the source of a built server's entry. The entry exports the module that receives requests. It also exports
 * `middleware`, which srvx reads, to serve the files of the client.
 *
 * @param server the id of the module that receives requests
 * @param environment the resolved config of the server's environment
 */
export function serverEntryModule(
  server: string,
  environment: Pick<ResolvedConfig, 'build' | 'base' | 'root'> & {
    readonly resolve: { readonly conditions: readonly string[] }
  },
  project: Project,
  manifest: Manifest,
): string {
  // Named imports keep unused exports of the virtual module out of the bundle.
  const lines =
    server === SERVER
      ? [`import own, { dispatch } from ${quote(server)}`, 'const server = { default: own }', 'export { dispatch }']
      : [`import * as server from ${quote(server)}`, `export * from ${quote(server)}`]
  const exported = 'export default server.default'
  const client = builtClients.get(project.root)
  // Platforms of workers serve files themselves.
  const isWorker = environment.resolve.conditions.some((condition) => /^work(?:er|erd)$/.test(condition))
  const files =
    client === undefined || isWorker
      ? []
      : servableFiles(client.folder).filter(
          (file) => client.hashed.has(file) || (!client.pages.has(file) && !isClaimed(manifest, urlPath(file))),
        )
  if (client === undefined || files.length === 0) return [...lines, exported, ''].join('\n')
  const { base, root, build } = environment
  const folder = path.relative(path.resolve(root, build.outDir), client.folder)
  const list = {
    // A base that is a URL, or relative, is no prefix of request paths.
    base: base.startsWith('/') ? base : '/',
    hashed: files.filter((file) => client.hashed.has(file)),
    unhashed: files.filter((file) => !client.hashed.has(file)),
  }
  return [
    ...lines,
    `import { serveFiles } from ${quote(RUNTIME_SERVER)}`,
    exported,
    `const folder = ${quote(`${urlPath(normalizePath(folder)).slice(1)}/`)}`,
    'const load = async () => {',
    `  const [{ staticMiddleware }, { fileURLToPath }] = await Promise.all([import(${quote(STATIC_FILES)}), import('node:url')])`,
    '  const dir = fileURLToPath(new URL(folder, import.meta.url))',
    '  return (options) => staticMiddleware({ dir, ...options })',
    '}',
    `const files = ${JSON.stringify(list)}`,
    // Bundlers warn about named imports that a module does not export.
    'const { middleware: named, default: served } = { ...server }',
    'export const middleware = [serveFiles(files, load), ...(named ?? served?.middleware ?? [])]',
    '',
  ].join('\n')
}

/** Vite's default for the names of built files. */
const HASHED_NAME = 'assets/[name]-[hash][extname]'

/**
 * Returns a test for file names with a hash: the option that names the file contains `[hash]`, and the name has a string
 * like a hash at this position. Plugins may choose any name for a file, so lower-case words do not count as a hash.
 */
function hashTest(build: ResolvedConfig['build']): (file: BundleFile) => boolean {
  const { rolldownOptions, rollupOptions } = build as Partial<Record<'rolldownOptions' | 'rollupOptions', object>>
  const options = [rolldownOptions, rollupOptions].map(
    (bundler) => (bundler as { output?: unknown } | undefined)?.output,
  )
  const outputs = [options.find((output) => output !== undefined) ?? {}].flat() as Record<string, unknown>[]
  const testFor = (option: string) => outputs.map((output) => hashedName(output[option] ?? HASHED_NAME))
  const tests = {
    entry: testFor('entryFileNames'),
    chunk: testFor('chunkFileNames'),
    asset: testFor('assetFileNames'),
  }
  return ({ type, fileName, isEntry = false }) => {
    const [name, isMap] = fileName.endsWith('.map') ? [fileName.slice(0, -4), true] : [fileName, false]
    // The map of a chunk is an asset.
    const kinds = isMap
      ? [...tests.entry, ...tests.chunk]
      : type === 'asset'
        ? tests.asset
        : tests[isEntry ? 'entry' : 'chunk']
    return kinds.some((test) => test(name))
  }
}

/** Returns the test for one option, such as `assets/[name]-[hash].js`. For a function the test is always false. */
function hashedName(option: unknown): (name: string) => boolean {
  const [start, end] = typeof option === 'string' ? option.split(/\[hash(?::\d+)?\]/) : []
  if (start === undefined || end === undefined) return () => false
  const length = /\[hash:(\d+)\]/.exec(String(option))?.[1] ?? HASH_LENGTH
  // A bundler appends a number to a name that it has used before.
  const pattern = new RegExp(`^${literal(start)}([\\w-]{${length}})\\d*${literal(end)}$`)
  return (name) => /[\d_\p{Lu}]/u.test(pattern.exec(name)?.[1] ?? '')
}

/** Rollup and Rolldown write this many characters of a hash, unless the option says otherwise. */
const HASH_LENGTH = 8

/** Returns the regular expression of one part of such an option. Placeholders match any string. */
function literal(part: string): string {
  return part
    .split(/\[\w+(?::\d+)?\]/)
    .map((literalPart) => literalPart.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('.*')
}
