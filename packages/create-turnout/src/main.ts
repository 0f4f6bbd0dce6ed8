import path from 'node:path'
import { cancel, intro, outro } from '@clack/prompts'
import { quote } from 'shell-quote'
import { ask } from './ask.ts'
import { readArguments, UsageError, withDefaults, type Choice, type Said } from './choice.ts'
import { KINDS } from './kinds.ts'
import { install, packageManagerOf } from './package-manager.ts'
import { printable } from './printable.ts'
import { whyNotFolder, writeProject } from './write-project.ts'

const HELP = `Usage: npm create turnout [folder] -- [flags]

  --kind <kind>   ${KINDS.map(({ name }) => name).join(', ')}
  --javascript    in place of TypeScript
  --database      with \`node\`: libSQL and Drizzle
  --no-install    writes the files, and installs nothing
  --yes           asks nothing
`

/**
 * Creates a project.
 *
 * @param args the command line, without the program
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  let said: Said
  try {
    said = readArguments(args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(`${error.message}\n\n${HELP}`)
    return 2
  }
  if (said.help) {
    console.log(HELP)
    return 0
  }
  const problem = said.folder === undefined ? null : whyNotFolder(said.folder)
  if (problem !== null) {
    complain(problem)
    return 1
  }
  const asks = said.asks && process.stdin.isTTY && process.stdout.isTTY
  if (asks) intro('Turnout')
  const choice = asks ? await ask(said) : withDefaults(said)
  if (choice === null) {
    cancel('No files were written.')
    return 1
  }
  return make(choice, said.installs, asks)
}

async function make(choice: Choice, installs: boolean, isPolite: boolean): Promise<number> {
  try {
    writeProject(choice)
  } catch (error) {
    complain((error as Error).message)
    return 1
  }
  const manager = packageManagerOf(choice.kind, process.env)
  const isInstalled = installs && (await install(manager, choice.folder))
  const folder = path.relative('', path.resolve(choice.folder)) || '.'
  const change = folder === '.' ? [] : [`cd ${quotedFolder(folder)}`]
  const then = isInstalled ? [] : [`${manager} install`]
  const first = [...change, ...then].join(' && ')
  const next = [...(first === '' ? [] : [first]), `${manager} run dev`]
  const words = printable(
    `${installs && !isInstalled ? 'Some dependencies were not installed. ' : ''}The project is ready. Continue with:\n\n  ${next.join('\n  ')}\n`,
  )
  if (isPolite) outro(words)
  else console.log(`\n${words}`)
  return installs && !isInstalled ? 1 : 0
}

/** Prints an error. All errors are printed here, so that all are escaped. */
function complain(text: string): void {
  console.error(printable(text))
}

/** Quotes a folder for a shell. A name that begins with a dash gets `./`, so that no command reads it as an option. */
function quotedFolder(folder: string): string {
  const argument = folder.startsWith('-') ? `.${path.sep}${folder}` : folder
  // The shells of Windows do not support escaping by backslashes. File names there contain no double quotes.
  return process.platform === 'win32' ? `"${argument}"` : quote([argument])
}
