import { routeMatches } from '@turnout/compiler/internal'
import type { RouteRow } from './model.ts'

/** What routes are asked for. */
export interface RouteQuery {
  /** Words, all of which must be somewhere in a route; or a path, which it may match. */
  readonly text: string
  /** One of these; none for any. */
  readonly verbs: readonly string[]
  /** Null for all; empty for the routes that are in none. */
  readonly namespace: string | null
  readonly mark: 'unnamed' | 'unreachable' | null
}

/** The routes that a query is for, in order. */
export function filterRows(
  rows: readonly RouteRow[],
  { text, verbs, namespace, mark }: RouteQuery,
): readonly RouteRow[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const path = /^\/[^\s:*()?#]*$/.test(text) ? text.replace(/(?<=.)\/$/, '') : null
  return rows.filter((row) => {
    if (mark === 'unnamed' && row.helper !== null) return false
    if (mark === 'unreachable' && row.finding === null) return false
    if (
      namespace !== null &&
      row.namespace !== namespace &&
      !(namespace !== '' && row.namespace.startsWith(`${namespace}/`))
    )
      return false
    if (verbs.length > 0 && row.verbs.length > 0 && !row.verbs.some((verb) => verbs.includes(verb))) return false
    return words.every((word) => row.text.includes(word)) || (path !== null && takes(row, path))
  })
}

/** True if the route matches the path. Most are told apart by the text that they begin with. */
function takes({ route }: RouteRow, path: string): boolean {
  const [first] = route.segments
  if (first?.kind === 'static' && !path.startsWith(first.text)) return false
  return routeMatches(route, path)
}
