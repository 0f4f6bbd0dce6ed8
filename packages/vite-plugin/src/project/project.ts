import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  compileProject,
  type CallableReference,
  type Compilation,
  type CompileHost,
  type Manifest,
  type RouteFile,
} from '@turnout/compiler'
import type { Plugin, ResolvedConfig } from 'vite'
import { callableFinder } from '../evaluate/callables.ts'
import { checkFiles } from '../checks/check-files.ts'
import { ControllerReader, isController } from '../checks/controllers.ts'
import { EndlessCode, EvaluationSuperseded } from '../evaluate/evaluation-limit.ts'
import { beginEvaluation } from '../evaluate/evaluation.ts'
import { fileStates, stateSince, type FileState, type FileStates } from '../files/file-state.ts'
import { loadFailure } from '../evaluate/load-failure.ts'
import type { ResolvedOptions } from '../options.ts'
import { compilationFailed, entryNotFound, inReadingOrder, type Problem } from '../problems/problem.ts'
import {
  drawCandidates,
  drawFolders,
  drawnNames,
  entryCandidates,
  filesIn,
  findDrawn,
  findEntry,
  isDrawable,
  realPathOf,
  relativeTo,
  slashed,
} from '../files/route-files.ts'

/** How long an evaluation may go on once there is a newer state of the files. */
const PATIENCE_MS = 1000

/** What may happen to a file. */
export type FileEvent = 'create' | 'update' | 'delete'

/** What one compilation of the project came to. */
export interface Outcome {
  /** Null when there is an error among the problems. */
  readonly manifest: Manifest | null
  readonly problems: readonly Problem[]
  /** How the emitted module imports a callable. */
  readonly importCallable: (reference: CallableReference) => string
  /** Absolute paths of all files that took part. */
  readonly files: ReadonlySet<string>
  /** The absolute path of the entry, and of every place where one is looked for first. */
  readonly entries: readonly string[]
  /** The folders in which `draw` looks. */
  readonly drawFolders: readonly string[]
  /** The folder of the controllers, if the project has one. */
  readonly controllersFolder: string | null
  /** The states in which the files were read, and of those that were looked for and are not there. */
  readonly states: FileStates
}

/** A compilation that was started. */
interface Compiling {
  readonly outcome: Promise<Outcome>
  /** Resolves when it is over, however it ended. */
  readonly end: Promise<void>
  readonly controller: AbortController
  readonly started: number
  isOver: boolean
}

/** The route files of a Vite project, compiled on demand. */
export class Project {
  readonly root: string
  /** The mode of the Vite config. */
  readonly mode: string
  readonly options: ResolvedOptions
  readonly #config: ResolvedConfig
  readonly #plugins: readonly Plugin[]
  readonly #controllers = new ControllerReader()
  #running: Compiling | null = null
  /** Set while a compilation waits for the running one to end. */
  #next: Promise<Outcome> | null = null
  /** The files of the last compilation, and where it looked for those that routes draw. */
  #files: ReadonlySet<string> = new Set()
  #drawFolders: readonly string[] = []

  /**
   * @param config the project's Vite configuration
   * @param plugins the plugins of the project that may resolve and transform what route files import
   */
  constructor(options: ResolvedOptions, config: ResolvedConfig, plugins: readonly Plugin[]) {
    this.root = slashed(config.root)
    this.mode = config.mode
    this.options = options
    this.#config = config
    this.#plugins = plugins
  }

  /** The outcome of the last compilation, which is started now if there was none. */
  outcome(): Promise<Outcome> {
    return this.#next ?? this.#running?.outcome ?? this.recompile()
  }

  /**
   * Compiles the files as they are now. Compilations never overlap: a call during one waits for its end
   * and shares the next one with all other calls that wait, so that the last state of the files always wins.
   * One that does not end is given up for the next; its outcome is then that of the next.
   */
  recompile(): Promise<Outcome> {
    const running = this.#running
    if (running === null || running.isOver) return this.#start()
    if (this.#next !== null) return this.#next
    const giveUp = setTimeout(() => running.controller.abort(), running.started + PATIENCE_MS - Date.now())
    this.#next = running.end.then(() => {
      clearTimeout(giveUp)
      this.#next = null
      return this.#start()
    })
    return this.#next
  }

  /** Reads a source by its path relative to the root, for code frames. */
  readonly readSource = (file: string): string | null => {
    try {
      return readFileSync(path.resolve(this.root, file), 'utf8')
    } catch {
      return null
    }
  }

  /** True if a change of the file may change the outcome. */
  static concerns(outcome: Outcome, file: string, change: FileEvent): boolean {
    if (outcome.files.has(file) || outcome.entries.includes(file)) return true
    if (outcome.controllersFolder !== null && isController(outcome.controllersFolder, file)) return true
    // Watchers name files by the links that lead to them, the module graph by their real paths.
    if (outcome.files.has(realPathOf(file))) return true
    if (change === 'update') return false
    // A file that appears may be a draw or an import that was missing; one that goes may uncover another.
    return isDrawable(outcome.drawFolders, file) || (outcome.manifest === null && change === 'create')
  }

  #start(): Promise<Outcome> {
    const controller = new AbortController()
    const compiled = this.#compile(controller.signal)
    const outcome = compiled.catch((error: unknown) => {
      if (error instanceof EvaluationSuperseded) return this.outcome()
      throw error
    })
    const end = compiled.then(
      () => {},
      () => {},
    )
    const running: Compiling = { outcome, end, controller, started: Date.now(), isOver: false }
    void end.then(() => (running.isOver = true))
    this.#running = running
    return outcome
  }

  /** @throws EvaluationSuperseded, and nothing else: whatever fails is an outcome, and the last good table stays */
  async #compile(signal: AbortSignal): Promise<Outcome> {
    const entries = entryCandidates(this.root, this.options.routes)
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
        problems: [compilationFailed('Compiling the routes', error)],
        importCallable: String,
        files,
        entries,
        drawFolders: this.#drawFolders,
        controllersFolder: this.#controllersFolder(),
        states: new Map([...files].map((file) => [file, states.get(file) ?? stateSince(file, started)])),
      }
    }
  }

  #controllersFolder(): string | null {
    const { controllers } = this.options
    return controllers === null ? null : slashed(path.resolve(this.root, controllers))
  }

  /** @param states of the files that it is known to read; those of the others are added */
  async #run(
    entries: readonly string[],
    states: Map<string, FileState>,
    started: number,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { routes, drawPaths, compile } = this.options
    const controllersFolder = this.#controllersFolder()
    const entry = findEntry(this.root, routes)
    const relative = relativeTo(this.root)
    if ('searched' in entry) {
      const problems = [entryNotFound(entry.searched.map(relative))]
      return {
        manifest: null,
        problems,
        importCallable: String,
        files: new Set(),
        entries,
        drawFolders: [],
        controllersFolder,
        states,
      }
    }
    const folders = drawFolders(this.root, drawPaths, entry.file)
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
          return { file: relative(file), block: evaluation.watched(block, file) }
        } catch (error) {
          if (signal.aborted) throw error
          failures.push(loadFailure(error, file, evaluation, relative))
          // An empty block lets the other route files be compiled, so that their diagnostics are reported too.
          return { file: relative(file), block: () => {} }
        }
      }
      const callables = callableFinder(evaluation, routeFiles, relative, this.root)
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
      for (const error of await evaluation.strays()) failures.push(loadFailure(error, entry.file, evaluation, relative))
      const files = new Set([...evaluation.files(), ...routeFiles, ...found])
      for (const file of files) {
        if (!states.has(file)) states.set(file, stateSince(file, started))
      }
      this.#files = files
      const manifest = failures.length > 0 ? null : compilation.manifest
      // While there are errors the table is not whole: what it seems not to use it may use all the same.
      const checked =
        manifest === null
          ? []
          : await checkFiles(
              manifest,
              { controllers: controllersFolder, draw: folders },
              files,
              this.#controllers,
              relative,
              compile.severities,
            )
      return {
        manifest: checked.some(({ severity }) => severity === 'error') ? null : manifest,
        problems: inReadingOrder([...failures, ...compilation.diagnostics, ...checked]),
        importCallable: callables.importCallable,
        files,
        entries,
        drawFolders: folders,
        controllersFolder,
        states,
      }
    } catch (error) {
      this.#files = new Set([...this.#files, ...evaluation.files(), ...routeFiles, ...found])
      throw error
    } finally {
      await evaluation.close()
    }
  }
}
