import { canonicalPath } from './canonical-path.ts'
import { findAll } from './find-all.ts'
import type { OpenTable } from './open-table.ts'
import { partsOf } from './parts-of.ts'
import type { MatchAll, MatchRequest, WholeRequest } from './route-match.ts'
import { EXTRA } from './route-table.ts'

/**
 * Creates `matchAll`, which yields the matches of a request in the order of declaration: each is the match that `match`
 * would return without the routes before it. If an app declines (`X-Cascade: pass`), Rails tries the next route in the
 * same way (Journey's `serve`). A constraint function runs when the iteration reaches its route.
 */
export function createMatchAll(table: OpenTable): MatchAll {
  const [, , entries, extras, , captures, makeMatch] = table
  return function* (methodOrRequest: unknown, path?: string, attributes?: MatchRequest) {
    const isWhole = typeof path !== 'string'
    const [method, target] = isWhole ? partsOf(methodOrRequest) : [methodOrRequest, path]
    if (typeof method !== 'string' || typeof target !== 'string') return
    // Null is treated as omitted.
    const request = isWhole ? (methodOrRequest as WholeRequest) : (attributes ?? undefined)
    const canonical = canonicalPath(target)
    if (typeof canonical !== 'string') return
    const candidates = findAll(table, method, [canonical, target], request)
    for (let next; (next = candidates.pop());) {
      const [entry, entryCaptures] = next
      captures.set(entryCaptures)
      // If the route rejects the request, `settle` tries the remaining candidates and removes them from the list.
      const result =
        entries[entry + EXTRA] === 0
          ? makeMatch(entry, canonical)
          : extras!.settle(
              entry,
              [entries, captures, (candidate) => makeMatch(candidate, canonical), () => candidates],
              request,
              target,
            )
      if (result !== null) yield result
    }
  }
}
