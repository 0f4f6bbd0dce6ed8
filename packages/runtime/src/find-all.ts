import { canonicalPath } from './canonical-path.ts'
import type { OpenTable } from './open-table.ts'
import type { Found, MatchRequest } from './route-match.ts'
import { ROUTE } from './route-table.ts'

/**
 * The entries that may answer a request, from the one of the last route to that of the first, with the canonical path;
 * functions that routes have as constraints are not asked. A route has one entry at most: that of the way through its
 * pattern which Rails would take.
 *
 * HEAD is answered by routes that name it if there are any, else as GET (Journey's `match_head_routes`).
 */
export function findAll(
  [, numberOf, , [, entries], , , search, captures]: OpenTable,
  method: string,
  target: string,
  request: MatchRequest | undefined,
): readonly [found: Found, path: string] {
  const path = canonicalPath(target)
  const found: Found = []
  if (typeof path !== 'string') return [found, '']
  const isHead = method === 'HEAD'
  if (!isHead || numberOf(method) > 0) search(path, numberOf(method), captures, request, target, found)
  if (isHead && found.length === 0) search(path, numberOf('GET'), captures, request, target, found)
  found.sort(([a], [b]) => a - b)
  const routeOf = (index: number) => found[index] && entries[found[index][0] + ROUTE]
  return [found.filter((_, index) => routeOf(index) !== routeOf(index + 1)), path]
}
