import path from 'node:path'
import type { Compilation, Manifest } from '@turnout/compiler'
import { compileProject, type CompileHost, type ControllerFile, type RouteFile } from '@turnout/compiler/internal'
import { normalizePath, type Plugin, type ResolvedConfig } from 'vite'
import { checkFiles, type Serving } from '../checks/check-files.ts'
import { ControllerReader } from '../checks/controllers.ts'
import { callableFinder } from '../evaluate/callables.ts'
import { EndlessCode, EvaluationSuperseded } from '../evaluate/evaluation-limit.ts'
import { beginEvaluation } from '../evaluate/evaluation.ts'
import { loadFailure, strayFailure } from '../evaluate/load-failure.ts'
import { fileStates, stateSince, type FileState } from '../files/file-state.ts'
import { textFileOrNull } from '../files/read-file.ts'
import { filesIn, realPathOf, relativeTo } from '../files/paths.ts'
import {
  drawCandidates,
  drawFolders,
  drawnNames,
  entryCandidates,
  findDrawn,
  findEntry,
  isIrregular,
  isRailsFile,
} from '../files/route-files.ts'
import type { ResolvedOptions } from '../options.ts'
import {
  changedPrototype,
  compilationFailed,
  entryNotFound,
  inReadingOrder,
  invalidBase,
  unusedBase,
  type Problem,
} from '../problems/problem.ts'
import { reportCircularImports, reportIgnoredEntries, reportMissingServer } from './check-entries.ts'
import { TEMPLATE } from '../ids.ts'
import type { Outcome } from './outcome.ts'
import { readRails } from './rails-routes.ts'

/** Compiles the route files of a project, each time as they are now. */
export class ProjectCompiler {
  readonly #root: string
  readonly #options: ResolvedOptions
  readonly #config: ResolvedConfig
  readonly #plugins: readonly Plugin[]
  readonly #viteBase: string
  readonly #controllers: ControllerReader
  readonly #pages = new ControllerReader('pages')
  /** The files of the last compilation, and where it looked for those that routes draw. */
  #files: ReadonlySet<string> = new Set()
  #drawFolders: readonly string[] = []

  /**
   * @param root with forward slashes
   * @param plugins those of the project that may resolve and transform what route files import
   */
  constructor(
    root: string,
    options: ResolvedOptions,
    config: ResolvedConfig,
    plugins: readonly Plugin[],
    viteBase: string,
  ) {
    this.#root = root
    this.#options = options
    this.#controllers = new ControllerReader(options.server === null ? 'actions' : 'named actions')
    this.#config = config
    this.#plugins = plugins
    this.#viteBase = viteBase
  }

  /** @throws EvaluationSuperseded, and nothing else: whatever fails is an outcome, and the last good table stays */
  async compile(signal: AbortSignal): Promise<Outcome> {
    const entries = entryCandidates(this.#root, this.#options.routes)
    const started = Date.now()
    const states = new Map(fileStates([...entries, ...this.#files]))
    try {
      return await this.#run(entries, states, started, signal)
    } catch (error) {
      // The error may be anything, a proxy that does not tell what it is an instance of.
      if (signal.aborted) throw new EvaluationSuperseded()
      // Whichever of them is at fault, a change of it is worth another try; it may not have come to all.
      const files = new Set([...entries, ...this.#files, ...this.#drawFolders.flatMap(filesIn)])
      return {
        manifest: null,
        table: null,
        problems: [compilationFailed('Compiling the routes', error)],
        importCallable: String,
        files,
        entries,
        drawFolders: this.#drawFolders,
        ...this.#places(),
        controllers: new Map(),
        pages: new Map(),
        paged: new Set(),
        states: new Map([...files].map((file) => [file, states.get(file) ?? stateSince(file, started)])),
      }
    }
  }

  /** The folders that hold what routes lead to, and the file of the document of pages. */
  #places(): Pick<Outcome, 'controllersFolder' | 'pagesFolder' | 'template'> {
    const { controllers, pages, server } = this.#options
    return {
      controllersFolder: controllers === null ? null : this.#absolute(controllers),
      pagesFolder: pages === null ? null : this.#absolute(pages),
      template: pages === null || server === null ? null : this.#absolute(TEMPLATE),
    }
  }

  #serving(): Serving {
    if (this.#options.server === null) return null
    return this.#config.command === 'build' ? 'build' : 'dev'
  }

  #absolute(file: string): string {
    return normalizePath(path.resolve(this.#root, file))
  }

  #noEntry(searched: readonly string[]): Problem {
    const here = normalizePath(process.cwd())
    const elsewhere = here === this.#root || this.#options.routes !== null ? null : findEntry(here, null)
    return entryNotFound(
      searched.map(relativeTo(this.#root)),
      normalizePath(path.relative(here, this.#root)),
      searched.filter(isIrregular).map(relativeTo(this.#root)),
      elsewhere !== null && 'file' in elsewhere ? normalizePath(path.relative(this.#root, elsewhere.file)) : null,
    )
  }

  /** @param states of the files that it is known to read; those of the others are added */
  async #run(
    entries: readonly string[],
    states: Map<string, FileState>,
    started: number,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { routes, drawPaths, compile } = this.#options
    const entry = findEntry(this.#root, routes)
    const relative = relativeTo(this.#root)
    if ('searched' in entry) {
      const problems = [this.#noEntry(entry.searched)]
      return {
        manifest: null,
        table: null,
        problems,
        importCallable: String,
        files: new Set(),
        entries,
        drawFolders: [],
        ...this.#places(),
        controllers: new Map(),
        pages: new Map(),
        paged: new Set(),
        states,
      }
    }
    if (isRailsFile(entry.file)) {
      const { manifest, problems, files } = readRails(entry.file, this.#root, compile)
      const wrong = invalidBase(compile.base)
      for (const file of files) if (!states.has(file)) states.set(file, stateSince(file, started))
      this.#files = files
      return this.#checked(wrong.length > 0 ? null : manifest, [...wrong, ...problems], {
        importCallable: String,
        files: this.#files,
        entries,
        drawFolders: [],
        ...this.#places(),
        states,
      })
    }
    const folders = drawFolders(this.#root, drawPaths, entry.file)
    this.#drawFolders = folders
    const evaluation = await beginEvaluation(this.#config, this.#plugins, signal)
    const routeFiles = new Set<string>()
    /** The paths by which they were found; on the way there may be links. */
    const found = new Set<string>()
    try {
      const failures: Problem[] = []
      const load = async (file: string): Promise<RouteFile> => {
        routeFiles.add(realPathOf(file))
        found.add(file)
        try {
          const { default: block } = await evaluation.import(file)
          const blockAt = () => placeOfDefault(file)
          return { file: relative(file), block: evaluation.watched(block, file), blockAt }
        } catch (error) {
          if (signal.aborted) throw error
          failures.push(loadFailure(error, file, evaluation, relative))
          // An empty block lets the other route files be compiled, so that their diagnostics are reported too.
          return { file: relative(file), block: () => {} }
        }
      }
      const callables = callableFinder(evaluation, routeFiles, relative, this.#root)
      const routeFile = await load(entry.file)
      const host: CompileHost = {
        draw: async (name) => {
          const drawn = findDrawn(folders, name)
          if ('file' in drawn) return load(drawn.file)
          for (const [file, state] of fileStates(drawCandidates(folders, name))) states.set(file, state)
          return { searched: drawn.searched.map(relative), known: drawnNames(folders) }
        },
        locate: (site) => {
          const place = evaluation.locate(site)
          return place === null ? null : { file: relative(place.file), line: place.line, column: place.column }
        },
        identify: callables.identify,
      }
      const compilation = await evaluation
        .run(() => compileProject(routeFile, host, compile))
        .catch((error: unknown): Compilation => {
          if (!(error instanceof EndlessCode)) throw error
          failures.push(loadFailure(error, entry.file, evaluation, relative))
          return { manifest: null, diagnostics: [] }
        })
      for (const stray of await evaluation.strays()) {
        failures.push(strayFailure(stray, entry.file, evaluation, relative))
      }
      for (const { file, ...change } of evaluation.prototypeChanges())
        failures.push(changedPrototype(change, relative(file)))
      const files = new Set([...evaluation.files(), ...routeFiles, ...found])
      for (const file of files) {
        if (!states.has(file)) states.set(file, stateSince(file, started))
      }
      this.#files = files
      const reporting = { relative, severities: compile.severities }
      const aboutFiles = [
        ...(routes === null ? reportIgnoredEntries(entry.file, entries, files, reporting) : []),
        ...reportCircularImports(routeFiles, evaluation.modules(), reporting),
      ]
      const manifest = failures.length > 0 ? null : compilation.manifest
      return await this.#checked(manifest, [...failures, ...compilation.diagnostics, ...aboutFiles], {
        importCallable: callables.importCallable,
        files,
        entries,
        drawFolders: folders,
        ...this.#places(),
        states,
      })
    } catch (error) {
      this.#files = new Set([...this.#files, ...evaluation.files(), ...routeFiles, ...found])
      throw error
    } finally {
      await evaluation.close()
    }
  }

  #aboutBase(): readonly Problem[] {
    return unusedBase(this.#options.base, this.#viteBase, this.#options.compile.severities)
  }

  /** A table, compared with the project's files. */
  async #checked(
    manifest: Manifest | null,
    problems: readonly Problem[],
    about: Omit<Outcome, 'manifest' | 'table' | 'problems' | 'controllers' | 'pages' | 'paged'>,
  ): Promise<Outcome> {
    // While there are errors the table is not whole: what it seems not to use it may use all the same.
    const { diagnostics, controllers, pages, paged } =
      manifest === null
        ? {
            diagnostics: [],
            controllers: new Map<string, ControllerFile>(),
            pages: new Map(),
            paged: new Set<string>(),
          }
        : await checkFiles(
            manifest,
            {
              controllers: about.controllersFolder,
              pages: about.pagesFolder,
              template: about.template,
              draw: about.drawFolders,
              public: this.#config.publicDir,
            },
            about.files,
            {
              controllerReader: this.#controllers,
              pageReader: this.#pages,
              relative: relativeTo(this.#root),
              compile: this.#options.compile,
              serving: this.#serving(),
            },
          )
    const missingServer = reportMissingServer(this.#root, this.#options.server?.entry ?? null)
    const wrong = [...missingServer, ...diagnostics]
    const absolute = (files: ReadonlyMap<string, ControllerFile>) =>
      new Map(Array.from(files, ([name, { file }]) => [name, this.#absolute(file)]))
    return {
      ...about,
      controllers: absolute(controllers),
      pages: absolute(pages),
      paged,
      table: manifest,
      manifest: wrong.some(({ severity }) => severity === 'error') ? null : manifest,
      problems: inReadingOrder([...this.#aboutBase(), ...problems, ...wrong]),
    }
  }
}

/** The place of the default export in a route file; the first line where it is not written as one. */
function placeOfDefault(file: string): { line: number; column: number } {
  const source = textFileOrNull(file) ?? ''
  const index = Math.max(source.search(/^[ \t]*export\s+default\b/m), 0)
  const before = source.slice(0, index).split('\n')
  return { line: before.length, column: before.at(-1)!.length + 1 }
}
