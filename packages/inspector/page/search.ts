import { routeMatches } from '@turnout/compiler/internal'
import type { RouteRow } from './model.ts'

/** A search for routes. */
export interface RouteQuery {
  /** Words, all of which must occur in a route; or a path that the route matches. */
  readonly text: string
  /** The route must accept one of these verbs; empty for any. */
  readonly verbs: readonly string[]
  /** Null for all routes; empty for the routes without a namespace. */
  readonly namespace: string | null
  readonly mark: 'unnamed' | 'unreachable' | 'edited' | null
}

/** Returns the routes that a query finds, in table order. */
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
    if (mark === 'edited' && row.change === null) return false
    if (mark === 'unreachable' && row.finding === null) return false
    if (
      namespace !== null &&
      row.namespace !== namespace &&
      !(namespace !== '' && row.namespace.startsWith(`${namespace}/`))
    )
      return false
    if (verbs.length > 0 && row.verbs.length > 0 && !row.verbs.some((verb) => verbs.includes(verb))) return false
    return words.every((word) => row.text.includes(word)) || (path !== null && matchesPath(row, path))
  })
}

/** True if the route matches the path. The comparison of the first segment rules out most routes quickly. */
function matchesPath({ route }: RouteRow, path: string): boolean {
  const [firstSegment] = route.segments
  if (firstSegment?.kind === 'static' && !path.startsWith(firstSegment.text)) return false
  return routeMatches(route, path)
}
