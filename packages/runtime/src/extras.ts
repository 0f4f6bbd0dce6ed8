import type { Captures, RouteExtras, Candidates, MatchRequest, RouteMatch } from './route-match.ts'
import { EXTRA } from './route-table.ts'

/** The state of the matcher that a match with extras needs. A tuple, because minifiers keep property names. */
export type MatchUnderWay = readonly [
  entries: ArrayLike<number>,
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

/**
 * Returns the next entry, in table order, that may match after the route of an entry has rejected the request; 0 if none is
 * left. Also writes the captures of that entry.
 */
export type NextEntry = (rejected: number) => number

/**
 * Creates the functions for tables with extras. Bundles of other tables do not contain them.
 *
 * @param afterRejection the function of `constraints.ts` for tables with constraint functions
 */
export function extras(list: readonly RouteExtras[], afterRejection?: (match: MatchUnderWay) => NextEntry): Extras {
  return {
    holds: (extra, path, captures, request, target) =>
      (list[extra - 1]!.tests ?? []).every((test) => test(path, captures, request ?? requestOf(target), target)),
    settle(best, match, passedRequest, target) {
      const [entries, captures, makeMatch] = match
      const request = passedRequest ?? requestOf(target)
      let nextEntry: NextEntry | undefined
      while (best > 0) {
        const { finish = [], accepts, last: lastStep } = list[entries[best + EXTRA]! - 1] ?? {}
        const result = finish.reduce((unfinished, step) => step(unfinished, captures, request, target), makeMatch(best))
        // `accepts` may run code of the application, which may call `match`.
        if (accepts === undefined || accepts(result.params, request)) {
          return lastStep ? lastStep(result, captures, request, target) : result
        }
        nextEntry ??= afterRejection!(match)
        best = nextEntry(best)
      }
      return null
    },
  }
}
