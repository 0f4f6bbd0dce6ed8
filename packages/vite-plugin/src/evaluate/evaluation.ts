import { builtinModules } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { EvaluatedModuleNode } from 'vite/module-runner'
import {
  createRunnableDevEnvironment,
  normalizePath,
  type Plugin,
  resolveConfig,
  type ResolvedConfig,
  type RunnableDevEnvironment,
} from 'vite'
import { EndlessCode, EvaluationTimeout, evaluationLimit, limited, Stops } from './evaluation-limit.ts'
import { guardExit } from './exit-guard.ts'
import { isMarkedFile, loadMarkedFiles } from '../files/marked-files.ts'
import { PrototypeGuard, type PrototypeChange } from './prototype-guard.ts'
import { onlyRegularFiles } from './regular-files.ts'
import { providedModules, ScriptEvaluator } from './script-evaluator.ts'
import { SCRIPT } from './script-names.ts'
import { stackFrames, type SourcePlace, type StackFrame } from './stack-frames.ts'
import { catchStrayErrors, isValue, runRouteCode } from './stray-errors.ts'
import { watch } from './watchdog.ts'
import { withoutStyles } from './without-styles.ts'

/** The environment's name; plugins of the project can tell it apart by it. */
const ENVIRONMENT = 'turnout'

/** A module that was evaluated. */
export interface EvaluatedModule {
  /** Absolute path of its file, or null where Node imported it, or a plugin made it. */
  readonly file: string | null
  /** How it is imported, where it has no file: a bare specifier. */
  readonly specifier: string | null
  readonly exports: Readonly<Record<string, unknown>>
  /** The modules that it imports. */
  readonly imports: () => readonly EvaluatedModule[]
}

/** What was thrown where nothing caught it. It may be any value. */
export interface Stray {
  readonly thrown: unknown
  /** The absolute path of the file whose code it was; null where that is not known. */
  readonly file: string | null
}

/** One evaluation of the route files. Nothing of it outlives `close`, so the next one sees every file fresh. */
export interface Evaluation {
  /** Evaluates a file and returns its exports. Throws what the file or the loading of it throws. */
  import(file: string): Promise<Readonly<Record<string, unknown>>>
  /**
   * Does work that calls code of the route files: their blocks, and what stands in their options. Throws `EndlessCode`
   * where that code had to be stopped.
   */
  run<T>(work: () => Promise<T>): Promise<T>
  /** The block of a route file, so that it is known whose code runs; what is not a function stays what it is. */
  watched(block: unknown, file: string): unknown
  /** What code of the route files has thrown so far that nothing caught: in timers, in promises that nothing awaits. */
  strays(): Promise<readonly Stray[]>
  /** What code of the route files has left on built-in prototypes so far. It is removed already. */
  prototypeChanges(): readonly PrototypeChange[]
  /** Every module evaluated so far, in an order that depends on nothing but the files. */
  modules(): readonly EvaluatedModule[]
  /** The absolute paths of all files that took part, those that failed to load included. */
  files(): ReadonlySet<string>
  /** The place in the source of a position in the code as it ran; null where it is not one of these modules. */
  locate(site: { readonly url: string; readonly line: number; readonly column: number }): SourcePlace | null
  close(): Promise<void>
}

/**
 * Begins an evaluation, in a configuration of its own: it takes about 2 ms to make, and Vite's resolver remembers
 * with it what exists and what does not.
 *
 * The configuration is the project's own as far as it concerns resolving and transforming modules: aliases, `define`, `.env` files,
 * and the `resolveId`, `load` and `transform` hooks of the project's plugins. Those plugins are not made or
 * configured a second time. It is always a dev configuration, because a module runner needs one: the core plugins
 * of a build run inside the bundler only.
 *
 * @param signal gives up what is being imported; `import` then throws `EvaluationSuperseded`
 */
export async function beginEvaluation(
  project: ResolvedConfig,
  plugins: readonly Plugin[],
  signal?: AbortSignal,
  limit = evaluationLimit.ms,
): Promise<Evaluation> {
  const config = await evaluationConfig(project, plugins)
  const stops = new Stops()
  const strays: Stray[] = []
  const prototypes = new PrototypeGuard()
  const watchdog = watch(SCRIPT, limit, (stopped) => {
    const frames = endlessFrames(environment, stopped, evaluator.externals > 0)
    if (frames.length === 0) return
    const error = new EndlessCode(frames, limit)
    if (!stops.stop(error)) strays.push({ thrown: error, file: null })
  })
  const evaluator = new ScriptEvaluator(watchdog, prototypes)
  const environment = createRunnableDevEnvironment(ENVIRONMENT, config, {
    hot: false,
    // No source-map support of the runner's own: it would stay installed process-wide.
    runnerOptions: { hmr: false, sourcemapInterceptor: false, evaluator },
  })
  await environment.init().catch((error: unknown) => {
    watchdog.end()
    throw error
  })
  const unguardExit = guardExit(SCRIPT, () => evaluator.externals > 0)
  const ignoreStrays = catchStrayErrors((thrown, origin) => {
    // A value without an origin is most likely of the code that runs now.
    const isOwn =
      origin === null
        ? isValue(thrown)
        : origin.evaluation === evaluator ||
          (thrown instanceof Error && stackFrames(thrown).some((site) => locate(environment, site) !== null))
    if (isOwn) strays.push({ thrown, file: origin?.file ?? null })
    return isOwn
  })
  const { runner } = environment
  const watchedRun = (run: () => unknown, file: string) => {
    watchdog.enter(file)
    try {
      return runRouteCode({ file, evaluation: evaluator }, run)
    } finally {
      watchdog.leave()
      prototypes.restore(file)
    }
  }
  return {
    import: (file) =>
      limited(stops.wait(runner.import<Record<string, unknown>>(file)), limit, signal, () => {
        return new EvaluationTimeout(pendingModule(environment) ?? file, limit)
      }),
    // After an await, so that the caller is not on the stack that may be stopped.
    run: (work) => stops.wait(Promise.resolve().then(work)),
    watched: (block, file) =>
      typeof block === 'function' ? watchedFunction(block, (run) => watchedRun(run, file)) : block,
    async strays() {
      // Timers of no delay that the route files have set come before this one.
      await new Promise((resolve) => setTimeout(resolve, 1))
      // Node looks for rejections that nothing handles at the end of a turn.
      await new Promise((resolve) => setImmediate(resolve))
      return strays
    },
    prototypeChanges: () => prototypes.changes,
    modules: () => evaluatedModules(environment),
    files: () =>
      new Set([
        ...[...environment.moduleGraph.idToModuleMap.values()].map(fileOf),
        ...[...runner.evaluatedModules.idToModuleMap.values()].filter(isFile).map(fileOf),
      ]),
    locate: (site) => locate(environment, site),
    async close() {
      watchdog.end()
      unguardExit()
      ignoreStrays()
      await environment.close()
    },
  }
}

function evaluationConfig(config: ResolvedConfig, plugins: readonly Plugin[]): Promise<ResolvedConfig> {
  const { resolve } = config
  return resolveConfig(
    {
      configFile: false,
      root: config.root,
      base: config.base,
      mode: config.mode,
      define: config.define ?? {},
      envDir: config.envDir,
      envPrefix: config.envPrefix ?? 'VITE_',
      cacheDir: config.cacheDir,
      customLogger: config.logger,
      clearScreen: false,
      publicDir: false,
      appType: 'custom',
      plugins: [onlyRegularFiles(), withoutStyles(), ...plugins.map(transformingHooks), loadMarkedFiles()],
      resolve: {
        alias: resolve.alias,
        dedupe: resolve.dedupe,
        extensions: resolve.extensions,
        preserveSymlinks: resolve.preserveSymlinks,
        // An option of Vite 8.
        ...('tsconfigPaths' in resolve ? { tsconfigPaths: resolve.tsconfigPaths } : {}),
      },
      environments: {
        [ENVIRONMENT]: {
          consumer: 'server',
          optimizeDeps: { noDiscovery: true, include: [] },
          dev: { moduleRunnerTransform: true, preTransformRequests: false },
          resolve: { builtins: [/^node:/, ...builtinModules, ...Object.keys(providedModules)] },
        },
      },
    },
    'serve',
    config.mode,
    process.env['NODE_ENV'] ?? 'development',
  )
}

/** What is left of a plugin in the evaluation: how it resolves and transforms modules. */
function transformingHooks(plugin: Plugin): Plugin {
  const { name, enforce, resolveId, load, transform, applyToEnvironment } = plugin
  return {
    name,
    ...(enforce && { enforce }),
    ...(resolveId && { resolveId }),
    ...(load && { load }),
    ...(transform && { transform }),
    ...(applyToEnvironment && { applyToEnvironment }),
  }
}

/** The file of a module. Vite takes what follows a `#` or `?` for no part of its path, but folders may be named so. */
function fileOf({ id, file }: { readonly id: string | null; readonly file: string | null }): string {
  return id !== null && isMarkedFile(id) ? id : (file ?? '')
}

/** True for a module that Vite transformed, as against one that Node imported. */
function isOwn(node: EvaluatedModuleNode): boolean {
  return node.meta !== undefined && 'code' in node.meta
}

/** True for a module that Vite read from a file, as against one that a plugin made. */
function isFile(node: EvaluatedModuleNode): boolean {
  return isOwn(node) && path.isAbsolute(node.file)
}

function evaluatedModules(environment: RunnableDevEnvironment): EvaluatedModule[] {
  const { idToModuleMap, urlToIdModuleMap } = environment.runner.evaluatedModules
  const specifiers = new Map<EvaluatedModuleNode, string>()
  for (const [url, node] of urlToIdModuleMap) {
    const known = specifiers.get(node)
    if (known === undefined || url < known) specifiers.set(node, url)
  }
  const modules = new Map<string, EvaluatedModule>()
  for (const [id, node] of idToModuleMap) {
    const specifier = specifiers.get(node) ?? node.url
    // Modules still loading have no exports; those that were provided export nothing of the project's.
    if (typeof node.exports !== 'object' || node.exports === null || specifier in providedModules) continue
    modules.set(id, {
      file: isFile(node) ? fileOf(node) : null,
      // By convention `virtual:x` resolves to the id `\0virtual:x`.
      specifier: isFile(node) ? null : isOwn(node) ? id.replace(/^\0/, '') : specifier,
      exports: node.exports as Record<string, unknown>,
      imports: () => [...node.imports].flatMap((imported) => modules.get(imported) ?? []),
    })
  }
  const key = (module: EvaluatedModule) => module.file ?? module.specifier ?? ''
  return [...modules.values()].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
}

function locate(
  environment: RunnableDevEnvironment,
  { url, line, column }: { readonly url: string; readonly line: number; readonly column: number },
): SourcePlace | null {
  if (!url.startsWith(SCRIPT)) return null
  const { evaluatedModules } = environment.runner
  const id = url.slice(SCRIPT.length)
  const node = evaluatedModules.getModuleById(id)
  if (node === undefined) return null
  const map = evaluatedModules.getModuleSourceMapById(id)?.map
  if (map === undefined) return { file: fileOf(node), line, column }
  const trace = traceOf(map)
  const original = originalPositionFor(trace, { line, column: column - 1 })
  if (original.source === null) return null
  // Sources are relative to the module's folder.
  const file = normalizePath(path.resolve(path.dirname(node.file), original.source))
  return { file, line: original.line, column: original.column + 1 }
}

/**
 * The frames of stopped code that are in sources of this evaluation, innermost first. Of code that Node was importing
 * for it there are none, and those of its files are returned.
 */
function endlessFrames(
  environment: RunnableDevEnvironment,
  stopped: readonly StackFrame[],
  isImporting: boolean,
): EndlessCode['frames'] {
  const own = stopped.flatMap((frame) => {
    const place = locate(environment, frame)
    return place === null ? [] : [{ ...place, name: frame.name }]
  })
  if (own.length > 0 || !isImporting) return own
  return stopped.flatMap(({ name, url, line, column }) => {
    return url.startsWith('file:') ? [{ name, file: normalizePath(fileURLToPath(url)), line, column }] : []
  })
}

/** Still the same function to whoever looks at it. */
function watchedFunction(block: object, watch: (run: () => unknown) => unknown): unknown {
  return new Proxy(block as (...args: unknown[]) => unknown, {
    apply: (target, self, args) => watch(() => Reflect.apply(target, self, args)),
  })
}

const traces = new WeakMap<object, TraceMap>()

function traceOf(map: object): TraceMap {
  let trace = traces.get(map)
  if (trace === undefined) traces.set(map, (trace = new TraceMap(map as ConstructorParameters<typeof TraceMap>[0])))
  return trace
}

/** A module whose evaluation has begun and not ended, while all that it imports is evaluated. */
function pendingModule({ runner }: RunnableDevEnvironment): string | undefined {
  const { idToModuleMap } = runner.evaluatedModules
  const isPending = (node: EvaluatedModuleNode | undefined) => node?.promise !== undefined && !node.evaluated
  const waits = (node: EvaluatedModuleNode) => [...node.imports].some((id) => isPending(idToModuleMap.get(id)))
  const pending = [...idToModuleMap.values()].find((node) => isPending(node) && !waits(node))
  return pending && fileOf(pending)
}
