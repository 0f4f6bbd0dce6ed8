// Hides routes that are excluded from a client: they match, so that later routes do not, but nothing is known of them.
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

/** The step of an excluded route that would match before a route that the client contains. */
export const hiddenStep: MatchStep = () => HIDDEN_MATCH

/** Creates `match` of a client's table: it returns null if the route is excluded. */
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
