import type { Captures, Extra, Found, MatchRequest, RouteMatch } from './route-match.ts'
import { EXTRA, ROUTE } from './route-table.ts'

/** The state of the matcher that a match with extras needs. A tuple, because minifiers keep property names. */
export type MatchUnderWay = readonly [
  entries: Int32Array,
  captures: Captures,
  /** Creates the match of an entry from the current captures. */
  answer: (entry: number) => RouteMatch,
  /** Returns all entries that may match. */
  searchAll: () => Found,
]

/** Decides about entries that have more than a verb and a path. */
export interface Extras {
  /**
   * Returns true if all tests of an extra pass.
   *
   * @param extra 1 + the index of the extra
   */
  holds(extra: number, path: string, captures: Captures, request: MatchRequest | undefined, target: string): boolean
  /** Returns the match of entry `best`, or, if its route rejects the request, of the next entry that accepts it; null if none does. */
  settle(best: number, match: MatchUnderWay, request: MatchRequest | undefined, target: string): RouteMatch | null
}

/** Creates a request from a target in absolute form, if the caller passed none. No other accepted target begins with `http`. */
const requestOf = (target: string): MatchRequest | undefined =>
  /^http/i.test(target) ? { url: target, headers: new Headers() } : undefined

/** Creates the functions for tables with extras. Bundles of other tables do not contain them. */
export function extras(list: readonly Extra[]): Extras {
  return {
    holds: (extra, path, captures, request, target) =>
      (list[extra - 1]!.tests ?? []).every((test) => test(path, captures, request ?? requestOf(target), target)),
    settle(best, [entries, captures, answer, searchAll], passedRequest, target) {
      const request = passedRequest ?? requestOf(target)
      let candidates: Found | undefined
      while (best > 0) {
        const { finish = [], accepts, last } = list[entries[best + EXTRA]! - 1] ?? {}
        const result = finish.reduce((match, step) => step(match, captures, request, target), answer(best))
        // `accepts` may run code of the application, which may call `match`.
        if (accepts === undefined || accepts(result.params, request)) {
          return last ? last(result, captures, request, target) : result
        }
        // All at once: a new search after each rejection would take quadratic time.
        candidates ??= searchAll().sort(([a], [b]) => a - b)
        // The other entries of the same route have the same constraints.
        const route = entries[best + ROUTE]
        do {
          const [next, nextCaptures] = candidates.pop() ?? [0, captures]
          best = next
          captures.set(nextCaptures)
        } while (best > 0 && entries[best + ROUTE] === route)
      }
      return null
    },
  }
}
