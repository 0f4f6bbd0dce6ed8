import type { Plugin, PluginContext } from 'rollup'
import { resolveConfig, type InlineConfig } from 'vite'
import { beginBuild } from './build/begin-build.ts'
import { checkModule } from './checks/check-module.ts'
import { flatPlugins } from './evaluate/flat-plugins.ts'
import { resolveOptions, type Consumer, type TurnoutOptions } from './options.ts'
import type { Outcome } from './project/outcome.ts'
import { Project } from './project/project.ts'
import { NOT_CALLED } from './problems/not-called.ts'
import { emitted, raiseProblems } from './problems/report.ts'
import { buildAssets } from './build/assets.ts'
import { controllerOf, emittedSource, ROUTES } from './ids.ts'
import { actionsModule } from './modules/actions-module.ts'
import { constantsOf, replaceConstantLinks } from './modules/constant-links.ts'
import { callableModule, isCallableId } from './modules/callable-modules.ts'
import { IMPORTED, LOADED, resolveRoutesImport } from './modules/resolve.ts'
import { emittedModule } from './modules/routes-module.ts'
import { checkBundle, isStandInId, standInModule } from './modules/server-only.ts'

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
  let outcome: Outcome | null = null

  return {
    name: 'turnout',

    async buildStart() {
      project ??= await makeProject(root, vite, resolved)
      // In watch mode a build begins because a file has changed.
      outcome = await project.recompile()
      beginBuild(outcome, project, (file) => this.addWatchFile(file), logger(this))
    },
    // The id has no null byte, for which Rollup would leave the module out of source maps.
    resolveId: {
      filter: { id: IMPORTED },
      handler(source, importer) {
        if (controllerOf(source) !== null) return source
        const { root } = project!
        const resolve: typeof this.resolve = (name, from, options) => {
          // The emitted module names files of the project as Vite does: `/src/constraints.ts`.
          const isOfProject = name.startsWith('/') && !name.startsWith(root)
          return this.resolve(isOfProject ? `${root}${name}` : name, from, options)
        }
        return resolveRoutesImport({ resolve }, source, importer, { root, resolved: ROUTES, isBuild: true })
      },
    },
    transform: {
      // After every plugin that compiles a module to JavaScript.
      order: 'post',
      filter: { code: ROUTES },
      handler(code, id) {
        if (emittedSource(id) !== null || project === null || !outcome?.manifest || !code.includes(ROUTES)) return
        raiseProblems(
          checkModule(() => this.parse(code), id, outcome.manifest, project, consumer),
          project,
          logger(this),
        )
        return replaceConstantLinks(
          code,
          () => this.parse(code),
          id,
          constantsOf(outcome.manifest, project.options, consumer),
        )
      },
    },
    load: {
      filter: { id: LOADED },
      handler(id) {
        const loadedProject = project
        if (loadedProject === null || !outcome?.manifest) return
        if (isCallableId(id)) return callableModule(id, outcome)
        if (isStandInId(id)) return standInModule(id, outcome.manifest)
        const compiled = { ...outcome, manifest: outcome.manifest }
        const settings = { positions: false, consumer }
        return emitted(loadedProject, () =>
          id === ROUTES
            ? emittedModule(compiled, loadedProject, settings)
            : actionsModule(id, compiled.manifest, loadedProject, settings),
        )
      },
    },
    onLog(_level, { code, ids }) {
      // The default export of an emitted module is its own namespace, so the circular dependency is intended.
      if (code === 'CIRCULAR_DEPENDENCY' && ids?.every((id) => emittedSource(id) !== null)) return false
    },
    async generateBundle(_options, bundle) {
      if (project === null) return
      const manifest = outcome?.manifest ?? null
      if (consumer === 'client') raiseProblems(checkBundle(bundle, manifest, resolved), project, logger(this))
      if (manifest === null) return
      for (const asset of await buildAssets(manifest, project, consumer, logger(this))) this.emitFile(asset)
    },
  }
}

async function makeProject(
  root: string,
  vite: InlineConfig,
  options: ReturnType<typeof resolveOptions>,
): Promise<Project> {
  const config = await resolveConfig({ logLevel: 'warn', ...vite, root, configFile: false }, 'build')
  const configuredPlugins = await flatPlugins(vite.plugins)
  return new Project(
    options,
    config,
    config.plugins.filter((plugin) => configuredPlugins.has(plugin)),
    config.base,
    // The command reads Vite configs only.
    'fix these first',
  )
}

function logger(context: PluginContext) {
  return {
    error: (text: string) => context.warn(text),
    warn: (text: string) => context.warn(text),
    info: (text: string) => context.info(text),
  }
}

// With `plugins: [turnout]` Rollup receives the function instead of a plugin, and calls its `buildStart` hook.
Object.defineProperty(turnout, 'buildStart', {
  value() {
    throw new Error(NOT_CALLED)
  },
})
