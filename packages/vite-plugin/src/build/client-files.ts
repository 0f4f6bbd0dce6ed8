// The files that a build makes for browsers: which of them the server serves, and how long browsers keep them.
import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { checkPublicFiles, isClaimed, quote } from '@turnout/compiler/internal'
import type { Manifest } from '@turnout/compiler'
import { normalizePath, type Logger, type ResolvedConfig } from 'vite'
import { TEMPLATE } from '../ids.ts'
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

/** What is known of a client that was built. */
interface BuiltClient {
  /** Its output folder, absolute. */
  readonly folder: string
  /** The names that the bundler gave, in the folder. */
  readonly hashed: ReadonlySet<string>
  /** Pages that the bundler wrote. A dev server does not have them: the routes respond. */
  readonly pages: ReadonlySet<string>
}

/**
 * The clients that this process has built, by the root of the project. Each environment has an instance of the plugin of
 * its own.
 */
const builtClients = new Map<string, BuiltClient>()

/**
 * Takes in what the bundler wrote for browsers. Deletes the files of the output folder that a route hides, so that no
 * host serves them, and reports the built ones among them; those of `publicDir` are reported with the route files.
 *
 * @param folder the output folder, absolute
 * @throws ReportedError if the project makes errors of these diagnostics
 */
export function takeInClient(
  folder: string,
  bundle: readonly BundleFile[],
  config: Pick<ResolvedConfig, 'publicDir' | 'build'>,
  project: Project,
  manifest: Manifest,
  logger: Pick<Logger, 'error' | 'warn' | 'info'>,
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
  // The build of the server reads it, and it goes afterwards.
  const template = project.options.pages === null ? null : TEMPLATE
  for (const file of servableFiles(folder)) {
    if (file === template) continue
    if (!hashed.includes(file) && isClaimed(manifest, urlPath(file))) remove(file, folder)
  }
}

/** Deletes a file, and the folders that are empty without it. */
function remove(file: string, folder: string): void {
  rmSync(path.join(folder, file))
  for (let parent = path.dirname(file); parent !== '.'; parent = path.dirname(parent)) {
    if (readdirSync(path.join(folder, parent)).length > 0) return
    rmdirSync(path.join(folder, parent))
  }
}

/**
 * Writes the entry of a built server: the module that receives requests, and under `middleware`, which srvx reads, what
 * serves the files of the client.
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
  const lines = [`import * as server from ${quote(server)}`, `export * from ${quote(server)}`]
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
    // A base that is a URL, or relative, says nothing about the paths of requests.
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
    // A bundler warns of an export that it does not find in a module.
    'const { middleware: named, default: served } = { ...server }',
    'export const middleware = [serveFiles(files, load), ...(named ?? served?.middleware ?? [])]',
    '',
  ].join('\n')
}

/** How the bundler names files, where the config says nothing: Vite's default. */
const HASHED_NAME = 'assets/[name]-[hash][extname]'

/**
 * Returns a test for names that hold a hash: the option that names the file has a place for one, and there is text like
 * one at this place. A file that a plugin names itself may have any name, so lower-case words are not taken for a hash.
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

/** The test for one option, such as `assets/[name]-[hash].js`. Of a function nothing is known. */
function hashedName(option: unknown): (name: string) => boolean {
  const [start, end, ...rest] = typeof option === 'string' ? option.split(/\[hash(?::\d+)?\]/) : []
  if (start === undefined || end === undefined || rest.length > 0) return () => false
  const length = /\[hash:(\d+)\]/.exec(String(option))?.[1] ?? HASH_LENGTH
  // A bundler appends a number to a name that it has given already.
  const pattern = new RegExp(`^${literal(start)}([\\w-]{${length}})\\d*${literal(end)}$`)
  return (name) => /[\d_\p{Lu}]/u.test(pattern.exec(name)?.[1] ?? '')
}

/** Rollup and Rolldown write this many characters of a hash, unless the option says otherwise. */
const HASH_LENGTH = 8

/** The pattern of a part of such an option: placeholders stand for any text. */
function literal(part: string): string {
  return part
    .split(/\[\w+(?::\d+)?\]/)
    .map((text) => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('.*')
}
