// The route files of a project, and the outcome of their last compilation.
import path from 'node:path'
import { normalizePath, type ResolvedConfig } from 'vite'
import type { Manifest } from '@turnout/compiler'
import { EvaluationSuperseded } from '../evaluate/evaluation-limit.ts'
import { textFileOrNull } from '../files/read-file.ts'
import { ResultCache } from '../files/result-cache.ts'
import { shownSources } from '../files/shown-source.ts'
import type { ResolvedOptions } from '../options.ts'
import type { Adapters, Contracts } from '../packages.ts'
import { pagesFor } from '../problems/pages.ts'
import { projectFolders, type ProjectFolders } from './folders.ts'
import type { Outcome } from './outcome.ts'
import { ProjectCompiler, type ViteSettings } from './project-compiler.ts'
import { errorsOf, reportedError } from '../problems/report.ts'

/** How long an evaluation may go on once there is a newer state of the files. */
const PATIENCE_MS = 1000

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
  readonly folders: ProjectFolders
  /** Where a diagnostic is explained, by its code. */
  readonly pageOf: (code: string) => string
  /** Reads a source by its path relative to the root, for whatever leaves the terminal: see `shownSources`. */
  readonly readAllowedSource: (file: string) => string | null
  /** Runs the controllers that have contracts, and reads the contracts. Null until Vite has resolved its config. */
  loadContracts: (() => Promise<Contracts>) | null = null
  /** The configuration of Vite. */
  readonly vite: ResolvedConfig
  readonly adapters: Adapters | null
  /** The results of earlier builds and dev servers. */
  readonly cache: ResultCache
  readonly #compiler: ProjectCompiler
  #running: Compiling | null = null
  /** Set while a compilation waits for the running one to end. */
  #next: Promise<Outcome> | null = null

  constructor(options: ResolvedOptions, settings: ViteSettings) {
    const { config, viteBase, adapters } = settings
    this.adapters = adapters
    this.root = normalizePath(config.root)
    this.pageOf = pagesFor(this.root)
    this.vite = config
    this.cache = new ResultCache(config.cacheDir)
    this.mode = config.mode
    this.readAllowedSource = shownSources(config).read
    const base = options.base === true ? viteBase : options.base
    this.options = typeof base === 'string' ? { ...options, compile: { ...options.compile, base } } : options
    this.folders = projectFolders(this.root, this.options)
    this.#compiler = new ProjectCompiler(this, settings)
  }

  /** The outcome of the last compilation, which is started now if there was none. */
  outcome(): Promise<Outcome> {
    return this.#next ?? this.#running?.outcome ?? this.recompile()
  }

  /**
   * Compiles the files as they are now. Compilations never overlap: a call during one waits for its end
   * and shares the next one with all other calls that wait, so that the last state of the files always wins.
   * One that never settles is given up for the next; its outcome is then that of the next.
   */
  recompile(): Promise<Outcome> {
    const running = this.#running
    if (running === null || running.isOver) return this.#start()
    if (this.#next !== null) return this.#next
    // Node warns of a delay below zero: the compilation may have run for longer than that already.
    const giveUp = setTimeout(() => running.controller.abort(), Math.max(0, running.started + PATIENCE_MS - Date.now()))
    this.#next = running.end.then(() => {
      clearTimeout(giveUp)
      this.#next = null
      return this.#start()
    })
    return this.#next
  }

  /** Call it when a file has appeared or disappeared, before the next compilation. */
  filesChanged(): void {
    this.#compiler.filesChanged()
  }

  /** Reads a source by its path relative to the root, for code frames in the terminal. */
  readonly readSource = (file: string): string | null => textFileOrNull(path.resolve(this.root, file))

  #start(): Promise<Outcome> {
    const controller = new AbortController()
    const compiled = this.#compiler.compile(controller.signal)
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
}

/**
 * Returns the outcome of the last compilation, for a module that is emitted from its manifest.
 *
 * @throws ReportedError if there is an error among the problems. A build loads modules before it knows of the error.
 */
export async function completeOutcome(project: Project): Promise<Outcome & { readonly manifest: Manifest }> {
  const outcome = await project.outcome()
  const { manifest, problems } = outcome
  if (manifest === null) throw reportedError(errorsOf(problems), project, 'terminal')
  return { ...outcome, manifest }
}
