import { existsSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { resolveConfig } from 'vite'
import { PLUGIN_NAME, type TurnoutApi } from '../plugin.ts'
import type { Project } from '../project/project.ts'
import { UsageError, type ProjectRequest } from './command.ts'

/**
 * Finds the project of the current folder, with the options that its Vite config gives to `turnout()`.
 *
 * @throws UsageError if the config does not load, or has no such plugin
 */
export async function loadProject({ root, config, mode }: ProjectRequest): Promise<Project> {
  const resolved = await readConfig({ root, config, mode })
  const plugin = resolved.plugins.find(({ name }) => name === PLUGIN_NAME)
  if (plugin === undefined) {
    const message =
      resolved.configFile === undefined
        ? `There is no Vite config in ${resolved.root}.`
        : `\`turnout()\` is not among the plugins of ${resolved.configFile}.`
    throw new UsageError(`${message} Run this in the folder of your Vite project, or name it with \`--root\`.`, false)
  }
  return (plugin.api as TurnoutApi).project()
}

/** @throws UsageError if the config file is not there, or does not load */
async function readConfig({ root, config, mode }: { [Key in keyof ProjectRequest]: string | undefined }) {
  if (config !== undefined && !existsSync(config)) throw new UsageError(`There is no file \`${config}\`.`, false)
  try {
    return await resolveConfig(
      {
        ...(root !== undefined && { root: path.resolve(root) }),
        ...(config !== undefined && { configFile: path.resolve(config) }),
        ...(mode !== undefined && { mode }),
        logLevel: 'silent',
      },
      // Both as `vite build` has them: a development table would not be the one that is released.
      'build',
      'production',
      'production',
    )
  } catch (error) {
    const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    throw new UsageError(`The Vite config could not be loaded.\n${text}`, false)
  }
}
