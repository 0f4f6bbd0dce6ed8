import type { Captures, Extra, Found, MatchRequest, RouteMatch } from './route-match.ts'
import { EXTRA, ROUTE } from './route-table.ts'

/** What a match with extras needs of the matcher. A tuple, as minifiers keep the names of properties. */
export type MatchUnderWay = readonly [
  entries: Int32Array,
  captures: Captures,
  /** Makes the answer of an entry whose captures are noted. */
  answer: (entry: number) => RouteMatch,
  /** All entries that may answer. */
  searchAll: () => Found,
]

/** What is asked about entries that have more than a verb and a path. */
export interface Extras {
  /** @param extra 1 and its number */
  holds(extra: number, path: string, captures: Captures, request: MatchRequest | undefined, target: string): boolean
  /** The answer of the entry that was found, or of another one, if the route does not accept the request; null where none does. */
  settle(best: number, match: MatchUnderWay, request: MatchRequest | undefined, target: string): RouteMatch | null
}

/** What a target in absolute form says of a request that is not given. No other target that is not refused begins so. */
const requestOf = (target: string): MatchRequest | undefined =>
  /^http/i.test(target) ? { url: target, headers: new Headers() } : undefined

/** What tables need that have extras. The others' bundles have none of it. */
export function extras(list: readonly Extra[]): Extras {
  return {
    holds: (extra, path, captures, request, target) =>
      (list[extra - 1]!.tests ?? []).every((test) => test(path, captures, request ?? requestOf(target), target)),
    settle(best, [entries, captures, answer, searchAll], given, target) {
      const request = given ?? requestOf(target)
      let others: Found | undefined
      while (best > 0) {
        const { finish = [], accepts, last } = list[entries[best + EXTRA]! - 1] ?? {}
        const result = finish.reduce((before, step) => step(before, captures, request, target), answer(best))
        // It may run code of the application, which may call `match`.
        if (accepts === undefined || accepts(result.params, request)) {
          return last ? last(result, captures, request, target) : result
        }
        // All at once: a search after each of many constraints would take the square of the time.
        others ??= searchAll().sort(([a], [b]) => a - b)
        // The other entries of the same route have the same constraints.
        const route = entries[best + ROUTE]
        do {
          const [next, own] = others.pop() ?? [0, captures]
          best = next
          captures.set(own)
        } while (best > 0 && entries[best + ROUTE] === route)
      }
      return null
    },
  }
}
