import { findAll } from './find-all.ts'
import type { OpenTable } from './open-table.ts'
import { partsOf } from './parts-of.ts'
import type { MatchAll, MatchRequest, WholeRequest } from './route-match.ts'
import { EXTRA } from './route-table.ts'

/**
 * Makes `matchAll`: the answers that a request can have, in the order of declaration, each as `match` would answer it if
 * those before it were not there. It is what Rails does for an app that declines (`X-Cascade: pass`, Journey's `serve`):
 * the next route is asked. Functions that routes have as constraints are asked when their turn comes.
 */
export function createMatchAll(table: OpenTable): MatchAll {
  const [, , , [, entries], , extras, , captures, answer] = table
  return function* (asked: unknown, path?: string, given?: MatchRequest) {
    const isWhole = typeof path !== 'string'
    const [method, target] = isWhole ? partsOf(asked) : [asked, path]
    if (typeof method !== 'string' || typeof target !== 'string') return
    // Null is as good as left out.
    const request = isWhole ? (asked as WholeRequest) : (given ?? undefined)
    const [found, canonical] = findAll(table, method, target, request)
    for (let next; (next = found.pop());) {
      const [entry, own] = next
      captures.set(own)
      // What the route declines, it goes on with the others, and takes them away.
      const result =
        entries[entry + EXTRA] === 0
          ? answer(entry, canonical)
          : extras!.settle(
              entry,
              [entries, captures, (other) => answer(other, canonical), () => found],
              request,
              target,
            )
      if (result !== null) yield result
    }
  }
}
