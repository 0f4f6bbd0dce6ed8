// The Vite plugin: its hooks.
import path from 'node:path'
import type { Plugin } from 'vite'
import { beginBuild } from './build/begin-build.ts'
import { enableContracts, makeProject, type UserSettings } from './build/make-project.ts'
import { clientAssets, writeBundle } from './build/assets.ts'
import { checkLinksInBuild, checkLinksInDev } from './project/check-links.ts'
import { dependenciesOn } from './files/dependencies-on.ts'
import { isInBrowser, reloadDocuments } from './dev/reload-documents.ts'
import { PLUGIN_NAME, ROUTES } from './ids.ts'
import { loadApplicationModule, loadedIds } from './modules/application-modules.ts'
import {
  checkClientBundle,
  loadModule,
  resolveModule,
  RESOLVED_IDS,
  transformImporter,
  type ModuleSource,
} from './modules/module-server.ts'
import { NAVIGATION_PACKAGE, RUNTIME, SERVER_PACKAGE } from './modules/runtime-modules.ts'
import type { TurnoutOptions } from './options.ts'
import { resolveOptions } from './resolve-options.ts'
import { raiseProblems } from './problems/report.ts'
import type { Project } from './project/project.ts'
import type { DevServer } from './serve/dev-server.ts'
import { buildApplication, refuseSecondPlugin, serverConfig, viteUse, type ViteUse } from './serve/server-config.ts'

/** The package with the components for frameworks. */
const PACKAGE = 'vite-plugin-turnout'

/** A plugin of esbuild that leaves imports from the routes in optimized dependencies. Vite then resolves them as usual. */
const EXTERNAL_ROUTES = {
  name: PLUGIN_NAME,
  setup(build: { onResolve(options: { filter: RegExp }, resolve: (args: { path: string }) => object): void }) {
    build.onResolve({ filter: /^virtual:routes(?:\/|$)/ }, ({ path: id }) => ({ path: id, external: true }))
  },
}

/** The `api` property of the plugin. The `turnout` command reads it from the resolved configuration. */
export interface TurnoutApi {
  /** The route files of the project. */
  readonly project: () => Project
}

/**
 * The Vite plugin: compiles the route files and serves `virtual:routes`.
 *
 * @example
 * ```ts
 * // vite.config.ts
 * import { defineConfig } from 'vite'
 * import { turnout } from 'vite-plugin-turnout'
 *
 * export default defineConfig({ plugins: [turnout()] })
 * ```
 *
 * @param options see `TurnoutOptions`; all have defaults
 */
export function turnout(options: TurnoutOptions = {}): Plugin {
  const resolved = resolveOptions(options)
  let userSettings: UserSettings = {}
  let use: ViteUse
  let root: string
  let project: Project
  let dev: DevServer | null = null
  /** The starts of builds that run, by environment. */
  const starts = new WeakMap<object, Promise<void>>()

  const source = (): ModuleSource => ({
    project,
    session: dev && dev.session,
    // Vitest reruns tests that import a changed file, or a module with the file among its watch files. The bundler of a
    // bundled dev server reloads the module. Elsewhere every change would cause an update.
    addsWatchFiles: use.isInVitest || use.isBundledDev,
  })

  /** In browser mode, Vitest requests a mocked module with a query, and rewrites its exports. */
  const withoutMock = (id: string) => (use.isInVitest ? id.replace(/\?mock=auto(?:mock|spy)$/, '') : id)

  const serving: Pick<Plugin, 'resolveId' | 'load' | 'transform'> = {
    resolveId: {
      filter: { id: RESOLVED_IDS },
      handler(id, importer) {
        return resolveModule(this, id, importer && withoutMock(importer), source())
      },
    },
    load: {
      filter: { id: loadedIds(resolved.server && resolved.controllers) },
      async handler(id) {
        const code = await loadApplicationModule(this, id, { project, dev, isInVitest: use.isInVitest })
        return code ?? loadModule(this, withoutMock(id), source())
      },
    },
    transform: {
      // After every plugin that compiles a module to JavaScript.
      order: 'post',
      filter: { code: ROUTES },
      handler(code, id) {
        return transformImporter(this, code, id, source())
      },
    },
  }

  return {
    name: PLUGIN_NAME,
    enforce: 'pre',
    api: { project: () => project } satisfies TurnoutApi,

    config(config) {
      root = path.resolve(config.root ?? '.')
      userSettings = { plugins: config.plugins, base: config.base }
      // Vite bundles workers with the plugins of `worker.plugins` only, and calls the function again for each worker.
      const worker: Plugin = {
        name: `${PLUGIN_NAME}:worker`,
        enforce: 'pre',
        ...serving,
        generateBundle(_options, bundle) {
          return checkClientBundle(this.environment, bundle, source())
        },
      }
      return {
        worker: { plugins: () => [worker] },
        // The navigation is one state. A copy that Vite bundles with the dependencies would have a state of its own.
        optimizeDeps: {
          exclude: [PACKAGE, NAVIGATION_PACKAGE],
          // The optimizer of Vite 7 calls no `resolveId`, so a dependency that imports `virtual:routes` would end the server.
          ...(!('rolldownVersion' in this.meta) && { esbuildOptions: { plugins: [EXTERNAL_ROUTES] } }),
        },
        ...(resolved.server !== null && serverConfig(config)),
      }
    },
    configEnvironment(name, { consumer = name === 'client' ? 'client' : 'server' }) {
      // With a strict layout of `node_modules`, Node could not resolve these packages from the project. The components share
      // the state of the navigation, so Vite loads them too.
      if (consumer !== 'server') return
      const noExternal = [RUNTIME, SERVER_PACKAGE, NAVIGATION_PACKAGE, PACKAGE, ...dependenciesOn(PACKAGE, root)]
      return { resolve: { noExternal } }
    },
    async configResolved(config) {
      refuseSecondPlugin(config)
      use = viteUse(config, resolved)
      project = await makeProject(resolved, config, userSettings)
      await enableContracts(project, config, userSettings, { name: PLUGIN_NAME, enforce: 'pre', ...serving })
    },

    // Imported here and below, so that a build does not load the modules of servers.
    async configureServer(server) {
      const devServer = await import('./serve/dev-server.ts')
      dev = new devServer.DevServer(project, server)
      if (resolved.reportsLinks) checkLinksInDev(project, server)
      return dev.addMiddlewares()
    },
    async configurePreviewServer(server) {
      const { guardEntrance } = await import('./serve/entrance.ts')
      const { servePreview } = await import('./serve/preview-routes.ts')
      guardEntrance(server)
      if (use.buildsBoth) servePreview(server)
    },
    hotUpdate({ file, modules, server }) {
      if (this.environment.config.consumer !== 'server' || modules.length === 0) return
      if (!isInBrowser(file, server)) reloadDocuments(server, project)
    },
    async buildEnd(error) {
      const start = starts.get(this.environment)
      // Rollup reports the error of a hook as well. If that is the error of a module from the routes, once is enough.
      const isReported = Object(error).plugin === PLUGIN_NAME
      await (isReported ? start?.catch(() => {}) : start)
      // A bundled dev server calls `buildEnd` after every build of the client. Its other environments end with the server.
      if (use.isBundledDev && this.environment.config.consumer === 'client') return
      // When a server restarts, the old server ends after the new one has started.
      if (dev?.session.serves(this.environment) === true) dev.session.close()
    },

    buildApp(builder) {
      return buildApplication(builder, project, use.buildsBoth)
    },
    async buildStart() {
      if (this.environment.mode !== 'build') return
      const { watchMode } = this.meta
      const start = async () => {
        const outcome = await (watchMode ? project.recompile() : project.outcome())
        await beginBuild(outcome, project, (file) => this.addWatchFile(file), this.environment.logger)
        if (resolved.reportsLinks) await checkLinksInBuild(project, this.environment.logger)
      }
      const running = start()
      // The bundler loads modules meanwhile. Modules from the routes wait for the table, and `buildEnd` throws an error.
      starts.set(this.environment, running)
      running.catch(() => {})
      if (watchMode) await running
    },
    ...serving,
    async generateBundle(_options, bundle) {
      await checkClientBundle(this.environment, bundle, source())
      if (this.environment.config.consumer === 'server') {
        const { checkUnbundled } = await import('./checks/unbundled-packages.ts')
        raiseProblems(checkUnbundled(bundle, project), project, this.environment.logger)
      }
      for (const asset of await clientAssets(this.environment, project)) this.emitFile(asset)
    },
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      await writeBundle(this.environment, { folder: dir, bundle: Object.values(bundle) }, project, use.isServerBuild)
    },
  }
}

// With `plugins: [turnout]` Vite receives the function instead of a plugin, and calls its `config` hook.
Object.defineProperty(turnout, 'config', {
  value() {
    throw new Error('The plugin is what `turnout()` returns: write `plugins: [turnout()]`, with parentheses.')
  },
})
