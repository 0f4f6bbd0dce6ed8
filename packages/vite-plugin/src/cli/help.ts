import type { Command, Option } from './command.ts'
import { brokenAt } from '../print/table.ts'

/** The help is as wide as this, or the terminal. */
const WIDTH = 100

/** The text of `turnout --help`. */
export function generalHelp(commands: readonly Command[], columns: number | undefined): string {
  const width = Math.min(columns ?? WIDTH, WIDTH)
  return [
    'turnout: the route table of a Vite project',
    'Usage: turnout <command> [options]',
    section(
      'Commands',
      commands.map(({ name, usage, summary }) => [usage === undefined ? name : `${name} ${usage}`, summary]),
      width,
    ),
    section(
      'Options',
      [
        ['-h, --help', 'Print this. After a command: what it does and takes.'],
        ['-v, --version', 'Print the version.'],
      ],
      width,
    ),
    'Run `turnout <command> --help` for more about one of them.',
  ].join('\n\n')
}

/** The text of `turnout <command> --help`. */
export function commandHelp(command: Command, columns: number | undefined): string {
  const { name, summary, usage, description, options, examples, exitCodes } = command
  const width = Math.min(columns ?? WIDTH, WIDTH)
  const parts = [
    `turnout ${name}: ${summary}`,
    `Usage: turnout ${name}${usage === undefined ? '' : ` ${usage}`} [options]`,
  ]
  if (description !== undefined) parts.push(brokenAt(description, width).join('\n'))
  const rows = Object.entries(options).map(([long, option]) => [flags(long, option), option.help] as const)
  parts.push(
    section('Options', [...rows, ['-h, --help', 'Print this.']], width),
    section('Examples', examples, width),
    section(
      'Exit codes',
      [
        ['0', exitCodes[0]],
        ...(exitCodes[1] === undefined ? [] : [['1', exitCodes[1]] as const]),
        [
          '2',
          exitCodes[2] ??
            'The command line or the Vite config is not valid, the route files have errors, or the command failed.',
        ],
      ],
      width,
    ),
  )
  return parts.join('\n\n')
}

function flags(long: string, { short, type, value }: Option): string {
  const all = `${short === undefined ? '    ' : `-${short}, `}--${long}`
  return type === 'boolean' ? all : `${all} <${value ?? 'value'}>`
}

/** A list of terms with what they mean beside them; below them where the terms are long. */
function section(title: string, rows: readonly (readonly [string, string])[], width: number): string {
  const longest = Math.max(...rows.map(([term]) => term.length))
  const isBelow = longest > width / 2
  const indent = isBelow ? 6 : longest + 4
  const lines = rows.flatMap(([term, text]) => {
    const [first = '', ...rest] = brokenAt(text, width - indent)
    const below = (line: string) => `${' '.repeat(indent)}${line}`
    return isBelow
      ? [`  ${term}`, ...[first, ...rest].map(below)]
      : [`  ${term.padEnd(longest)}  ${first}`, ...rest.map(below)]
  })
  return [`${title}:`, ...lines].join('\n')
}
