import type { AllowedMethods, Extra, Match, MatchAll, RouteMatch } from './route-match.ts'

/** What a route answers that a client does not see. */
const HIDDEN: RouteMatch = { name: null, params: {}, path: '' }

/** The last step of a route that is left out of a client, but would answer before a route that is not. */
export const hidden: NonNullable<Extra['finish']>[number] = () => HIDDEN

/** `match` of a client's table: null where the route is left out. */
export function withoutHidden(match: Match): Match {
  return (...request) => {
    const found = match(...request)
    return found === HIDDEN ? null : found
  }
}

/** `matchAll` of a client's table: the answers as far as the first route that is left out. */
export function beforeHidden(matchAll: MatchAll): MatchAll {
  return function* (...request) {
    for (const found of matchAll(...request)) {
      if (found === HIDDEN) return
      yield found
    }
  }
}

/**
 * `allowedMethods` of a client's table: the verbs under which `match` answers there.
 *
 * @param match that of the client
 */
export function answeredMethods(allowedMethods: AllowedMethods, match: Match): AllowedMethods {
  return (path, request) => allowedMethods(path, request).filter((verb) => match(verb, path, request) !== null)
}
