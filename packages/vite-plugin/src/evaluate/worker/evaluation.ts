// Runs modules of the project in the worker, with Vite's module runner. The main thread resolves and transforms them.
import path from 'node:path'
import type { EvaluatedModuleNode, ModuleRunner } from 'vite/module-runner'
import { isMarkedFile } from '../../files/paths.ts'
import { locate } from '../common/locate.ts'
import type { MainThread } from '../common/messages.ts'
import { makeModuleRunner } from '../common/module-runner.ts'
import { PrototypeGuard, type PrototypeChange } from './prototype-guard.ts'
import { providedModules, ScriptEvaluator } from './script-evaluator.ts'
import type { SourcePlace } from '../common/stack-frames.ts'
import { runRouteCode, type RouteCode } from './stray-errors.ts'

/** A module that was evaluated. */
export interface EvaluatedModule {
  /** Absolute path of the module's file; null if Node imported the module, or a plugin created it. */
  readonly file: string | null
  /** The bare specifier of a module without a file. */
  readonly specifier: string | null
  readonly exports: Readonly<Record<string, unknown>>
  /** The modules that it imports. */
  readonly imports: () => readonly EvaluatedModule[]
}

/** One evaluation of the route files. The next evaluation reads every file again. */
export interface Evaluation {
  /** Evaluates a file and returns its exports. Throws any value that the file or its loading throws. */
  import(file: string): Promise<Readonly<Record<string, unknown>>>
  /** Wraps the block of a route file, so that the running file is known. Returns a value that is no function as is. */
  watched(block: unknown, file: string): unknown
  /** What code of the route files has left on built-in prototypes so far. It is removed already. */
  prototypeChanges(): readonly PrototypeChange[]
  /** True if the code is of this evaluation, or may be. */
  isOwn(code: Partial<RouteCode>): boolean
  /** Every module evaluated so far, in an order that depends only on the files. */
  modules(): readonly EvaluatedModule[]
  /** The file of the module for which the other modules wait; undefined if no module is being evaluated. */
  pendingFile(): string | undefined
  /** Maps a position in the executed code to a location in the source; null if it is in none of these modules. */
  locate(site: { readonly url: string; readonly line: number; readonly column: number }): SourcePlace | null
}

/**
 * Starts an evaluation.
 *
 * @param enter called with a file when its code starts to run, and with null when the code returns control
 */
export function beginEvaluation(main: MainThread, enter: (file: string | null) => void): Evaluation {
  const prototypes = new PrototypeGuard()
  const evaluator = new ScriptEvaluator(prototypes)
  const runner = makeModuleRunner(evaluator, main.invoke)
  const { evaluatedModules } = runner
  const watchedRun = (run: () => unknown, file: string) => {
    enter(file)
    try {
      return runRouteCode({ file, evaluation: evaluator }, run)
    } finally {
      prototypes.restore(file)
      enter(null)
    }
  }
  return {
    import: async (file) => {
      enter(file)
      try {
        return await runRouteCode({ file, evaluation: evaluator }, () => runner.import<Record<string, unknown>>(file))
      } finally {
        enter(null)
      }
    },
    watched: (block, file) =>
      typeof block === 'function' ? watchedFunction(block, (run) => watchedRun(run, file)) : block,
    prototypeChanges: () => prototypes.changes,
    isOwn: (code) => code.evaluation === undefined || code.evaluation === evaluator,
    modules: () => modulesOf(runner),
    pendingFile: () => pendingFile(runner),
    locate: (site) =>
      locate(site, (id) => {
        const node = evaluatedModules.getModuleById(id)
        const map = evaluatedModules.getModuleSourceMapById(id)?.map ?? null
        return node === undefined ? null : { file: fileOf(node), viteFile: node.file, map }
      }),
  }
}

/** Returns the file of a module. Vite truncates paths at a `#` or `?`, but names of folders may contain these characters. */
function fileOf({ id, file }: EvaluatedModuleNode): string {
  return isMarkedFile(id) ? id : file
}

/** True for a module that Vite transformed; false if Node imported it. */
function isOwn(node: EvaluatedModuleNode): boolean {
  return node.meta !== undefined && 'code' in node.meta
}

/** True for a module that Vite read from a file; false if a plugin created it. */
function isFile(node: EvaluatedModuleNode): boolean {
  return isOwn(node) && path.isAbsolute(node.file)
}

function modulesOf(runner: ModuleRunner): EvaluatedModule[] {
  const { idToModuleMap, urlToIdModuleMap } = runner.evaluatedModules
  const specifiers = new Map<EvaluatedModuleNode, string>()
  for (const [url, node] of urlToIdModuleMap) {
    const firstUrl = specifiers.get(node)
    if (firstUrl === undefined || url < firstUrl) specifiers.set(node, url)
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

/** Still the same function to whoever looks at it. */
function watchedFunction(block: object, watch: (run: () => unknown) => unknown): unknown {
  return new Proxy(block as (...args: unknown[]) => unknown, {
    apply: (target, self, args) => watch(() => Reflect.apply(target, self, args)),
  })
}

/** Finds the file of a module that is being evaluated and has no import that is being evaluated. */
function pendingFile(runner: ModuleRunner): string | undefined {
  const { idToModuleMap } = runner.evaluatedModules
  const isPending = (node: EvaluatedModuleNode | undefined) => node?.promise !== undefined && !node.evaluated
  const waits = (node: EvaluatedModuleNode) => [...node.imports].some((id) => isPending(idToModuleMap.get(id)))
  const pending = [...idToModuleMap.values()].find((node) => isPending(node) && !waits(node))
  return pending && fileOf(pending)
}
