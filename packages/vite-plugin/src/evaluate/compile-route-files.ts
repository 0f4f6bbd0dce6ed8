// Compiles the route files of a project, once after each edit: runs them, and passes their declarations to the compiler.
import type { CallableReference, Compilation, CompileOptions } from '@turnout/compiler'
import { compileProject, type CompileHost } from '@turnout/compiler/internal/compile'
import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import { printable } from '@turnout/compiler/internal/diagnostics/printable'
import { deepFreeze } from '@turnout/compiler/internal/phases/3-freeze/freeze'
import type { Missing, RouteFile } from '@turnout/compiler/internal/phases/1-evaluate/evaluate'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { normalizePath, type ResolvedConfig } from 'vite'
import type { FileStates } from '../files/file-state.ts'
import { realPathOf, relativeTo } from '../files/paths.ts'
import { positionAt, type Position } from '../files/position.ts'
import { textFileOrNull } from '../files/read-file.ts'
import { digestOf, type ResultCache } from '../files/result-cache.ts'
import { callableFinder } from './callables.ts'
import { reportCircularImports } from './circular-imports.ts'
import { declarationsKey } from './declarations-key.ts'
import { EvaluationSuperseded } from './evaluation-limit.ts'
import { Evaluation } from './evaluation.ts'
import { loadFailure, strayFailure, type Sources } from './load-failure.ts'
import { providedModules } from './script-evaluator.ts'
import type { RouteEnvironment } from './route-environment.ts'
import { onStrayError } from './stray-errors.ts'

/** The file for a `draw`, or the paths at which the search looked for it, relative to the root. */
export type DrawnFile = { readonly file: string } | Missing

/** The route files of one compilation. */
export interface RouteFiles {
  /** The entry route file, absolute. */
  readonly entry: string
  readonly options: CompileOptions
  /** Finds the file for a `draw`. */
  readonly draw: (name: string) => DrawnFile
  /** The states of files, for `RouteEnvironment.open`. */
  readonly states: FileStates
  /** Receives the absolute paths of all modules that took part, even if the compilation fails. */
  readonly loaded: Set<string>
  /** The results of earlier processes. The first compilation of an environment uses them. */
  readonly cache: ResultCache
}

/** The result of a compilation. */
export interface RouteCompilation extends Compilation {
  /** Returns the specifier by which a module of the application imports a callable of the manifest. */
  readonly importCallable: (callable: CallableReference) => string
}

/**
 * Compiles the route files as they are now. Mistakes in them are diagnostics.
 *
 * @throws EvaluationSuperseded when the signal aborts
 * @throws Error if Vite or the compiler fails
 */
export async function compileRouteFiles(
  files: RouteFiles,
  environment: RouteEnvironment,
  signal: AbortSignal,
): Promise<RouteCompilation> {
  const { config } = environment
  const root = normalizePath(config.root)
  const relative = relativeTo(root)
  const evaluation = new Evaluation(await environment.open(files.states, Object.keys(providedModules)))
  const strays: Stray[] = []
  onStrayError((thrown, file) => void strays.push({ thrown, file }))
  if (config.command === 'build') process.prependListener('exit', failAtExit)
  let compilation: RouteCompilation
  try {
    const running = { evaluation, root, strays, isFirst: environment.isNew }
    compilation = await compileIn(running, files, signal)
  } finally {
    process.off('exit', failAtExit)
    onStrayError((thrown, file) => reportLeftover(thrown, relative(file), config.command))
    for (const file of evaluation.files) files.loaded.add(file)
    if (config.command === 'build' || signal.aborted || evaluation.hasFailed) await environment.close()
    else environment.forgetAllBut(files.loaded)
  }
  // An older environment may not know that a file has appeared.
  return evaluation.hasFailed && !environment.isNew ? compileRouteFiles(files, environment, signal) : compilation
}

/** An error that nothing caught, and the file of its code. */
interface Stray {
  readonly thrown: unknown
  readonly file: string
}

interface Running {
  readonly evaluation: Evaluation
  readonly root: string
  readonly strays: readonly Stray[]
  /** True for the first compilation of an environment. */
  readonly isFirst: boolean
}

async function compileIn(
  { evaluation, root, strays, isFirst }: Running,
  { entry, options, draw, cache }: RouteFiles,
  signal: AbortSignal,
): Promise<RouteCompilation> {
  const relative = relativeTo(root)
  const sources: Sources = { locate: (site) => evaluation.locate(site), relative }
  const routeFiles = new Set<string>()
  const failures: Diagnostic[] = []
  const superseded = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new EvaluationSuperseded()))
  })
  superseded.catch(() => {})
  if (signal.aborted) throw new EvaluationSuperseded()

  async function load(file: string): Promise<RouteFile> {
    const name = relative(file)
    routeFiles.add(realPathOf(file))
    try {
      const { default: block } = await Promise.race([evaluation.import<{ default?: unknown }>(file), superseded])
      return { file: name, block, blockAt: () => placeOfDefault(file) }
    } catch (error) {
      if (signal.aborted) throw new EvaluationSuperseded()
      failures.push(loadFailure(error, file, sources))
      // An empty block lets the other route files be compiled, so that their diagnostics are reported too.
      return { file: name, block: () => {} }
    }
  }

  const callables = callableFinder(evaluation, routeFiles, relative)
  /** Where the cache keeps the result; null if it has the result already, or cannot have it. */
  let key: string | null = null
  const host: CompileHost = {
    async draw(name) {
      const drawn = draw(name)
      return 'file' in drawn ? load(drawn.file) : drawn
    },
    locate: (site) => {
      const place = evaluation.locate(site)
      return place && { ...place, file: relative(place.file) }
    },
    identify: callables.identify,
    pause: () => setImmediate(),
    recall(declarations) {
      const declared = isFirst ? declarationsKey(declarations, options, callables.identify) : null
      key = declared && digestOf(root, declared, ...evaluation.code())
      const recalled = key && (cache.read(COMPILATION, key) as Compilation | null)
      if (!recalled) return null
      key = null
      return { ...recalled, manifest: recalled.manifest && deepFreeze(recalled.manifest) }
    },
  }
  const { manifest, diagnostics } = await compileProject(await load(entry), host, options)
  if (key !== null && manifest !== null) cache.write(COMPILATION, key, { manifest, diagnostics })
  await endOfTurn()
  for (const { thrown, file } of strays) failures.push(strayFailure(thrown, file, sources))
  const { severities } = options
  const circular = reportCircularImports(routeFiles, evaluation.evaluated(), { relative, severities })
  return {
    manifest: failures.length > 0 ? null : manifest,
    diagnostics: [...failures, ...diagnostics, ...circular],
    importCallable: callables.importCallable,
  }
}

/** The kind of the compiler's results in the cache. */
const COMPILATION = 'compilation'

/** Reports an error of code that a route file has left running. */
function reportLeftover(thrown: unknown, file: string, command: ResolvedConfig['command']): void {
  console.error(printable(`turnout: code that \`${file}\` has left running threw ${describeError(thrown)}`))
  // The error does not end a build, but a build with an error has not succeeded.
  if (command === 'build') process.exitCode ||= 1
}

/** Without this, a build or a check would seem to succeed if a route file calls `process.exit(0)`. */
function failAtExit(): void {
  if (process.exitCode) return
  console.error('turnout: the process ended while the route files were running. Does one of them call `process.exit`?')
  process.exitCode = 1
}

/** Waits until code that was left running at once has run. */
async function endOfTurn(): Promise<void> {
  // Timers of no delay that the route files have set come before this one.
  await setTimeout(1)
  // Node looks for rejections that nothing handles at the end of a turn.
  await setImmediate()
}

/** The place of the default export in a route file; the first line if the file has no `export default`. */
function placeOfDefault(file: string): Position {
  const source = textFileOrNull(file) ?? ''
  const index = Math.max(source.search(/^[ \t]*export\s+default\b/m), 0)
  return positionAt(source, index)
}
