// Sends new tables to the browsers and servers of a dev server.
import { setTimeout as delay } from 'node:timers/promises'
import type { DevEnvironment, EnvironmentModuleNode, ViteDevServer } from 'vite'
import { emittedSource, idOf, ROUTES, TEMPLATE_MODULE } from '../ids.ts'
import { isLazyId, LAZY_IDS } from '../modules/lazy-modules.ts'
import type { LiveModules } from '../modules/live-modules.ts'
import type { LiveModule } from '../modules/routes-module.ts'
import { boundariesAbove, hasWord, importersOf, staleImporters } from './importers.ts'
import { logStyled } from './print-table.ts'

/** The bundle is polled, because Vite notifies plugins before it stores a bundle, and not afterwards. In milliseconds. */
const BUNDLE_POLL_MS = 20

/** The environments of a dev server, with the modules that were sent to them. */
export class ModuleUpdates {
  readonly #server: ViteDevServer
  /** The module of the last update to each environment. Pages opened since then may have a newer module already. */
  readonly #announcedModules = new Map<DevEnvironment, Map<string, LiveModule>>()
  /** The modules that the runners of each environment can have evaluated first. */
  readonly #firstModules = new Map<DevEnvironment, Map<string, LiveModule>>()
  /** The lines that Vite would print for the current update. */
  readonly #lines: string[] = []
  #isClosed = false

  constructor(server: ViteDevServer) {
    this.#server = server
  }

  /** Records that an environment has loaded a module. Later updates compare new modules with it. */
  recordLoad(environment: DevEnvironment, source: string, module: LiveModule): void {
    for (const modules of [this.#announcedIn(environment), modulesIn(this.#firstModules, environment)]) {
      if (!modules.has(source)) modules.set(source, module)
    }
  }

  /**
   * Prepares a server for an importer that names a helper which the first modules lacked. An environment can have several
   * module runners, and Vite evaluates an updated module only in the first of them that requests it. So it is transformed
   * again, and the importer's runner evaluates it.
   */
  prepareImporter(environment: DevEnvironment, code: string, modules: LiveModules): void {
    if (environment.config.consumer !== 'server') return
    for (const [source, firstModule] of modulesIn(this.#firstModules, environment)) {
      const module = modules.emitted(source, 'server')
      if (module === null || module === firstModule) continue
      const firstNames = new Set(firstModule.names)
      const newNames = module.names.filter((name) => !firstNames.has(name))
      const node = environment.moduleGraph.getModuleById(idOf(source, environment))
      // An invalidation would include the importer.
      if (node !== undefined && newNames.length > 0 && hasWord(code, newNames)) node.transformResult = null
    }
  }

  /** Updates all environments to a new table, and logs one line for all of their modules. */
  async announceAll(modules: LiveModules): Promise<void> {
    await Promise.all(this.#environments().map((environment) => this.#announce(environment, modules)))
    this.#logUpdate(ROUTES)
  }

  /** Reloads the pages of all environments, after a time in which they could load no module. Errors go to `onError`. */
  reloadAll(onError: (error: unknown) => void): void {
    for (const environment of this.#environments()) {
      this.#announcedModules.delete(environment)
      void this.#reload(environment).catch(onError)
    }
  }

  /** Removes the emitted modules from Vite's cache, so that requests load them again. */
  invalidate(): void {
    for (const { moduleGraph } of this.#environments()) {
      // Also modules that failed to load.
      for (const [id, node] of moduleGraph.idToModuleMap)
        if (emittedSource(id) !== null) moduleGraph.invalidateModule(node)
    }
  }

  /** Updates the modules that load controllers and pages, if their source has changed. */
  async updateLazyModules(oldModules: LiveModules, newModules: LiveModules): Promise<void> {
    for (const environment of this.#environments()) {
      const { consumer } = environment.config
      for (const id of LAZY_IDS) {
        const node = environment.moduleGraph.getModuleById(id)
        const hasChanged = node !== undefined && oldModules.lazy(id, consumer) !== newModules.lazy(id, consumer)
        if (hasChanged) await this.#reloadNode(environment, node)
      }
    }
  }

  /** Reloads the template module, so that the next document uses the current `index.html`. */
  async updateTemplate(): Promise<void> {
    for (const environment of this.#environments()) {
      const node = environment.moduleGraph.getModuleById(TEMPLATE_MODULE)
      if (node !== undefined) await this.#reloadNode(environment, node)
    }
    this.#logUpdate(TEMPLATE_MODULE)
  }

  /** Ends the waits for bundles. */
  close(): void {
    this.#isClosed = true
  }

  /**
   * Updates an environment to a new table. An emitted module accepts its own update. A module that names a removed or an
   * added helper has bound or missed the name at its evaluation, so it is updated too. In browsers, components with modules
   * that import the table are updated, so that links on the page show the new table. Otherwise the page is reloaded.
   */
  async #announce(environment: DevEnvironment, modules: LiveModules): Promise<void> {
    const announced = this.#announcedIn(environment)
    let needsReload = false
    for (const [source, announcedModule] of announced) {
      const module = modules.emitted(source, environment.config.consumer)
      const node = environment.moduleGraph.getModuleById(idOf(source, environment))
      if (announcedModule.declarationsKey === module?.declarationsKey || node === undefined) continue
      if (module === null) announced.delete(source)
      else announced.set(source, module)
      const importers = staleImporters(node, announcedModule.names, module?.names ?? [])
      if (environment.config.consumer === 'client') {
        const boundaries = boundariesAbove(node)
        if (boundaries === null) {
          needsReload = true
          // The reloaded page must not get the old results of these modules.
          for (const importer of importers) environment.moduleGraph.invalidateModule(importer)
        } else await this.#redraw(environment, node, new Set([...importers, ...boundaries]))
        continue
      }
      if (module !== null) await this.#quietly(environment).reloadModule(node)
      for (const importer of importers) await this.#reloadNode(environment, importer)
    }
    if (needsReload && environment.config.server.hmr !== false) await this.#reload(environment)
  }

  /** Updates the emitted module, and then the modules that a browser has evaluated with the previous instance. */
  async #redraw(
    environment: DevEnvironment,
    node: EnvironmentModuleNode,
    targets: ReadonlySet<EnvironmentModuleNode>,
  ): Promise<void> {
    const { moduleGraph } = environment
    // Modules between the emitted module and a boundary are evaluated again with the boundary.
    const timestamp = Date.now()
    for (const importer of importersOf(node)) moduleGraph.invalidateModule(importer, new Set(), timestamp, true)
    // The module for pages imports the emitted module, and notifies its listeners once for each update.
    const isImported = [...targets].some(({ id }) => isLazyId(id ?? ''))
    if (isImported) moduleGraph.invalidateModule(node, new Set(), timestamp, true)
    else await this.#quietly(environment).reloadModule(node)
    for (const target of targets) await this.#quietly(environment).reloadModule(target)
  }

  /**
   * Reloads the pages. If Vite bundles in dev, a page that loads too early gets a placeholder. The placeholder waits for a
   * message after the bundle is complete, and mostly misses it, because it connects later. So this method waits for the
   * bundle. Vite itself does not reload a page after its first bundle failed.
   */
  async #reload(environment: DevEnvironment): Promise<void> {
    while (environment.bundledDev?.hasBuildOutput === false) {
      await delay(BUNDLE_POLL_MS)
      if (this.#isClosed) return
    }
    // True if Vite creates the bundle again, and then reloads the page.
    const isRemade = await environment.bundledDev?.triggerBundleRegenerationIfStale()
    if (isRemade !== true) environment.hot.send({ type: 'full-reload' })
  }

  async #reloadNode(environment: DevEnvironment, node: EnvironmentModuleNode): Promise<void> {
    // If hot updates are off, `reloadModule` does nothing.
    environment.moduleGraph.invalidateModule(node)
    await this.#quietly(environment).reloadModule(node)
  }

  #logUpdate(module: string): void {
    const { logger } = this.#server.config
    const lines = this.#lines.splice(0)
    const reload = lines.find((line) => line.includes('page reload'))
    if (reload !== undefined) logger.info(reload, { timestamp: true })
    else if (lines.length > 0) logStyled(logger, (style) => `${style('green', 'hmr update')} ${style('dim', module)}`)
  }

  /** Returns the same environment, but lines for its terminal are added to `#lines`. */
  #quietly(environment: DevEnvironment): DevEnvironment {
    const info = (line: string) => void this.#lines.push(line)
    const logger = Object.create(environment.logger, { info: { value: info } }) as unknown
    return Object.create(environment, { logger: { value: logger } }) as DevEnvironment
  }

  #announcedIn(environment: DevEnvironment): Map<string, LiveModule> {
    return modulesIn(this.#announcedModules, environment)
  }

  #environments(): DevEnvironment[] {
    return Object.values(this.#server.environments)
  }
}

/** Returns the modules of an environment, to read and to add. */
function modulesIn(
  all: Map<DevEnvironment, Map<string, LiveModule>>,
  environment: DevEnvironment,
): Map<string, LiveModule> {
  let modules = all.get(environment)
  if (modules === undefined) all.set(environment, (modules = new Map()))
  return modules
}
