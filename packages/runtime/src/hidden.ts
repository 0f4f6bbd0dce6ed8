import { partsOf } from './parts-of.ts'
import type {
  AllowedMethods,
  Asked,
  Extra,
  Match,
  MatchAll,
  MatchRequest,
  RouteMatch,
  WholeRequest,
} from './route-match.ts'

/** What a route answers that a client does not see. */
const HIDDEN: RouteMatch = { name: null, params: {}, path: '' }

/** The last step of a route that is left out of a client, but would answer before a route that is not. */
export const hidden: NonNullable<Extra['finish']>[number] = () => HIDDEN

/** `match` of a client's table: null where the route is left out. */
export function withoutHidden(match: Match): Match {
  return (...asked: Asked) => {
    const found = match(...(asked as [WholeRequest]))
    return found === HIDDEN ? null : found
  }
}

/** `matchAll` of a client's table: the answers as far as the first route that is left out. */
export function beforeHidden(matchAll: MatchAll): MatchAll {
  return function* (...asked: Asked) {
    for (const found of matchAll(...(asked as [WholeRequest]))) {
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
  return (asked: string | WholeRequest, request?: MatchRequest) => {
    const [path, given] = typeof asked === 'string' ? [asked, request] : [partsOf(asked)[1] as string, asked]
    return allowedMethods(path, given).filter((verb) => match(verb, path, given) !== null)
  }
}
