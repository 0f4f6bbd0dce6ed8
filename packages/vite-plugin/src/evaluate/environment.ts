// The Vite environment that resolves and transforms route files and their imports.
import { builtinModules } from 'node:module'
import * as vite from 'vite'
import type { DevEnvironment, Plugin, ResolvedConfig } from 'vite'
import { loadMarkedFiles, onlyRegularFiles, withoutStyles } from './environment-plugins.ts'

/** The environment's name, by which plugins of the project can recognise it. */
const ENVIRONMENT = 'turnout'

/**
 * Makes an environment with its own configuration. This takes about 2 ms. Each environment has its own, because Vite's
 * resolver caches in it which files exist.
 *
 * The project's configuration provides the aliases, `define`, the `.env` files, and the `resolveId`, `load` and
 * `transform` hooks of plugins. Those plugins are not made or configured a second time.
 *
 * It is always a dev configuration, because a module runner needs one: the core plugins of a build run inside the bundler
 * only.
 *
 * @param provided the modules that the runner has without loading them
 */
export async function makeEnvironment(
  project: ResolvedConfig,
  plugins: readonly Plugin[],
  provided: readonly string[] = [],
): Promise<DevEnvironment> {
  const config = await evaluationConfig(project, plugins, provided)
  const environment = new vite.DevEnvironment(ENVIRONMENT, config, {
    hot: false,
    // Route files run with the rights of the user. `server.fs` only restricts browsers.
    transport: { skipFsCheck: true },
  })
  await environment.init()
  return environment
}

function evaluationConfig(
  config: ResolvedConfig,
  plugins: readonly Plugin[],
  provided: readonly string[],
): Promise<ResolvedConfig> {
  const { resolve } = config
  return vite.resolveConfig(
    {
      configFile: false,
      root: config.root,
      base: config.base,
      mode: config.mode,
      define: evaluatedDefine(config.define ?? {}),
      envDir: config.envDir,
      envPrefix: config.envPrefix ?? 'VITE_',
      cacheDir: config.cacheDir,
      customLogger: config.logger,
      clearScreen: false,
      publicDir: false,
      appType: 'custom',
      // Styles are left out. Otherwise Vite would search for the configuration of PostCSS at each evaluation.
      css: { postcss: {} },
      plugins: [onlyRegularFiles(), withoutStyles(), ...plugins.map(transformingHooks), loadMarkedFiles()],
      resolve: {
        alias: resolve.alias,
        dedupe: resolve.dedupe,
        extensions: resolve.extensions,
        preserveSymlinks: resolve.preserveSymlinks,
        // An option of Vite 8.
        ...('tsconfigPaths' in resolve ? { tsconfigPaths: resolve.tsconfigPaths } : {}),
      },
      environments: {
        [ENVIRONMENT]: {
          consumer: 'server',
          optimizeDeps: { noDiscovery: true, include: [] },
          dev: { moduleRunnerTransform: true, preTransformRequests: false },
          resolve: { builtins: [/^node:/, ...builtinModules, ...provided] },
        },
      },
    },
    'serve',
    config.mode,
    process.env['NODE_ENV'] ?? 'development',
  )
}

/**
 * Returns the values of the option `define`. Vite writes all `import.meta.env.…` into each module that uses one of them. An
 * expression that only works in a bundle (`@vitejs/plugin-legacy` has a placeholder that it replaces when it writes a
 * chunk) would therefore stop every such module. It becomes `undefined`.
 *
 * A value for `import.meta.env` itself has no effect in a build of Vite, but would replace the mode here. Storybook has one.
 */
function evaluatedDefine(define: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const evaluated = ([name, value]: [string, unknown]) => {
    const isExpression = name.startsWith('import.meta.env.') && typeof value === 'string' && !isJson(value)
    return [name, isExpression ? `(() => { try { return (${value}) } catch { return undefined } })()` : value] as const
  }
  const { 'import.meta.env': _ignored, ...values } = define
  return Object.fromEntries(Object.entries(values).map(evaluated))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The hooks of a plugin that run in the evaluation: those that resolve and transform modules. */
function transformingHooks(plugin: Plugin): Plugin {
  const { name, enforce, resolveId, load, transform, applyToEnvironment } = plugin
  return {
    name,
    ...(enforce && { enforce }),
    ...(resolveId && { resolveId }),
    ...(load && { load }),
    ...(transform && { transform }),
    ...(applyToEnvironment && { applyToEnvironment }),
  }
}
