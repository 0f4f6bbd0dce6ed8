// Parses the command line: the command, its options and its arguments.
import { parseArgs } from 'node:util'
import { UsageError, type Command, type OptionValues } from './command.ts'
import { nearest, didYouMean } from '@turnout/compiler/internal/diagnostics/nearest'

/** What the command was asked to do. */
export type Request =
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly values: OptionValues
      readonly positionals: readonly string[]
    }

/**
 * Reads the arguments of `turnout`.
 *
 * @throws UsageError for an unknown command or option, and for too few or too many arguments
 */
export function parseArguments(args: readonly string[], commands: readonly Command[]): Request {
  const [commandName, ...rest] = args
  if (commandName === undefined || commandName === '--help' || commandName === '-h')
    return { kind: 'help', command: null }
  if (commandName === '--version' || commandName === '-v') return { kind: 'version' }
  if (commandName === 'help') {
    return { kind: 'help', command: rest[0] === undefined ? null : find(rest[0], commands) }
  }
  if (commandName.startsWith('-')) throw new UsageError(`There is no option \`${commandName}\` without a command.`)
  const command = find(commandName, commands)
  const { values, positionals } = parse(command, rest)
  if (values['help'] === true) return { kind: 'help', command }
  checkPositionals(command, positionals)
  return { kind: 'run', command, values, positionals }
}

function find(name: string, commands: readonly Command[]): Command {
  const command = commands.find((candidate) => candidate.name === name)
  if (command !== undefined) return command
  const names = commands.map((candidate) => candidate.name)
  const nearestName = names.find((candidate) => candidate.startsWith(name)) ?? nearest(name, names)
  throw new UsageError(`There is no command \`${name}\`.${didYouMean(nearestName)}`)
}

function parse(command: Command, args: readonly string[]): { values: OptionValues; positionals: readonly string[] } {
  const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    return { values: values as OptionValues, positionals }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(messageOf(error, command))
  }
}

/** Node explains at length how to pass a value that begins with a dash; the first sentence is enough. */
function messageOf(error: TypeError, { name, options }: Command): string {
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(error.message) ?? []
  if (unknown === undefined) return `${error.message.split('. ')[0]!.replace(/\.$/, '')}.`
  const nearestOption = nearest(
    unknown,
    Object.keys(options).map((option) => `--${option}`),
  )
  return `\`turnout ${name}\` has no option \`${unknown}\`.${didYouMean(nearestOption)}`
}

function checkPositionals(
  { name, usage, positionals: { min, max } = { min: 0, max: 0 } }: Command,
  positionals: readonly string[],
) {
  if (positionals.length >= min && positionals.length <= max) return
  if (max === 0) throw new UsageError(`\`turnout ${name}\` takes no \`${positionals[0]}\`.`)
  throw new UsageError(`Usage: turnout ${name} ${usage}`)
}
