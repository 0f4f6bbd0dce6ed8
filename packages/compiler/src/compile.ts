// The pipeline: evaluates, expands, freezes and analyses the routes of a project.
import { basePath } from './manifest/base.ts'
import { BY_NAME, type CallableReference, type Manifest } from './manifest/manifest.ts'
import { type ClientRoutes, reportClientRoutes } from './client-routes.ts'
import { Diagnostics, type Severities } from './diagnostics/collector.ts'
import { textFrom, traceOf } from './diagnostics/describe.ts'
import type { CallSite, Location } from './diagnostics/location.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import type { Routes } from './dsl/blocks.ts'
import type { HelperStyle } from './names/helper-name.ts'
import type { Declaration } from './phases/1-evaluate/declaration.ts'
import { evaluate, type DrawResult, type RouteFile } from './phases/1-evaluate/evaluate.ts'
import { expand, type ExpandOptions } from './phases/2-expand/expand.ts'
import { freeze, type Frozen, type Identify } from './phases/3-freeze/freeze.ts'
import { analyse } from './phases/4-analyse/analyse.ts'
import { emitModule } from './phases/5-emit/emit-module.ts'
import { emitTypes } from './phases/5-emit/emit-types.ts'

/** Settings that change the route table or the names of its helpers. */
export interface CompileOptions extends ExpandOptions {
  /** How helpers are named: `editPhotoPath` (the default) or `edit_photo_path`. */
  readonly helpers?: HelperStyle
  /** The prefix of the paths of all routes: `/app`. Defaults to none. */
  readonly base?: string
  /** The routes in client bundles, by `controller#action`. Defaults to all. */
  readonly clientRoutes?: ClientRoutes
  /**
   * Parameters, `host` and `protocol` that calls of helpers may omit because the application's `urlDefaults` sets them.
   * Affects only the type declarations. Defaults to none.
   */
  readonly urlDefaults?: readonly string[]
  /** Severities of diagnostics, by code. An error that prevents building a table stays an error. */
  readonly severities?: Severities
}

/** The result of a compilation. */
export interface Compilation {
  /** Deep-frozen; null if a diagnostic is an error. */
  readonly manifest: Manifest | null
  /** In the order in which the phases reported them. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The functions that the caller of the compiler provides, because the caller runs the route files. */
export interface CompileHost {
  /** Loads the route file of `draw(name)`, or returns the places searched for it. A rejection ends the compilation. */
  draw(name: string): Promise<DrawResult>
  /** Maps a place in the running code to its place in a route file; null if it is in no route file. */
  locate(site: CallSite): Location | null
  /** Returns the module and the export name of a function or object; null if no module exports it. */
  identify: Identify
  /** Resolves when other work of the process has run. A phase takes up to 50 ms for 5,000 routes. */
  pause?(): Promise<unknown>
  /** Returns the result of an earlier compilation of equal declarations; null if there is none. */
  recall?(declarations: readonly Declaration[]): Compilation | null
}

/**
 * Compiles the route files of a project. Mistakes in them, and errors that they throw, become diagnostics.
 *
 * @throws the error with which `host.draw` rejects, and no other error
 */
export async function compileProject(
  entry: RouteFile,
  host: CompileHost,
  options: CompileOptions = {},
): Promise<Compilation> {
  const compilation = compileInSteps(entry, host, options)
  let step = compilation.next()
  while (step.done !== true) {
    if (step.value !== null) step = compilation.next(await host.draw(step.value))
    else {
      await host.pause?.()
      step = compilation.next()
    }
  }
  return step.value
}

/** A block of declarations: the argument of `defineRoutes`, and the export of a route file. */
export type Block = (r: Routes) => void

/** Settings of `compileRoutes`. */
export interface CompileRoutesOptions extends CompileOptions {
  /** The blocks of drawn files, by the argument of `draw`. */
  readonly draws?: Readonly<Record<string, Block>>
  /**
   * Records each callable by its function's name, as an export of the module `by-name:`, which does not exist. Meant
   * for tools and tests, which compile without files. The emitted module contains stand-ins for these callables. If
   * omitted, a callable is an error.
   */
  readonly callables?: 'by-name'
  /** Maps a place in the running code to a place in a route file. Defaults to the place in the running code. */
  readonly locate?: (site: CallSite) => Location | null
}

/** Compiles a block of declarations, without files. Never throws. */
export function compileBlock(block: Block, options: CompileRoutesOptions = {}): Compilation {
  const locate = options.locate ?? ((site) => ({ file: site.url, line: site.line, column: site.column }))
  const identify = options.callables === 'by-name' ? byName : () => null
  const compilation = compileInSteps({ file: 'routes', block }, { locate, identify }, options)
  let step = compilation.next()
  while (step.done !== true) {
    step = step.value === null ? compilation.next() : resumeWithDraw(compilation, options.draws ?? {}, step.value)
  }
  return step.value
}

/** Continues with a drawn block. If the map of blocks throws, the compilation fails, as for an error in any phase. */
function resumeWithDraw(compilation: Steps, draws: Readonly<Record<string, unknown>>, name: string) {
  let drawn: DrawResult
  try {
    drawn = Object.hasOwn(draws, name)
      ? { file: `routes/${name}`, block: draws[name] }
      : { searched: ['draws'], known: Object.keys(draws) }
  } catch (error) {
    return compilation.throw(error)
  }
  return compilation.next(drawn)
}

/** Returns the export name of a callable. For default exports, and without files, that is the function's `name`. */
function nameOfExport(callable: object, identify: Identify): string | null {
  const reference = identify(callable)
  if (reference === null) return null
  if (reference.export !== 'default' && !('module' in reference && reference.module === BY_NAME))
    return reference.export
  const functionName = textFrom(() => (callable as { name?: unknown }).name) || 'default'
  return functionName === 'default' ? null : functionName
}

function byName(callable: object): CallableReference {
  return { module: BY_NAME, export: textFrom(() => (callable as { name?: unknown }).name) || 'anonymous' }
}

/** Yields the name of each file to draw, and receives the file or the places searched for it. Yields null between phases. */
type Steps = Generator<string | null, Compilation, DrawResult>

/**
 * Compiles in steps, because a project loads drawn files asynchronously, and `compileBlock` is synchronous.
 *
 * No phase is expected to throw: each phase reports an error that a single declaration throws, and continues.
 * Any other exception is reported here, so that the caller always gets diagnostics, and a dev server keeps its
 * last good table.
 */
function* compileInSteps(
  entry: RouteFile,
  host: Pick<CompileHost, 'locate' | 'identify' | 'recall'>,
  options: CompileOptions,
): Steps {
  const diagnostics = new Diagnostics(options.severities)
  const locatorOf = (site: CallSite | null) => () => {
    try {
      return site === null ? null : host.locate(site)
    } catch {
      return null // The diagnostic is still reported, without a place.
    }
  }
  const identify: Identify = (callable) => host.identify(callable)
  let manifest: Manifest | null = null
  try {
    const declarations = yield* evaluate(entry, diagnostics, locatorOf)
    // Diagnostics of the evaluation are not among the declarations.
    const recalled = diagnostics.all.length === 0 ? host.recall?.(declarations) : null
    if (recalled) return recalled
    const exportName = (callable: object) => nameOfExport(callable, identify)
    const routeSet = expand(declarations, options, { diagnostics, locatorOf, exportName })
    yield null
    const frozen = freeze(routeSet, identify, diagnostics, locatorOf)
    yield null
    analyseTable(frozen, options, diagnostics)
    manifest = frozen.manifest
  } catch (error) {
    const locator = () => ({ file: entry.file, line: 1, column: 1 })
    diagnostics.report('compilation-failed', { step: 'The compiler', error }, locator, { trace: traceOf(error) })
  }
  return { manifest: diagnostics.hasErrors ? null : manifest, diagnostics: diagnostics.all }
}

function analyseTable(frozen: Frozen, options: CompileOptions, diagnostics: Diagnostics): void {
  const { base, clientRoutes, helpers = 'camelCase' } = options
  analyse(frozen, helpers, diagnostics)
  if (base !== undefined && basePath(base) === null) diagnostics.report('invalid-base', { base }, () => null)
  reportClientRoutes(frozen.manifest, clientRoutes, diagnostics)
}

/** The result of `compileRoutes`. */
export interface CompiledRoutes extends Compilation {
  /** The code of `virtual:routes`; null if there is an error. Written on first access. */
  readonly code: string | null
  /** The code of its type declarations; null if there is an error. Written on first access. */
  readonly types: string | null
}

/**
 * Compiles a block of declarations synchronously, without files and without Vite: for tools and tests.
 *
 * @example
 * ```ts
 * import { compileRoutes } from '@turnout/compiler'
 *
 * const { manifest, code } = compileRoutes((r) => r.resources('photos', { only: 'show' }))
 * manifest?.routes[0]?.pattern // '/photos/:id(.:format)'
 * ```
 *
 * @param block the argument of `defineRoutes`. Drawn blocks come from `options.draws`.
 */
export function compileRoutes(block: Block, options: CompileRoutesOptions = {}): CompiledRoutes {
  const { manifest, diagnostics } = compileBlock(block, options)
  const { helpers, base, urlDefaults } = options
  const settings = { ...(helpers && { helpers }), ...(base && { base }), ...(urlDefaults && { urlDefaults }) }
  let code: string | null = null
  let types: string | null = null
  return {
    manifest,
    diagnostics,
    get code() {
      return (code ??= manifest && emitModule(manifest, settings).code)
    },
    get types() {
      return (types ??= manifest && emitTypes(manifest, settings).code)
    },
  }
}
