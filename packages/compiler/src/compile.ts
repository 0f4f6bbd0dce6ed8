import { basePath } from './base.ts'
import type { ClientRoutes } from './client-routes.ts'
import { textFrom } from './describe.ts'
import { Diagnostics, type Place, type Severities } from './diagnostics/collector.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import { traceOf } from './diagnostics/trace.ts'
import type { Routes } from './dsl/blocks.ts'
import type { CallSite, Location } from './location.ts'
import { BY_NAME, type CallableReference, type Manifest } from './manifest.ts'
import type { HelperStyle } from './names/helper-name.ts'
import type { Declaration } from './phases/1-evaluate/declaration.ts'
import { evaluate, type DrawAnswer, type RouteFile } from './phases/1-evaluate/evaluate.ts'
import { expand, type ExpandOptions } from './phases/2-expand/expand.ts'
import { freeze, type Identify } from './phases/3-freeze/freeze.ts'
import { analyse } from './phases/4-analyse/analyse.ts'
import { reportClientRoutes } from './phases/4-analyse/report-client-routes.ts'

/** Settings that change the route table or the names of its helpers. */
export interface CompileOptions extends ExpandOptions {
  /** How helpers are named: `editPhotoPath` (the default) or `edit_photo_path`. */
  readonly helpers?: HelperStyle
  /** What stands before the paths of all routes: `/app`. Left out: nothing. */
  readonly base?: string
  /** Which routes clients see, by `controller#action`. Left out: all. */
  readonly clientRoutes?: ClientRoutes
  /**
   * What calls of helpers may leave out, as the application's `urlDefaults` has it: parameters, `host`, `protocol`. It
   * changes the declarations alone. Left out: nothing.
   */
  readonly urlDefaults?: readonly string[]
  /** What to make of diagnostics, by code. An error that prevents building a table stays one. */
  readonly severities?: Severities
}

/** What a compilation returns. */
export interface Compilation {
  /** Deep-frozen; null when there is an error among the diagnostics. */
  readonly manifest: Manifest | null
  /** In the order in which they were found. */
  readonly diagnostics: readonly Diagnostic[]
}

/** What the compiler asks of whoever runs the route files. */
export interface CompileHost {
  /** Loads the route file of `draw(name)`, or says where it was looked for. What it rejects with ends the compilation. */
  draw(name: string): Promise<DrawAnswer>
  /** The place in a route file of a place in the code as it runs; null where it is in none. */
  locate(site: CallSite): Location | null
  /** The module and the export of a function or object; null where no module exports it. */
  identify: Identify
}

/**
 * Compiles the route files of a project. Whatever they declare or throw becomes a diagnostic.
 *
 * @throws what `host.draw` rejects with, and nothing else
 */
export async function compileProject(
  entry: RouteFile,
  host: CompileHost,
  options: CompileOptions = {},
): Promise<Compilation> {
  const run = new Run(entry, (site) => host.locate(site), options)
  let drawn = run.start()
  while (drawn !== null) {
    const answer = await host.draw(drawn)
    drawn = run.continue(() => answer)
  }
  return run.finish(host.identify)
}

/** What `defineRoutes` takes and a route file exports: a block of declarations. */
export type Block = (r: Routes) => void

/** Settings of `compileRoutes`. */
export interface CompileRoutesOptions extends CompileOptions {
  /** The blocks of drawn files, by the name that `draw` is given. */
  readonly draws?: Readonly<Record<string, Block>>
  /**
   * Records each callable by its function's name, as an export of the module `by-name:`, which there is not: for tools
   * and tests, which have no files. The emitted module has stand-ins for them. Left out: a callable is an error.
   */
  readonly callables?: 'by-name'
  /** Turns a place in the code as it runs into a place in a route file. Left out: the place as it runs. */
  readonly locate?: (site: CallSite) => Location | null
}

/** Compiles a block of declarations, without files. Never throws. */
export function compileBlock(block: Block, options: CompileRoutesOptions = {}): Compilation {
  const locate = options.locate ?? ((site) => ({ file: site.url, line: site.line, column: site.column }))
  const run = new Run({ file: 'routes', block }, locate, options)
  let drawn = run.start()
  while (drawn !== null) {
    const name = drawn
    drawn = run.continue(() => drawFrom(options.draws ?? {}, name))
  }
  return run.finish(options.callables === 'by-name' ? byName : () => null)
}

function drawFrom(draws: Readonly<Record<string, unknown>>, name: string): DrawAnswer {
  return Object.hasOwn(draws, name)
    ? { file: `routes/${name}`, block: draws[name] }
    : { searched: ['draws'], known: Object.keys(draws) }
}

/** Of a default export, and where there are no files, the name is the function's own. */
function nameOfExport(callable: object, identify: Identify): string | null {
  const found = identify(callable)
  if (found === null) return null
  if (found.export !== 'default' && !('module' in found && found.module === BY_NAME)) return found.export
  const own = textFrom(() => (callable as { name?: unknown }).name) || 'default'
  return own === 'default' ? null : own
}

function byName(callable: object): CallableReference {
  return { module: BY_NAME, export: textFrom(() => (callable as { name?: unknown }).name) || 'anonymous' }
}

/**
 * The pipeline: evaluate, expand, freeze, analyse. One run, one collection of diagnostics.
 *
 * No phase is expected to throw: each reports what a single declaration throws, and goes on. What is thrown all the same
 * is reported here, so that whoever compiles always gets diagnostics, and a dev server keeps its last good table.
 */
class Run {
  readonly #entry: RouteFile
  readonly #options: CompileOptions
  readonly #diagnostics: Diagnostics
  readonly #placeOf: (site: CallSite | null) => Place
  readonly #walk: Generator<string, readonly Declaration[], DrawAnswer>
  #declarations: readonly Declaration[] = []

  constructor(entry: RouteFile, locate: (site: CallSite) => Location | null, options: CompileOptions) {
    this.#entry = entry
    this.#options = options
    this.#diagnostics = new Diagnostics(options.severities)
    this.#placeOf = (site) => () => {
      try {
        return site === null ? null : locate(site)
      } catch {
        return null // It costs the place, not the diagnostic.
      }
    }
    this.#walk = evaluate(entry, this.#diagnostics, this.#placeOf)
  }

  /** Runs the route files as far as the first `draw`, and returns its name; null where there is none. */
  start(): string | null {
    return this.#advance(() => this.#walk.next())
  }

  /** Goes on with the file that was drawn, as far as the next `draw`. */
  continue(answer: () => DrawAnswer): string | null {
    return this.#advance(() => this.#walk.next(answer()))
  }

  finish(identify: Identify): Compilation {
    const manifest = this.#contain(() => this.#compile(identify))
    const { all, hasErrors } = this.#diagnostics
    return { manifest: hasErrors ? null : manifest, diagnostics: all }
  }

  #advance(step: () => IteratorResult<string, readonly Declaration[]>): string | null {
    const result = this.#contain(step)
    if (result === null) return null
    if (result.done !== true) return result.value
    this.#declarations = result.value
    return null
  }

  #compile(identify: Identify): Manifest {
    const exportName = (callable: object) => nameOfExport(callable, identify)
    const set = expand(this.#declarations, this.#options, this.#diagnostics, this.#placeOf, exportName)
    const frozen = freeze(set, identify, this.#diagnostics, this.#placeOf)
    analyse(frozen, this.#options.helpers ?? 'camelCase', this.#diagnostics)
    const { base } = this.#options
    if (base !== undefined && basePath(base) === null) this.#diagnostics.report('invalid-base', { base }, () => null)
    reportClientRoutes(frozen.manifest, this.#options.clientRoutes, this.#diagnostics)
    return frozen.manifest
  }

  #contain<T>(phase: () => T): T | null {
    try {
      return phase()
    } catch (error) {
      const place = () => ({ file: this.#entry.file, line: 1, column: 1 })
      const trace = traceOf(error)
      this.#diagnostics.report('compilation-failed', { what: 'The compiler', error }, place, { trace })
      return null
    }
  }
}
