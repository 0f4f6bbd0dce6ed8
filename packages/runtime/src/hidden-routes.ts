/**
 * Hides the routes that `clientRoutes` excludes from a client. The client's table contains an excluded route only if it would
 * match before another route, and without its name, controller and action.
 *
 *     routes   1. GET /admin, excluded   2. GET /*path
 *     result   match('GET', '/admin') is null, not the match of route 2
 */
import { methodAndTarget } from './method-and-target.ts'
import type {
  AllowedMethods,
  MatchArguments,
  Match,
  MatchAll,
  MatchRequest,
  MatchStep,
  RouteMatch,
  WholeRequest,
} from './route-match.ts'

/** The match of a route that is excluded from a client. */
const HIDDEN_MATCH: RouteMatch = { name: null, params: {}, path: '' }

/** The step that marks the match of an excluded route. The functions below remove such a match. */
export const hiddenStep: MatchStep = () => HIDDEN_MATCH

/** Creates `match` of a client's table. It returns null if the route that matches is excluded. */
export function matchWithoutHidden(match: Match): Match {
  return (...args: MatchArguments) => {
    const routeMatch = match(...(args as [WholeRequest]))
    return routeMatch === HIDDEN_MATCH ? null : routeMatch
  }
}

/** Creates `matchAll` of a client's table: it yields the matches before the first excluded route. */
export function matchAllWithoutHidden(matchAll: MatchAll): MatchAll {
  return function* (...args: MatchArguments) {
    for (const routeMatch of matchAll(...(args as [WholeRequest]))) {
      if (routeMatch === HIDDEN_MATCH) return
      yield routeMatch
    }
  }
}

/**
 * Creates `allowedMethods` of a client's table: it returns the verbs for which the client's `match` finds a route.
 *
 * @param match the client's `match`
 */
export function allowedMethodsWithoutHidden(allowedMethods: AllowedMethods, match: Match): AllowedMethods {
  return (pathOrRequest: string | WholeRequest, attributes?: MatchRequest) => {
    const [path, request] =
      typeof pathOrRequest === 'string'
        ? [pathOrRequest, attributes]
        : [methodAndTarget(pathOrRequest)[1] as string, pathOrRequest]
    return allowedMethods(path, request).filter((verb) => match(verb, path, request) !== null)
  }
}
