// Runs modules of the project in this thread, for values that only exist when the code has run.
import type { Plugin, ResolvedConfig } from 'vite'
import { ESModulesEvaluator } from 'vite/module-runner'
import { EvaluationTimeout, evaluationLimit } from '../common/evaluation-limit.ts'
import { makeModuleRunner } from '../common/module-runner.ts'
import { answerRunner, makeEnvironment } from './environment.ts'

/** Imports modules of a project. */
export interface ModuleLoader {
  /**
   * Imports a module, and returns its exports.
   *
   * @throws any value that the module throws
   * @throws EvaluationTimeout for a module whose top-level `await` does not end
   */
  import<Exports>(file: string): Promise<Exports>
  close(): Promise<void>
}

/**
 * Makes a loader in Vite's module runner.
 *
 * @param plugins those that resolve and transform modules
 */
export async function makeModuleLoader(config: ResolvedConfig, plugins: readonly Plugin[]): Promise<ModuleLoader> {
  const environment = await makeEnvironment(config, plugins, [])
  const runner = makeModuleRunner(new ESModulesEvaluator(), (name, data) => answerRunner(environment, name, data))
  return {
    import: <Exports>(file: string) => withinLimit(runner.import<Exports>(file), file),
    async close() {
      await runner.close()
      await environment.close()
    },
  }
}

async function withinLimit<Exports>(loading: Promise<Exports>, file: string): Promise<Exports> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new EvaluationTimeout(file, evaluationLimit.ms / 1000)), evaluationLimit.ms)
  })
  try {
    return await Promise.race([loading, timeout])
  } finally {
    clearTimeout(timer)
  }
}
