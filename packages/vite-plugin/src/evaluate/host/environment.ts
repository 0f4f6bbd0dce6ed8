// The Vite environment that resolves and transforms route files and their imports, for the worker that runs them.
import { builtinModules } from 'node:module'
import * as vite from 'vite'
import type { DevEnvironment, EnvironmentModuleNode, Plugin, ResolvedConfig } from 'vite'
import { isMarkedFile } from '../../files/paths.ts'
import { loadMarkedFiles } from './marked-files.ts'
import { locate } from '../common/locate.ts'
import { onlyRegularFiles } from './regular-files.ts'
import { PROVIDED } from '../common/script-names.ts'
import type { SourcePlace, StackFrame } from '../common/stack-frames.ts'
import { withoutStyles } from './without-styles.ts'

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
  provided: readonly string[] = PROVIDED,
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

/** Handles a request of Vite's module runner. */
export async function answerRunner(environment: DevEnvironment, name: string, args: readonly unknown[]) {
  switch (name) {
    case 'fetchModule':
      return environment.fetchModule(...(args as Parameters<DevEnvironment['fetchModule']>))
    case 'getBuiltins':
      // In the form that Vite's runner expects from a transport: JSON has no regular expressions.
      return environment.config.resolve.builtins.map((builtin) =>
        typeof builtin === 'string'
          ? { type: 'string', value: builtin }
          : { type: 'RegExp', source: builtin.source, flags: builtin.flags },
      )
    default:
      throw new Error(`Vite's module runner asks for \`${name}\`, which Turnout does not know.`)
  }
}

/** The absolute paths of all files that took part, those that failed to load included. */
export function evaluatedFiles({ moduleGraph }: DevEnvironment): string[] {
  return filesOf(moduleGraph.idToModuleMap.values())
}

/** The absolute paths of modules' files. */
export function filesOf(nodes: Iterable<EnvironmentModuleNode>): string[] {
  return [...nodes].map(fileOf)
}

/** Returns the source location of code that the worker was running. */
export function locateFrame({ moduleGraph }: DevEnvironment, frame: StackFrame): SourcePlace | null {
  return locate(frame, (id) => {
    const node = moduleGraph.getModuleById(id)
    if (node === undefined) return null
    const { map = null } = node.transformResult ?? {}
    return { file: fileOf(node), viteFile: node.file ?? '', map: map !== null && 'version' in map ? map : null }
  })
}

/**
 * Returns the file of a module. Vite truncates paths at a `#` or `?`, but names of folders may contain these characters. The
 * id of a file in such a folder keeps the complete path: a marked file.
 */
function fileOf({ id, file }: { readonly id: string | null; readonly file: string | null }): string {
  return id !== null && isMarkedFile(id) ? id : (file ?? '')
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
 */
function evaluatedDefine(define: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const evaluated = ([name, value]: [string, unknown]) => {
    const isExpression = name.startsWith('import.meta.env.') && typeof value === 'string' && !isJson(value)
    return [name, isExpression ? `(() => { try { return (${value}) } catch { return undefined } })()` : value] as const
  }
  return Object.fromEntries(Object.entries(define).map(evaluated))
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
