import path from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { beginBuild } from './build/begin-build.ts'
import { DevSession } from './dev/dev-session.ts'
import { flatPlugins } from './evaluate/flat-plugins.ts'
import { resolveOptions, type TurnoutOptions } from './options.ts'
import { markedFile } from './files/marked-files.ts'
import { checkModule } from './checks/check-module.ts'
import { Project } from './project/project.ts'
import { emitted, raiseProblems } from './problems/report.ts'
import { manifestAsset } from './build/manifest-asset.ts'
import { routesId, ROUTES } from './ids.ts'
import { callableModule, isCallableId } from './modules/callable-modules.ts'
import { resolveRoutesImport } from './modules/resolve.ts'
import { emittedModule, forBrowser } from './modules/routes-module.ts'
import { resolveRuntimeImport, runtimeModule } from './modules/runtime-modules.ts'
import { writeIfChanged } from './types/write-types.ts'

/** The name under which the plugin, and with it the project, is found in a resolved configuration. */
export const PLUGIN_NAME = 'turnout'

/** What the `turnout` command finds at the plugin of a resolved configuration. */
export interface TurnoutApi {
  /** The route files of the project. */
  readonly project: () => Project
}

/**
 * The Vite plugin: compiles the route files and serves `virtual:routes`.
 *
 * @param options see `TurnoutOptions`; all have defaults
 */
export function turnout(options: TurnoutOptions = {}): Plugin<TurnoutApi> {
  const resolved = resolveOptions(options)
  let given: unknown
  let project: Project
  let dev: DevSession | null = null
  let isServerBuild = false

  return {
    name: PLUGIN_NAME,
    enforce: 'pre',
    api: { project: () => project },

    config(userConfig) {
      given = userConfig.plugins
    },
    configEnvironment(name, { consumer = name === 'client' ? 'client' : 'server' }) {
      // Node could not resolve the runtime from the project under a strict layout of `node_modules`.
      if (consumer === 'server') return { resolve: { noExternal: ['@turnout/runtime'] } }
    },
    async configResolved(config) {
      isServerBuild = Boolean(config.build.ssr) && config.builder === undefined
      // Core plugins are made anew for the evaluation; `config.plugins` does not tell which are the project's.
      const own = await flatPlugins(given)
      project = new Project(
        resolved,
        config,
        config.plugins.filter((plugin) => own.has(plugin) && plugin.name !== PLUGIN_NAME),
      )
    },

    configureServer(server: ViteDevServer) {
      dev = new DevSession(project, server)
      dev.start()
    },
    buildEnd() {
      // A server that restarts ends after the next one has begun.
      if (dev?.serves(this.environment) === true) dev.close()
    },

    async buildStart() {
      if (this.environment.mode !== 'build') return
      const outcome = await (this.meta.watchMode ? project.recompile() : project.outcome())
      beginBuild(outcome, project, (file) => this.addWatchFile(file), this.environment.logger)
    },
    // A dev server calls `resolveId` and `load` for whatever an address names, with no importer, and serves what they
    // give; it checks `server.fs` for the files that it reads itself, and no further. So who may open which door:
    //
    // - `virtual:routes`: every page that the server answers. It tells the table, with the names and the text of the
    //   route files, and the modules that export callables.
    // - The modules of the runtime: the same. They are known by a name without a folder; no other file is read.
    // - What the emitted module and the runtime import: only they. No request can choose what those are.
    // - A file whose path holds a `#` or a `?`: whom Vite's own check of the whole path lets in.
    // - The modules that stand before callables: bundlers, in builds. A dev server has none.
    resolveId(source, importer) {
      const { environment } = this
      const isBuild = environment.mode === 'build'
      return (
        (isBuild ? null : resolveRuntimeImport(source, importer)) ??
        resolveRoutesImport(this, source, importer, { root: project.root, resolved: routesId(environment), isBuild })
      )
    },
    async load(id) {
      const { environment } = this
      const isBuild = environment.mode === 'build'
      if (id !== routesId(environment)) {
        if (isBuild) return isCallableId(id) ? callableModule(id, await project.outcome()) : undefined
        return runtimeModule(id) ?? markedFile(id, environment.getTopLevelConfig())
      }
      if (dev !== null && environment.mode === 'dev') {
        const { config } = environment
        const { code, map } = await dev.load(environment)
        return config.consumer === 'client' ? forBrowser({ code, map }, project.root, config.base) : { code, map }
      }
      const outcome = await project.outcome()
      const { manifest } = outcome
      // `buildStart` has thrown if there is none.
      if (manifest === null) return
      // In the browser every byte counts; on a server the place of a declaration helps more than it costs.
      const positions = environment.config.consumer === 'server'
      const settings = { positions, callablesApart: isBuild }
      return emitted(project, () => emittedModule({ ...outcome, manifest }, project, settings))
    },
    transform: {
      // Behind all that turns into JavaScript what was none.
      order: 'post',
      filter: { code: ROUTES },
      async handler(code, id) {
        if (this.environment.mode !== 'build' || id === ROUTES) return
        const { manifest } = await project.outcome()
        if (manifest === null) return
        raiseProblems(checkModule(this.parse(code), id, manifest, project), project, this.environment.logger)
      },
    },
    async generateBundle() {
      if (this.environment.config.consumer !== 'client') return
      const { manifest } = await project.outcome()
      if (manifest !== null) this.emitFile(manifestAsset(manifest))
    },
    async writeBundle({ dir }) {
      // `vite build --ssr` builds nothing for a client, and Vite drops the assets of a server build.
      if (!isServerBuild || dir === undefined) return
      const { manifest } = await project.outcome()
      if (manifest === null) return
      const { fileName, source } = manifestAsset(manifest)
      writeIfChanged(path.join(dir, fileName), source)
    },
  }
}
