import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Program } from 'estree'
import type { Manifest } from '@turnout/compiler'
import { describeError } from '@turnout/compiler/internal'
import { normalizePath, type DevEnvironment, type EnvironmentModuleNode, type ViteDevServer } from 'vite'
import { watchedPlaces } from '../build/begin-build.ts'
import { checkModule } from '../checks/check-module.ts'
import { catchStrayErrors, describeStray } from '../evaluate/stray-errors.ts'
import { anyChanged } from '../files/file-state.ts'
import { idOf, ROUTES, TEMPLATE_MODULE } from '../ids.ts'
import { isLazyId, lazyModules, type LazyId, type LazyModules } from '../modules/lazy-modules.ts'
import { hasActions, liveActions } from '../modules/actions-module.ts'
import { liveModules, type LiveModule, type LiveModules } from '../modules/routes-module.ts'
import type { Consumer } from '../options.ts'
import { NewProblems } from '../problems/digest.ts'
import { compilationFailed, type Problem } from '../problems/problem.ts'
import { logTo } from '../problems/log.ts'
import { errorsOf, logProblems, reportedError } from '../problems/report.ts'
import { concerns, type FileEvent, type Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { KeptTypes } from './kept-types.ts'
import { Overlay } from './overlay.ts'
import { printTable } from './print-table.ts'
import { boundariesAbove, importersOf } from './redraw.ts'
import { staleImporters } from './stale-importers.ts'

/** Vite's watcher drops a change of a file less than 50 ms after another one. */
const RECHECK_MS = 55

/**
 * Vite's watcher calls itself ready before it has come to all folders, and misses the changes of those. Seen on a busy
 * machine: 900 ms, for a project of six files. So the files are compared again, after waits that grow up to this.
 */
const SCAN_MS = 30_000

/** Vite tells plugins before a bundle is stored, not after. */
const BUNDLE_POLL_MS = 20

/** Who wants to know what happens in a session. */
export interface SessionListener {
  /** Another compilation is taken in; what it says comes from `state`. */
  readonly taken: () => void
  readonly closed: () => void
}

/** The routes as a dev server has them. */
export interface SessionState {
  /** The last good table; null where there has been none. */
  readonly manifest: Manifest | null
  /** What is wrong with the files as they are now. */
  readonly problems: readonly Problem[]
  /** True where the files hold an error, so that the table is that of before. */
  readonly isStale: boolean
}

/**
 * One dev server: compiles when files change, serves the last good table, and tells pages and servers that run.
 *
 * It listens to the watcher itself. Vite's hooks come once for each environment, `hotUpdate` not at all where hot
 * updates are off, and neither for a change that the watcher dropped.
 *
 * It is long because every method reads or replaces one state, the last outcome and what has been served of it, and what
 * is safe at one of its awaits hangs on what the others do.
 */
export class DevSession {
  readonly #project: Project
  readonly #server: ViteDevServer
  /** The outcome that was last taken in. */
  #taken: Outcome | null = null
  /** The same, without a manifest where no module could be made of it. */
  #outcome: Outcome | null = null
  /** The last modules that were made, served while the files hold an error. */
  #modules: LiveModules | null = null
  /** The modules for its table that import controllers and pages. */
  #lazy: LazyModules | null = null
  /** Its table. */
  #manifest: Manifest | null = null
  /** Ends when the last change of files is taken in. */
  #settled: Promise<void> = Promise.resolve()
  /** The module that each environment was last told of. Pages opened since may have a newer one already. */
  readonly #announced = new Map<DevEnvironment, Map<string, LiveModule>>()
  /** An import of `virtual:routes` has failed: the browser has no module that it could update. */
  #failedToServe = false
  readonly #printed = { routes: new NewProblems(), types: new NewProblems() }
  /** What was printed of the modules that import the routes. */
  readonly #printedOf = new Map<string, NewProblems>()
  readonly #overlay: Overlay
  readonly #types: KeptTypes
  #recheck: NodeJS.Timeout | undefined
  #scan: NodeJS.Timeout | undefined
  readonly #listeners: SessionListener[] = []
  #isClosed = false
  #ignoreStrays = () => {}

  constructor(project: Project, server: ViteDevServer) {
    this.#project = project
    this.#server = server
    this.#overlay = new Overlay(server, project)
    this.#types = new KeptTypes(project, (problems) => this.#print(this.#printed.types.of(problems)))
  }

  /** Compiles at once, so that errors and the table show before the first page is asked for. */
  start(): void {
    const { config, watcher } = this.#server
    // An evaluation takes those of its own time. Now the source maps are gone, and a line would be a wrong one.
    this.#ignoreStrays = catchStrayErrors((thrown, origin) => {
      if (origin === null) return false
      const name = normalizePath(path.relative(config.root, origin.file))
      logTo(config.logger, 'error', `turnout: code that \`${name}\` has left running threw ${describeStray(thrown)}`)
      return true
    })
    const first = this.#takeIn(this.#project.outcome())
    this.#settled = first.catch(this.#logError)
    watcher.on('add', (file) => this.#fileChanged(file, 'create'))
    watcher.on('change', (file) => this.#fileChanged(file, 'update'))
    watcher.on('unlink', (file) => this.#fileChanged(file, 'delete'))
    watcher.on('ready', () => this.#recheckDuringScan(RECHECK_MS))
    if (this.#project.options.printRoutes) {
      printTable(this.#server, async () => {
        await this.#settled
        return this.#outcome?.manifest ?? null
      })
    }
  }

  /** Ends what the server's own end does not. */
  close(): void {
    this.#isClosed = true
    this.#ignoreStrays()
    clearTimeout(this.#recheck)
    clearTimeout(this.#scan)
    this.#types.close()
    for (const { closed } of this.#listeners) closed()
  }

  /** Adds a listener, for as long as the session lasts. */
  on(listener: SessionListener): void {
    this.#listeners.push(listener)
  }

  /** The routes as the files have them now. */
  async state(): Promise<SessionState> {
    await this.#takeInNow()
    const { manifest, problems } = this.#outcome!
    return { manifest: this.#manifest, problems, isStale: manifest === null }
  }

  /** True if the environment is one of this server, as against one of an earlier server that restarts. */
  serves(environment: unknown): boolean {
    return Object.values(this.#server.environments).some((own) => own === environment)
  }

  /**
   * An emitted module, by the name that it is imported by; null where there is none of this name. Throws the error of the
   * last compilation when none has been good yet.
   */
  async load(environment: DevEnvironment, source: string): Promise<LiveModule | null> {
    await this.#takeInNow()
    if (this.#modules === null) {
      this.#failedToServe = true
      throw reportedError(errorsOf(this.#outcome!.problems), this.#project, 'short')
    }
    const module = this.#moduleOf(source, environment)
    const announced = this.#announced.get(environment) ?? new Map<string, LiveModule>()
    this.#announced.set(environment, announced)
    if (module !== null && !announced.has(source)) announced.set(source, module)
    // Nobody looks at a page that waits for it.
    if (environment.config.consumer === 'server') this.#types.hurry()
    return module
  }

  /** The text of a module that imports controllers or pages. Throws as `load` does. */
  async loadLazy({ config }: DevEnvironment, id: LazyId): Promise<string> {
    await this.#takeInNow()
    if (this.#lazy === null) {
      this.#failedToServe = true
      throw reportedError(errorsOf(this.#outcome!.problems), this.#project, 'short')
    }
    return this.#lazy.get(id)![config.consumer]
  }

  /** The module of this name as it is now. */
  #moduleOf(source: string, { config: { consumer } }: DevEnvironment): LiveModule | null {
    if (source === ROUTES) return this.#modules?.[consumer] ?? null
    return this.#manifest && liveActions(source, this.#manifest, this.#project, consumer)
  }

  /** True if there is an emitted module of this name, or may be: while no table has been good, nobody knows. */
  async has(environment: DevEnvironment, source: string): Promise<boolean> {
    await this.#takeInNow()
    if (source === ROUTES || this.#manifest === null) return true
    return hasActions(source, this.#manifest, this.#project, environment.config.consumer)
  }

  /** What the routes depend on: see `watchedPlaces`. */
  get watched(): ReadonlySet<string> {
    return this.#taken === null ? new Set() : watchedPlaces(this.#taken, this.#project)
  }

  /**
   * Compares what a module takes from the routes with the table that is served. A browser says of a missing name only
   * that there is none, in its console, and a server that the value is not a function.
   *
   * @throws ReportedError if there is no such helper, as an error in the module itself would: Vite shows it, and asks
   *   for the module again when it changes, or when a helper comes or goes that it names
   */
  async check(parse: () => Program, id: string, consumer: Consumer): Promise<void> {
    await this.#takeInNow()
    if (this.#manifest === null) return
    const problems = checkModule(parse, id, this.#manifest, this.#project, consumer)
    const errors = errorsOf(problems)
    // Each environment transforms the module.
    let news = this.#printedOf.get(id)
    if (news === undefined) this.#printedOf.set(id, (news = new NewProblems()))
    this.#print(news.of(problems.filter((problem) => !errors.includes(problem))))
    if (errors.length > 0) throw reportedError(errors, this.#project, 'short')
  }

  /** Takes in the files as they are now. */
  async #takeInNow(): Promise<void> {
    // The watcher tells some milliseconds after a change; a bundler that watches the files itself may be earlier.
    if (this.#outcome !== null && anyChanged(this.#outcome.states)) this.#recompile()
    const outcome = await this.#project.outcome()
    if (outcome !== this.#taken) await this.#takeIn(Promise.resolve(outcome))
  }

  /** The next document is made of the `index.html` that is there now. */
  async #updateTemplate(): Promise<void> {
    for (const environment of this.#environments()) {
      const node = environment.moduleGraph.getModuleById(TEMPLATE_MODULE)
      if (node === undefined) continue
      environment.moduleGraph.invalidateModule(node)
      await environment.reloadModule(node)
    }
  }

  /** Compiles again if the change may matter. */
  #fileChanged(name: string, event: FileEvent): void {
    const file = normalizePath(path.resolve(this.#server.config.root, name))
    if (event === 'delete' && this.#types.restore(file)) return
    if (file === this.#taken?.template) void this.#updateTemplate().catch(this.#logError)
    if (this.#outcome !== null && !concerns(this.#outcome, file, event)) return
    this.#recompile()
  }

  #recompile(): void {
    // Whoever asks for the module from now on waits for this compilation.
    this.#invalidate()
    this.#settled = this.#takeIn(this.#project.recompile()).catch(this.#logError)
    this.#recheckSoon()
  }

  /** Compares the files with what was compiled, when the watcher may have dropped a change. */
  #recheckSoon(): void {
    if (this.#isClosed) return
    clearTimeout(this.#recheck)
    this.#recheck = setTimeout(() => void this.#recheckNow(), RECHECK_MS)
  }

  /** The same again and again while the watcher may not yet watch all files, after twice the time each time. */
  #recheckDuringScan(wait: number): void {
    if (this.#isClosed) return
    this.#scan = setTimeout(() => {
      void this.#recheckNow()
      if (2 * wait < SCAN_MS) this.#recheckDuringScan(2 * wait)
    }, wait)
  }

  async #recheckNow(): Promise<void> {
    await this.#settled
    if (!this.#isClosed && this.#outcome !== null && anyChanged(this.#outcome.states)) this.#recompile()
  }

  /** What is left to fail is the sending of updates; a server must not end of it. */
  readonly #logError = (error: unknown): void => {
    logTo(this.#server.config.logger, 'error', `turnout: ${describeError(error)}`)
  }

  async #takeIn(running: Promise<Outcome>): Promise<void> {
    const compiled = await running
    if (compiled === this.#taken || this.#isClosed) return
    this.#taken = compiled
    const before = this.#modules
    const { outcome, modules } = this.#modulesOf(compiled)
    this.#outcome = outcome
    this.#watch(outcome)
    this.#print(this.#printed.routes.of(outcome.problems))
    if (modules !== null) {
      this.#modules = modules
      this.#manifest = outcome.manifest
    }
    for (const { taken } of this.#listeners) taken()
    if (modules === null) return this.#overlay.show(outcome.problems)
    if (modules.client !== before?.client || modules.server !== before.server) this.#invalidate()
    await this.#takeInLazy({ ...outcome, manifest: this.#manifest! })
    if (this.#failedToServe) {
      this.#failedToServe = false
      this.#overlay.forget()
      for (const environment of this.#environments()) {
        this.#announced.delete(environment)
        void this.#reload(environment).catch(this.#logError)
      }
    } else {
      this.#overlay.hide()
      await Promise.all(this.#environments().map((environment) => this.#announce(environment)))
    }
    // The first ones at once, for type checkers that start with the server; later on pages come first.
    if (before === null) this.#types.write(this.#manifest!)
    else this.#types.writeSoon(this.#manifest!)
  }

  /** The modules of a table; null where there are none, and then the outcome has an error. */
  #modulesOf(outcome: Outcome): { outcome: Outcome; modules: LiveModules | null } {
    const { manifest, problems } = outcome
    if (manifest === null) return { outcome, modules: null }
    try {
      return { outcome, modules: liveModules({ ...outcome, manifest }, this.#project, this.#modules) }
    } catch (error) {
      const failed = compilationFailed('Writing the routes as code', error)
      return { outcome: { ...outcome, manifest: null, problems: [...problems, failed] }, modules: null }
    }
  }

  /**
   * Tells an environment of a new table. An emitted module accepts its own update. A module that names a helper which
   * is gone, or is new, has bound or missed the name when it was evaluated, so it is updated as well. In browsers, components
   * whose modules import the table are updated, so that links on the page show it; or the page is loaded again.
   */
  async #announce(environment: DevEnvironment): Promise<void> {
    const announced = this.#announced.get(environment) ?? new Map<string, LiveModule>()
    let needsReload = false
    for (const [source, known] of announced) {
      const module = this.#moduleOf(source, environment)
      const node = environment.moduleGraph.getModuleById(idOf(source, environment))
      if (known.table === module?.table || node === undefined) continue
      if (module === null) announced.delete(source)
      else announced.set(source, module)
      const importers = staleImporters(node, known.names, module?.names ?? new Set())
      if (environment.config.consumer === 'client') {
        const boundaries = boundariesAbove(node)
        if (boundaries === null) {
          needsReload = true
          // The page that is loaded again must not get what was made of them before.
          for (const importer of importers) environment.moduleGraph.invalidateModule(importer)
        } else await this.#redraw(environment, node, new Set([...importers, ...boundaries]))
        continue
      }
      if (module !== null) await environment.reloadModule(node)
      for (const importer of importers) {
        // Where hot updates are off, a reload does nothing.
        environment.moduleGraph.invalidateModule(importer)
        await environment.reloadModule(importer)
      }
    }
    if (needsReload && environment.config.server.hmr !== false) await this.#reload(environment)
  }

  /** Updates the emitted module, and then what a browser has made with the one before. */
  async #redraw(
    environment: DevEnvironment,
    node: EnvironmentModuleNode,
    targets: ReadonlySet<EnvironmentModuleNode>,
  ): Promise<void> {
    const { moduleGraph } = environment
    // What lies between the emitted module and a boundary is evaluated again with the boundary.
    const timestamp = Date.now()
    for (const importer of importersOf(node)) moduleGraph.invalidateModule(importer, new Set(), timestamp, true)
    // The module for pages imports the emitted one, and tells its listeners once for each update.
    const isImported = [...targets].some(({ id }) => isLazyId(id ?? ''))
    if (isImported) moduleGraph.invalidateModule(node, new Set(), timestamp, true)
    else await environment.reloadModule(node)
    for (const target of targets) await environment.reloadModule(target)
  }

  /**
   * Reloads the pages. Where Vite bundles in dev, a page that asks too early gets a stand-in that waits for a message of
   * the bundle's end, and mostly misses it: it connects later than that. So the bundle is waited for. Vite itself does not
   * reload a page whose first bundle failed.
   */
  async #reload(environment: DevEnvironment): Promise<void> {
    while (environment.bundledDev?.hasBuildOutput === false) {
      await delay(BUNDLE_POLL_MS)
      if (this.#isClosed) return
    }
    // True if Vite makes the bundle anew, and then reloads.
    const isRemade = await environment.bundledDev?.triggerBundleRegenerationIfStale()
    if (isRemade !== true) environment.hot.send({ type: 'full-reload' })
  }

  /** Where a controller or a page came or went, whoever loads them goes on with the new ones. */
  async #takeInLazy(outcome: Outcome & { readonly manifest: Manifest }): Promise<void> {
    const before = this.#lazy
    this.#lazy = lazyModules(outcome, this.#project, true)
    for (const [id, texts] of this.#lazy) {
      for (const environment of this.#environments()) {
        const { consumer } = environment.config
        const node = environment.moduleGraph.getModuleById(id)
        if (node === undefined || before?.get(id)?.[consumer] === texts[consumer]) continue
        environment.moduleGraph.invalidateModule(node)
        await environment.reloadModule(node)
      }
    }
  }

  #environments(): DevEnvironment[] {
    return Object.values(this.#server.environments)
  }

  #invalidate(): void {
    for (const environment of this.#environments()) {
      for (const source of [ROUTES, ...(this.#announced.get(environment)?.keys() ?? [])]) {
        const node = environment.moduleGraph.getModuleById(idOf(source, environment))
        if (node !== undefined) environment.moduleGraph.invalidateModule(node)
      }
    }
  }

  /** Vite watches the root; route files may import from outside of it. */
  #watch({ files }: Outcome): void {
    const outside = [...files].filter((file) => !file.startsWith(`${this.#project.root}/`) && !/\0|\?/.test(file))
    if (outside.length > 0) this.#server.watcher.add(outside)
  }

  #print(problems: readonly Problem[]): void {
    logProblems(this.#server.config.logger, problems, this.#project)
  }
}
