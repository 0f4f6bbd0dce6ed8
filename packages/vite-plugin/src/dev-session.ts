import type { DevEnvironment, EnvironmentModuleNode, ViteDevServer } from 'vite'
import { formatRoutes } from './cli/format-routes.ts'
import { Project, type FileEvent, type Outcome } from './project.ts'
import { errorsOf, logProblems, reportedError, type ReportedError } from './report.ts'
import { emittedModule, RESOLVED_ROUTES, type EmittedModule } from './virtual-modules.ts'
import { writeTypes } from './write-types.ts'

/**
 * One dev server: compiles when files change, serves the last good table, and tells the browser.
 *
 * Compiling hangs on Vite's `watchChange`, which is called even where hot updates are off; telling hangs on
 * `hotUpdate`, which is called once for each environment.
 */
export class DevSession {
  readonly #project: Project
  readonly #server: ViteDevServer
  /** The outcome that was last taken in. */
  #outcome: Outcome | null = null
  /** The last module that compiled, served while the files hold an error. */
  #module: EmittedModule | null = null
  /** Ends when the last change of files is taken in. */
  #settled: Promise<void> = Promise.resolve()
  /** The code that each environment was last told of. Pages opened since may have a newer one already. */
  readonly #announced = new Map<DevEnvironment, string>()
  /** An import of `virtual:routes` has failed: the browser has no module that it could update. */
  #failedToServe = false
  #overlay = false
  #printed = ''

  constructor(project: Project, server: ViteDevServer) {
    this.#project = project
    this.#server = server
  }

  /** Compiles at once, so that errors and the table show before the first page is asked for. */
  start(): void {
    const { config, ws } = this.#server
    const first = this.#takeIn(this.#project.outcome())
    this.#settled = first.catch((error: unknown) => config.logger.error(String(error)))
    // A page that is opened or reloaded while there is an error has missed it.
    ws.on('connection', () => {
      if (this.#overlay) this.#showError()
    })
    if (this.#project.options.printRoutes) this.#printTable()
  }

  /** The emitted module. Throws the error of the last compilation when none has been good yet. */
  async load(environment: DevEnvironment): Promise<EmittedModule> {
    const outcome = await this.#project.outcome()
    if (outcome !== this.#outcome) await this.#takeIn(Promise.resolve(outcome))
    if (this.#module === null) {
      this.#failedToServe = true
      throw this.#error()
    }
    if (!this.#announced.has(environment)) this.#announced.set(environment, this.#module.code)
    return this.#module
  }

  /** Vite's hook `watchChange`: compiles again if the change may matter. */
  fileChanged(file: string, event: FileEvent): void {
    if (this.#outcome !== null && !Project.concerns(this.#outcome, file, event)) return
    // Whoever asks for the module from now on waits for this compilation.
    this.#invalidate()
    this.#settled = this.#takeIn(this.#project.recompile()).catch((error: unknown) => {
      this.#server.config.logger.error(String(error))
    })
  }

  /** Vite's hook of the same name: adds the emitted module to what changed, where it did. */
  async hotUpdate(
    environment: DevEnvironment,
    modules: EnvironmentModuleNode[],
  ): Promise<EnvironmentModuleNode[] | undefined> {
    await this.#settled
    if (this.#outcome === null || this.#outcome.manifest === null || this.#module === null) return
    const { code } = this.#module
    const announced = this.#announced.get(environment)
    const node = environment.moduleGraph.getModuleById(RESOLVED_ROUTES)
    if (announced !== undefined && announced !== code && node !== undefined) {
      this.#announced.set(environment, code)
      // Any update, and any reload, takes the overlay away.
      if (environment.name === 'client') this.#overlay = false
      return [...modules, node]
    }
    if (this.#overlay && environment.name === 'client') {
      this.#overlay = false
      environment.hot.send({ type: 'update', updates: [] })
    }
  }

  async #takeIn(running: Promise<Outcome>): Promise<void> {
    const outcome = await running
    if (outcome === this.#outcome) return
    this.#outcome = outcome
    this.#watch(outcome)
    this.#printProblems(outcome)
    const { manifest } = outcome
    if (manifest === null) return this.#showError()
    this.#module = emittedModule({ ...outcome, manifest }, this.#project, true)
    writeTypes(this.#project, manifest)
    if (!this.#failedToServe) return
    this.#failedToServe = false
    this.#overlay = false
    this.#invalidate()
    for (const { hot } of Object.values(this.#server.environments)) hot.send({ type: 'full-reload' })
  }

  #invalidate(): void {
    for (const { moduleGraph } of Object.values(this.#server.environments)) {
      const node = moduleGraph.getModuleById(RESOLVED_ROUTES)
      if (node !== undefined) moduleGraph.invalidateModule(node)
    }
  }

  /** Vite watches the root; route files may import from outside of it. */
  #watch({ files }: Outcome): void {
    const outside = [...files].filter((file) => !file.startsWith(`${this.#project.root}/`) && !/\0|\?/.test(file))
    if (outside.length > 0) this.#server.watcher.add(outside)
  }

  /** Prints what is wrong, once until it is something else. */
  #printProblems({ problems }: Outcome): void {
    const key = JSON.stringify(problems)
    if (key === this.#printed) return
    this.#printed = key
    logProblems(this.#server.config.logger, problems, (file) => this.#project.readSource(file))
  }

  /** Prints the route table: under the addresses where Vite prints them, when the server listens. */
  #printTable(): void {
    const server = this.#server
    const print = async () => {
      await this.#settled
      const manifest = this.#outcome?.manifest
      if (manifest) server.config.logger.info(`\n${formatRoutes(manifest.routes, {})}\n`)
    }
    if (server.config.server.middlewareMode) return void print()
    const { printUrls } = server
    server.printUrls = () => {
      printUrls()
      void print()
    }
  }

  #showError(): void {
    const { message, stack, id, frame, plugin, pluginCode, loc } = this.#error()
    this.#overlay = true
    this.#server.environments.client.hot.send({
      type: 'error',
      err: {
        message,
        stack: (stack ?? '')
          .split('\n')
          .filter((line) => /^\s*at /.test(line))
          .join('\n'),
        plugin,
        pluginCode,
        ...(id !== undefined && { id }),
        ...(frame !== undefined && { frame }),
        ...(loc !== undefined && { loc }),
      },
    })
  }

  #error(): ReportedError {
    const project = this.#project
    return reportedError(errorsOf(this.#outcome!.problems), project.root, (file) => project.readSource(file), 'short')
  }
}
