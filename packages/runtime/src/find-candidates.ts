// Finds all entries that may match a request, for `matchAll` and `allowedMethods`.
import type { OpenTable } from './open-table.ts'
import type { Candidates, MatchRequest } from './route-match.ts'
import { ROUTE_LABELS } from './route-table.ts'

/**
 * Returns the entries that may match a request, from the last route to the first. It does not call constraint functions. For
 * each route, it returns at most one entry: the variant of the pattern that Rails would choose.
 *
 * HEAD matches routes that name it if there are any, otherwise those for GET (Journey's `match_head_routes`).
 *
 * @param paths the canonical path and the target of the request
 */
export function findCandidates(
  [, numberOf, entries, , search, captures]: OpenTable,
  method: string,
  paths: readonly [canonical: string, requested: string],
  request: MatchRequest | undefined,
): Candidates {
  const [path, target] = paths
  const candidates: Candidates = []
  const isHead = method === 'HEAD'
  if (!isHead || numberOf(method) > 0) search(path, numberOf(method), captures, request, target, candidates)
  if (isHead && candidates.length === 0) search(path, numberOf('GET'), captures, request, target, candidates)
  if (candidates.length < 2) return candidates
  candidates.sort(([a], [b]) => a - b)
  const routeOf = (index: number) => candidates[index] && entries[candidates[index][0] + ROUTE_LABELS]
  return candidates.filter((_, index) => routeOf(index) !== routeOf(index + 1))
}
