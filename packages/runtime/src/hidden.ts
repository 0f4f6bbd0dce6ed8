import { partsOf } from './parts-of.ts'
import type {
  AllowedMethods,
  MatchArguments,
  RouteExtras,
  Match,
  MatchAll,
  MatchRequest,
  RouteMatch,
  WholeRequest,
} from './route-match.ts'

/** The match of a route that is excluded from a client. */
const HIDDEN: RouteMatch = { name: null, params: {}, path: '' }

/** The last step of a route that is excluded from a client, but would match before a route that the client contains. */
export const hidden: NonNullable<RouteExtras['finish']>[number] = () => HIDDEN

/** Creates `match` of a client's table: it returns null if the route is excluded. */
export function withoutHidden(match: Match): Match {
  return (...args: MatchArguments) => {
    const routeMatch = match(...(args as [WholeRequest]))
    return routeMatch === HIDDEN ? null : routeMatch
  }
}

/** Creates `matchAll` of a client's table: it yields the matches before the first excluded route. */
export function beforeHidden(matchAll: MatchAll): MatchAll {
  return function* (...args: MatchArguments) {
    for (const routeMatch of matchAll(...(args as [WholeRequest]))) {
      if (routeMatch === HIDDEN) return
      yield routeMatch
    }
  }
}

/**
 * Creates `allowedMethods` of a client's table: it returns the verbs for which the client's `match` finds a route.
 *
 * @param match the client's `match`
 */
export function answeredMethods(allowedMethods: AllowedMethods, match: Match): AllowedMethods {
  return (pathOrRequest: string | WholeRequest, attributes?: MatchRequest) => {
    const [path, request] =
      typeof pathOrRequest === 'string'
        ? [pathOrRequest, attributes]
        : [partsOf(pathOrRequest)[1] as string, pathOrRequest]
    return allowedMethods(path, request).filter((verb) => match(verb, path, request) !== null)
  }
}
