import path from 'node:path'
import { resolveConfig } from 'vite'
import { PLUGIN_NAME, type TurnoutApi } from '../plugin.ts'
import type { Project } from '../project.ts'
import { UsageError, type ProjectRequest } from './arguments.ts'

/**
 * Finds the project of the current folder, with the options that its Vite config gives to `turnout()`.
 *
 * @throws UsageError if the config has no such plugin
 */
export async function loadProject({ root, config, mode }: ProjectRequest): Promise<Project> {
  const resolved = await resolveConfig(
    {
      ...(root !== undefined && { root: path.resolve(root) }),
      ...(config !== undefined && { configFile: path.resolve(config) }),
      ...(mode !== undefined && { mode }),
      logLevel: 'warn',
    },
    'serve',
  )
  const plugin = resolved.plugins.find(({ name }) => name === PLUGIN_NAME)
  if (plugin === undefined) {
    const where = resolved.configFile ?? 'a Vite config, of which there is none,'
    throw new UsageError(`\`turnout()\` is not among the plugins of ${where}.`)
  }
  return (plugin.api as TurnoutApi).project()
}
