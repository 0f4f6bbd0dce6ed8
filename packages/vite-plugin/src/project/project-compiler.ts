// Compiles the route files of a project, again after each change, and checks the table against the project's other files.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { basePath } from '@turnout/compiler/internal/manifest/base'
import type { ControllerFile } from '@turnout/compiler/internal/checks/handler-files'
import { normalizePath, type Plugin, type ResolvedConfig } from 'vite'
import { ControllerReader } from '../controllers/controller-reader.ts'
import { EvaluationSuperseded } from '../evaluate/evaluation-limit.ts'
import { RouteEnvironment } from '../evaluate/route-environment.ts'
import { fileStates, stateSince, type FileState } from '../files/file-state.ts'
import { filesIn, realPathOf, relativeTo } from '../files/paths.ts'
import { isIrregular } from '../files/read-file.ts'
import type { ResultCache } from '../files/result-cache.ts'
import { checkFiles, type CheckedFiles } from '../checks/check-files.ts'
import { drawFolders, entryCandidates, findEntry, isRailsFile } from '../files/route-files.ts'
import type { ResolvedOptions } from '../options.ts'
import type { Adapters, CompiledRouter } from '../packages.ts'
import { mergeProblems } from '../problems/merge.ts'
import {
  compilationFailed,
  entryNotFound,
  inReadingOrder,
  invalidBase,
  unusedBase,
  type Problem,
} from '../problems/problem.ts'
import { reportIgnoredEntries, reportMissingServer } from './check-entries.ts'
import { DrawSearches } from './draw-searches.ts'
import type { Outcome } from './outcome.ts'
import type { ProjectFolders } from './folders.ts'
import { readRails } from './rails-routes.ts'

/** What is known once Vite has resolved its configuration. */
export interface ViteSettings {
  readonly config: ResolvedConfig
  /** The plugins of the project that may resolve and transform imports of route files. */
  readonly plugins: readonly Plugin[]
  /** Vite's `base` as the user has written it. In dev, Vite reduces a URL to its path, so the resolved base does not show it. */
  readonly viteBase: string
  /** The package of the option `router`; null without the option. */
  readonly adapters: Adapters | null
}

/** The part of a project that its compilation needs. */
interface ProjectToCompile {
  /** With forward slashes. */
  readonly root: string
  readonly options: ResolvedOptions
  readonly folders: ProjectFolders
  /** The package of the option `router`; null without the option. */
  readonly adapters: Adapters | null
  readonly cache: ResultCache
}

/** Compiles the current route files of a project. */
export class ProjectCompiler {
  readonly #project: ProjectToCompile
  readonly #config: ResolvedConfig
  readonly #viteBase: string
  readonly #controllers: ControllerReader
  readonly #pages = new ControllerReader('pages')
  readonly #environment: RouteEnvironment
  /** The files of the last compilation. */
  #files: ReadonlySet<string> = new Set()
  /** The folders in which the last compilation of route files searched for drawn files. */
  #drawFolders: readonly string[] = []

  constructor(project: ProjectToCompile, { config, plugins, viteBase }: ViteSettings) {
    this.#project = project
    this.#controllers = new ControllerReader(project.options.server === null ? 'actions' : 'named actions')
    this.#config = config
    this.#environment = new RouteEnvironment(config, plugins)
    this.#viteBase = viteBase
  }

  /** @throws EvaluationSuperseded only: any other failure is returned as an outcome without a table */
  async compile(signal: AbortSignal): Promise<Outcome> {
    const entries = entryCandidates(this.#project.root, this.#project.options.routes)
    const states = new StatesAtStart([...entries, ...this.#files])
    try {
      return await this.#findAndCompile({ entries, states, signal })
    } catch (error) {
      // The signal decides instead of `error instanceof EvaluationSuperseded`: a route file may throw a value that throws there.
      if (signal.aborted) throw new EvaluationSuperseded()
      // An edit of any of these files starts the next compilation, also of those that this one has not read.
      const files = new Set([...entries, ...this.#files, ...this.#filesInDrawFolders()])
      const problems = [compilationFailed('Compiling the routes', error)]
      return { ...NO_TABLE, problems, files, entries, drawFolders: this.#drawFolders, states: states.of(files) }
    }
  }

  /** Call this when a file has appeared or disappeared: the next compilation then resolves all imports again. */
  filesChanged(): void {
    this.#environment.renew()
  }

  /** The files in the folders of drawn files; none if one of the folders cannot be read. */
  #filesInDrawFolders(): readonly string[] {
    try {
      return this.#drawFolders.flatMap((folder) => filesIn(folder))
    } catch {
      return []
    }
  }

  async #findAndCompile(run: CompilationRun): Promise<Outcome> {
    const { entries, states } = run
    const entry = findEntry(this.#project.root, this.#project.options.routes)
    if ('searched' in entry) {
      const problems = [this.#noEntry(entry.searched)]
      return { ...NO_TABLE, problems, files: new Set(), entries, drawFolders: [], states: states.all }
    }
    return isRailsFile(entry.file) ? this.#compileRails(entry.file, run) : this.#compileRouteFiles(entry.file, run)
  }

  async #compileRails(file: string, { entries, states }: CompilationRun): Promise<Outcome> {
    const { root, options } = this.#project
    const { manifest, problems, files } = await readRails(file, root, options.compile)
    const baseProblems = invalidBase(options.compile.base)
    states.add(files)
    this.#files = files
    return this.#checkTable(baseProblems.length > 0 ? null : manifest, [...baseProblems, ...problems], {
      importCallable: String,
      files,
      entries,
      drawFolders: [],
      states: states.all,
    })
  }

  async #compileRouteFiles(entry: string, { entries, states, signal }: CompilationRun): Promise<Outcome> {
    const { root, options } = this.#project
    const { routes, drawPaths, compile } = options
    const relative = relativeTo(root)
    const folders = drawFolders(root, drawPaths, entry)
    this.#drawFolders = folders
    const searches = new DrawSearches(folders, relative)
    const loaded = new Set<string>()
    // Loaded here, so that a start of Vite does not wait for the compiler.
    const { compileRouteFiles } = await import('../evaluate/compile-route-files.ts')
    const { manifest, diagnostics, importCallable } = await compileRouteFiles(
      {
        entry,
        options: compile,
        draw: (name) => searches.search(name),
        states: states.all,
        loaded,
        cache: this.#project.cache,
      },
      this.#environment,
      signal,
    ).catch((error: unknown) => {
      this.#files = new Set([...this.#files, ...loaded, entry, ...searches.files])
      throw error
    })
    states.set(searches.missing)
    const routeFiles = [entry, ...searches.files]
    const files = new Set([...loaded, ...routeFiles.map(realPathOf), ...routeFiles])
    states.add(files)
    this.#files = files
    const { severities } = compile
    // With the option `routes`, the user has chosen the entry, so other candidates are not reported.
    const entryProblems = routes === null ? reportIgnoredEntries(entry, entries, files, { relative, severities }) : []
    return this.#checkTable(manifest, [...diagnostics, ...entryProblems], {
      importCallable,
      files,
      entries,
      drawFolders: folders,
      states: states.all,
    })
  }

  /** Compares a table with the project's files. */
  async #checkTable(
    manifest: Manifest | null,
    problems: readonly Problem[],
    inputs: CompilationInputs,
  ): Promise<Outcome> {
    const { root, options } = this.#project
    // With an error in the route files, the table would lack routes, and actions that they use would be reported as unused.
    const check = manifest === null ? null : await this.#checkFiles(manifest, inputs)
    const missingServer = reportMissingServer(root, options.server?.entry ?? null)
    const toAbsolute = (files: ReadonlyMap<string, ControllerFile>) =>
      new Map(Array.from(files, ([name, { file }]) => [name, normalizePath(path.resolve(root, file))]))
    const pages = toAbsolute(check?.pages ?? new Map())
    const router = check === null ? null : this.#compileRouter(manifest!, check, pages)
    const fileProblems = [...missingServer, ...(check?.diagnostics ?? []), ...(router?.diagnostics ?? [])]
    const hasErrors = fileProblems.some(({ severity }) => severity === 'error')
    const baseProblems = unusedBase(options.base, this.#viteBase, options.compile.severities)
    return {
      ...NO_TABLE,
      ...inputs,
      ...(check !== null && {
        controllers: toAbsolute(check.controllers),
        controllerFiles: check.controllers,
        pages,
        actionsWithPage: check.actionsWithPage,
        routerCode: router?.code ?? null,
      }),
      table: manifest,
      manifest: hasErrors ? null : manifest,
      problems: mergeProblems(inReadingOrder([...baseProblems, ...problems, ...fileProblems])),
    }
  }

  #checkFiles(
    manifest: Manifest,
    { drawFolders, files }: Pick<Outcome, 'drawFolders' | 'files'>,
  ): Promise<CheckedFiles> {
    const { root, options, folders } = this.#project
    return checkFiles(manifest, { ...folders, draw: drawFolders, public: this.#config.publicDir }, files, {
      controllerReader: this.#controllers,
      pageReader: this.#pages,
      relative: relativeTo(root),
      compileOptions: options.compile,
      serving: options.server === null ? null : this.#config.command === 'build' ? 'build' : 'dev',
    })
  }

  #compileRouter(
    table: Manifest,
    { pages: files }: CheckedFiles,
    pagePaths: ReadonlyMap<string, string>,
  ): CompiledRouter | null {
    const { root, options, adapters } = this.#project
    const { severities, clientRoutes, base = '/' } = options.compile
    if (adapters === null) return null
    const tables = { table, manifest: clientManifest(table, clientRoutes) }
    const project = { files, specifiers: pagePaths, root, base: basePath(base) ?? '', severities }
    return adapters.compileRouter(options.router!, { ...tables, ...project })
  }

  #noEntry(searched: readonly string[]): Problem {
    const { root, options } = this.#project
    const workingFolder = normalizePath(process.cwd())
    const entryInWorkingFolder =
      workingFolder === root || options.routes !== null ? null : findEntry(workingFolder, null)
    return entryNotFound(
      searched.map(relativeTo(root)),
      normalizePath(path.relative(workingFolder, root)),
      searched.filter(isIrregular).map(relativeTo(root)),
      entryInWorkingFolder !== null && 'file' in entryInWorkingFolder
        ? normalizePath(path.relative(root, entryInWorkingFolder.file))
        : null,
    )
  }
}

/** What the steps of one compilation share. */
interface CompilationRun {
  /** All possible paths of the entry. */
  readonly entries: readonly string[]
  readonly states: StatesAtStart
  readonly signal: AbortSignal
}

/** What a compilation knows before its table is checked. */
type CompilationInputs = Omit<Outcome, 'problems' | keyof typeof NO_TABLE> & Pick<Outcome, 'importCallable'>

/** The fields of an outcome without a table. */
const NO_TABLE: Pick<
  Outcome,
  | 'manifest'
  | 'table'
  | 'importCallable'
  | 'controllers'
  | 'controllerFiles'
  | 'pages'
  | 'actionsWithPage'
  | 'routerCode'
> = {
  manifest: null,
  table: null,
  importCallable: String,
  controllers: new Map(),
  controllerFiles: new Map(),
  pages: new Map(),
  actionsWithPage: new Set(),
  routerCode: null,
}

/**
 * The states of files at the start of a compilation. A file whose path is known only later is added after it has been read: if
 * it was edited since the start, it counts as changed.
 */
class StatesAtStart {
  readonly #states: Map<string, FileState>
  readonly #started = Date.now()

  /** @param files the files that the compilation probably reads */
  constructor(files: readonly string[]) {
    this.#states = new Map(fileStates(files))
  }

  get all(): ReadonlyMap<string, FileState> {
    return this.#states
  }

  set(states: Iterable<readonly [file: string, state: FileState]>): void {
    for (const [file, state] of states) this.#states.set(file, state)
  }

  /** Adds the files without a state. */
  add(files: Iterable<string>): void {
    for (const file of files) if (!this.#states.has(file)) this.#states.set(file, stateSince(file, this.#started))
  }

  /** Returns the states of these files only. */
  of(files: ReadonlySet<string>): ReadonlyMap<string, FileState> {
    this.add(files)
    return new Map([...files].map((file) => [file, this.#states.get(file)!]))
  }
}
