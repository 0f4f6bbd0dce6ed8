// Wraps matching functions for an application under a base, such as `/app`: `match('GET', '/app/photos')` -> the match of
// `/photos`. A base is canonical, begins with a slash, and does not end with one. Bundles of applications without a base do not
// contain this module.
import { canonicalPath, inOriginForm, MAX_PATH_LENGTH } from './canonical-path.ts'
import type { AttributeReader } from './conditions.ts'
import { requestAttribute } from './request-attribute.ts'
import { methodAndTarget } from './method-and-target.ts'
import type {
  AllowedMethods,
  MatchArguments,
  Match,
  MatchAll,
  MatchRequest,
  MatchStep,
  WholeRequest,
} from './route-match.ts'

const OPTIONAL_ORIGIN = /^(?:https?:\/\/[^/]*)?/i

/**
 * Returns a request's target without the base; null if the target is outside the base. Rails matches routes without
 * `SCRIPT_NAME` in the same way.
 *
 *     '/app/photos?page=2' -> '/photos?page=2'
 *     '/app', '/app/'      -> '', '/'             both are the root
 *     '/photos', '/apps'   -> null                outside
 */
export function withoutBase(base: string, target: string): string | null {
  const path = inOriginForm(target)
  const origin = target.slice(0, target.length - path.length)
  // A longer target takes the slow way below, because only its query may exceed the limit of a path.
  if (path.length <= MAX_PATH_LENGTH && path.startsWith(base) && /^(?:$|[/?#])/.test(path.slice(base.length)))
    return origin + path.slice(base.length)
  const canonical = canonicalPath(path)
  if (typeof canonical !== 'string' || !`${canonical}/`.startsWith(`${base}/`)) return null
  const end = path.search(/[?#]/)
  return origin + canonical.slice(base.length) + (end < 0 ? '' : path.slice(end))
}

/** Returns the arguments of `match` as method, path without the base, and request; null if the path is outside the base. */
function argumentsWithoutBase(
  base: string,
  args: readonly unknown[],
): [method: string, path: string, request?: MatchRequest] | null {
  let [method, target, request] = args
  if (typeof target !== 'string') [method, target, request] = [...methodAndTarget(args[0]), args[0]]
  if (typeof target !== 'string') return null
  // The origin of the target matters only without a request, because a request contains the host.
  const path = withoutBase(base, request ? inOriginForm(target) : target)
  return path === null ? null : [method as string, path, request as MatchRequest]
}

/** Creates `match` for requests under a base. */
export function matchUnderBase(base: string, match: Match): Match {
  return (...args: MatchArguments) => {
    const matchArguments = argumentsWithoutBase(base, args)
    return matchArguments && match(...matchArguments)
  }
}

/** Creates `matchAll` for requests under a base. */
export function matchAllUnderBase(base: string, matchAll: MatchAll): MatchAll {
  return function* (...args: MatchArguments) {
    const matchArguments = argumentsWithoutBase(base, args)
    if (matchArguments) yield* matchAll(...matchArguments)
  }
}

/** Creates `allowedMethods` for requests under a base. */
export function allowedMethodsUnderBase(base: string, allowedMethods: AllowedMethods): AllowedMethods {
  return (pathOrRequest: string | WholeRequest, attributes?: MatchRequest) => {
    const matchArguments = argumentsWithoutBase(
      base,
      typeof pathOrRequest === 'string' ? ['', pathOrRequest, attributes] : [pathOrRequest],
    )
    return matchArguments ? allowedMethods(matchArguments[1], matchArguments[2]) : []
  }
}

/** Wraps the step of a redirect, so that it prepends the base to the path of the location. */
export function redirectUnderBase(base: string, step: MatchStep): MatchStep {
  return (...args) => {
    const match = step(...args)
    const { location, status } = match.redirect!
    return { ...match, redirect: { location: location.replace(OPTIONAL_ORIGIN, (origin) => origin + base), status } }
  }
}

/** Creates the reader of an attribute that includes the base, as Rails' `path` and `url` include `SCRIPT_NAME`. */
export function attributeUnderBase(base: string, attribute: string): AttributeReader {
  return (path, request, target) => requestAttribute(attribute, base + path, request, target)
}
