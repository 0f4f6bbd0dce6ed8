// The modules that a dev server emits from one outcome, each when it is first read.
import type { Manifest } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { callableUses } from '@turnout/compiler/internal/manifest/manifest'
import { emitManifest } from '@turnout/compiler/internal/phases/5-emit/outputs'
import { MANIFEST, ROUTES } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import { liveActions } from './actions-module.ts'
import { lazyModule, type LazyDev, type LazyId } from './lazy-modules.ts'
import { sharedState, withLiveExports } from './live-module.ts'
import { emittedModule, NO_MAP, type LiveModule, type SourceOfModule } from './routes-module.ts'
import { hasServerOnly } from './server-only.ts'

type LiveOutcome = Outcome & { readonly manifest: Manifest }

/** The modules of an outcome. */
export class LiveModules {
  readonly manifest: Manifest
  /** True if the table is that of the modules before. */
  readonly isSameTable: boolean
  readonly #declarations: string
  readonly #places: string
  readonly #outcome: LiveOutcome
  readonly #project: SourceOfModule
  readonly #dev: LazyDev
  /** The modules that were emitted from the table, by consumer and import name. */
  readonly #emitted: Map<string, LiveModule | null>
  readonly #lazy = new Map<string, string>()

  /**
   * Emits the client's module at once, so that a failure does not replace the last good table.
   *
   * @throws whatever the compiler throws when it emits the module
   */
  constructor(outcome: LiveOutcome, project: SourceOfModule, dev: LazyDev, before: LiveModules | null) {
    this.manifest = outcome.manifest
    this.#declarations = declarationsOf(outcome.manifest)
    this.#places = placesOf(outcome)
    this.isSameTable = before !== null && before.#declarations === this.#declarations && before.#places === this.#places
    this.#outcome = outcome
    this.#project = project
    this.#dev = dev
    this.#emitted = before !== null && this.isSameTable ? before.#emitted : new Map()
    this.emitted(ROUTES, 'client')
  }

  /** Returns a module that is emitted from the table, by its import name; null if there is no such module. */
  emitted(source: string, consumer: Consumer): LiveModule | null {
    const key = `${consumer} ${source}`
    let module = this.#emitted.get(key)
    if (module === undefined) this.#emitted.set(key, (module = this.#emit(source, consumer)))
    return module
  }

  /** Returns the source of a module that imports controllers or pages. */
  lazy(id: LazyId, consumer: Consumer): string {
    const key = `${consumer} ${id}`
    let code = this.#lazy.get(key)
    if (code === undefined)
      this.#lazy.set(key, (code = lazyModule([id, consumer], this.#outcome, this.#project, this.#dev)))
    return code
  }

  #emit(source: string, consumer: Consumer): LiveModule | null {
    const { manifest } = this
    const project = this.#project
    const { clientRoutes } = project.options.compile
    if (source !== ROUTES && source !== MANIFEST) return liveActions(source, manifest, project, consumer)
    // Clients get the module of servers, unless they must not see all of it.
    const isShared = consumer === 'client' && clientRoutes === undefined && !hasServerOnly(manifest)
    if (isShared) return this.emitted(source, 'server')
    const visibleManifest = clientManifest(manifest, consumer === 'client' ? clientRoutes : undefined)
    const declarationsKey = visibleManifest === manifest ? this.#declarations : declarationsOf(visibleManifest)
    const state = sharedState(project, `${consumer} ${source}`)
    if (source === MANIFEST)
      return { code: emitManifest(visibleManifest, state), map: NO_MAP, names: [], declarationsKey }
    const module = emittedModule(this.#outcome, project, { positions: true, live: true, consumer })
    return { ...module, code: withLiveExports(module.code, state), declarationsKey }
  }
}

/** Equal for two tables that differ only in the locations of declarations. */
function declarationsOf({ routes, resolves, directs }: Manifest): string {
  return JSON.stringify([routes, resolves, directs].map((list) => list.map((each) => ({ ...each, location: null }))))
}

/** The locations of declarations, and the imports of callables. */
function placesOf({ manifest, importCallable }: LiveOutcome): string {
  const { routes, resolves, directs } = manifest
  const locations = [...routes, ...resolves, ...directs].map(({ location }) => location)
  const callables = callableUses(manifest).flatMap((use) => use.callables)
  return JSON.stringify([locations, callables.map((callable) => [callable.export, importCallable(callable)])])
}
