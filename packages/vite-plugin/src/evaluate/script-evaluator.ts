import { Script } from 'node:vm'
import {
  ssrImportKey,
  type EvaluatedModuleNode,
  type ModuleEvaluator,
  type ModuleRunnerContext,
} from 'vite/module-runner'
import * as dsl from '../dsl.ts'
import type { Watch } from './watchdog.ts'

/**
 * Prefix of the script names under which modules run. No other source-map support in the process knows the names,
 * so positions in stacks are always those of the code as run, and are mapped once, here.
 */
export const SCRIPT = 'turnout:'

/** Runs modules as named scripts. Vite's own evaluator runs them as anonymous functions, whose frames have no file. */
export class ScriptEvaluator implements ModuleEvaluator {
  readonly startOffset = 0
  readonly #watchdog: Pick<Watch, 'enter' | 'leave' | 'external'>
  /** Modules that Node is importing. */
  externals = 0

  /** @param watchdog is told of what runs */
  constructor(watchdog: Pick<Watch, 'enter' | 'leave' | 'external'>) {
    this.#watchdog = watchdog
  }

  async runInlinedModule(context: ModuleRunnerContext, code: string, module: Readonly<EvaluatedModuleNode>) {
    const watchdog = this.#watchdog
    const request = context[ssrImportKey]
    context[ssrImportKey] = async (...args) => {
      const exports: unknown = await request(...args)
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
      await run(...Object.values(context))
    } finally {
      watchdog.leave()
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
