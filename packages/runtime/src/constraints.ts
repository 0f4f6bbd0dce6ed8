import { isPromise } from './promise.ts'
import type { Extra, MatchRequest, RequestAttributes, RouteMatch } from './route-match.ts'

/** An exported function or object that decides about a request. */
export type Constraint =
  | ((...args: never[]) => unknown)
  | { matches(request: never): unknown }
  | { call(request: never): unknown }

/** What stands for a request that is left out. It will do as either kind of `MatchRequest`. */
export const plainRequest = (): RequestAttributes => ({
  host: 'example.org',
  protocol: 'http',
  url: 'http://example.org/',
  headers: new Headers(),
})

/**
 * A route's constraint functions: all must accept a request, asked in this order.
 *
 * @throws TypeError for a function that returns a promise, which would always be true; and what a function throws itself
 */
export function constraints(...asked: readonly Constraint[]): NonNullable<Extra['accepts']> {
  return (params, request) =>
    asked.every((constraint) => {
      const verdict = ask(constraint, params, request)
      if (isPromise(verdict)) {
        throw new TypeError(`The constraint ${(constraint as { name?: string }).name ?? ''} returned a promise`)
      }
      return verdict
    })
}

/** Rails asks `matches?` of an object, else calls it: with the request, or with params and request where it takes two. */
function ask(constraint: Constraint, params: RouteMatch['params'], request: MatchRequest = plainRequest()): unknown {
  // A class or a function may have `matches` as well.
  if ('matches' in constraint) return constraint.matches(request as never)
  if (typeof constraint !== 'function') return constraint.call(request as never)
  const decide = constraint as (...args: unknown[]) => unknown
  return decide.length > 1 ? decide(params, request) : decide(request)
}
