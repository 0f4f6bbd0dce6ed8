import type { Plugin, ResolvedConfig } from 'vite'
import { ESModulesEvaluator } from 'vite/module-runner'
import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import { PLUGIN_NAME } from '../ids.ts'
import type { ResolvedOptions } from '../options.ts'
import { Project } from '../project/project.ts'
import { findContracts } from '../controllers/find-contracts.ts'
import { makeEnvironment } from '../evaluate/environment.ts'
import { ModuleLoader } from '../evaluate/module-loader.ts'
import { loadAdapters, type Contracts } from '../packages.ts'

/** The parts of the user's config that resolving it changes. */
export interface UserSettings {
  readonly plugins?: unknown
  readonly base?: string | undefined
}

/**
 * Creates the project of a resolved config. Its route files are evaluated with the user's plugins, because the evaluation
 * creates Vite's core plugins itself, and `config.plugins` does not show which plugins are the user's.
 */
export async function makeProject(
  options: ResolvedOptions,
  config: ResolvedConfig,
  settings: UserSettings,
): Promise<Project> {
  const plugins = await userPlugins(config, settings)
  const adapters = options.router === null ? null : await loadAdapters()
  return new Project(options, { config, plugins, viteBase: baseOf(config, settings), adapters })
}

/**
 * Lets a project load the contracts of its controllers, for exports.
 *
 * @param hooks the hooks of this plugin, which resolve and load the imports from the routes
 */
export async function enableContracts(
  project: Project,
  config: ResolvedConfig,
  settings: UserSettings,
  hooks: Plugin,
): Promise<void> {
  const plugins = [hooks, ...(await userPlugins(config, settings))]
  project.loadContracts = () => loadContracts(project, config, plugins)
}

/** Returns the plugins of the user, in the order of the resolved config, without this plugin. */
async function userPlugins(config: ResolvedConfig, { plugins }: UserSettings): Promise<readonly Plugin[]> {
  const ofUser = await flatPlugins(plugins)
  return config.plugins.filter((plugin) => ofUser.has(plugin) && plugin.name !== PLUGIN_NAME)
}

/** In dev Vite reduces a URL to its path, and a relative base to the root. The project needs the original. */
function baseOf(config: ResolvedConfig, { base }: UserSettings): string {
  return base !== undefined && /^(?:\.|$)|:/.test(base) ? base : config.base
}

/** Every plugin in a `plugins` option, which may nest lists, promises and falsy values. */
export async function flatPlugins(plugins: unknown): Promise<ReadonlySet<Plugin>> {
  const flattened = new Set<Plugin>()
  const waiting: unknown[] = [plugins]
  for (const next of waiting) {
    const value: unknown = await next
    if (Array.isArray(value)) waiting.push(...(value as unknown[]))
    else if (typeof value === 'object' && value !== null) flattened.add(value as Plugin)
  }
  return flattened
}

/** Valibot's converter to JSON Schema is a package of its own. */
const VALIBOT_CONVERTER = '@valibot/to-json-schema'

/**
 * Runs the controllers that have contracts in Vite's module runner, and reads the contracts. A controller that fails is
 * listed; the others are still read. Controllers without contracts do not run.
 *
 * @param plugins those that resolve and transform modules, with the one that serves `virtual:routes`
 */
export async function loadContracts(
  project: Project,
  config: ResolvedConfig,
  plugins: readonly Plugin[],
): Promise<Contracts> {
  const { table } = await project.outcome()
  const { controllers } = project.folders
  const exported = table === null || controllers === null ? [] : [...findContracts(controllers, table)]
  const contracts = new Map<string, unknown>()
  const failures = new Map<string, string>()
  if (exported.length === 0) return { contracts, failures, wrapSchema: (schema) => schema }
  const environment = await makeEnvironment(config, plugins)
  const loader = new ModuleLoader(environment, new ESModulesEvaluator())
  try {
    for (const [action, { file, name }] of exported) {
      const controller = action.slice(0, action.indexOf('#'))
      if (failures.has(controller)) continue
      try {
        const exports = await loader.import<Readonly<Record<string, unknown>>>(file)
        const { contract } = Object(exports[name]) as { readonly contract?: unknown }
        if (contract !== undefined) contracts.set(action, contract)
      } catch (error) {
        failures.set(controller, describeError(error))
      }
    }
    const converter = await loader.import<ValibotConverter>(VALIBOT_CONVERTER).catch(() => null)
    return { contracts, failures, wrapSchema: (schema) => wrapSchema(schema, converter) }
  } finally {
    await environment.close()
  }
}

interface ValibotConverter {
  readonly toStandardJsonSchema?: (schema: unknown) => unknown
}

/** @throws Error for a schema of Valibot if its converter is not installed */
function wrapSchema(schema: unknown, converter: ValibotConverter | null): unknown {
  const standard = (Object(schema) as { readonly '~standard'?: { vendor?: unknown; jsonSchema?: unknown } })[
    '~standard'
  ]
  if (standard?.vendor !== 'valibot' || standard.jsonSchema !== undefined) return schema
  if (typeof converter?.toStandardJsonSchema !== 'function')
    throw new Error(`install \`${VALIBOT_CONVERTER}\` for schemas of Valibot`)
  return converter.toStandardJsonSchema(schema)
}
