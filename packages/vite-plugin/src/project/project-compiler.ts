// Compiles the route files of a project once.
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

/** The part of a project that Vite provides. */
export interface ViteSettings {
  readonly config: ResolvedConfig
  /** The plugins of the project that may resolve and transform imports of route files. */
  readonly plugins: readonly Plugin[]
  /** Vite's `base` before it is resolved: in dev, the resolved base is a path in any case. */
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
}

/** Compiles the current route files of a project. */
export class ProjectCompiler {
  readonly #project: ProjectToCompile
  readonly #config: ResolvedConfig
  readonly #viteBase: string
  readonly #controllers: ControllerReader
  readonly #pages = new ControllerReader('pages')
  readonly #environment: RouteEnvironment
  /** The files of the last compilation, and the folders in which it searched for drawn files. */
  #files: ReadonlySet<string> = new Set()
  #drawFolders: readonly string[] = []

  constructor(project: ProjectToCompile, { config, plugins, viteBase }: ViteSettings) {
    this.#project = project
    this.#controllers = new ControllerReader(project.options.server === null ? 'actions' : 'named actions')
    this.#config = config
    this.#environment = new RouteEnvironment(config, plugins)
    this.#viteBase = viteBase
  }

  /** @throws EvaluationSuperseded only: every other failure becomes an outcome, and the last table stays */
  async compile(signal: AbortSignal): Promise<Outcome> {
    const entries = entryCandidates(this.#project.root, this.#project.options.routes)
    const states = new KnownStates([...entries, ...this.#files])
    try {
      return await this.#compileEntry({ entries, states, signal })
    } catch (error) {
      // The error may be any value, even a proxy that throws at `instanceof`.
      if (signal.aborted) throw new EvaluationSuperseded()
      // A change of any of these files is worth another try. The compilation may have failed before it read them all.
      const files = new Set([...entries, ...this.#files, ...this.#drawnFiles()])
      const problems = [compilationFailed('Compiling the routes', error)]
      return { ...NO_TABLE, problems, files, entries, drawFolders: this.#drawFolders, states: states.only(files) }
    }
  }

  /** Makes the next compilation look for files again: one has appeared or disappeared. */
  filesChanged(): void {
    this.#environment.renew()
  }

  /** The files in the folders of the last compilation; none if one of the folders cannot be read. */
  #drawnFiles(): readonly string[] {
    try {
      return this.#drawFolders.flatMap((folder) => filesIn(folder))
    } catch {
      return []
    }
  }

  async #compileEntry(run: CompilationRun): Promise<Outcome> {
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
    // A start of Vite does not wait until Node has loaded the compiler.
    const { compileRouteFiles } = await import('../evaluate/compile-route-files.ts')
    const { manifest, diagnostics, importCallable } = await compileRouteFiles(
      {
        entry,
        options: compile,
        draw: (name) => searches.search(name),
        states: states.all,
        loaded,
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
    // With the option `routes`, the user has chosen the entry.
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
    inputs: Omit<Outcome, 'problems' | keyof typeof NO_TABLE> & Pick<Outcome, 'importCallable'>,
  ): Promise<Outcome> {
    const { root, options } = this.#project
    // While there are errors the table is incomplete, and seemingly unused actions and pages may be in use.
    const check = manifest === null ? null : await this.#checkFiles(manifest, inputs)
    const missingServer = reportMissingServer(root, options.server?.entry ?? null)
    const absolute = (files: ReadonlyMap<string, ControllerFile>) =>
      new Map(Array.from(files, ([name, { file }]) => [name, normalizePath(path.resolve(root, file))]))
    const pages = absolute(check?.pages ?? new Map())
    const router = check === null ? null : this.#compileRouter(manifest!, check, pages)
    const fileProblems = [...missingServer, ...(check?.diagnostics ?? []), ...(router?.diagnostics ?? [])]
    const hasErrors = fileProblems.some(({ severity }) => severity === 'error')
    const baseProblems = unusedBase(options.base, this.#viteBase, options.compile.severities)
    return {
      ...NO_TABLE,
      ...inputs,
      ...(check !== null && {
        controllers: absolute(check.controllers),
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
    specifiers: ReadonlyMap<string, string>,
  ): CompiledRouter | null {
    const { root, options, adapters } = this.#project
    const { severities, clientRoutes, base = '/' } = options.compile
    if (adapters === null) return null
    const tables = { table, manifest: clientManifest(table, clientRoutes) }
    const project = { files, specifiers, root, base: basePath(base) ?? '', severities }
    return adapters.compileRouter(options.router!, { ...tables, ...project })
  }

  #noEntry(searched: readonly string[]): Problem {
    const { root, options } = this.#project
    const workingFolder = normalizePath(process.cwd())
    const elsewhere = workingFolder === root || options.routes !== null ? null : findEntry(workingFolder, null)
    return entryNotFound(
      searched.map(relativeTo(root)),
      normalizePath(path.relative(workingFolder, root)),
      searched.filter(isIrregular).map(relativeTo(root)),
      elsewhere !== null && 'file' in elsewhere ? normalizePath(path.relative(root, elsewhere.file)) : null,
    )
  }
}

/** A compilation that runs. */
interface CompilationRun {
  /** All possible paths of the entry. */
  readonly entries: readonly string[]
  readonly states: KnownStates
  readonly signal: AbortSignal
}

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

/** The states of files, taken before the files are read, so that an edit during the compilation is a change. */
class KnownStates {
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
  only(files: ReadonlySet<string>): ReadonlyMap<string, FileState> {
    this.add(files)
    return new Map([...files].map((file) => [file, this.#states.get(file)!]))
  }
}
