// Follows the route files of a dev server: compiles changes, keeps the last good table, and informs pages and servers.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { getOrCreate } from '@turnout/compiler/internal/collections'
import { renamedHelpers, type RenamedHelpers } from '@turnout/compiler/internal/checks/renamed-helpers'
import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import { normalizePath, type DevEnvironment, type ViteDevServer } from 'vite'
import { anyChanged } from '../files/file-state.ts'
import { watchedPlaces } from '../build/begin-build.ts'
import { checkModule } from '../checks/check-module.ts'
import type { LazyDev } from '../modules/emit-lazy-module.ts'
import type { LazyId } from '../modules/lazy-modules.ts'
import { shareState } from '../modules/live-module.ts'
import { LiveModules } from '../modules/live-modules.ts'
import type { Importer } from '../modules/module-server.ts'
import type { EmittedModule } from '../modules/routes-module.ts'
import { NewProblems } from '../problems/digest.ts'
import { compilationFailed, type Problem } from '../problems/problem.ts'
import { logTo } from '../problems/log.ts'
import { errorsOf, logProblems, reportedError } from '../problems/report.ts'
import { concerns, type FileEvent, type Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { DeclarationsOnDisk } from './declarations-on-disk.ts'
import { Overlay } from './overlay.ts'
import { describeFix, logStyled } from './terminal.ts'
import { ModuleUpdates } from './module-updates.ts'
import { Rechecks } from './rechecks.ts'
import { reloadDocuments } from './reload-documents.ts'

/** The properties of a dev server on which its modules depend. */
export interface DevFeatures extends LazyDev {
  /** False if every instance of a module has a state of its own, because tests replace modules that it imports. */
  readonly sharesState: boolean
}

/** Receives the events of a session. */
export interface SessionListener {
  /** Called after the session has applied a new compilation; `state` returns the result. */
  readonly updated: () => void
  readonly closed: () => void
}

/** The current routes of a dev server. */
export interface SessionState {
  /** The last table without errors; null if there has been none. */
  readonly manifest: Manifest | null
  /** The problems of the current files. */
  readonly problems: readonly Problem[]
  /** True if the current files contain an error, so that the table is an older one. */
  readonly isStale: boolean
}

/**
 * One dev server: compiles when files change, serves the last table without errors, and starts the updates of pages.
 *
 * It listens to the watcher itself, because Vite calls hooks once for each environment, skips `hotUpdate` if hot updates
 * are off, and calls no hook for a change that the watcher dropped.
 *
 * All methods share one state: the last outcome, and the modules served from it. Whether an `await` in one method is safe
 * depends on the other methods, so they are in one class.
 */
export class DevSession {
  readonly #project: Project
  readonly #server: ViteDevServer
  readonly #features: DevFeatures
  /** The outcome that was applied last. */
  #appliedOutcome: Outcome | null = null
  /** The same outcome, but without its manifest if no module could be emitted from it. */
  #outcome: Outcome | null = null
  /** The last modules without errors, served while the files contain an error. */
  #modules: LiveModules | null = null
  /** Resolves after the last change of files is applied. */
  #settled: Promise<void> = Promise.resolve()
  /** True after an import of `virtual:routes` failed: the browser has no module to update. */
  #failedToServe = false
  readonly #printed = { routes: new NewProblems(), types: new NewProblems() }
  /** The errors of modules that name helpers which the current table lacks, by the ids of the modules. */
  readonly #missingHelpers = new Map<string, readonly Problem[]>()
  /** What edits have renamed since the server started. */
  #renamed: RenamedHelpers = new Map()
  /** The problems printed for each module that imports the routes. */
  readonly #printedOf = new Map<string, NewProblems>()
  readonly #overlay: Overlay
  readonly #types: DeclarationsOnDisk
  readonly #updates: ModuleUpdates
  readonly #rechecks = new Rechecks(() => this.#recompileIfChanged())
  readonly #listeners: SessionListener[] = []
  #isClosed = false

  constructor(project: Project, server: ViteDevServer, features: DevFeatures) {
    this.#project = project
    this.#features = features
    if (features.sharesState) shareState(project)
    this.#server = server
    this.#overlay = new Overlay(server, project)
    this.#updates = new ModuleUpdates(server)
    this.#types = new DeclarationsOnDisk(project, (problems) => this.#print(this.#printed.types.of(problems)))
  }

  /** Compiles at once, so that errors and the table are visible before the first request. */
  start(): void {
    const { watcher } = this.#server
    const initialUpdate = this.#applyOutcome(this.#project.outcome())
    this.#settled = initialUpdate.catch(this.#logError)
    watcher.on('add', (file) => this.#fileChanged(file, 'create'))
    watcher.on('change', (file) => this.#fileChanged(file, 'update'))
    watcher.on('unlink', (file) => this.#fileChanged(file, 'delete'))
    watcher.on('ready', () => this.#rechecks.checkDuringScan())
  }

  /** Stops timers and listeners that the end of the server does not stop. */
  close(): void {
    this.#isClosed = true
    this.#rechecks.close()
    this.#updates.close()
    this.#types.close()
    for (const { closed } of this.#listeners) closed()
  }

  /** Adds a listener, for as long as the session lasts. */
  on(listener: SessionListener): void {
    this.#listeners.push(listener)
  }

  /** Returns the routes of the current files. */
  async state(): Promise<SessionState> {
    await this.#applyLatestOutcome()
    const { manifest, problems } = this.#outcome!
    return {
      manifest: this.#modules?.manifest ?? null,
      problems,
      isStale: manifest === null,
    }
  }

  /** True if the environment belongs to this server, and not to an earlier server that restarts. */
  serves(environment: unknown): boolean {
    return Object.values(this.#server.environments).some((candidate) => candidate === environment)
  }

  /**
   * Returns the emitted module with this import name; null if there is no such module. Throws the error of the last
   * compilation if no compilation has succeeded yet.
   */
  async load(environment: DevEnvironment, source: string): Promise<EmittedModule | null> {
    const modules = await this.#latestModules()
    const module = modules.emitted(source, environment.config.consumer)
    if (module !== null) this.#updates.recordLoad(environment, source, module.names, modules)
    // No page waits for a server's module, so there is time to write the declarations.
    if (environment.config.consumer === 'server') this.#types.flush()
    return module
  }

  /** Returns the source of a module that imports controllers or pages. Throws like `load`. */
  async loadLazy({ config }: Pick<DevEnvironment, 'config'>, id: LazyId): Promise<string> {
    return (await this.#latestModules()).lazy(id, config.consumer)
  }

  async #latestModules(): Promise<LiveModules> {
    await this.#applyLatestOutcome()
    if (this.#modules !== null) return this.#modules
    this.#failedToServe = true
    throw reportedError(errorsOf(this.#outcome!.problems), this.#project, 'overlay')
  }

  /** True if there is an emitted module of this name. Also true before the first table without errors. */
  async has(environment: DevEnvironment, source: string): Promise<boolean> {
    await this.#applyLatestOutcome()
    return this.#modules === null || this.#modules.declarations(source, environment.config.consumer) !== null
  }

  /** The files and folders on which the routes depend: see `watchedPlaces`. */
  get watched(): ReadonlySet<string> {
    return this.#appliedOutcome === null ? new Set() : watchedPlaces(this.#appliedOutcome, this.#project)
  }

  /**
   * Compares a module's imports from the routes with the current table. For a missing name, a browser would only log that
   * the export does not exist, and a server that the value is not a function.
   *
   * @throws ReportedError if a helper does not exist. Vite shows it like an error in the module itself, and transforms the
   *   module again when it changes, or when a helper that it names appears or disappears.
   */
  async check({ parse, id, code }: Importer, environment: DevEnvironment): Promise<void> {
    await this.#applyLatestOutcome()
    if (this.#modules === null) return
    const { consumer } = environment.config
    const problems = checkModule({ parse, id, consumer }, this.#modules.manifest, this.#project, this.#renamed)
    const errors = errorsOf(problems)
    if (errors.length > 0) this.#missingHelpers.set(id, errors)
    else this.#missingHelpers.delete(id)
    // Each environment transforms the module.
    const news = getOrCreate(this.#printedOf, id, () => new NewProblems())
    this.#print(news.of(problems.filter((problem) => !errors.includes(problem))))
    // Vite shows only the last error, so each of them lists the errors of all modules.
    if (errors.length > 0) throw reportedError([...this.#missingHelpers.values()].flat(), this.#project, 'overlay')
    this.#updates.prepareImporter(environment, code, this.#modules)
  }

  /** True if Vite's overlay shows that a module names a helper which the table lacks. */
  get hasMissingHelpers(): boolean {
    return this.#missingHelpers.size > 0
  }

  /** Applies the current state of the files. */
  async #applyLatestOutcome(): Promise<void> {
    // The watcher reports a change some milliseconds late; a bundler that watches the files itself may be faster.
    if (this.#outcome !== null && anyChanged(this.#outcome.states)) this.#recompile()
    await this.#applyOutcome(this.#project.outcome())
  }

  /** Compiles again if the change may affect the routes. */
  #fileChanged(name: string, event: FileEvent): void {
    const file = normalizePath(path.resolve(this.#server.config.root, name))
    if (event === 'delete' && this.#types.restore(file)) return
    // Vite's transforms of other modules may depend on JSON: a package, a configuration of TypeScript.
    if (event !== 'update' || file.endsWith('.json')) this.#project.filesChanged()
    if (file === this.#project.folders.template) void this.#updates.updateTemplate().catch(this.#logError)
    if (this.#outcome !== null && !concerns(this.#outcome, this.#project.folders, file, event)) return
    this.#recompile()
  }

  #recompile(): void {
    // From now on, requests for the module wait for this compilation.
    this.#updates.invalidate()
    this.#settled = this.#applyOutcome(this.#project.recompile()).catch(this.#logError)
    this.#rechecks.checkSoon()
  }

  async #recompileIfChanged(): Promise<void> {
    await this.#settled
    if (!this.#isClosed && this.#outcome !== null && anyChanged(this.#outcome.states)) this.#recompile()
  }

  /** Logs an error. Only the sending of updates can still fail, and such an error must not end the server. */
  readonly #logError = (error: unknown): void => {
    logTo(this.#server.config.logger, 'error', `turnout: ${describeError(error)}`)
  }

  async #applyOutcome(running: Promise<Outcome>): Promise<void> {
    const compiled = await running
    if (compiled === this.#appliedOutcome || this.#isClosed) return
    this.#appliedOutcome = compiled
    const oldModules = this.#modules
    const { outcome, modules } = this.#modulesOf(compiled)
    const outcomeBefore = this.#outcome
    this.#outcome = outcome
    this.#watch(outcome)
    this.#print(this.#printed.routes.of(outcome.problems))
    const fixed = describeFix(outcomeBefore?.problems ?? [], outcome)
    if (fixed !== null) logStyled(this.#server.config.logger, fixed)
    const hadMissingHelpers = this.#missingHelpers.size > 0
    if (modules !== null) {
      if (oldModules !== null && !modules.isSameTable) {
        const { helpers } = this.#project.options.compile
        this.#renamed = renamedHelpers(this.#renamed, oldModules.manifest, modules.manifest, helpers)
        this.#missingHelpers.clear()
      }
      this.#modules = modules
    }
    // No page can show an older state than the first one.
    if (outcomeBefore !== null) for (const { updated } of this.#listeners) updated()
    if (modules === null) return this.#overlay.show(outcome.problems)
    if (!modules.isSameTable) this.#updates.invalidate()
    if (oldModules !== null) await this.#updates.updateLazyModules(oldModules, modules)
    // A browser does not load a module again if one of its imports has failed. So its document is loaded again.
    if (this.#failedToServe || (hadMissingHelpers && !modules.isSameTable)) {
      this.#failedToServe = false
      this.#overlay.forget()
      this.#updates.reloadAll(this.#logError)
    } else {
      this.#overlay.hide()
      await this.#updates.announceAll(modules)
      if (oldModules !== null && !modules.isSameTable) reloadDocuments(this.#server, this.#project)
    }
    // The first declarations at once, for type checkers that start with the server. Later, pages come first.
    if (oldModules === null) this.#types.write(modules.manifest)
    else this.#types.writeSoon(modules.manifest)
  }

  /** Emits the modules of a table; null if there is no table or emitting fails. Then the outcome contains an error. */
  #modulesOf(outcome: Outcome): { outcome: Outcome; modules: LiveModules | null } {
    const { manifest, problems } = outcome
    if (manifest === null) return { outcome, modules: null }
    try {
      return {
        outcome,
        modules: new LiveModules({ ...outcome, manifest }, this.#project, this.#features, this.#modules),
      }
    } catch (error) {
      const failed = compilationFailed('Writing the routes as code', error)
      return { outcome: { ...outcome, manifest: null, problems: [...problems, failed] }, modules: null }
    }
  }

  /** Watches imported files outside the root. Vite itself watches only the root. */
  #watch({ files }: Outcome): void {
    const outsideFiles = [...files].filter((file) => !file.startsWith(`${this.#project.root}/`) && !/\0|\?/.test(file))
    if (outsideFiles.length > 0) this.#server.watcher.add(outsideFiles)
  }

  #print(problems: readonly Problem[]): void {
    logProblems(this.#server.config.logger, problems, this.#project)
  }
}
