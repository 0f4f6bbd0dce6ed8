import type { Plugin, ResolvedConfig } from 'vite'
import { PLUGIN_NAME } from '../ids.ts'
import type { ResolvedOptions } from '../options.ts'
import { Project } from '../project/project.ts'
import { loadContracts } from './load-contracts.ts'

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
  return new Project(options, { config, plugins, viteBase: baseOf(config, settings) })
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
