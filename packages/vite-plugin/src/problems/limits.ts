/**
 * How long lists in reports may become: all commands, log messages, error pages take their limits from here.
 * A broken table has thousands of problems, most of one cause; each is shown with lines of a file.
 */

/** How many problems are shown in full: in all, and of one code. */
export interface ProblemLimits {
  readonly all: number
  readonly ofACode: number
}

/** Before the output of a command, in the log of a dev server, in the error of a build. */
export const REPORT: ProblemLimits = { all: 20, ofACode: 5 }

/** `turnout check`: the list is its purpose. */
export const CHECK: ProblemLimits = { all: 200, ofACode: 50 }

/** Problems in JSON of a command: they have no lines of files. */
export const JSON_PROBLEMS = 1000

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
