// How long lists in terminals may become: a table has up to 500,000 routes.

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
