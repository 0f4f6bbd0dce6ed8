/**
 * Runs the functions of routes: tests, constraint functions, and steps that change the match. They run after the path of the
 * route has matched. Most routes have none.
 *
 *     get('photos/:id', { id: /\d+/ })         tests: [requirementTest(0, /^\d+$/)]
 *     get('old', { to: redirect('/photos') })  last: redirectTo('/photos', 301)
 */
import type { Captures, RouteFunctions, Candidates, MatchRequest, RouteMatch } from './route-match.ts'
import { FUNCTIONS_NUMBER } from './route-table.ts'

/** The state of the matcher after it has found an entry. A tuple, because minifiers keep property names. */
export type MatchState = readonly [
  entries: ArrayLike<number>,
  captures: Captures,
  /** Creates the match of an entry from the current captures. */
  createMatch: (entry: number) => RouteMatch,
  /** Returns all entries that may match. */
  collectCandidates: () => Candidates,
]

/** Decides whether entries whose route has functions match. A tuple, because minifiers keep property names. */
export type FunctionRunner = readonly [
  /**
   * Returns true if all tests of a route pass.
   *
   * @param functionsNumber 1 + the index of the route's functions in the list
   */
  passesTests: (
    functionsNumber: number,
    path: string,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ) => boolean,
  /**
   * Returns the match of the first entry, in table order, whose route accepts the request; null if none does.
   *
   * @param entry the first entry whose path and tests match, whose captures are in `state`. Only if its route rejects the
   *   request are other entries searched
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
 * Returns the entry to try after the route of `rejected` has rejected the request: the next one, in table order, that may
 * match. Also writes its captures. Returns 0 if no entry is left.
 */
export type NextEntry = (rejected: number) => number

/**
 * Creates the runner of a table's functions. If no route has functions, the bundle does not contain this module.
 *
 * @param list the functions of each route that has any. `FUNCTIONS_NUMBER` of an entry refers to them
 *
 * @param searchAfterRejection `searchAfterRejection` of `constraints.ts`, only if routes have constraint functions
 */
export function routeFunctions(
  list: readonly RouteFunctions[],
  searchAfterRejection?: (match: MatchState) => NextEntry,
): FunctionRunner {
  return [
    (functionsNumber, path, captures, request, target) =>
      (list[functionsNumber - 1]!.tests ?? []).every((test) =>
        test(path, captures, request ?? requestOfAbsoluteTarget(target), target),
      ),
    (entry, state, passedRequest, target) => {
      const [entries, captures, createMatch] = state
      const request = passedRequest ?? requestOfAbsoluteTarget(target)
      let nextEntry: NextEntry | undefined
      while (entry > 0) {
        const { finish = [], accepts, last: lastStep } = list[entries[entry + FUNCTIONS_NUMBER]! - 1] ?? {}
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
