// Compiles the route files of a project, once after each edit.
import type { CallableReference, CompileOptions, Manifest } from '@turnout/compiler'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import { normalizePath, relativeTo } from '../../files/paths.ts'
import type { Plugin, ResolvedConfig } from 'vite'
import { ManifestReceiver } from '../common/manifest-transfer.ts'
import type { DrawnFile, Question } from '../common/messages.ts'
import { compileInWorker } from './compile-in-worker.ts'
import { locateFrame, makeEnvironment } from './environment.ts'
import { findMistake } from './find-mistake.ts'
import { callableImporter } from './import-callable.ts'
import { ModuleAnswers } from './module-answers.ts'

/** The route files of one compilation. */
export interface RouteFiles {
  /** The entry route file, absolute. */
  readonly entry: string
  readonly options: CompileOptions
  /** Finds the file for a `draw`. */
  readonly draw: (name: string) => DrawnFile
}

/** The result of a compilation. */
export interface RouteCompilation {
  /** Null if there is an error. */
  readonly manifest: Manifest | null
  readonly diagnostics: readonly Diagnostic[]
  /** Returns the specifier by which a module of the application imports a callable of the manifest. */
  readonly importCallable: (callable: CallableReference) => string
  /** The absolute paths of all modules that took part. */
  readonly files: readonly string[]
  /** The names that the route files draw. */
  readonly drawnNames: ReadonlySet<string>
}

/** Compiles the route files of one project. It remembers the requests of a compilation, and answers them in advance in the next. */
export class RouteCompiler {
  readonly #config: ResolvedConfig
  readonly #plugins: readonly Plugin[]
  readonly #root: string
  readonly #received = new ManifestReceiver()
  /** The questions of the worker in the last compilation. */
  #questions: readonly Question[] = []
  #loadedFiles: readonly string[] = []

  /** @param plugins those of the project that may resolve and transform imports of route files */
  constructor(config: ResolvedConfig, plugins: readonly Plugin[]) {
    this.#config = config
    this.#plugins = plugins
    this.#root = normalizePath(config.root)
  }

  /** The absolute paths of the modules that the last compilation loaded, even if it failed. */
  get loadedFiles(): readonly string[] {
    return this.#loadedFiles
  }

  /**
   * Compiles the files as they are now. Mistakes in them, code that never ends included, are diagnostics.
   *
   * @throws EvaluationSuperseded when the signal aborts
   * @throws Error if Vite or the compiler fails
   */
  async compile({ entry, options, draw }: RouteFiles, signal: AbortSignal): Promise<RouteCompilation> {
    const environment = await makeEnvironment(this.#config, this.#plugins)
    const modules = new ModuleAnswers(environment)
    const names = new Set<string>()
    try {
      const { result, failures, questions, unasked } = await compileInWorker(
        { root: this.#root, entry, options, receivedId: this.#received.id, expected: this.#questions },
        {
          invoke: (name, args) => modules.invoke(name, args),
          findMistake: async (file, source) => findMistake(file, source),
          draw: async (name) => {
            names.add(name)
            return draw(name)
          },
          locate: (frame) => locateFrame(environment, frame),
          relative: relativeTo(this.#root),
        },
        signal,
      ).finally(() => (this.#loadedFiles = modules.files([])))
      // The errors of Vite depend on the order of the requests: they name the module that was first to import a missing file.
      const isInOrder = this.#questions.length === 0 || !modules.hasFailed
      this.#questions = modules.hasFailed ? [] : questions
      if (!isInOrder) return await this.compile({ entry, options, draw }, signal)
      for (const { name, args } of unasked) if (name === 'draw') names.delete(String(args[0]))
      const { manifest = null, diagnostics = [], callables = new Map<string, string>() } = result ?? {}
      return {
        manifest: manifest === null ? null : this.#received.receive(manifest),
        diagnostics: [...failures, ...diagnostics],
        importCallable: callableImporter(callables, this.#root),
        files: modules.files(unasked),
        drawnNames: names,
      }
    } finally {
      await environment.close()
    }
  }
}
