import type { Plugin, PluginContext } from 'rollup'
import { resolveConfig, type InlineConfig } from 'vite'
import { buildAssets } from './build/assets.ts'
import { beginBuild } from './build/begin-build.ts'
import { makeProject } from './build/make-project.ts'
import { emittedSource, PLUGIN_NAME, ROUTES } from './ids.ts'
import {
  checkClientBundle,
  loadModule,
  resolveModule,
  RESOLVED_IDS,
  transformImporter,
  type ModuleContext,
  type ModuleSource,
} from './modules/module-server.ts'
import { LOADED } from './modules/resolve.ts'
import type { Consumer, TurnoutOptions } from './options.ts'
import { resolveOptions } from './resolve-options.ts'
import { NOT_CALLED } from './problems/not-called.ts'
import type { Log } from './problems/log.ts'
import type { Project } from './project/project.ts'

export type { TurnoutOptions } from './options.ts'

/** The options of `turnout()` in a Rollup config. */
export interface RollupTurnoutOptions extends TurnoutOptions {
  /** The project root, which all paths are relative to. Default: the current folder. */
  root?: string
  /**
   * How the route files are resolved and transformed, as a Vite config: aliases, `define`, plugins. They are run by
   * Vite, whatever Rollup does with the rest of the project. Default: Vite's defaults; no config file is read.
   */
  vite?: InlineConfig
  /**
   * The target of the bundle. Client bundles contain the routes of `clientRoutes`, and no code of modules named
   * `*.server.*`. Default: `'server'`, because Rollup has no such setting.
   */
  consumer?: Consumer
}

/**
 * The plugin for Rollup 4: compiles the route files and serves `virtual:routes`.
 *
 * Vite must be installed too: it runs the route files. Rollup itself bundles the modules from which routes import
 * callables. If they are in TypeScript, the project needs a Rollup plugin for TypeScript.
 *
 * @param options see `RollupTurnoutOptions`; all have defaults
 */
export function turnout(options: RollupTurnoutOptions = {}): Plugin {
  const { root = process.cwd(), vite = {}, consumer = 'server', ...turnoutOptions } = options
  if (consumer !== 'server' && consumer !== 'client') {
    throw new TypeError("The option `consumer` of `turnout()` must be 'client' or 'server'.")
  }
  const resolved = resolveOptions(turnoutOptions)
  let project: Project | null = null
  const source = (): ModuleSource => ({
    project: project!,
    session: null,
    // `buildStart` adds the files.
    addsWatchFiles: false,
    hasPositions: () => false,
  })
  /** Returns the context of a hook with the target of the bundle, as an environment of Vite has it. */
  const contextOf = (context: PluginContext): ModuleContext => ({
    environment: {
      mode: 'build',
      config: { consumer, base: '/' },
      logger: loggerOf(context),
      getTopLevelConfig: () => {
        throw new Error('Only dev servers read it.')
      },
    },
    parse: (code) => context.parse(code),
    addWatchFile: (file) => context.addWatchFile(file),
    resolve: (id, importer, options) => {
      // The emitted module names files of the project as Vite does: `/src/constraints.ts`.
      const { root } = project!
      return context.resolve(id.startsWith('/') && !id.startsWith(`${root}/`) ? `${root}${id}` : id, importer, options)
    },
  })

  return {
    name: PLUGIN_NAME,

    async buildStart() {
      if (project === null) {
        const config = await resolveConfig({ logLevel: 'warn', ...vite, root, configFile: false }, 'build')
        // The hint is not `turnout check`: the command reads only Vite configs.
        project = await makeProject(resolved, config, { plugins: vite.plugins }, 'fix these first')
      }
      // In watch mode a build begins because a file has changed.
      const outcome = await project.recompile()
      beginBuild(outcome, project, (file) => this.addWatchFile(file), loggerOf(this))
    },
    // Ids do not begin with a null byte, unlike those of other virtual modules: Rollup leaves such modules out of source maps.
    resolveId: {
      filter: { id: RESOLVED_IDS },
      handler(id, importer) {
        return resolveModule(contextOf(this), id, importer, source())
      },
    },
    load: {
      filter: { id: LOADED },
      handler(id) {
        return loadModule(contextOf(this), id, source())
      },
    },
    transform: {
      // After every plugin that compiles a module to JavaScript.
      order: 'post',
      filter: { code: ROUTES },
      handler(code, id) {
        return code.includes(ROUTES) ? transformImporter(contextOf(this), code, id, source()) : null
      },
    },
    onLog(_level, { code, ids }) {
      // The default export of an emitted module is its own namespace, so the circular dependency is intended.
      if (code === 'CIRCULAR_DEPENDENCY' && ids?.every((id) => emittedSource(id) !== null)) return false
    },
    async generateBundle(_options, bundle) {
      if (project === null) return
      const { environment } = contextOf(this)
      await checkClientBundle(environment, bundle, source())
      const { manifest } = await project.outcome()
      if (manifest === null) return
      for (const asset of await buildAssets(manifest, project, consumer, environment.logger)) this.emitFile(asset)
    },
  }
}

function loggerOf(context: PluginContext): Log {
  return {
    // `context.error` would throw and end the build.
    error: (text) => context.warn(text),
    warn: (text) => context.warn(text),
    info: (text) => context.info(text),
  }
}

// With `plugins: [turnout]` Rollup receives the function instead of a plugin, and calls its `buildStart` hook.
Object.defineProperty(turnout, 'buildStart', {
  value() {
    throw new Error(NOT_CALLED)
  },
})
