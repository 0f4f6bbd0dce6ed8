import { existsSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { resolveConfig, type Plugin, type ResolvedConfig } from 'vite'
import { PLUGIN_NAME } from '../ids.ts'
import { turnout, type TurnoutApi } from '../plugin.ts'
import type { Project } from '../project/project.ts'
import { CommandError, type ProjectRequest } from './command.ts'

/**
 * Finds the project of the current folder, with the options that its Vite config gives to `turnout()`. Frameworks that
 * configure Vite themselves (Astro, Nuxt) have no Vite config, or none with the plugin: then `routes` names the route file,
 * and all other options have their defaults.
 *
 * @throws CommandError if the config does not load, or has no such plugin and there is no `routes`; or has one and there is
 */
export async function loadProject({ routes, ...request }: ProjectRequest): Promise<Project> {
  const configured = await readConfig(request)
  if (pluginOf(configured) !== undefined && routes !== undefined) {
    const file = configured.configFile ?? 'the Vite config'
    throw new CommandError(
      `\`turnout()\` in ${file} has the option \`routes\`; \`--routes\` is for projects without it.`,
    )
  }
  const resolved = routes === undefined ? configured : await readConfig(request, [turnout({ routes })])
  const plugin = pluginOf(resolved)
  if (plugin === undefined) {
    const message =
      resolved.configFile === undefined
        ? `There is no Vite config in ${resolved.root}.`
        : `\`turnout()\` is not among the plugins of ${resolved.configFile}.`
    throw new CommandError(
      `${message} Run this in the folder of your Vite project, or name it with \`--root\`. ` +
        'If a framework configures Vite (Astro, Nuxt), name the route file: `--routes config/routes.ts`.',
    )
  }
  return (plugin.api as TurnoutApi).project()
}

function pluginOf({ plugins }: ResolvedConfig): Plugin | undefined {
  return plugins.find(({ name }) => name === PLUGIN_NAME)
}

/** @throws CommandError if the config file is not there, or does not load */
async function readConfig({ root, config, mode }: Omit<ProjectRequest, 'routes'>, plugins: Plugin[] = []) {
  if (config !== undefined && !existsSync(config)) throw new CommandError(`There is no file \`${config}\`.`)
  try {
    return await resolveConfig(
      {
        ...(root !== undefined && { root: path.resolve(root) }),
        ...(config !== undefined && { configFile: path.resolve(config) }),
        ...(mode !== undefined && { mode }),
        logLevel: 'silent',
        plugins,
      },
      // Both as `vite build` has them: a development table would not be the one that is released.
      'build',
      'production',
      'production',
    )
  } catch (error) {
    const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    throw new CommandError(`The Vite config could not be loaded.\n${text}`)
  }
}
