// The modules that are emitted from the routes: how they are resolved, loaded, and checked
// where they are imported.
import path from 'node:path'
import type { Program } from 'estree'
import { isFileLoadingAllowed, normalizePath, type ResolvedConfig } from 'vite'
import { isFile, readTextFile } from '../files/read-file.ts'
import { CLIENT, controllerOf, emittedSource, idOf, routesId } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Log } from '../problems/log.ts'
import { emitOrReport, raiseProblems } from '../problems/report.ts'
import { completeOutcome, type Project } from '../project/project.ts'
import type { LoadedModule } from './routes-module.ts'
import { callableModule, isCallableId } from './callable-modules.ts'
import { isLazyId } from './lazy-modules.ts'
import { IMPORTED, MISSPELT, refuseMisspelt, resolveRoutesImport, type Resolver } from './resolve.ts'
import { loadRuntimeModule } from './runtime-modules.ts'
import { checkBundle, isStandInId, standInModule } from './server-only.ts'
import { isFileWithQueryChar } from '../files/paths.ts'

/** The target of a module: the part of a Vite environment that the hooks use. */
export interface ModuleTarget {
  /** `build` or `dev`. */
  readonly mode: string
  readonly config: { readonly consumer: Consumer; readonly base: string }
  readonly logger: Log
  /** The config with `server.fs`, which dev servers need. */
  getTopLevelConfig(): ResolvedConfig
}

/** The part of a plugin's context that the hooks use. */
export interface ModuleContext extends Resolver {
  readonly environment: ModuleTarget
  addWatchFile(file: string): void
  parse(code: string): unknown
}

/** A module that imports from the routes. */
export interface Importer {
  readonly parse: () => Program
  readonly id: string
  readonly code: string
}

/** The modules of a dev server, which are served from its last table without errors. */
export interface ModuleSession {
  readonly watched: ReadonlySet<string>
  has(target: ModuleTarget, source: string): Promise<boolean>
  load(target: ModuleTarget, source: string): Promise<LoadedModule | null>
  check(importer: Importer, target: ModuleTarget): Promise<void>
}

/** Whatever decides which modules are served. */
export interface ModuleSource {
  readonly project: Project
  /** Null in builds. */
  readonly session: ModuleSession | null
  /** True if the importers of a served module must be evaluated again when a watched file changes. */
  readonly addsWatchFiles: boolean
}

// Each hook has a filter, so that a bundler written in Rust calls no JavaScript for other modules of the application. The
// hooks import what writes and checks modules, so that a build in which no module imports the routes does not load it.
const loadEmitter = () => import('./routes-module.ts')

/** The filter of `resolve`. */
export const RESOLVED_IDS = [...IMPORTED, MISSPELT]

/**
 * Resolves an import from the routes; null for a module that does not exist.
 *
 * A dev server calls `resolveId` and `load`, without an importer, for any name in a URL, and serves the result. It checks
 * `server.fs` only for files that it reads itself. These rules therefore decide which importers get a module:
 *
 * - `virtual:routes` and `virtual:routes/manifest`: every page that may use the server. They reveal the table, the names and
 *   sources of the route files, and the modules that export callables.
 * - `virtual:routes/actions/…`: the same pages, for controllers that the routes name.
 * - Modules of the runtime: the same pages. A name without a folder selects the module; no other file is read.
 * - Imports of the emitted module: only the emitted module. A request cannot choose these modules.
 * - A file with a `#` or a `?` in its path: requests that pass Vite's own check of the whole path.
 * - Stand-ins for server-only callables: every page. They reveal the callables' names, as the emitted module does.
 * - The document template: no request. Only server code imports it, to send it.
 * - Controllers: no browser, although they are files of the project.
 * - Intermediate modules for callables: bundlers, in builds. A dev server has no such modules.
 *
 * @throws Error for an import that looks like a misspelt import from the routes
 */
export async function resolveModule(
  context: ModuleContext,
  id: string,
  importer: string | undefined,
  { project, session }: ModuleSource,
): Promise<Awaited<ReturnType<typeof resolveRoutesImport>>> {
  const { environment } = context
  if (MISSPELT.test(id)) return refuseMisspelt(context, id, importer)
  if (controllerOf(id) === null) {
    const isBuild = environment.mode === 'build'
    return resolveRoutesImport(context, id, importer, { root: project.root, resolved: routesId(environment), isBuild })
  }
  // For a request Vite passes no importer, or the page. `checkImports` reports imports of missing modules.
  const isRequest = importer === undefined || importer === `${project.root}/index.html`
  if (!isRequest) return idOf(id, environment)
  if (session !== null && environment.mode === 'dev')
    return (await session.has(environment, id)) ? idOf(id, environment) : null
  const outcome = await project.outcome()
  const { manifest } = outcome
  const { consumer } = environment.config
  const { emittedModule } = await loadEmitter()
  const isThere = manifest !== null && emittedModule(id, { ...outcome, manifest }, project, { consumer }) !== null
  return isThere ? idOf(id, environment) : null
}

/** Returns the source of a module from the routes; undefined or null for any other module. */
export async function loadModule(context: ModuleContext, id: string, source: ModuleSource) {
  const { environment } = context
  const { project, session } = source
  if (isStandInId(id)) return standInModule(id, (await project.outcome()).manifest)
  const name = emittedSource(id)
  if (name === null || id !== idOf(name, environment)) {
    if (environment.mode === 'build') return isCallableId(id) ? callableModule(id, await project.outcome()) : undefined
    return loadRuntimeModule(id) ?? markedFile(id, environment.getTopLevelConfig())
  }
  if (session !== null && environment.mode === 'dev') return loadLiveModule(context, name, session, source)
  const outcome = await completeOutcome(project)
  // A worker is a separate build. The watch files tell the build around it on which files the worker depends.
  for (const file of outcome.files) context.addWatchFile(file)
  const { consumer } = environment.config
  // In the browser every byte counts. On a server the location of a declaration is worth its size.
  const settings = { positions: consumer === 'server', consumer }
  const { emittedModule } = await loadEmitter()
  return emitOrReport(project, () => emittedModule(name, outcome, project, settings))
}

async function loadLiveModule(
  context: ModuleContext,
  name: string,
  session: ModuleSession,
  { project, addsWatchFiles }: ModuleSource,
) {
  const { environment } = context
  const { consumer, base } = environment.config
  const module = await session.load(environment, name).finally(() => {
    // In a browser environment Vite resolves watch files as if they were imported, so they must exist.
    if (!addsWatchFiles) return
    for (const file of session.watched) if (consumer === 'server' || isFile(file)) context.addWatchFile(file)
  })
  if (module === null) return
  const { code, map } = module
  return consumer === 'client' ? (await loadEmitter()).forBrowser({ code, map }, project.root, base) : { code, map }
}

/**
 * Reports imports of helpers and actions that do not exist. In builds, also replaces links that are constant by strings.
 *
 * @param id the module that imports from the routes
 * @returns undefined or null if the code stays the same
 */
export async function transformImporter(
  context: ModuleContext,
  code: string,
  id: string,
  { project, session }: ModuleSource,
) {
  const { environment } = context
  const { mode, config, logger } = environment
  if (emittedSource(id) !== null || isLazyId(id) || id === CLIENT) return
  let program: Program | undefined
  const parse = () => (program ??= context.parse(code) as Program)
  if (session !== null && mode === 'dev') return session.check({ parse, id, code }, environment)
  const { manifest } = await project.outcome()
  if (manifest === null) return
  const { checkModule } = await import('../checks/check-module.ts')
  const { constantsOf, replaceConstantLinks } = await import('./constant-links.ts')
  raiseProblems(checkModule({ parse, id, consumer: config.consumer }, manifest, project), project, logger)
  return replaceConstantLinks(code, parse, id, constantsOf(manifest, project.options, config.consumer))
}

/** Reports server-only modules in the bundles of clients and of their workers. */
export async function checkClientBundle(
  { config, logger }: ModuleTarget,
  bundle: Readonly<Record<string, object>>,
  { project }: ModuleSource,
): Promise<void> {
  if (config.consumer !== 'client') return
  const { manifest } = await project.outcome()
  raiseProblems(checkBundle(bundle, manifest, project.options), project, logger)
}

/**
 * Returns the content of a file with a `#` or a `?` in its path, if a dev server may serve the file. Vite itself truncates
 * the path at this character, both when it reads files and when it checks `server.fs`.
 *
 * @param config the config with `server.fs`; the path is compared unchanged, so a path with `..` is refused
 */
function markedFile(id: string, config: ResolvedConfig): string | undefined {
  if (normalizePath(path.resolve(id)) !== id || !isFileWithQueryChar(id)) return undefined
  return isFileLoadingAllowed(config, id) ? readTextFile(id) : undefined
}
