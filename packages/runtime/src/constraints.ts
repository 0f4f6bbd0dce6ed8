import type { MatchUnderWay, NextEntry } from './extras.ts'
import { isPromise } from './promise.ts'
import type { RouteExtras, MatchRequest, RequestAttributes, RouteMatch } from './route-match.ts'
import { ROUTE } from './route-table.ts'

/** An exported function or object that decides about a request. */
export type Constraint =
  | ((...args: never[]) => unknown)
  | { matches(request: never): unknown }
  | { call(request: never): unknown }

/** Creates the replacement for an omitted request. It is usable as either kind of `MatchRequest`. */
export const plainRequest = (): RequestAttributes => ({
  host: 'example.org',
  protocol: 'http',
  url: 'http://example.org/',
  headers: new Headers(),
})

/**
 * Combines a route's constraint functions: all must accept a request. They are called in the order of the arguments.
 *
 * @throws TypeError if a function returns a promise, which would always be truthy; also throws the functions' own errors
 */
export function constraints(...list: readonly Constraint[]): NonNullable<RouteExtras['accepts']> {
  return (params, request) =>
    list.every((constraint) => {
      const verdict = callConstraint(constraint, params, request)
      if (isPromise(verdict)) {
        throw new TypeError(`The constraint ${(constraint as { name?: string }).name ?? ''} returned a promise`)
      }
      return verdict
    })
}

/**
 * As Rails does: calls `matches` of an object, otherwise the function with the request, or with params and request if it
 * has two parameters.
 */
function callConstraint(
  constraint: Constraint,
  params: RouteMatch['params'],
  request: MatchRequest = plainRequest(),
): unknown {
  // A class or a function may have `matches` as well.
  if ('matches' in constraint) return constraint.matches(request as never)
  if (typeof constraint !== 'function') return constraint.call(request as never)
  const decide = constraint as (...args: unknown[]) => unknown
  return decide.length > 1 ? decide(params, request) : decide(request)
}

/**
 * Creates the function that returns the next entry after a rejection. Call it after the first one, because it searches for
 * all candidates.
 */
export function afterRejection([entries, captures, , collectCandidates]: MatchUnderWay): NextEntry {
  // All candidates are collected at once: a new search after each rejection would take quadratic time. The last entry of the
  // sorted list is the next in table order.
  const candidates = collectCandidates().sort(([a], [b]) => a - b)
  return (rejected) => {
    // Entries of one route share its constraints, so a rejected route is not asked again.
    const route = entries[rejected + ROUTE]
    for (;;) {
      // Entry 0 means that no candidate is left.
      const [entry, entryCaptures] = candidates.pop() ?? [0, captures]
      captures.set(entryCaptures)
      if (entry === 0 || entries[entry + ROUTE] !== route) return entry
    }
  }
}
