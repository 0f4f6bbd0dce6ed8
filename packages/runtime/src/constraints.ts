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

/** A route's constraint functions: all must accept a request, asked in this order. */
export function constraints(...asked: readonly Constraint[]): NonNullable<Extra['accepts']> {
  return (params, request) => asked.every((constraint) => accepts(constraint, params, request))
}

/** Rails asks `matches?` of an object, else calls it: with the request, or with params and request where it takes two. */
function accepts(
  constraint: Constraint,
  params: RouteMatch['params'],
  request: MatchRequest = plainRequest(),
): boolean {
  // A class or a function may have `matches` as well.
  if ('matches' in constraint) return Boolean(constraint.matches(request as never))
  if (typeof constraint !== 'function') return Boolean(constraint.call(request as never))
  const ask = constraint as (...args: unknown[]) => unknown
  return Boolean(ask.length > 1 ? ask(params, request) : ask(request))
}
