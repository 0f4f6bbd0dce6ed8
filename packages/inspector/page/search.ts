import type { Model, RouteRow } from './model.ts'

/** A search for routes. */
export interface RouteQuery {
  /** Words, all of which must occur in a route; or a path that the route matches. */
  readonly text: string
  /** The route must accept one of these verbs; empty for any. */
  readonly verbs: readonly string[]
  /** Null for all routes; empty for the routes without a namespace. */
  readonly namespace: string | null
  /** The list shows only routes without a helper, with a finding, or with a change; null for all. */
  readonly filter: 'unnamed' | 'unreachable' | 'edited' | null
}

/** Returns the routes that a query finds, in their order. */
export function filterRows(
  rows: readonly RouteRow[],
  { text, verbs, namespace, filter }: RouteQuery,
  routesAt: Model['routesAt'],
): readonly RouteRow[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const path = pathIn(text)
  const matching = path === null ? null : routesAt(path)
  return rows.filter((row) => {
    if (filter === 'unnamed' && row.helper !== null) return false
    if (filter === 'edited' && row.change === null) return false
    if (filter === 'unreachable' && row.finding === null) return false
    if (namespace !== null && !isInNamespace(row, namespace)) return false
    if (verbs.length > 0 && row.verbs.length > 0 && !row.verbs.some((verb) => verbs.includes(verb))) return false
    return words.every((word) => row.text.includes(word)) || matching?.has(row.route) === true
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

/** True for `admin` and `admin/users` in `admin`. Only routes without a namespace are in the empty namespace. */
function isInNamespace(row: RouteRow, namespace: string): boolean {
  return row.namespace === namespace || (namespace !== '' && row.namespace.startsWith(`${namespace}/`))
}
