import { parseArgs } from 'node:util'
import { parseOptions, UsageError, type Command, type Given } from './command.ts'
import { didYouMean, nearest } from '@turnout/compiler/internal'

/** What the command was asked to do. */
export type Request =
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly values: Given
      readonly positionals: readonly string[]
    }

/**
 * Reads the arguments of `turnout`.
 *
 * @throws UsageError for an unknown command or option, and for too few or too many arguments
 */
export function parseArguments(args: readonly string[], commands: readonly Command[]): Request {
  const [first, ...rest] = args
  if (first === undefined || first === '--help' || first === '-h') return { kind: 'help', command: null }
  if (first === '--version' || first === '-v') return { kind: 'version' }
  if (first === 'help') {
    return { kind: 'help', command: rest[0] === undefined ? null : find(rest[0], commands) }
  }
  if (first.startsWith('-')) throw new UsageError(`There is no option \`${first}\` without a command.`)
  const command = find(first, commands)
  const { values, positionals } = parse(command, rest)
  if (values['help'] === true) return { kind: 'help', command }
  checkPositionals(command, positionals)
  return { kind: 'run', command, values, positionals }
}

function find(name: string, commands: readonly Command[]): Command {
  const command = commands.find((each) => each.name === name)
  if (command !== undefined) return command
  const names = commands.map((each) => each.name)
  const guess = names.find((each) => each.startsWith(name)) ?? nearest(name, names)
  throw new UsageError(`There is no command \`${name}\`.${didYouMean(guess)}`)
}

function parse(command: Command, args: readonly string[]): { values: Given; positionals: readonly string[] } {
  const options = { ...parseOptions(command.options), help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    return { values: values as Given, positionals }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(messageOf(error, command))
  }
}

/** Node explains at length how to pass a value that begins with a dash; the first sentence is enough. */
function messageOf(error: TypeError, { name, options }: Command): string {
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(error.message) ?? []
  if (unknown === undefined) return `${error.message.split('. ')[0]!.replace(/\.$/, '')}.`
  const guess = nearest(
    unknown,
    Object.keys(options).map((each) => `--${each}`),
  )
  return `\`turnout ${name}\` has no option \`${unknown}\`.${didYouMean(guess)}`
}

function checkPositionals(
  { name, usage, positionals: { min, max } = { min: 0, max: 0 } }: Command,
  given: readonly string[],
) {
  if (given.length >= min && given.length <= max) return
  if (max === 0) throw new UsageError(`\`turnout ${name}\` takes no \`${given[0]}\`.`)
  throw new UsageError(`Usage: turnout ${name} ${usage}`)
}
