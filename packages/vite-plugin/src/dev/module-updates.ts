// Sends new tables to the browsers and servers of a dev server.
import { setTimeout as delay } from 'node:timers/promises'
import { getOrCreate } from '@turnout/compiler/internal/collections'
import type { DevEnvironment, EnvironmentModuleNode, ViteDevServer } from 'vite'
import { emittedSource, idOf, ROUTES, TEMPLATE_MODULE } from '../ids.ts'
import { isLazyId, LAZY_IDS } from '../modules/lazy-modules.ts'
import { isSameDeclarations, type Declarations, type LiveModules } from '../modules/live-modules.ts'
import { boundariesAbove, hasWord, importersOf, staleImporters } from './importers.ts'
import { logStyled } from './terminal.ts'

/** The bundle is polled, because Vite notifies plugins before it stores a bundle, and not afterwards. In milliseconds. */
const BUNDLE_POLL_MS = 20

/** An emitted module that was sent to an environment. */
interface SentModule {
  readonly names: readonly string[]
  readonly declarations: Declarations | null
}

/** An emitted module with new declarations. */
interface ChangedModule {
  readonly node: EnvironmentModuleNode
  /** True if the new table has no such module. */
  readonly isGone: boolean
  /** The importers that may name an export which was added or removed. */
  readonly staleImporters: readonly EnvironmentModuleNode[]
  /** True if an export was removed, so that an importer that names it has an error. */
  readonly losesNames: boolean
}

/** The environments of a dev server, with the modules that were sent to them. */
export class ModuleUpdates {
  readonly #server: ViteDevServer
  /** The modules of the last update to each environment, by import name. Pages opened since then may have newer ones. */
  readonly #announcedModules = new WeakMap<DevEnvironment, Map<string, SentModule>>()
  /** The exports of each module when an environment first loaded it. A module runner may still have this first instance. */
  readonly #firstNames = new WeakMap<DevEnvironment, Map<string, readonly string[]>>()
  /** The lines that Vite would print for the current update. */
  readonly #lines: string[] = []
  #isClosed = false

  constructor(server: ViteDevServer) {
    this.#server = server
  }

  /** Records that an environment has loaded a module of a table. Later updates compare new modules with it. */
  recordLoad(environment: DevEnvironment, source: string, names: readonly string[], modules: LiveModules): void {
    const announced = entriesOf(this.#announcedModules, environment)
    if (!announced.has(source))
      announced.set(source, { names, declarations: modules.declarations(source, environment.config.consumer) })
    const firstNames = entriesOf(this.#firstNames, environment)
    if (!firstNames.has(source)) firstNames.set(source, names)
  }

  /**
   * Prepares a server for an importer that names a helper which the first modules lacked. An environment can have several
   * module runners, and Vite evaluates an updated module only in the first of them that requests it. So it is transformed
   * again, and the importer's runner evaluates it.
   */
  prepareImporter(environment: DevEnvironment, code: string, modules: LiveModules): void {
    if (environment.config.consumer !== 'server') return
    for (const [source, names] of entriesOf(this.#firstNames, environment)) {
      const firstNames = new Set(names)
      const newNames = modules.emitted(source, 'server')?.names.filter((name) => !firstNames.has(name)) ?? []
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
   * Updates an environment to a new table. An emitted module accepts its own update. Imports are bound when a module is
   * evaluated, so modules that name an added or a removed helper are updated too. In browsers, the components above all
   * importers are updated as well, so that links on the page show the new table. If an importer has no component above it, the
   * page is reloaded.
   */
  async #announce(environment: DevEnvironment, modules: LiveModules): Promise<void> {
    const changedModules = this.#changedModules(environment, modules)
    if (environment.config.consumer === 'client') return this.#updatePages(environment, changedModules)
    const importers = new Set(changedModules.flatMap((changed) => changed.staleImporters))
    for (const { node, isGone } of changedModules) if (!isGone) await this.#quietly(environment).reloadModule(node)
    for (const importer of importers) await this.#reloadNode(environment, importer)
  }

  /** Returns the modules that the environment has in an older form, and records the new form as announced. */
  #changedModules(environment: DevEnvironment, modules: LiveModules): ChangedModule[] {
    const { consumer } = environment.config
    const announced = entriesOf(this.#announcedModules, environment)
    return [...announced].flatMap(([source, old]) => {
      const declarations = modules.declarations(source, consumer)
      const node = environment.moduleGraph.getModuleById(idOf(source, environment))
      if (node === undefined || isSameDeclarations(old.declarations, declarations)) return []
      const names = modules.emitted(source, consumer)?.names ?? null
      if (names === null) announced.delete(source)
      else announced.set(source, { names, declarations })
      const newNames = new Set(names)
      return {
        node,
        isGone: names === null,
        staleImporters: staleImporters(node, old.names, names ?? []),
        losesNames: old.names.some((name) => !newNames.has(name)),
      }
    })
  }

  /** Updates the emitted modules, and then, once each, the modules that a browser has evaluated with earlier instances. */
  async #updatePages(environment: DevEnvironment, changedModules: readonly ChangedModule[]): Promise<void> {
    const { moduleGraph } = environment
    const targets = new Set(changedModules.flatMap((changed) => changed.staleImporters))
    const boundariesByNode = new Map(changedModules.map(({ node }) => [node, boundariesAbove(node)]))
    if ([...boundariesByNode.values()].includes(null)) {
      // The reloaded page must not get the old results of these modules.
      for (const importer of targets) moduleGraph.invalidateModule(importer)
      if (environment.config.server.hmr !== false) await this.#reload(environment)
      return
    }
    // Transform the importers before the page receives the update, so that the first error that the page shows lists all errors.
    if (targets.size > 0 && changedModules.some(({ losesNames }) => losesNames)) {
      for (const importer of targets) moduleGraph.invalidateModule(importer)
      await Promise.all([...targets].map(({ url }) => environment.transformRequest(url).catch(() => null)))
    }
    const timestamp = Date.now()
    for (const [node, boundaries] of boundariesByNode) {
      for (const boundary of boundaries!) targets.add(boundary)
      // Modules between the emitted module and a boundary are evaluated again with the boundary.
      for (const importer of importersOf(node)) moduleGraph.invalidateModule(importer, new Set(), timestamp, true)
      // The module for pages imports the emitted module, and notifies its listeners once for each update.
      const isImported = [...boundaries!].some(({ id }) => isLazyId(id))
      if (isImported) moduleGraph.invalidateModule(node, new Set(), timestamp, true)
      else await this.#quietly(environment).reloadModule(node)
    }
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
    // True if Vite creates the bundle again. Vite then also reloads the page.
    const isRegenerated = await environment.bundledDev?.triggerBundleRegenerationIfStale()
    if (isRegenerated !== true) environment.hot.send({ type: 'full-reload' })
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

  #environments(): DevEnvironment[] {
    return Object.values(this.#server.environments)
  }
}

/** Returns the entries of an environment, to read and to add. */
function entriesOf<Entry>(
  all: WeakMap<DevEnvironment, Map<string, Entry>>,
  environment: DevEnvironment,
): Map<string, Entry> {
  return getOrCreate(all, environment, () => new Map<string, Entry>())
}
