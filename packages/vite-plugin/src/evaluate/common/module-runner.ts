import { ModuleRunner, type ModuleEvaluator } from 'vite/module-runner'
import { errorData } from './error-data.ts'

/**
 * Creates a module runner that requests transformed modules from `invoke`. It installs no source-map support, because that
 * would remain installed.
 *
 * @param invoke handles a request of the runner; its errors reach the code that imports the module
 */
export function makeModuleRunner(
  evaluator: ModuleEvaluator,
  invoke: (name: string, data: unknown[]) => Promise<unknown>,
): ModuleRunner {
  return new ModuleRunner(
    {
      hmr: false,
      sourcemapInterceptor: false,
      transport: {
        invoke: async ({ data: { name, data } }: { data: { name: string; data: unknown[] } }) => {
          try {
            return { result: await invoke(name, data) }
          } catch (error) {
            return { error: errorData(error) }
          }
        },
      } as ConstructorParameters<typeof ModuleRunner>[0]['transport'],
    },
    evaluator,
  )
}
