import { Script } from 'node:vm'
import {
  ssrDynamicImportKey,
  ssrImportKey,
  type EvaluatedModuleNode,
  type ModuleEvaluator,
  type ModuleRunnerContext,
} from 'vite/module-runner'
import * as dsl from '../dsl.ts'
import type { PrototypeGuard } from './prototype-guard.ts'
import { SCRIPT } from './script-names.ts'
import { runOtherCode, runRouteCode } from './stray-errors.ts'
import type { Watch } from './watchdog.ts'

/** Runs modules as named scripts. Vite's own evaluator runs them as anonymous functions, whose frames have no file. */
export class ScriptEvaluator implements ModuleEvaluator {
  readonly startOffset = 0
  readonly #watchdog: Pick<Watch, 'enter' | 'leave' | 'external'>
  readonly #prototypes: Pick<PrototypeGuard, 'restore'>
  /** Modules that Node is importing. */
  externals = 0

  /**
   * @param watchdog is told of what runs
   * @param prototypes is told of what has run
   */
  constructor(watchdog: Pick<Watch, 'enter' | 'leave' | 'external'>, prototypes: Pick<PrototypeGuard, 'restore'>) {
    this.#watchdog = watchdog
    this.#prototypes = prototypes
  }

  async runInlinedModule(context: ModuleRunnerContext, code: string, module: Readonly<EvaluatedModuleNode>) {
    const watchdog = this.#watchdog
    const request = context[ssrImportKey]
    const requestLater = context[ssrDynamicImportKey]
    context[ssrDynamicImportKey] = (...args) => runOtherCode(() => requestLater(...args))
    context[ssrImportKey] = async (...args) => {
      const exports: unknown = await runOtherCode(() => request(...args))
      // The importer goes on.
      watchdog.enter(module.file)
      return exports
    }
    const names = Object.keys(context)
    // The comments would make V8 and Node rename and map the frames; the map is read from the module instead.
    const body = code.replace(/^\/\/[#@] source(?:URL|MappingURL|MappingSource)=.*$/gm, '')
    const script = new Script(`(async (${names.join(',')}) => {'use strict';\n${body}\n})`, {
      filename: SCRIPT + module.id,
      lineOffset: -1,
    })
    const run = script.runInThisContext() as (...values: unknown[]) => Promise<void>
    watchdog.enter(module.file)
    try {
      await runRouteCode({ file: module.file, evaluation: this }, () => run(...Object.values(context)))
    } finally {
      watchdog.leave()
      this.#prototypes.restore(module.file)
    }
    Object.seal(context.__vite_ssr_exports__)
  }

  async runExternalModule(file: string): Promise<unknown> {
    if (Object.hasOwn(providedModules, file)) return providedModules[file]
    this.externals += 1
    this.#watchdog.external(1)
    try {
      return (await import(file)) as unknown
    } finally {
      this.externals -= 1
      this.#watchdog.external(-1)
      this.#prototypes.restore(file)
    }
  }
}

/**
 * Modules that the runner is given instead of loading them. All route files get the DSL of this very plugin,
 * whatever copies are installed.
 */
export const providedModules: Readonly<Record<string, unknown>> = {
  'vite-plugin-turnout/dsl': dsl,
  '@turnout/compiler/dsl': dsl,
  'virtual:routes': pendingRoutes(),
}

/**
 * Stands in for `virtual:routes` while the routes are evaluated: a route file may import an endpoint function whose
 * module imports helpers. They exist once the table does; calling one before is an error.
 */
function pendingRoutes(): unknown {
  const pending: unknown = new Proxy(Object.create(null) as object, {
    get(_target, key) {
      // A promise would call `then`; the default export is the namespace again.
      if (typeof key === 'symbol' || key === 'then') return undefined
      if (key === 'default') return pending
      return () => {
        throw new Error(
          `\`${key}\` of \`virtual:routes\` was called while the route files are evaluated. Call it later.`,
        )
      }
    },
  })
  return pending
}
