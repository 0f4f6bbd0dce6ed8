import type { Captures, RouteExtras, Candidates, MatchRequest, RouteMatch } from './route-match.ts'
import { EXTRA, ROUTE } from './route-table.ts'

/** The state of the matcher that a match with extras needs. A tuple, because minifiers keep property names. */
export type MatchUnderWay = readonly [
  entries: Int32Array,
  captures: Captures,
  /** Creates the match of an entry from the current captures. */
  answer: (entry: number) => RouteMatch,
  /** Returns all entries that may match. */
  collectCandidates: () => Candidates,
]

/** Decides about entries that have more than a verb and a path. */
export interface Extras {
  /**
   * Returns true if all tests of an extra pass.
   *
   * @param extra 1 + the index of the extra
   */
  holds(extra: number, path: string, captures: Captures, request: MatchRequest | undefined, target: string): boolean
  /**
   * Returns the match of the first entry, in table order, whose route accepts the request; null if none does. `best` is the
   * winner by path, and `captures` contain its captures. Other entries are searched only if its route rejects the request.
   */
  settle(best: number, match: MatchUnderWay, request: MatchRequest | undefined, target: string): RouteMatch | null
}

/** Creates a request from a target in absolute form, if the caller passed none. No other accepted target begins with `http`. */
const requestOf = (target: string): MatchRequest | undefined =>
  /^http/i.test(target) ? { url: target, headers: new Headers() } : undefined

/** Creates the functions for tables with extras. Bundles of other tables do not contain them. */
export function extras(list: readonly RouteExtras[]): Extras {
  return {
    holds: (extra, path, captures, request, target) =>
      (list[extra - 1]!.tests ?? []).every((test) => test(path, captures, request ?? requestOf(target), target)),
    settle(best, [entries, captures, makeMatch, collectCandidates], passedRequest, target) {
      const request = passedRequest ?? requestOf(target)
      let candidates: Candidates | undefined
      while (best > 0) {
        const { finish = [], accepts, last: lastStep } = list[entries[best + EXTRA]! - 1] ?? {}
        const result = finish.reduce((match, step) => step(match, captures, request, target), makeMatch(best))
        // `accepts` may run code of the application, which may call `match`.
        if (accepts === undefined || accepts(result.params, request)) {
          return lastStep ? lastStep(result, captures, request, target) : result
        }
        // All candidates are collected at once: a new search after each rejection would take quadratic time. The last entry
        // of the sorted list is the next in table order.
        candidates ??= collectCandidates().sort(([a], [b]) => a - b)
        // Entries of one route share its constraints, so a rejected route is not asked again.
        const route = entries[best + ROUTE]
        // Entry 0 means that no candidate is left.
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
