// How long lists in terminals may become: a table has up to 500,000 routes.
import { wrapAnsi } from 'fast-wrap-ansi'
import { displayWidth } from '../diagnostics/printable.ts'

/** Lines of other lists in a terminal: routes that a format cannot express, differences, routes that do not match. */
export const LINES = 500

/** The beginning of a list. */
export interface Limited<T> {
  readonly items: readonly T[]
  /** How many are left out. */
  readonly omittedCount: number
}

/** Cuts a list to the limit. */
export function limitList<T>(items: readonly T[], limit: number): Limited<T> {
  return { items: items.slice(0, limit), omittedCount: Math.max(0, items.length - limit) }
}

/**
 * The lines of a list, and behind them how many are left out: `… and 12 more routes; --json lists them all.`
 *
 * @param nouns the listed things, in the plural
 * @param hint how to see the others
 */
export function limitLines(lines: readonly string[], nouns: string, hint = '', limit = LINES): readonly string[] {
  const { items, omittedCount } = limitList(lines, limit)
  if (omittedCount === 0) return lines
  return [...items, `… and ${omittedCount} more ${nouns}${hint === '' ? '' : `; ${hint}`}.`]
}

/** Lines of a code frame: `> 4 |   r.get(…)`. They stay as they are. */
const FRAME_LINE = /^>? *\d* \|/

/** Narrower terminals get lines of this width, because an indentation must leave space for words. */
const MIN_WIDTH = 40

/**
 * Wraps the sentences of a report between words. A terminal would break words at its last column. Further lines are
 * indented below the text. Code frames stay as they are, and so do words that are longer than a line: paths.
 *
 * @param width the columns of the terminal; undefined if the output is no terminal, and lines stay as they are
 * @param prefix the columns that a logger prints before the first line
 */
export function wrapReport(text: string, width: number | undefined, prefix = 0): string {
  if (width === undefined) return text
  const columns = Math.max(width, MIN_WIDTH)
  const wrap = (line: string) =>
    displayWidth(line) <= columns || FRAME_LINE.test(line) ? line : wrapLine(line, columns)
  // The first line is wrapped behind characters that stand for the prefix.
  return wrapLines(`${'-'.repeat(prefix)}${text}`).slice(prefix)

  function wrapLines(lines: string): string {
    return lines.split('\n').map(wrap).join('\n')
  }
}

/** `  why: The route …` is continued below `The`. */
function wrapLine(line: string, columns: number): string {
  const [indent] = /^ *(?:(?:why|fix|see): )?/.exec(line)!
  const below = ' '.repeat(indent === '' ? 4 : indent.length)
  return indent + wrapAnsi(line.slice(indent.length), columns - below.length).replaceAll('\n', `\n${below}`)
}
