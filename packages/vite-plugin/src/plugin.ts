import path from 'node:path'
import type { Program } from 'estree'
import type { Environment, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { beginBuild } from './build/begin-build.ts'
import { buildAssets } from './build/assets.ts'
import { loadContracts } from './build/load-contracts.ts'
import { serverEntryModule, takeInClient } from './build/client-files.ts'
import { checkModule } from './checks/check-module.ts'
import { isController } from './checks/controllers.ts'
import { DevSession } from './dev/dev-session.ts'
import { devtoolsDock } from './dev/devtools-dock.ts'
import { serveInspector } from './dev/serve-inspector.ts'
import { flatPlugins } from './evaluate/flat-plugins.ts'
import { markedFile } from './files/marked-files.ts'
import { isFile } from './files/route-files.ts'
import { writeIfChanged } from './files/write-file.ts'
import { CLIENT, controllerOf, emittedSource, idOf, routesId, ROUTES, SERVER_ENTRY, TEMPLATE_MODULE } from './ids.ts'
import { actionsModule, hasActions } from './modules/actions-module.ts'
import { clientModule } from './modules/client-module.ts'
import { constantsOf, replaceConstantLinks } from './modules/constant-links.ts'
import { callableModule, isCallableId } from './modules/callable-modules.ts'
import { findImporter, withoutQuery } from './modules/find-importer.ts'
import { IMPORTED, inFolder, LOADED, MISSPELT, refuseMisspelt, resolveRoutesImport } from './modules/resolve.ts'
import { emittedModule, forBrowser } from './modules/routes-module.ts'
import { checkBundle, isStandInId, standInModule } from './modules/server-only.ts'
import { runtimeModule } from './modules/runtime-modules.ts'
import { isLazyId, lazyModules, refuseLazyModule, serverInClient } from './modules/lazy-modules.ts'
import { builtTemplate, servedTemplate } from './modules/template-module.ts'
import { resolveOptions, type TurnoutOptions } from './options.ts'
import { emitted, raiseProblems } from './problems/report.ts'
import { NOT_CALLED } from './problems/not-called.ts'
import { Project } from './project/project.ts'
import { claimTest, restrictFiles, serveClaimed } from './serve/claimed-files.ts'
import { findServer } from './serve/find-server.ts'
import { previewRoutes } from './serve/preview-routes.ts'
import { refuseMalformed, serveRoutes, withSlash } from './serve/serve-routes.ts'
import { buildClientAndServer, buildDocument, hasBuiltEntry, ownsServer, serverConfig } from './serve/server-config.ts'
import { serverEntry } from './serve/server-entry.ts'
import { serveUpgrades } from './serve/upgrades.ts'

/** The name of the plugin in Vite's resolved configuration. Callers find the plugin, and its project, by this name. */
export const PLUGIN_NAME = 'turnout'

/** The `api` property of the plugin. The `turnout` command reads it from the resolved configuration. */
export interface TurnoutApi {
  /** The route files of the project. */
  readonly project: () => Project
}

/**
 * The Vite plugin: compiles the route files and serves `virtual:routes`.
 *
 * @param options see `TurnoutOptions`; all have defaults
 */
export function turnout(options: TurnoutOptions = {}): Plugin {
  const resolved = resolveOptions(options)
  let userPlugins: unknown
  let userBase: string | undefined
  let project: Project
  let dev: DevSession | null = null
  let devServer: ViteDevServer | null = null
  /** True if this plugin handles requests in dev; false if the plugin of a platform does. */
  let answersRequests = false
  const servedFolder = resolved.server === null ? null : resolved.controllers
  let isServerBuild = false
  let buildsBoth = false
  let isInVitest = false
  let isBundledDev = false

  /** True if a module with the name `source` exists. */
  const hasModule = async (environment: Environment, source: string): Promise<boolean> => {
    if (dev !== null && environment.mode === 'dev') return dev.has(environment, source)
    const { manifest } = await project.outcome()
    return manifest !== null && hasActions(source, manifest, project, environment.config.consumer)
  }

  // Each hook has a filter, so that a bundler written in Rust calls no JavaScript for other modules of the application.
  const serving: Pick<Plugin, 'resolveId' | 'load' | 'transform'> = {
    // A dev server calls `resolveId` and `load`, without an importer, for any name in a URL, and serves the result. It
    // checks `server.fs` only for files that it reads itself. These rules therefore decide which importers get a module:
    //
    // - `virtual:routes`: every page that may use the server. The module reveals the table, the names and sources of
    //   the route files, and the modules that export callables.
    // - `virtual:routes/actions/…`: the same pages, for controllers that the routes name.
    // - Modules of the runtime: the same pages. A name without a folder selects the module; no other file is read.
    // - Imports of the emitted module: only the emitted module. A request cannot choose these modules.
    // - A file with a `#` or a `?` in its path: requests that pass Vite's own check of the whole path.
    // - Stand-ins for server-only callables: every page. They reveal the callables' names, as the emitted module does.
    // - The document template: no request. Only server code imports it, to send it.
    // - Controllers: no browser, although they are files of the project.
    // - Intermediate modules for callables: bundlers, in builds. A dev server has no such modules.
    resolveId: {
      filter: { id: [...IMPORTED, MISSPELT] },
      async handler(source, importer) {
        const { environment } = this
        if (MISSPELT.test(source)) return refuseMisspelt(this, source, importer)
        if (controllerOf(source) !== null) {
          // For a request Vite passes no importer, or the page. `transform` reports imports of missing modules.
          const isRequest = importer === undefined || importer === `${project.root}/index.html`
          return !isRequest || (await hasModule(environment, source)) ? idOf(source, environment) : null
        }
        const surroundings = {
          root: project.root,
          resolved: routesId(environment),
          isBuild: environment.mode === 'build',
        }
        return resolveRoutesImport(this, source, importer, surroundings)
      },
    },
    load: {
      filter: { id: servedFolder === null ? LOADED : [...LOADED, inFolder(servedFolder)] },
      async handler(id) {
        const { environment } = this
        const isBuild = environment.mode === 'build'
        if (id === SERVER_ENTRY) {
          const { manifest } = await project.outcome()
          if (!isBuild || manifest === null || resolved.server === null) return
          const server = serverEntry(project.root, resolved.server.entry)
          return serverEntryModule(server, environment.config, project, manifest)
        }
        if (isStandInId(id)) return standInModule(id, (await project.outcome()).manifest)
        if (servedFolder !== null && environment.config.consumer === 'client' && !isInVitest) {
          const file = withoutQuery(id)
          if (isController(path.posix.resolve(project.root, servedFolder), file)) {
            const importLocation = await findImporter(this, file, project.root)
            throw serverInClient(path.posix.relative(project.root, file), environment, project, importLocation)
          }
        }
        if (id === TEMPLATE_MODULE) {
          if (environment.config.consumer === 'client') return
          return devServer === null || isBuild
            ? builtTemplate(environment)
            : servedTemplate(devServer, !answersRequests)
        }
        if (id === CLIENT) return clientModule(environment.config.consumer, resolved.server !== null)
        if (isLazyId(id)) {
          await refuseLazyModule(id, environment, project, () => findImporter(this, id, project.root))
          if (dev !== null && environment.mode === 'dev') return dev.loadLazy(environment, id)
          const { manifest, ...outcome } = await project.outcome()
          if (manifest === null) return
          return lazyModules({ ...outcome, manifest }, project, false).get(id)![environment.config.consumer]
        }
        const source = emittedSource(id)
        if (source === null || id !== idOf(source, environment)) {
          if (isBuild) return isCallableId(id) ? callableModule(id, await project.outcome()) : undefined
          return runtimeModule(id) ?? markedFile(id, environment.getTopLevelConfig())
        }
        if (dev !== null && environment.mode === 'dev') {
          const { config } = environment
          const module = await dev.load(environment, source).finally(() => {
            // Vitest reruns tests that import a changed file, or a module with the file among its watch files. The
            // bundler of a bundled dev server reloads the module. Elsewhere every change would cause an update. In a
            // browser environment Vite resolves watch files as if they were imported, so they must exist.
            if (isInVitest || isBundledDev) {
              for (const file of dev!.watched) if (config.consumer === 'server' || isFile(file)) this.addWatchFile(file)
            }
          })
          if (module === null) return
          const { code, map } = module
          return config.consumer === 'client' ? forBrowser({ code, map }, project.root, config.base) : { code, map }
        }
        const outcome = await project.outcome()
        const { manifest } = outcome
        // `buildStart` has thrown if the manifest is null.
        if (manifest === null) return
        // A worker is a separate build. The watch files tell the build around it on which files the worker depends.
        for (const file of outcome.files) this.addWatchFile(file)
        // In the browser every byte counts; on a server the location of a declaration is worth its size.
        const { consumer } = environment.config
        const settings = { positions: consumer === 'server', consumer }
        return emitted(project, () =>
          source === ROUTES
            ? emittedModule({ ...outcome, manifest }, project, settings)
            : actionsModule(source, manifest, project, settings),
        )
      },
    },
    transform: {
      // After every plugin that compiles a module to JavaScript.
      order: 'post',
      filter: { code: ROUTES },
      async handler(code, id) {
        const { environment } = this
        if (emittedSource(id) !== null || isLazyId(id) || id === CLIENT) return
        let program: Program | undefined
        const parse = () => (program ??= this.parse(code) as Program)
        const { consumer } = environment.config
        if (dev !== null && environment.mode === 'dev') return dev.check(parse, id, consumer)
        const { manifest } = await project.outcome()
        if (manifest === null) return
        raiseProblems(checkModule(parse, id, manifest, project, consumer), project, environment.logger)
        return replaceConstantLinks(code, parse, id, constantsOf(manifest, project.options, consumer))
      },
    },
  }

  /** Reports server-only modules in the bundles of clients and of their workers. */
  const check = async (environment: Environment, bundle: Readonly<Record<string, object>>): Promise<void> => {
    if (environment.config.consumer !== 'client') return
    const { manifest } = await project.outcome()
    raiseProblems(checkBundle(bundle, manifest, resolved), project, environment.logger)
  }

  return {
    name: PLUGIN_NAME,
    enforce: 'pre',
    api: { project: () => project } satisfies TurnoutApi,
    // Vite DevTools reads this property; Vite itself ignores it.
    ...(resolved.inspector && { devtools: devtoolsDock }),

    config(userConfig) {
      userPlugins = userConfig.plugins
      userBase = userConfig.base
      // Vite bundles workers with the plugins of `worker.plugins` only, and calls the function again for each worker.
      const worker: Plugin = {
        name: `${PLUGIN_NAME}:worker`,
        enforce: 'pre',
        ...serving,
        generateBundle(_options, bundle) {
          return check(this.environment, bundle)
        },
      }
      return {
        worker: { plugins: () => [worker] },
        ...(resolved.server !== null && serverConfig(userConfig)),
      }
    },
    configEnvironment(name, { consumer = name === 'client' ? 'client' : 'server' }) {
      // With a strict layout of `node_modules`, Node could not resolve the runtime from the project.
      if (consumer === 'server') return { resolve: { noExternal: ['@turnout/runtime'] } }
    },
    async configResolved(config) {
      if (config.plugins.filter(({ name }) => name === PLUGIN_NAME).length > 1) {
        throw new Error(
          '`turnout()` is among the plugins more than once. A Vite config has one route table: keep one `turnout()`, ' +
            'and draw the other route files from its own.',
        )
      }
      isServerBuild = Boolean(config.build.ssr) && config.builder === undefined
      buildsBoth = resolved.server !== null && config.builder !== undefined && !ownsServer(config)
      isInVitest = config.plugins.some(({ name }) => /^vitest(?::|$)/.test(name))
      isBundledDev = config.command === 'serve' && Boolean(config.experimental.bundledDev)
      // The evaluation creates its own core plugins. `config.plugins` does not show which plugins are the project's.
      const projectPlugins = await flatPlugins(userPlugins)
      const otherPlugins = config.plugins.filter((plugin) => projectPlugins.has(plugin) && plugin.name !== PLUGIN_NAME)
      project = new Project(
        resolved,
        config,
        otherPlugins,
        // In dev Vite reduces a URL to its path, and a relative base to the root. The project needs the original.
        userBase !== undefined && /^(?:\.|$)|:/.test(userBase) ? userBase : config.base,
      )
      const ownHooks: Plugin = { name: PLUGIN_NAME, enforce: 'pre', ...serving }
      project.loadContracts = () => loadContracts(project, config, [ownHooks, ...otherPlugins])
    },

    configureServer(server: ViteDevServer) {
      const session = new DevSession(project, server)
      dev = session
      devServer = server
      session.start()
      if (resolved.inspector) serveInspector(session, project, server)
      if (resolved.server === null) return
      const manifest = async () => (await session.state()).manifest
      const isClaimedFile = claimTest(server, manifest)
      const target = findServer(server.environments)
      answersRequests = target !== null
      // Another plugin responds to requests, after Vite's own middlewares.
      if (target === null) return () => restrictFiles(server, isClaimedFile)
      const { entry } = resolved.server
      server.middlewares.use(refuseMalformed)
      server.middlewares.use(withSlash(server.config.base))
      const serveRequests = serveRoutes({
        server,
        target,
        entry: () => serverEntry(project.root, entry),
        manifest,
        base: project.options.compile.base,
      })
      server.middlewares.use(serveClaimed(isClaimedFile, serveRequests))
      const { httpServer, config } = server
      serveUpgrades({ httpServer, config, proxy: config.server.proxy })
      return () => {
        restrictFiles(server, isClaimedFile)
        server.middlewares.use(serveRequests)
      }
    },
    configurePreviewServer(server: PreviewServer) {
      const { config, httpServer } = server
      if (!buildsBoth || !hasBuiltEntry(config)) return
      server.middlewares.use(previewRoutes(server))
      serveUpgrades({ httpServer, config, proxy: config.preview.proxy })
    },
    buildEnd() {
      // A bundled dev server calls `buildEnd` after every build of the client. Its other environments end with the server.
      if (isBundledDev && this.environment.config.consumer === 'client') return
      // When a server restarts, the old server ends after the new one has started.
      if (dev?.serves(this.environment) === true) dev.close()
    },

    async buildApp(builder) {
      if (buildsBoth) await buildClientAndServer(builder, project)
      else if (resolved.server !== null && resolved.pages !== null) await buildDocument(builder, project)
    },
    async buildStart() {
      if (this.environment.mode !== 'build') return
      const outcome = await (this.meta.watchMode ? project.recompile() : project.outcome())
      beginBuild(outcome, project, (file) => this.addWatchFile(file), this.environment.logger)
    },
    ...serving,
    async generateBundle(_options, bundle) {
      await check(this.environment, bundle)
      // The client's folder may be published whole. If there is a server, `writeBundle` writes the table to its folder.
      if (this.environment.config.consumer !== 'client' || resolved.server !== null) return
      const { manifest } = await project.outcome()
      if (manifest === null) return
      for (const asset of await buildAssets(manifest, project, 'client', this.environment.logger)) this.emitFile(asset)
    },
    async writeBundle({ dir }, bundle) {
      // `vite build --ssr` builds no client, and a client's folder may not contain the exports. So they are written here:
      // Vite drops assets that a server build emits.
      const { consumer } = this.environment.config
      const { compile, isManifestPublic, server } = resolved
      const isServer = isServerBuild || consumer === 'server'
      // If there is a client build too, its folder contains the exports, unless the client must not contain them.
      const hasExports = isServerBuild || server !== null || compile.clientRoutes !== undefined
      const isClient = this.environment.name === 'client' && server !== null
      if (dir === undefined || !(isServer || isClient)) return
      const { manifest } = await project.outcome()
      if (manifest === null) return
      if (isClient) {
        const { config, logger } = this.environment
        return takeInClient(dir, Object.values(bundle), config, project, manifest, logger)
      }
      for (const { fileName, source } of await buildAssets(manifest, project, 'server', this.environment.logger)) {
        const isWritten = hasExports || (fileName === resolved.manifest && !isManifestPublic)
        if (isWritten) writeIfChanged(path.join(dir, fileName), source)
      }
    },
  }
}

// With `plugins: [turnout]` Vite receives the function instead of a plugin, and calls its `config` hook.
Object.defineProperty(turnout, 'config', {
  value() {
    throw new Error(NOT_CALLED)
  },
})
