// The modules that a dev server emits from one outcome, each when it is first read.
import type { Location, Manifest } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { getOrCreate } from '@turnout/compiler/internal/collections'
import { callableUses } from '@turnout/compiler/internal/manifest/manifest'
import { actionLinks } from '@turnout/compiler/internal/names/action-links'
import { controllerOf, ROUTES } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import { emittedModule, type EmittedModule, type SourceOfModule } from './routes-module.ts'
import { lazyModule, type LazyDev } from './emit-lazy-module.ts'
import type { LazyId } from './lazy-modules.ts'
import { sharedState } from './live-module.ts'
import { hasServerOnly } from './server-only.ts'

type LiveOutcome = Outcome & { readonly manifest: Manifest }

/** What a consumer receives of a table. */
interface View {
  readonly manifest: Manifest
  readonly links: () => ReturnType<typeof actionLinks>
}

/** The modules of an outcome. */
export class LiveModules {
  readonly manifest: Manifest
  /** True if the table is that of the modules before. */
  readonly isSameTable: boolean
  readonly #outcome: LiveOutcome
  readonly #project: SourceOfModule
  readonly #dev: LazyDev
  /** The modules that were emitted from the table, by consumer and import name. */
  readonly #emitted: Map<string, EmittedModule | null>
  readonly #views = new Map<Consumer, View>()
  readonly #lazy = new Map<string, string>()

  /**
   * Emits the client's module at once, so that a failure does not replace the last good table.
   *
   * @throws whatever the compiler throws when it emits the module
   */
  constructor(outcome: LiveOutcome, project: SourceOfModule, dev: LazyDev, before: LiveModules | null) {
    this.manifest = outcome.manifest
    this.isSameTable = before !== null && isSameTable(before.#outcome, outcome)
    this.#outcome = outcome
    this.#project = project
    this.#dev = dev
    this.#emitted = before !== null && this.isSameTable ? before.#emitted : new Map()
    this.emitted(ROUTES, 'client')
  }

  /** Returns a module that is emitted from the table, by its import name; null if there is no such module. */
  emitted(source: string, consumer: Consumer): EmittedModule | null {
    return getOrCreate(this.#emitted, `${consumer} ${source}`, () => this.#emit(source, consumer))
  }

  /** Returns the source of a module that imports controllers or pages. */
  lazy(id: LazyId, consumer: Consumer): string {
    const write = () => lazyModule([id, consumer], this.#outcome, this.#project, this.#dev)
    return getOrCreate(this.#lazy, `${consumer} ${id}`, write)
  }

  /** Returns the declarations of a module, which `isSameDeclarations` compares; null if there is no such module. */
  declarations(source: string, consumer: Consumer): Declarations | null {
    const { manifest, links } = this.#view(consumer)
    const controller = controllerOf(source)
    if (controller !== null)
      return (
        links()
          .get(controller)
          ?.map(({ route }) => route) ?? null
      )
    return [...manifest.routes, ...manifest.resolves, ...manifest.directs]
  }

  #emit(source: string, consumer: Consumer): EmittedModule | null {
    const { manifest } = this.#view(consumer)
    const project = this.#project
    // Clients get the module of servers, unless they must not see all of it.
    const isShared = consumer === 'client' && manifest === this.manifest && !hasServerOnly(manifest)
    if (isShared) return this.emitted(source, 'server')
    const live = { state: sharedState(project, `${consumer} ${source}`) }
    return emittedModule(source, this.#outcome, project, { consumer, positions: true, live })
  }

  /** Returns the table of a consumer, and its links to actions by controller. */
  #view(consumer: Consumer): View {
    return getOrCreate(this.#views, consumer, () => {
      const { helpers = 'camelCase', clientRoutes } = this.#project.options.compile
      const manifest = clientManifest(this.manifest, consumer === 'client' ? clientRoutes : undefined)
      let links: ReturnType<typeof actionLinks> | undefined
      return { manifest, links: () => (links ??= actionLinks(manifest, helpers)) }
    })
  }
}

/** A list of declarations in a manifest. */
export type Declarations = readonly { readonly location: Location | null }[]

/** True if two lists differ only in the locations of declarations. It creates no objects, because each edit calls it. */
export function isSameDeclarations(a: Declarations | null, b: Declarations | null): boolean {
  if (a === null || b === null) return a === b
  return a.length === b.length && a.every((declaration, index) => isEqual(declaration, b[index], 'location'))
}

/** True if two outcomes have equal tables, locations included, and import callables from the same files. */
function isSameTable(a: LiveOutcome, b: LiveOutcome): boolean {
  if (!isEqual(a.manifest, b.manifest)) return false
  const callables = callableUses(b.manifest).flatMap((use) => use.callables)
  return callables.every((callable) => a.importCallable(callable) === b.importCallable(callable))
}

/** Compares two JSON values. @param ignoredKey a key of the two objects, but not of objects in them */
function isEqual(a: unknown, b: unknown, ignoredKey?: string): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false
  // A loop, because each edit compares each value of the table: `every` takes twice as long.
  for (const key of keys) {
    if (key === ignoredKey) continue
    const value: unknown = a[key as keyof typeof a]
    const other: unknown = b[key as keyof typeof b]
    if (value !== other && !(Object.hasOwn(b, key) && isEqual(value, other))) return false
  }
  return true
}
