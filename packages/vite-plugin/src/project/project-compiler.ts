// Compiles the route files of a project once.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import type { ControllerFile } from '@turnout/compiler/internal'
import { ControllerReader } from '@turnout/controllers'
import { EvaluationSuperseded, RouteCompiler, warmWorker, type RouteCompilation } from '@turnout/evaluate'
import { normalizePath, type Plugin, type ResolvedConfig } from 'vite'
import { fileStates, stateSince, type FileState, filesIn, realPathOf, relativeTo, isIrregular } from '@turnout/files'
import { checkFiles, type ServingMode } from '../checks/check-files.ts'
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
import { DrawAnswers } from './draw-answers.ts'
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

/**
 * Starts the worker that the first compilation will need. It loads its modules while Vite resolves the configuration.
 *
 * @param root the project's root as far as the user's configuration sets it
 */
export function prepareWorker(root: string, { routes }: Pick<ResolvedOptions, 'routes'>): void {
  const entry = findEntry(normalizePath(root), routes)
  if ('file' in entry && !isRailsFile(entry.file)) warmWorker()
}

/** Compiles the current route files of a project. */
export class ProjectCompiler {
  readonly #root: string
  readonly #options: ResolvedOptions
  readonly #config: ResolvedConfig
  readonly #viteBase: string
  readonly #controllers: ControllerReader
  readonly #pages = new ControllerReader('pages')
  readonly #compiler: RouteCompiler
  /** The files of the last compilation, and the folders in which it searched for drawn files. */
  #files: ReadonlySet<string> = new Set()
  #drawFolders: readonly string[] = []

  /** @param root with forward slashes */
  constructor(root: string, options: ResolvedOptions, { config, plugins, viteBase }: ViteSettings) {
    this.#root = root
    this.#options = options
    this.#controllers = new ControllerReader(options.server === null ? 'actions' : 'named actions')
    this.#config = config
    this.#compiler = new RouteCompiler(config, plugins)
    this.#viteBase = viteBase
  }

  /** @throws EvaluationSuperseded only: every other failure becomes an outcome, and the last table stays */
  async compile(signal: AbortSignal): Promise<Outcome> {
    const entries = entryCandidates(this.#root, this.#options.routes)
    const started = Date.now()
    const states = new Map(fileStates([...entries, ...this.#files]))
    try {
      return await this.#run(entries, states, started, signal)
    } catch (error) {
      // The error may be any value, even a proxy that throws at `instanceof`.
      if (signal.aborted) throw new EvaluationSuperseded()
      // A change of any of these files is worth another try. The compilation may have failed before it read them all.
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
        controllerFiles: new Map(),
        pages: new Map(),
        actionsWithPage: new Set(),
        states: new Map([...files].map((file) => [file, states.get(file) ?? stateSince(file, started)])),
      }
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
        controllerFiles: new Map(),
        pages: new Map(),
        actionsWithPage: new Set(),
        states,
      }
    }
    if (isRailsFile(entry.file)) {
      const { manifest, problems, files } = await readRails(entry.file, this.#root, compile)
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
    const draws = new DrawAnswers(folders, relative)
    const { manifest, diagnostics, importCallable, ...evaluated } = await this.#compileFiles(entry.file, draws, signal)
    const drawn = draws.places(evaluated.drawnNames)
    for (const [file, state] of drawn.missing) states.set(file, state)
    const routeFiles = [entry.file, ...drawn.files]
    const files = new Set([...evaluated.files, ...routeFiles.map(realPathOf), ...routeFiles])
    for (const file of files) {
      if (!states.has(file)) states.set(file, stateSince(file, started))
    }
    this.#files = files
    const aboutFiles =
      routes === null
        ? reportIgnoredEntries(entry.file, entries, files, { relative, severities: compile.severities })
        : []
    return this.#checked(manifest, [...diagnostics, ...aboutFiles], {
      importCallable,
      files,
      entries,
      drawFolders: folders,
      ...this.#places(),
      states,
    })
  }

  /** @throws any value if it fails; the files until then are those of the project */
  async #compileFiles(entry: string, draws: DrawAnswers, signal: AbortSignal): Promise<RouteCompilation> {
    try {
      return await this.#compiler.compile(
        { entry, options: this.#options.compile, draw: (name) => draws.draw(name) },
        signal,
      )
    } catch (error) {
      this.#files = new Set([...this.#files, ...this.#compiler.loadedFiles, entry, ...draws.places().files])
      throw error
    }
  }

  #aboutBase(): readonly Problem[] {
    return unusedBase(this.#options.base, this.#viteBase, this.#options.compile.severities)
  }

  /** A table, compared with the project's files. */
  async #checked(
    manifest: Manifest | null,
    problems: readonly Problem[],
    about: Omit<
      Outcome,
      'manifest' | 'table' | 'problems' | 'controllers' | 'controllerFiles' | 'pages' | 'actionsWithPage'
    >,
  ): Promise<Outcome> {
    // While there are errors the table is incomplete, and seemingly unused actions and pages may be in use.
    const { diagnostics, controllers, pages, actionsWithPage } =
      manifest === null
        ? {
            diagnostics: [],
            controllers: new Map<string, ControllerFile>(),
            pages: new Map(),
            actionsWithPage: new Set<string>(),
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
              compileOptions: this.#options.compile,
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
      controllerFiles: controllers,
      pages: absolute(pages),
      actionsWithPage,
      table: manifest,
      manifest: wrong.some(({ severity }) => severity === 'error') ? null : manifest,
      problems: mergeProblems(inReadingOrder([...this.#aboutBase(), ...problems, ...wrong])),
    }
  }
}
