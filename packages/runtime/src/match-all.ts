import { findAll } from './find-all.ts'
import type { OpenTable } from './open-table.ts'
import type { MatchAll } from './route-match.ts'
import { EXTRA } from './route-table.ts'

/**
 * Makes `matchAll`: the answers that a request can have, in the order of declaration, each as `match` would answer it if
 * those before it were not there. It is what Rails does for an app that declines (`X-Cascade: pass`, Journey's `serve`):
 * the next route is asked. Functions that routes have as constraints are asked when their turn comes.
 */
export function createMatchAll(table: OpenTable): MatchAll {
  const [, , , [, entries], , extras, , captures, answer] = table
  return function* (method, target, given) {
    if (typeof method !== 'string') return
    // Null is as good as left out.
    const request = given ?? undefined
    const [found, path] = findAll(table, method, target, request)
    for (let next; (next = found.pop());) {
      const [entry, own] = next
      captures.set(own)
      // What the route declines, it goes on with the others, and takes them away.
      const result =
        entries[entry + EXTRA] === 0
          ? answer(entry, path)
          : extras!.settle(entry, [entries, captures, (other) => answer(other, path), () => found], request, target)
      if (result !== null) yield result
    }
  }
}
