import { routeMatches } from '@turnout/compiler/internal/manifest/explain'
import type { RouteRow } from './model.ts'

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

/** Returns the routes that a query finds, in table order. */
export function filterRows(
  rows: readonly RouteRow[],
  { text, verbs, namespace, filter }: RouteQuery,
): readonly RouteRow[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const path = pathIn(text)
  return rows.filter((row) => {
    if (filter === 'unnamed' && row.helper !== null) return false
    if (filter === 'edited' && row.change === null) return false
    if (filter === 'unreachable' && row.finding === null) return false
    if (namespace !== null && !isInNamespace(row, namespace)) return false
    if (verbs.length > 0 && row.verbs.length > 0 && !row.verbs.some((verb) => verbs.includes(verb))) return false
    return words.every((word) => row.text.includes(word)) || (path !== null && matchesPath(row, path))
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

/** True if the route matches the path. The comparison of the first segment rules out most routes quickly. */
function matchesPath({ route }: RouteRow, path: string): boolean {
  const [firstSegment] = route.segments
  if (firstSegment?.kind === 'static' && !path.startsWith(firstSegment.text)) return false
  return routeMatches(route, path)
}
