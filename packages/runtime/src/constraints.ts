import type { Extra, MatchRequest, RequestAttributes, RouteMatch } from './route-match.ts'

/** An exported function or object that decides about a request. */
export type Constraint =
  | ((...args: never[]) => unknown)
  | { matches(request: never): unknown }
  | { call(request: never): unknown }

const PLAIN_REQUEST: RequestAttributes = /* @__PURE__ */ Object.freeze({ host: 'example.org', protocol: 'http' })

/** A route's constraint functions: all must accept a request, asked in this order. */
export function constraints(...asked: readonly Constraint[]): NonNullable<Extra['accepts']> {
  return (params, request) => asked.every((constraint) => accepts(constraint, params, request))
}

/** Rails asks `matches?` of an object, else calls it: with the request, or with params and request where it takes two. */
function accepts(constraint: Constraint, params: RouteMatch['params'], request: MatchRequest = PLAIN_REQUEST): boolean {
  if (typeof constraint !== 'function') {
    return Boolean('matches' in constraint ? constraint.matches(request as never) : constraint.call(request as never))
  }
  const ask = constraint as (...args: unknown[]) => unknown
  return Boolean(ask.length > 1 ? ask(params, request) : ask(request))
}
