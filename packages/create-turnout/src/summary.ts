import path from 'node:path'
import { quote } from 'shell-quote'
import type { Choice } from './choice.ts'
import type { PackageManager } from './package-manager.ts'

/** Describes a project: `React, TypeScript`. */
export function describeChoice({ kind, isTypeScript, hasDatabase }: Choice): string {
  const language = isTypeScript ? 'TypeScript' : 'JavaScript'
  return [kind.label, language, ...(hasDatabase ? ['SQLite'] : [])].join(', ')
}

/** Returns the commands that start the project, one in each line of a shell. */
export function nextCommands({ folder }: Choice, manager: PackageManager, isReady: boolean): string[] {
  const relative = path.relative('', path.resolve(folder))
  return [
    ...(relative === '' ? [] : [`cd ${quotedFolder(relative)}`]),
    ...(isReady ? [] : [`${manager} install`]),
    `${manager} run dev`,
  ]
}

/** Returns hints where to continue, one in each line. */
export function pointers({ isTypeScript }: Choice): string[] {
  return [
    `Edit config/routes.${isTypeScript ? 'ts' : 'js'} to change the routes.`,
    'Open /__turnout/ on the dev server to inspect them.',
    'Documentation: node_modules/vite-plugin-turnout/docs/',
  ]
}

/** Quotes a folder for a shell. A name that begins with a dash gets `./`, so that no command reads it as an option. */
function quotedFolder(folder: string): string {
  const argument = folder.startsWith('-') ? `.${path.sep}${folder}` : folder
  // The shells of Windows do not support escaping by backslashes. File names there contain no double quotes.
  return process.platform === 'win32' ? `"${argument}"` : quote([argument])
}
