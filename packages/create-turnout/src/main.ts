import path from 'node:path'
import { styleText } from 'node:util'
import { cancel, intro, log, note, outro } from '@clack/prompts'
import { quote } from 'shell-quote'
import { ask } from './ask.ts'
import { readArguments, UsageError, withDefaults, type Choice, type Flags } from './choice.ts'
import { KINDS } from './kinds.ts'
import { install, packageManagerOf, type PackageManager } from './package-manager.ts'
import { printable } from './printable.ts'
import { whyNotFolder, writeProject } from './write-project.ts'

/** In colours on terminals. */
const help = () => `${styleText('bold', 'Usage:')} npm create turnout [folder] -- [flags]

  ${term('--kind <kind>  ')} the kind of project:
${KINDS.map(({ name, label, hint }) => `      ${term(name.padEnd(13))} ${label}\n          ${hint}`).join('\n')}
  ${term('--javascript   ')} uses JavaScript instead of TypeScript
  ${term('--database     ')} with \`node\`: stores data in SQLite
  ${term('--router <name>')} with \`react\`: \`react-router\`;
                  with \`vue\`: \`vue-router\`
  ${term('--no-install   ')} writes files without installing packages
  ${term('--yes          ')} asks no questions: react, in TypeScript

This also works with pnpm, yarn and bun:
\`pnpm create turnout\`.
Without a terminal, the command asks no questions.
`

function term(text: string): string {
  return styleText('cyan', text)
}

/**
 * Creates a project.
 *
 * @param args the command line, without the program
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  let flags: Flags
  try {
    flags = readArguments(args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(`${error.message}\nRun \`npm create turnout -- --help\` for all flags.`)
    return 2
  }
  if (flags.isHelp) {
    console.log(help())
    return 0
  }
  const problem = flags.folder === undefined ? null : whyNotFolder(flags.folder)
  if (problem !== null) {
    complain(problem)
    return 1
  }
  const isInteractive = flags.isInteractive && process.stdin.isTTY && process.stdout.isTTY
  if (isInteractive) intro('Create a project with Turnout')
  const choice = isInteractive ? await ask(flags) : withDefaults(flags)
  if (choice === null) {
    cancel('Cancelled. No files were written.')
    return 1
  }
  return create(choice, isInteractive)
}

async function create(choice: Choice, isInteractive: boolean): Promise<number> {
  const manager = packageManagerOf(choice.kind, process.env)
  try {
    writeProject(choice, manager)
  } catch (error) {
    complain((error as Error).message)
    return 1
  }
  const created = printable(`Created ${choice.folder}: ${describeChoice(choice)}.`)
  if (isInteractive) log.success(created)
  else console.log(created)
  const isReady = choice.isInstalled && (await install(manager, choice.folder))
  const hasFailed = choice.isInstalled && !isReady
  if (hasFailed) {
    const help = choice.kind.needs === undefined ? '' : ` This project needs ${manager}: https://pnpm.io/installation`
    complain(`${manager} did not install the dependencies.${help}`)
  }
  const commands = printable(nextCommands(choice, manager, isReady).join('\n'))
  const links = pointers(choice)
  if (isInteractive) {
    note(commands, 'Next steps')
    outro(links.join('\n   '))
  } else {
    console.log(`\nNext steps:\n\n  ${commands.replaceAll('\n', '\n  ')}\n\n${links.join('\n')}\n`)
  }
  return hasFailed ? 1 : 0
}

/** Prints an error. All errors are printed here, so that all are escaped. */
function complain(text: string): void {
  console.error(printable(text))
}

/** Describes a project: `React, TypeScript`. */
function describeChoice({ kind, isTypeScript, hasDatabase, hasRouter }: Choice): string {
  const language = isTypeScript ? 'TypeScript' : 'JavaScript'
  return [kind.label, language, ...(hasDatabase ? ['SQLite'] : []), ...(hasRouter ? [kind.router!.label] : [])].join(
    ', ',
  )
}

/** Returns the commands that start the project, one in each line of a shell. */
function nextCommands({ folder }: Choice, manager: PackageManager, isReady: boolean): string[] {
  const relative = path.relative('', path.resolve(folder))
  return [
    ...(relative === '' ? [] : [`cd ${quotedFolder(relative)}`]),
    ...(isReady ? [] : [`${manager} install`]),
    `${manager} run dev`,
  ]
}

/** Returns hints where to continue, one in each line. */
function pointers({ isTypeScript }: Choice): string[] {
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
