import { Script } from 'node:vm'
import type { EvaluatedModuleNode, ModuleEvaluator, ModuleRunnerContext } from 'vite/module-runner'
import * as dsl from '@turnout/compiler/dsl'
import { SCRIPT } from './locate.ts'

/** Runs modules as named scripts. Vite's own evaluator runs anonymous functions, so that stack frames name no file. */
export class ScriptEvaluator implements ModuleEvaluator {
  readonly startOffset = 0

  async runInlinedModule(context: ModuleRunnerContext, code: string, { id }: Readonly<EvaluatedModuleNode>) {
    const names = Object.keys(context)
    // The comments would make V8 and Node rename and map the frames; the map is read from the module instead.
    const body = code.replace(/^\/\/[#@] source(?:URL|MappingURL|MappingSource)=.*$/gm, '')
    const script = new Script(`(async (${names.join(',')}) => {'use strict';\n${body}\n})`, {
      filename: SCRIPT + id,
      lineOffset: -1,
    })
    const run = script.runInThisContext() as (...values: unknown[]) => Promise<void>
    await run(...Object.values(context))
    Object.seal(context.__vite_ssr_exports__)
  }

  async runExternalModule(file: string): Promise<unknown> {
    if (Object.hasOwn(providedModules, file)) return providedModules[file as keyof typeof providedModules]
    return (await import(file)) as unknown
  }
}

/**
 * Modules that the runner receives instead of loading them. All route files get the DSL of this plugin, even if other
 * copies are installed.
 */
export const providedModules = {
  'vite-plugin-turnout/dsl': dsl,
  '@turnout/compiler/dsl': dsl,
  'virtual:routes': pendingRoutes(),
}

/**
 * Replaces `virtual:routes` during the evaluation: a route file may import an endpoint function from a module that imports
 * helpers. Helpers only exist after the table is complete; an earlier call is an error.
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
