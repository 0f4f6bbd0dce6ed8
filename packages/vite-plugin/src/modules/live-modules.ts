// The modules `virtual:routes` of a dev server. See `ModuleOptions.split` of the compiler for modules in two parts.
import type { Manifest } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { moduleNames } from '@turnout/compiler/internal/phases/5-emit/emit-module'
import { callableUses } from '@turnout/compiler/internal/manifest/manifest'
import { TABLE } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import {
  changesPart as changesPartCode,
  sharedState,
  tablePart as tablePartCode,
  unchangedPart as unchangedPartCode,
  withLiveExports,
} from './live-module.ts'
import { emittedModule, type EmittedModule, type LoadedModule, type SourceOfModule } from './routes-module.ts'
import { hasServerOnly } from './server-only.ts'

/** The emitted module of a dev server. */
export interface LiveModule extends EmittedModule {
  /** Equal for two modules that differ only in the locations of declarations. */
  readonly declarationsKey: string
}

/** The emitted modules of a dev server; the same object for both if clients get all routes and the module is in one part. */
export interface LiveModules extends Readonly<Record<Consumer, LiveModule>> {
  /** The first part of the client's module; null if the module is in one part. */
  readonly tablePart: TablePart | null
}

type LiveOutcome = Outcome & { readonly manifest: Manifest }

/** When a client's module is in two parts. */
interface PartLimits {
  /** A table with fewer routes is in one part, because a browser loads it as fast as two. */
  readonly minRoutes: number
  /** The maximum number of changed routes in the second part. More changes make a new first part. */
  readonly maxChanged: number
}

/** The limits of dev servers. */
export const PART_LIMITS: PartLimits = { minRoutes: 500, maxChanged: 250 }

/**
 * Returns the modules `virtual:routes` for a dev server. The server's code is emitted when it is first read.
 *
 * @param previous the previous modules; a module that has not changed is the same object as before
 * @param limits null if the client's module is always in one part. A page cannot continue with the other kind of module, so
 *   only the first table decides whether it is in two
 * @throws whatever the compiler throws when it emits the client's code
 */
export function liveModules(
  outcome: LiveOutcome,
  project: SourceOfModule,
  previous: LiveModules | null,
  limits: PartLimits | null = null,
): LiveModules {
  const latest = (module: RoutesModule) => module.unlessSame(previous?.[module.consumer] as RoutesModule | undefined)
  const server = latest(new RoutesModule(outcome, project, 'server'))
  const isLarge =
    previous === null ? outcome.manifest.routes.length >= (limits?.minRoutes ?? Infinity) : previous.tablePart !== null
  if (limits !== null && isLarge) {
    const tablePart = latestTable(outcome, project, previous?.tablePart ?? null, limits)
    const client = latest(new RoutesModule(outcome, project, 'client', tablePart))
    client.emitNow()
    return { server, client, tablePart }
  }
  const isSame = project.options.compile.clientRoutes === undefined && !hasServerOnly(outcome.manifest)
  const client = isSame ? server : latest(new RoutesModule(outcome, project, 'client'))
  client.emitNow()
  return { server, client, tablePart: null }
}

/** Returns the previous first part, or a new one if there are too many changes since. */
function latestTable(
  outcome: LiveOutcome,
  project: SourceOfModule,
  previous: TablePart | null,
  { maxChanged }: PartLimits,
): TablePart {
  if (previous !== null) {
    const before = new Set(previous.outcome.manifest.routes)
    const changed = outcome.manifest.routes.filter((route) => !before.has(route))
    if (changed.length <= maxChanged && hasImportsOf(outcome, previous.outcome)) return previous
  }
  return new TablePart(outcome, project)
}

/** True if an outcome has all callables of another one. A browser does not load a first part that imports a removed one. */
function hasImportsOf(outcome: LiveOutcome, other: LiveOutcome): boolean {
  const imports = new Set(importsOf(outcome))
  return importsOf(other).every((callableImport) => imports.has(callableImport))
}

/** The last number of a first part, or of changes. It grows, so that a page can ignore a part that is older than its own. */
let lastNumber = 0

/** The first part of a client's module. */
export class TablePart {
  readonly number = (lastNumber += 1)
  readonly outcome: LiveOutcome
  readonly module: EmittedModule

  constructor(outcome: LiveOutcome, project: SourceOfModule) {
    this.outcome = outcome
    const emitted = emittedModule(outcome, project, { ...SETTINGS, consumer: 'client', split: 'table' })
    this.module = { ...emitted, code: tablePartCode(emitted.code, this.number) }
  }
}

const SETTINGS = { positions: true, live: true } as const

/** A module of an outcome, which is emitted when its code is first read. */
class RoutesModule implements LiveModule {
  readonly consumer: Consumer
  readonly #outcome: LiveOutcome
  readonly #project: SourceOfModule
  readonly #firstPart: TablePart | null
  #emitted: EmittedModule | null = null
  #names: readonly string[] | null = null
  #declarationsKey: string | null = null

  /** @param firstPart null if the module is not the second of two parts */
  constructor(outcome: LiveOutcome, project: SourceOfModule, consumer: Consumer, firstPart: TablePart | null = null) {
    this.#outcome = outcome
    this.#project = project
    this.consumer = consumer
    this.#firstPart = firstPart
  }

  get code(): string {
    return this.#module.code
  }

  get map(): LoadedModule['map'] {
    return this.#module.map
  }

  get names(): readonly string[] {
    const { helpers = 'camelCase' } = this.#project.options.compile
    return (this.#names ??= moduleNames(this.#manifest, helpers))
  }

  get declarationsKey(): string {
    const { routes, resolves, directs } = this.#manifest
    return (this.#declarationsKey ??= [routes, resolves, directs]
      .map((list) => list.map(textWithoutPlace).join('\n'))
      .join('\n\n'))
  }

  /** Emits the code before it is read, so that a failure does not replace the last good table. */
  emitNow(): void {
    this.#emitted ??= this.#emit()
  }

  /** Returns the previous module if it is the same. */
  unlessSame(previous: RoutesModule | undefined): RoutesModule {
    return previous !== undefined && this.#isSame(previous) ? previous : this
  }

  #isSame(previous: RoutesModule): boolean {
    if (isSameOutcome(this.#outcome, previous.#outcome)) return true
    // A client that gets only some routes may have the same code. The second of two parts is not compared, because its code
    // has a new number each time.
    return this.#clientRoutes !== undefined && this.#firstPart === null && this.code === previous.code
  }

  /** The option `clientRoutes` for a client's module; undefined for all routes. */
  get #clientRoutes() {
    return this.consumer === 'client' ? this.#project.options.compile.clientRoutes : undefined
  }

  get #manifest(): Manifest {
    return clientManifest(this.#outcome.manifest, this.#clientRoutes)
  }

  get #module(): EmittedModule {
    return (this.#emitted ??= this.#emit())
  }

  #emit(): EmittedModule {
    const firstPart = this.#firstPart
    const settings = { ...SETTINGS, consumer: this.consumer }
    if (firstPart === null) {
      const emitted = emittedModule(this.#outcome, this.#project, settings)
      return {
        ...emitted,
        code: withLiveExports(emitted.code, sharedState(this.#project, this.consumer), { hasManifest: true }),
      }
    }
    if (firstPart.outcome === this.#outcome) {
      const map = { version: 3 as const, sources: [], sourcesContent: [], names: [], mappings: '' }
      return { code: unchangedPartCode(firstPart.number), map, names: this.names }
    }
    const split = { table: TABLE, since: firstPart.outcome.manifest }
    const emitted = emittedModule(this.#outcome, this.#project, { ...settings, split })
    return { ...emitted, code: changesPartCode(emitted.code, firstPart.number, (lastNumber += 1)) }
  }
}

/** True if the same module is emitted from both. */
function isSameOutcome(a: LiveOutcome, b: LiveOutcome): boolean {
  const { routes, ...lists } = a.manifest
  const { routes: otherRoutes, ...otherLists } = b.manifest
  return (
    routes.length === otherRoutes.length &&
    routes.every((route, index) => route === otherRoutes[index]) &&
    JSON.stringify(lists) === JSON.stringify(otherLists) &&
    String(importsOf(a)) === String(importsOf(b))
  )
}

/** Returns the export and the specifier of each callable. */
function importsOf({ manifest, importCallable }: LiveOutcome): string[] {
  return callableUses(manifest).flatMap(({ callables }) =>
    callables.map((callable) => JSON.stringify([callable.export, importCallable(callable)])),
  )
}

/** Routes that an edit has not changed are the same objects. */
const textsWithoutPlace = new WeakMap<object, string>()

function textWithoutPlace(declared: object): string {
  let text = textsWithoutPlace.get(declared)
  if (text === undefined) {
    text = JSON.stringify({ ...declared, location: null })
    textsWithoutPlace.set(declared, text)
  }
  return text
}
