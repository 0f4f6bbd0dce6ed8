import type { Model, RouteRow } from './model.ts'

/** Filters of the table by their names in the address. */
export const FILTERS = {
  unnamed: (row: RouteRow) => row.helper === null,
  unreachable: (row: RouteRow) => row.finding !== null,
} as const
export type Filter = keyof typeof FILTERS

/** A search for routes. */
export interface RouteQuery {
  /** Words, all of which must occur in a route; or a path that the route matches. */
  readonly text: string
  /** The route must accept one of these verbs; empty for any. */
  readonly verbs: readonly string[]
  readonly filter: Filter | null
}

/** Returns the routes that a query finds, in their order. */
export function filterRows({ rows, routesAt }: Model, { text, verbs, filter }: RouteQuery): readonly RouteRow[] {
  const words = text.toLowerCase().split(/\s+/)
  const path = pathIn(text)
  const matching = path === null ? null : routesAt(path)
  return rows.filter((row) => {
    if (filter !== null && !FILTERS[filter](row)) return false
    if (verbs.length > 0 && row.verbs.length > 0 && !row.verbs.some((verb) => verbs.includes(verb))) return false
    return words.every((word) => row.text.includes(word)) || matching?.has(row.index) === true
  })
}

/**
 * Returns the path of a request; null for the text of other searches.
 *
 *     /photos/12/   -> /photos/12
 *     /             -> /
 *     /photos/:id   -> null: a pattern
 *     photos        -> null
 */
function pathIn(text: string): string | null {
  return /^\/[^\s:*()?#]*$/.test(text) ? text.replace(/(?<=.)\/$/, '') : null
}
