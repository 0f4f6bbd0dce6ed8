// Writes the help from the descriptions of the commands.
import type { Style } from '@turnout/compiler/internal/terminal/style'
import { brokenAt } from '@turnout/compiler/internal/terminal/table'
import type { Command, Option } from './command.ts'

/** The maximum width. Narrower terminals limit it further. */
const MAX_WIDTH = 100

/** Returns the output of `turnout --help`. */
export function generalHelp(commands: readonly Command[], columns: number | undefined, style: Style): string {
  const width = Math.min(columns ?? MAX_WIDTH, MAX_WIDTH)
  return [
    `${style('bold', 'turnout')}: the route table of a Vite project`,
    `${style('bold', 'Usage:')} turnout <command> [options]`,
    section(
      'Commands',
      commands.map(({ name, usage, summary }) => [usage === undefined ? name : `${name} ${usage}`, summary]),
      { width, style },
    ),
    section(
      'Options',
      [
        ['-h, --help', 'Show help. After a command, show its options.'],
        ['-v, --version', 'Show the version.'],
      ],
      { width, style },
    ),
    'Run `turnout <command> --help` for the options of a command.',
  ].join('\n\n')
}

/** Returns the output of `turnout <command> --help`. */
export function commandHelp(command: Command, columns: number | undefined, style: Style): string {
  const { name, summary, usage, description, options, examples, exitCodes } = command
  const width = Math.min(columns ?? MAX_WIDTH, MAX_WIDTH)
  const parts = [
    `${style('bold', `turnout ${name}`)}: ${summary}`,
    `${style('bold', 'Usage:')} turnout ${name}${usage === undefined ? '' : ` ${usage}`} [options]`,
  ]
  if (description !== undefined) parts.push(brokenAt(description, width).join('\n'))
  const rows = Object.entries(options).map(
    ([optionName, option]) => [optionTerm(optionName, option), option.help] as const,
  )
  parts.push(
    section('Options', [...rows, ['-h, --help', 'Show this help.']], { width, style }),
    section('Examples', examples, { width, style }),
    section(
      'Exit codes',
      [
        ['0', exitCodes[0]],
        ...(exitCodes[1] === undefined ? [] : [['1', exitCodes[1]] as const]),
        [
          '2',
          exitCodes[2] ??
            'The command line or the Vite config is invalid, the route files contain errors, or the command failed.',
        ],
      ],
      { width, style },
    ),
  )
  return parts.join('\n\n')
}

/** `-h, --help` or `    --types <file>` */
function optionTerm(optionName: string, { short: letter, type, value }: Option): string {
  const names = `${letter === undefined ? '    ' : `-${letter}, `}--${optionName}`
  return type === 'boolean' ? names : `${names} <${value ?? 'value'}>`
}

/** A list of terms and their descriptions. A description is next to its term, or below it if the terms are long. */
function section(
  title: string,
  rows: readonly (readonly [string, string])[],
  { width, style }: { readonly width: number; readonly style: Style },
): string {
  const longest = Math.max(...rows.map(([term]) => term.length))
  const isBelow = longest > width / 2
  const indent = isBelow ? 6 : longest + 4
  const lines = rows.flatMap(([term, text]) => {
    const [firstLine = '', ...otherLines] = brokenAt(text, width - indent)
    const below = (line: string) => `${' '.repeat(indent)}${line}`
    return isBelow
      ? [`  ${style('cyan', term)}`, ...[firstLine, ...otherLines].map(below)]
      : [`  ${style('cyan', term)}${' '.repeat(longest - term.length)}  ${firstLine}`, ...otherLines.map(below)]
  })
  return [style('bold', `${title}:`), ...lines].join('\n')
}
