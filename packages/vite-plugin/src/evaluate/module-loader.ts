// Runs modules of the project in this process, with Vite's module runner.
import type { DevEnvironment } from 'vite'
import { ModuleRunner, type EvaluatedModuleNode, type EvaluatedModules, type ModuleEvaluator } from 'vite/module-runner'
import { textFrom } from '@turnout/compiler/internal/diagnostics/describe'
import { isFileWithQueryChar } from '../files/paths.ts'
import { EvaluationTimeout, evaluationLimit } from './evaluation-limit.ts'

/** Vite could not resolve, load or transform a module. */
export class LoadError extends Error {
  /** @param cause the error of Vite, or any value that a plugin has thrown */
  constructor(cause: unknown) {
    super(textFrom(() => (cause as Error).message) ?? undefined, { cause })
  }
}

/** Imports modules, each once. */
export class ModuleLoader {
  readonly modules: EvaluatedModules
  /** True if Vite could not load a module. */
  hasFailed = false
  readonly #runner: ModuleRunner
  readonly #environment: DevEnvironment
  /** Modules that Vite is loading. The time that it needs for them does not count. */
  #loading = 0
  #loaded = 0

  /** Installs no source-map support, because that would remain installed. */
  constructor(environment: DevEnvironment, evaluator: ModuleEvaluator) {
    this.#environment = environment
    const invoke = async ({ data: { name, data } }: { data: { name: string; data: readonly unknown[] } }) => ({
      result: name === 'fetchModule' ? await this.#fetch(data) : this.#builtins(),
    })
    const transport = { invoke } as ConstructorParameters<typeof ModuleRunner>[0]['transport']
    this.#runner = new ModuleRunner({ hmr: false, sourcemapInterceptor: false, transport }, evaluator)
    this.modules = this.#runner.evaluatedModules
  }

  /**
   * Imports a module, and returns its exports.
   *
   * @throws any value that the module throws
   * @throws LoadError if Vite cannot load the module, or a module that it imports
   * @throws EvaluationTimeout for a module whose top-level `await` does not end
   */
  async import<Exports>(file: string): Promise<Exports> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      let loadedBefore = this.#loaded
      const look = () => {
        const isWaiting = this.#loading === 0 && this.#loaded === loadedBefore
        if (isWaiting) return reject(new EvaluationTimeout(pendingFile(this.modules) ?? file))
        loadedBefore = this.#loaded
        timer = setTimeout(look, evaluationLimit.ms)
      }
      timer = setTimeout(look, evaluationLimit.ms)
    })
    try {
      return await Promise.race([this.#runner.import<Exports>(file), timeout])
    } finally {
      clearTimeout(timer)
    }
  }

  /** The absolute paths of all files that took part, those that failed to load included. */
  get files(): string[] {
    const { idToModuleMap } = this.#environment.moduleGraph
    const ids = this.hasFailed ? idToModuleMap.keys() : this.modules.idToModuleMap.keys()
    const nodes = new Set([...ids].flatMap((id) => idToModuleMap.get(id) ?? []))
    // Imports that Node resolves, and files that a plugin has added.
    for (const node of nodes) for (const imported of node.importedModules) nodes.add(imported)
    return Array.from(nodes, fileOf)
  }

  async #fetch(args: readonly unknown[]): Promise<object> {
    this.#loading += 1
    try {
      const fetched = await this.#environment.fetchModule(...(args as Parameters<DevEnvironment['fetchModule']>))
      // No module is older than the runner. Vite would have the runner evaluate a module twice if it is requested twice at the
      // same time.
      return { ...fetched, invalidate: false }
    } catch (error) {
      this.hasFailed = true
      throw new LoadError(error)
    } finally {
      this.#loading -= 1
      this.#loaded += 1
    }
  }

  /** Returns the modules of Node in the form that Vite's runner expects from a transport: JSON has no regular expressions. */
  #builtins(): object[] {
    return this.#environment.config.resolve.builtins.map((builtin) =>
      typeof builtin === 'string'
        ? { type: 'string', value: builtin }
        : { type: 'RegExp', source: builtin.source, flags: builtin.flags },
    )
  }
}

/** Returns the file of a module. Vite truncates paths at a `#` or `?`, but names of folders may contain these characters. */
export function fileOf({ id, file }: { readonly id: string | null; readonly file: string | null }): string {
  return id !== null && isFileWithQueryChar(id) ? id : (file ?? '')
}

/** Finds the file of a module that is being evaluated and has no import that is being evaluated. */
function pendingFile({ idToModuleMap }: EvaluatedModules): string | undefined {
  const isPending = (node: EvaluatedModuleNode | undefined) => node?.promise !== undefined && !node.evaluated
  const waits = (node: EvaluatedModuleNode) => [...node.imports].some((id) => isPending(idToModuleMap.get(id)))
  const pending = [...idToModuleMap.values()].find((node) => isPending(node) && !waits(node))
  return pending && fileOf(pending)
}
