// Answers the requests of the worker's module runner in one compilation, and tells which files the modules came from.
import type { DevEnvironment, EnvironmentModuleNode } from 'vite'
import { answerRunner, evaluatedFiles, filesOf } from './environment.ts'
import { questionKey } from '../common/expected-answers.ts'
import type { Question } from '../common/messages.ts'

/** The modules of one compilation. */
export class ModuleAnswers {
  readonly #environment: DevEnvironment
  /** The ids of the modules, by the questions for them. */
  readonly #ids = new Map<string, string>()
  #hasFailed = false

  constructor(environment: DevEnvironment) {
    this.#environment = environment
  }

  /** Handles a request of the module runner. Throws what resolving or transforming the module throws. */
  async invoke(name: string, args: readonly unknown[]): Promise<unknown> {
    try {
      const answer: object = await answerRunner(this.#environment, name, args)
      if (!('id' in answer)) return answer
      this.#ids.set(questionKey({ name: 'invoke', args: [name, args] }), String(answer.id))
      // Each compilation has a new runner and a new environment, so no module is older than the runner. Vite would have the
      // runner evaluate a module twice if two requests for it are answered at the same time.
      return { ...answer, invalidate: false }
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  /** True if a module could not be resolved or transformed. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /**
   * Returns the absolute paths of all files that took part.
   *
   * @param unasked questions that were answered in advance, but that no code of the project asked. Their files are left out.
   */
  files(unasked: readonly Question[]): string[] {
    if (unasked.length === 0) return evaluatedFiles(this.#environment)
    const keys = new Set(unasked.map(questionKey))
    const ids = new Set([...this.#ids].flatMap(([key, id]) => (keys.has(key) ? [] : [id])))
    const { moduleGraph } = this.#environment
    const nodes = new Set<EnvironmentModuleNode>()
    for (const id of ids) {
      const node = moduleGraph.getModuleById(id)
      if (node === undefined) continue
      nodes.add(node)
      // Imports that Node resolves, and files that a plugin has added, are nobody's answer.
      for (const imported of node.importedModules) nodes.add(imported)
    }
    return filesOf(nodes)
  }
}
