import path from 'node:path'
import type { Program } from 'estree'
import type { Environment, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { beginBuild } from './build/begin-build.ts'
import { buildAssets } from './build/assets.ts'
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
import { controllerOf, emittedSource, idOf, routesId, ROUTES, SERVER_ENTRY, TEMPLATE_MODULE } from './ids.ts'
import { actionsModule, hasActions } from './modules/actions-module.ts'
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
import { buildClientAndServer, hasBuiltEntry, ownsServer, serverConfig } from './serve/server-config.ts'
import { serverEntry } from './serve/server-entry.ts'
import { serveUpgrades } from './serve/upgrades.ts'

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
  let givenBase: string | undefined
  let project: Project
  let dev: DevSession | null = null
  let devServer: ViteDevServer | null = null
  /** The dev server of this plugin answers requests, and not that of a platform. */
  let answersRequests = false
  const servedFolder = resolved.server === null ? null : resolved.controllers
  let isServerBuild = false
  let buildsBoth = false
  let isInVitest = false
  let isBundledDev = false

  /** True if there is a module of this name. */
  const has = async (environment: Environment, source: string): Promise<boolean> => {
    if (dev !== null && environment.mode === 'dev') return dev.has(environment, source)
    const { manifest } = await project.outcome()
    return manifest !== null && hasActions(source, manifest, project, environment.config.consumer)
  }

  // Each has a filter, so that a bundler written in Rust calls no JavaScript for the other modules of the application.
  const serving: Pick<Plugin, 'resolveId' | 'load' | 'transform'> = {
    // A dev server calls `resolveId` and `load` for whatever an address names, with no importer, and serves what they
    // give; it checks `server.fs` for the files that it reads itself, and no further. So who may open which door:
    //
    // - `virtual:routes`: every page that the server answers. It tells the table, with the names and the text of the
    //   route files, and the modules that export callables.
    // - `virtual:routes/actions/…`: the same, for the controllers that the routes name.
    // - The modules of the runtime: the same. They are known by a name without a folder; no other file is read.
    // - What the emitted module imports: only that module. No request can choose what those are.
    // - A file whose path holds a `#` or a `?`: whom Vite's own check of the whole path lets in.
    // - What stands in for callables of servers: the same; it says their names, as the emitted module does.
    // - The template of documents: nobody. It is for servers, which send its text.
    // - Controllers: nobody in a browser, though they are files of the project.
    // - The modules that stand before callables: bundlers, in builds. A dev server has none.
    resolveId: {
      filter: { id: [...IMPORTED, MISSPELT] },
      async handler(source, importer) {
        const { environment } = this
        if (MISSPELT.test(source)) return refuseMisspelt(this, source, importer)
        if (controllerOf(source) !== null) {
          // For a request Vite names no importer, or the page. Of a module that imports what is not there, `transform` tells.
          const isRequest = importer === undefined || importer === `${project.root}/index.html`
          return !isRequest || (await has(environment, source)) ? idOf(source, environment) : null
        }
        const place = { root: project.root, resolved: routesId(environment), isBuild: environment.mode === 'build' }
        return resolveRoutesImport(this, source, importer, place)
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
            const place = await findImporter(this, file, project.root)
            throw serverInClient(path.posix.relative(project.root, file), environment, project, place)
          }
        }
        if (id === TEMPLATE_MODULE) {
          if (environment.config.consumer === 'client') return
          return devServer === null || isBuild
            ? builtTemplate(environment)
            : servedTemplate(devServer, !answersRequests)
        }
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
            // Vitest runs the tests again that import a changed file, or a module that says that it depends on it; the
            // bundler of a bundled dev server loads the module again. Elsewhere every change would be an update. In an
            // environment for browsers Vite resolves them as if they were imported, so they must be files.
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
        // `buildStart` has thrown if there is none.
        if (manifest === null) return
        // For a worker, which is a build of its own: so the one around it knows what the worker depends on.
        for (const file of outcome.files) this.addWatchFile(file)
        // In the browser every byte counts; on a server the place of a declaration helps more than it costs.
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
      // Behind all that turns something else into JavaScript.
      order: 'post',
      filter: { code: ROUTES },
      async handler(code, id) {
        const { environment } = this
        if (emittedSource(id) !== null || isLazyId(id)) return
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

  /** What the bundles of clients must not have, those of their workers included. */
  const check = async (environment: Environment, bundle: Readonly<Record<string, object>>): Promise<void> => {
    if (environment.config.consumer !== 'client') return
    const { manifest } = await project.outcome()
    raiseProblems(checkBundle(bundle, manifest, resolved), project, environment.logger)
  }

  return {
    name: PLUGIN_NAME,
    enforce: 'pre',
    api: { project: () => project },
    // Vite DevTools looks for it; Vite itself does not know it.
    ...(resolved.inspector && { devtools: devtoolsDock }),

    config(userConfig) {
      given = userConfig.plugins
      givenBase = userConfig.base
      // Vite bundles workers with these plugins only, and asks for new ones for each.
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
      // Node could not resolve the runtime from the project under a strict layout of `node_modules`.
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
      // Core plugins are made anew for the evaluation; `config.plugins` does not tell which are the project's.
      const own = await flatPlugins(given)
      project = new Project(
        resolved,
        config,
        config.plugins.filter((plugin) => own.has(plugin) && plugin.name !== PLUGIN_NAME),
        // In dev Vite takes the path of a URL, and the root for what is relative.
        givenBase !== undefined && /^(?:\.|$)|:/.test(givenBase) ? givenBase : config.base,
      )
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
      // Another plugin responds, behind Vite's own middlewares.
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
      // A bundled dev server ends builds all the time; its other environments end with it.
      if (isBundledDev && this.environment.config.consumer === 'client') return
      // A server that restarts ends after the next one has begun.
      if (dev?.serves(this.environment) === true) dev.close()
    },

    async buildApp(builder) {
      if (buildsBoth) await buildClientAndServer(builder, project)
    },
    async buildStart() {
      if (this.environment.mode !== 'build') return
      const outcome = await (this.meta.watchMode ? project.recompile() : project.outcome())
      beginBuild(outcome, project, (file) => this.addWatchFile(file), this.environment.logger)
    },
    ...serving,
    async generateBundle(_options, bundle) {
      await check(this.environment, bundle)
      // What is built for browsers may be published whole: where there is a server, the table is written beside that.
      if (this.environment.config.consumer !== 'client' || resolved.server !== null) return
      const { manifest } = await project.outcome()
      if (manifest === null) return
      for (const asset of buildAssets(manifest, project, 'client', this.environment.logger)) this.emitFile(asset)
    },
    async writeBundle({ dir }, bundle) {
      // `vite build --ssr` builds nothing for a client, and that of a client may not have it. Vite drops the assets of a
      // server build.
      const { consumer } = this.environment.config
      const { compile, isManifestPublic, server } = resolved
      const isServer = isServerBuild || consumer === 'server'
      // A client that is built as well has the exports, unless it may not have them.
      const hasExports = isServerBuild || server !== null || compile.clientRoutes !== undefined
      const isClient = this.environment.name === 'client' && server !== null
      if (dir === undefined || !(isServer || isClient)) return
      const { manifest } = await project.outcome()
      if (manifest === null) return
      if (isClient) {
        const { config, logger } = this.environment
        return takeInClient(dir, Object.values(bundle), config, project, manifest, logger)
      }
      for (const { fileName, source } of buildAssets(manifest, project, 'server', this.environment.logger)) {
        const isWritten = hasExports || (fileName === resolved.manifest && !isManifestPublic)
        if (isWritten) writeIfChanged(path.join(dir, fileName), source)
      }
    },
  }
}

// `plugins: [turnout]` gives Vite the function in place of a plugin, and Vite calls this hook of it.
Object.defineProperty(turnout, 'config', {
  value() {
    throw new Error(NOT_CALLED)
  },
})
