// Applies the features that only some routes have: tests, constraint functions, and steps that change the match.
import type { Captures, RouteExtras, Candidates, MatchRequest, RouteMatch } from './route-match.ts'
import { EXTRA_NUMBER } from './route-table.ts'

/** The state of the matcher after it has found an entry. A tuple, because minifiers keep property names. */
export type MatchState = readonly [
  entries: ArrayLike<number>,
  captures: Captures,
  /** Creates the match of an entry from the current captures. */
  createMatch: (entry: number) => RouteMatch,
  /** Returns all entries that may match. */
  collectCandidates: () => Candidates,
]

/** Decides whether entries with extras match. A tuple, because minifiers keep property names. */
export type Extras = readonly [
  /**
   * Returns true if all tests of an extra pass.
   *
   * @param extra 1 + the index of the extra
   */
  passesTests: (
    extra: number,
    path: string,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ) => boolean,
  /**
   * Returns the match of the first entry, in table order, whose route accepts the request; null if none does. `entry` is the
   * best one by path, and `captures` contain its captures. Other entries are searched only if its route rejects the request.
   */
  acceptFirst: (
    entry: number,
    state: MatchState,
    request: MatchRequest | undefined,
    target: string,
  ) => RouteMatch | null,
]

/** Creates a request from a target in absolute form, if the caller passed none. No other accepted target begins with `http`. */
const requestOfAbsoluteTarget = (target: string): MatchRequest | undefined =>
  /^http/i.test(target) ? { url: target, headers: new Headers() } : undefined

/**
 * Returns the next entry, in table order, that may match, after the route of `rejected` has rejected the request. Also writes
 * the captures of that entry. Returns 0 if none is left.
 */
export type NextEntry = (rejected: number) => number

/**
 * Creates the functions for tables with extras. Bundles of other tables do not contain them.
 *
 * @param searchAfterRejection `searchAfterRejection` of `constraints.ts`, only if routes have constraint functions
 */
export function extras(list: readonly RouteExtras[], searchAfterRejection?: (match: MatchState) => NextEntry): Extras {
  return [
    (extra, path, captures, request, target) =>
      (list[extra - 1]!.tests ?? []).every((test) =>
        test(path, captures, request ?? requestOfAbsoluteTarget(target), target),
      ),
    (entry, state, passedRequest, target) => {
      const [entries, captures, createMatch] = state
      const request = passedRequest ?? requestOfAbsoluteTarget(target)
      let nextEntry: NextEntry | undefined
      while (entry > 0) {
        const { finish = [], accepts, last: lastStep } = list[entries[entry + EXTRA_NUMBER]! - 1] ?? {}
        const result = finish.reduce(
          (unfinished, step) => step(unfinished, captures, request, target),
          createMatch(entry),
        )
        // `accepts` may run code of the application, which may call `match`.
        if (accepts === undefined || accepts(result.params, request)) {
          return lastStep ? lastStep(result, captures, request, target) : result
        }
        nextEntry ??= searchAfterRejection!(state)
        entry = nextEntry(entry)
      }
      return null
    },
  ]
}
