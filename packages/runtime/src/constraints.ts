// Calls the constraint functions of routes: `constraints: isAdmin` -> `isAdmin(request)` has to return true.
import type { MatchState, NextEntry } from './route-functions.ts'
import { handleIfPromise } from './promise.ts'
import type { AcceptsRequest, MatchRequest, RequestAttributes, RouteMatch } from './route-match.ts'
import { ROUTE_LABELS } from './route-table.ts'

/** An exported function or object that decides about a request. */
export type Constraint =
  | ((...args: never[]) => unknown)
  | { matches(request: never): unknown }
  | { call(request: never): unknown }

/**
 * Creates the request that functions of the application receive if the caller of `match` passes none. It has the properties of both
 * kinds of `MatchRequest`.
 */
export const placeholderRequest = (): RequestAttributes => ({
  host: 'example.org',
  protocol: 'http',
  url: 'http://example.org/',
  headers: new Headers(),
})

/**
 * Combines a route's constraint functions into one function, which returns true if all of them accept the request. It calls
 * them in the order of the arguments.
 *
 * @throws TypeError if a function returns a promise, which would always be truthy; also throws the functions' own errors
 */
export function constraints(...functions: readonly Constraint[]): AcceptsRequest {
  return (params, request) =>
    functions.every((constraint) => {
      const verdict = callConstraint(constraint, params, request)
      if (handleIfPromise(verdict)) {
        throw new TypeError(`The constraint ${(constraint as { name?: string }).name ?? ''} returned a promise`)
      }
      return verdict
    })
}

/**
 * Calls `matches` of an object. Otherwise calls the function, with the request or, if it has two parameters, with params and
 * request. Rails calls constraints in the same way.
 */
function callConstraint(
  constraint: Constraint,
  params: RouteMatch['params'],
  request: MatchRequest = placeholderRequest(),
): unknown {
  // Before the test for a function, because a class or a function may have `matches` as well.
  if ('matches' in constraint) return constraint.matches(request as never)
  if (typeof constraint !== 'function') return constraint.call(request as never)
  const decide = constraint as (...args: unknown[]) => unknown
  return decide.length > 1 ? decide(params, request) : decide(request)
}

/**
 * Creates `NextEntry`. Call it only after the first rejection, because it searches for all candidates at once: a new search
 * after each rejection would take quadratic time.
 */
export function searchAfterRejection([entries, captures, , collectCandidates]: MatchState): NextEntry {
  // The greatest entry is the next one in table order.
  const candidates = collectCandidates().sort(([a], [b]) => a - b)
  return (rejected) => {
    // Entries of one route share its constraints, so the other entries of a rejected route are skipped.
    const route = entries[rejected + ROUTE_LABELS]
    for (;;) {
      // Entry 0 means that no candidate is left.
      const [entry, entryCaptures] = candidates.pop() ?? [0, captures]
      captures.set(entryCaptures)
      if (entry === 0 || entries[entry + ROUTE_LABELS] !== route) return entry
    }
  }
}
