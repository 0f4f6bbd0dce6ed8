// Compiles the route files of a project once.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import type { ControllerFile } from '@turnout/compiler/internal/checks/handler-files'
import { normalizePath, type Plugin, type ResolvedConfig } from 'vite'
import { ControllerReader } from '../controllers/controller-reader.ts'
import { EvaluationSuperseded } from '../evaluate/evaluation-limit.ts'
import { fileStates, stateSince, type FileState } from '../files/file-state.ts'
import { filesIn, realPathOf, relativeTo } from '../files/paths.ts'
import { isIrregular } from '../files/read-file.ts'
import { checkFiles, type CheckedFiles, type ServingMode } from '../checks/check-files.ts'
import { drawFolders, entryCandidates, findEntry, isRailsFile } from '../files/route-files.ts'
import type { ResolvedOptions } from '../options.ts'
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
import { TEMPLATE } from '../ids.ts'
import type { Outcome } from './outcome.ts'
import { readRails } from './rails-routes.ts'

/** The part of a project that Vite provides. */
export interface ViteSettings {
  readonly config: ResolvedConfig
  /** The plugins of the project that may resolve and transform imports of route files. */
  readonly plugins: readonly Plugin[]
  /** Vite's `base` before it is resolved: in dev, the resolved base is a path in any case. */
  readonly viteBase: string
}

/** Compiles the current route files of a project. */
export class ProjectCompiler {
  readonly #root: string
  readonly #options: ResolvedOptions
  readonly #config: ResolvedConfig
  readonly #viteBase: string
  readonly #controllers: ControllerReader
  readonly #pages = new ControllerReader('pages')
  readonly #plugins: readonly Plugin[]
  /** The files of the last compilation, and the folders in which it searched for drawn files. */
  #files: ReadonlySet<string> = new Set()
  #drawFolders: readonly string[] = []
  /** The URLs of the modules of the last compilation. */
  #urls: readonly string[] = []

  /** @param root with forward slashes */
  constructor(root: string, options: ResolvedOptions, { config, plugins, viteBase }: ViteSettings) {
    this.#root = root
    this.#options = options
    this.#controllers = new ControllerReader(options.server === null ? 'actions' : 'named actions')
    this.#config = config
    this.#plugins = plugins
    this.#viteBase = viteBase
  }

  /** @throws EvaluationSuperseded only: every other failure becomes an outcome, and the last table stays */
  async compile(signal: AbortSignal): Promise<Outcome> {
    const entries = entryCandidates(this.#root, this.#options.routes)
    const states = new KnownStates([...entries, ...this.#files])
    try {
      return await this.#compileEntry(entries, states, signal)
    } catch (error) {
      // The error may be any value, even a proxy that throws at `instanceof`.
      if (signal.aborted) throw new EvaluationSuperseded()
      // A change of any of these files is worth another try. The compilation may have failed before it read them all.
      const files = new Set([...entries, ...this.#files, ...this.#drawnFiles()])
      return {
        ...NO_TABLE,
        ...this.#places(),
        problems: [compilationFailed('Compiling the routes', error)],
        files,
        entries,
        drawFolders: this.#drawFolders,
        states: states.only(files),
      }
    }
  }

  /** The files in the folders of the last compilation; none if one of the folders cannot be read. */
  #drawnFiles(): readonly string[] {
    try {
      return this.#drawFolders.flatMap((folder) => filesIn(folder))
    } catch {
      return []
    }
  }

  async #compileEntry(entries: readonly string[], states: KnownStates, signal: AbortSignal): Promise<Outcome> {
    const entry = findEntry(this.#root, this.#options.routes)
    if ('searched' in entry) {
      const problems = [this.#noEntry(entry.searched)]
      return {
        ...NO_TABLE,
        ...this.#places(),
        problems,
        files: new Set(),
        entries,
        drawFolders: [],
        states: states.all,
      }
    }
    return isRailsFile(entry.file)
      ? this.#compileRails(entry.file, entries, states)
      : this.#compileRouteFiles(entry.file, { entries, states, signal })
  }

  async #compileRails(file: string, entries: readonly string[], states: KnownStates): Promise<Outcome> {
    const { compile } = this.#options
    const { manifest, problems, files } = await readRails(file, this.#root, compile)
    const baseProblems = invalidBase(compile.base)
    states.add(files)
    this.#files = files
    return this.#checkTable(baseProblems.length > 0 ? null : manifest, [...baseProblems, ...problems], {
      ...this.#places(),
      importCallable: String,
      files,
      entries,
      drawFolders: [],
      states: states.all,
    })
  }

  async #compileRouteFiles(
    entry: string,
    { entries, states, signal }: { entries: readonly string[]; states: KnownStates; signal: AbortSignal },
  ): Promise<Outcome> {
    const { routes, drawPaths, compile } = this.#options
    const relative = relativeTo(this.#root)
    const folders = drawFolders(this.#root, drawPaths, entry)
    this.#drawFolders = folders
    const searches = new DrawSearches(folders, relative)
    const loaded = new Set<string>()
    // A start of Vite does not wait until Node has loaded the compiler.
    const { compileRouteFiles } = await import('../evaluate/compile-route-files.ts')
    const { manifest, diagnostics, importCallable, urls } = await compileRouteFiles(
      { entry, options: compile, draw: (name) => searches.search(name), preloaded: this.#urls, loaded },
      { config: this.#config, plugins: this.#plugins },
      signal,
    ).catch((error: unknown) => {
      this.#files = new Set([...this.#files, ...loaded, entry, ...searches.files])
      throw error
    })
    this.#urls = urls
    states.set(searches.missing)
    const routeFiles = [entry, ...searches.files]
    const files = new Set([...loaded, ...routeFiles.map(realPathOf), ...routeFiles])
    states.add(files)
    this.#files = files
    const { severities } = compile
    // With the option `routes`, the user has chosen the entry.
    const entryProblems = routes === null ? reportIgnoredEntries(entry, entries, files, { relative, severities }) : []
    return this.#checkTable(manifest, [...diagnostics, ...entryProblems], {
      ...this.#places(),
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
    inputs: Omit<Outcome, 'problems' | keyof FileTables | 'manifest' | 'table'>,
  ): Promise<Outcome> {
    // While there are errors the table is incomplete, and seemingly unused actions and pages may be in use.
    const check = manifest === null ? null : await this.#checkFiles(manifest, inputs)
    const missingServer = reportMissingServer(this.#root, this.#options.server?.entry ?? null)
    const fileProblems = [...missingServer, ...(check?.diagnostics ?? [])]
    const hasErrors = fileProblems.some(({ severity }) => severity === 'error')
    const baseProblems = unusedBase(this.#options.base, this.#viteBase, this.#options.compile.severities)
    return {
      ...inputs,
      ...(check === null ? NO_FILES : this.#fileTables(check)),
      table: manifest,
      manifest: hasErrors ? null : manifest,
      problems: mergeProblems(inReadingOrder([...baseProblems, ...problems, ...fileProblems])),
    }
  }

  #checkFiles(
    manifest: Manifest,
    {
      controllersFolder,
      pagesFolder,
      template,
      drawFolders: draw,
      files,
    }: Pick<Outcome, 'controllersFolder' | 'pagesFolder' | 'template' | 'drawFolders' | 'files'>,
  ): Promise<CheckedFiles> {
    return checkFiles(
      manifest,
      { controllers: controllersFolder, pages: pagesFolder, template, draw, public: this.#config.publicDir },
      files,
      {
        controllerReader: this.#controllers,
        pageReader: this.#pages,
        relative: relativeTo(this.#root),
        compileOptions: this.#options.compile,
        serving: this.#serving(),
      },
    )
  }

  #fileTables({ controllers, pages, actionsWithPage }: CheckedFiles): FileTables {
    const absolute = (files: ReadonlyMap<string, ControllerFile>) =>
      new Map(Array.from(files, ([name, { file }]) => [name, this.#absolute(file)]))
    return {
      controllers: absolute(controllers),
      controllerFiles: controllers,
      pages: absolute(pages),
      actionsWithPage,
    }
  }

  /** The folders of controllers and pages, and the file of the document of pages. */
  #places(): Pick<Outcome, 'controllersFolder' | 'pagesFolder' | 'template'> {
    const { controllers, pages, server } = this.#options
    return {
      controllersFolder: controllers === null ? null : this.#absolute(controllers),
      pagesFolder: pages === null ? null : this.#absolute(pages),
      template: pages === null || server === null ? null : this.#absolute(TEMPLATE),
    }
  }

  #serving(): ServingMode {
    if (this.#options.server === null) return null
    return this.#config.command === 'build' ? 'build' : 'dev'
  }

  #absolute(file: string): string {
    return normalizePath(path.resolve(this.#root, file))
  }

  #noEntry(searched: readonly string[]): Problem {
    const workingFolder = normalizePath(process.cwd())
    const elsewhere =
      workingFolder === this.#root || this.#options.routes !== null ? null : findEntry(workingFolder, null)
    return entryNotFound(
      searched.map(relativeTo(this.#root)),
      normalizePath(path.relative(workingFolder, this.#root)),
      searched.filter(isIrregular).map(relativeTo(this.#root)),
      elsewhere !== null && 'file' in elsewhere ? normalizePath(path.relative(this.#root, elsewhere.file)) : null,
    )
  }
}

/** The fields of an outcome that contain controllers and pages. */
type FileTables = Pick<Outcome, 'controllers' | 'controllerFiles' | 'pages' | 'actionsWithPage'>

const NO_FILES: FileTables = {
  controllers: new Map(),
  controllerFiles: new Map(),
  pages: new Map(),
  actionsWithPage: new Set(),
}

const NO_TABLE = { ...NO_FILES, manifest: null, table: null, importCallable: String }

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
