import { Diagnostics, type Place, type Severities } from './diagnostics/collector.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import type { Location } from './location.ts'
import type { CallableReference, Manifest } from './manifest.ts'
import type { CallSite } from './phases/1-evaluate/call-site.ts'
import type { Declaration } from './phases/1-evaluate/declaration.ts'
import { evaluate, type DrawAnswer, type RouteFile } from './phases/1-evaluate/evaluate.ts'
import { expand, type ExpandOptions } from './phases/2-expand/expand.ts'
import { analyse, type HelperStyle } from './phases/3-analyse/analyse.ts'
import { deepFreeze, emitManifest, type Identify } from './phases/4-emit/emit-manifest.ts'

/** Settings that change the route table or the names of its helpers. */
export interface CompileOptions extends ExpandOptions {
  /** How helpers are named: `editPhotoPath` (the default) or `edit_photo_path`. */
  readonly helpers?: HelperStyle
  /** What to make of diagnostics, by code. An error without whose remedy there is no table stays one. */
  readonly severities?: Severities
}

/** What a compilation answers. */
export interface Compilation {
  /** Deep-frozen; null when there is an error among the diagnostics. */
  readonly manifest: Manifest | null
  /** In the order in which they were found. */
  readonly diagnostics: readonly Diagnostic[]
}

/** What the compiler asks of whoever runs the route files. */
export interface CompileHost {
  /** Loads the route file of `draw(name)`, or says where it was looked for. */
  draw(name: string): Promise<DrawAnswer>
  /** The place in a route file of a place in the code as it runs; null where it is in none. */
  locate(site: CallSite): Location | null
  /** The module and the export of a function or object; null where no module exports it. */
  identify: Identify
}

/** Compiles the route files of a project. */
export async function compileProject(
  entry: RouteFile,
  host: CompileHost,
  options: CompileOptions = {},
): Promise<Compilation> {
  const run = new Run((site) => host.locate(site), options)
  const walk = run.evaluate(entry)
  let step = walk.next()
  while (step.done !== true) step = walk.next(await host.draw(step.value))
  return run.finish(step.value, host.identify, options)
}

/** Settings of `compileRoutes`. */
export interface CompileRoutesOptions extends CompileOptions {
  /** The blocks of drawn files, by the name that `draw` is given. */
  readonly draws?: Readonly<Record<string, unknown>>
  /** Records a callable by its function's name, where no module is known to export it. */
  readonly callables?: 'by-name'
  /** Turns a place in the code as it runs into a place in a route file. Left out: the place as it runs. */
  readonly locate?: (site: CallSite) => Location | null
}

/** Compiles a block of declarations, without files. */
export function compileBlock(block: unknown, options: CompileRoutesOptions = {}): Compilation {
  const run = new Run(options.locate ?? ((site) => ({ file: site.url, line: site.line, column: site.column })), options)
  const walk = run.evaluate({ file: 'routes', block })
  let step = walk.next()
  while (step.done !== true) {
    const name = step.value
    const draws = options.draws ?? {}
    step = walk.next(
      Object.hasOwn(draws, name)
        ? { file: `routes/${name}`, block: draws[name] }
        : { searched: ['draws'], known: Object.keys(draws) },
    )
  }
  return run.finish(step.value, options.callables === 'by-name' ? byName : () => null, options)
}

function byName(callable: object): CallableReference {
  const { name } = callable as { name?: unknown }
  return { module: null, export: typeof name === 'string' && name !== '' ? name : 'anonymous' }
}

/** The pipeline: evaluate, expand, analyse, emit. One run, one collection of diagnostics. */
class Run {
  readonly #diagnostics: Diagnostics
  readonly #placeOf: (site: CallSite | null) => Place

  constructor(locate: (site: CallSite) => Location | null, options: CompileOptions) {
    this.#diagnostics = new Diagnostics(options.severities)
    this.#placeOf = (site) => () => (site === null ? null : locate(site))
  }

  evaluate(entry: RouteFile): Generator<string, readonly Declaration[], DrawAnswer> {
    return evaluate(entry, this.#diagnostics, this.#placeOf)
  }

  finish(declarations: readonly Declaration[], identify: Identify, options: CompileOptions): Compilation {
    const set = expand(declarations, options, this.#diagnostics, this.#placeOf)
    const frozen = emitManifest(set, identify, this.#diagnostics, this.#placeOf)
    analyse(set, frozen, options.helpers ?? 'camelCase', this.#diagnostics, this.#placeOf)
    const { all, hasErrors } = this.#diagnostics
    return { manifest: hasErrors ? null : deepFreeze(frozen.manifest), diagnostics: all }
  }
}
