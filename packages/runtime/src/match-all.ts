/**
 * Finds all routes that match a request, one at a time.
 *
 *     routes   1. GET /photos/new   2. GET /photos/:id
 *     path     /photos/new
 *     result   the match of route 1, then the match of route 2 with `{ id: 'new' }`
 */
import { canonicalPath } from './canonical-path.ts'
import type { OpenTable } from './open-table.ts'
import { methodAndTarget } from './method-and-target.ts'
import type { MatchAll, MatchRequest, WholeRequest, Candidates } from './route-match.ts'
import { FUNCTIONS_NUMBER, ROUTE_LABELS } from './route-table.ts'

/**
 * Creates `matchAll`, which yields the matches of a request in the order of declaration. If the earlier routes did not exist,
 * `match` would return the same match. Rails tries the routes in this way if an app declines with `X-Cascade: pass`
 * (`Journey::Router#serve`). A constraint function runs when the iteration reaches its route.
 */
export function createMatchAll(table: OpenTable): MatchAll {
  const [, , entries, acceptFirst, , captures, createMatch] = table
  return function* (methodOrRequest: unknown, path?: string, attributes?: MatchRequest) {
    const isRequest = typeof path !== 'string'
    const [method, target] = isRequest ? methodAndTarget(methodOrRequest) : [methodOrRequest, path]
    if (typeof method !== 'string' || typeof target !== 'string') return
    // Null is treated as omitted.
    const request = isRequest ? (methodOrRequest as WholeRequest) : (attributes ?? undefined)
    const canonical = canonicalPath(target)
    if (typeof canonical !== 'string') return
    const candidates = findCandidates(table, method, [canonical, target], request)
    for (let next; (next = candidates.pop());) {
      const [entry, entryCaptures] = next
      captures.set(entryCaptures)
      // If the route rejects the request, `acceptFirst` tries the remaining candidates and removes them from the list.
      const result =
        entries[entry + FUNCTIONS_NUMBER] === 0
          ? createMatch(entry, canonical)
          : acceptFirst!(
              entry,
              [entries, captures, (candidate) => createMatch(candidate, canonical), () => candidates],
              request,
              target,
            )
      if (result !== null) yield result
    }
  }
}

/**
 * Returns the entries that may match a request, from the last route to the first. It does not call constraint functions. For
 * each route, it returns at most one entry: the variant of its pattern that Rails would choose.
 *
 * A HEAD request matches the routes for HEAD if there are any, otherwise those for GET (`Journey::Router#match_head_routes`).
 *
 * @param paths the canonical path and the target of the request
 */
export function findCandidates(
  [, numberOf, entries, , search, captures]: OpenTable,
  method: string,
  paths: readonly [canonical: string, target: string],
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
