// Wrappers of matching functions for an application under a base, such as `/app`.
import { canonicalPath, inOriginForm, LIMIT } from './canonical-path.ts'
import type { AttributeReader } from './conditions.ts'
import { requestAttribute } from './request-attribute.ts'
import { partsOf } from './parts-of.ts'
import type {
  AllowedMethods,
  MatchArguments,
  RouteExtras,
  Match,
  MatchAll,
  MatchRequest,
  WholeRequest,
} from './route-match.ts'

const ORIGIN = /^(?:https?:\/\/[^/]*)?/i

// The code for tables with a base path. A base begins with a slash, does not end with a slash, and is canonical.

/**
 * Returns the target of a request without the base, for matching, as Rails matches routes without `SCRIPT_NAME`.
 *
 *     '/app/photos?page=2' -> '/photos?page=2'
 *     '/app', '/app/'      -> '', '/'             both are the root
 *     '/photos', '/apps'   -> null                outside
 */
export function insideBase(base: string, target: string): string | null {
  const path = inOriginForm(target)
  const origin = target.slice(0, target.length - path.length)
  // With its query, a target may be longer than the limit of a path.
  if (path.length <= LIMIT && path.startsWith(base) && /^(?:$|[/?#])/.test(path.slice(base.length)))
    return origin + path.slice(base.length)
  const canonical = canonicalPath(path)
  if (typeof canonical !== 'string' || !`${canonical}/`.startsWith(`${base}/`)) return null
  const end = path.search(/[?#]/)
  return origin + canonical.slice(base.length) + (end < 0 ? '' : path.slice(end))
}

/** Returns the arguments of `match` as method, path and request, without the base; null if the path is outside the base. */
function argumentsInside(
  base: string,
  args: readonly unknown[],
): [method: string, path: string, request?: MatchRequest] | null {
  let [method, target, request] = args
  if (typeof target !== 'string') [method, target, request] = [...partsOf(args[0]), args[0]]
  if (typeof target !== 'string') return null
  // A request contains its host, so its target does not need the origin.
  const path = insideBase(base, request ? inOriginForm(target) : target)
  return path === null ? null : [method as string, path, request as MatchRequest]
}

/** `match` under a base. */
export function matchInside(base: string, match: Match): Match {
  return (...args: MatchArguments) => {
    const parts = argumentsInside(base, args)
    return parts && match(...parts)
  }
}

/** `matchAll` under a base. */
export function matchAllInside(base: string, matchAll: MatchAll): MatchAll {
  return function* (...args: MatchArguments) {
    const parts = argumentsInside(base, args)
    if (parts) yield* matchAll(...parts)
  }
}

/** `allowedMethods` under a base. */
export function allowedMethodsInside(base: string, allowedMethods: AllowedMethods): AllowedMethods {
  return (pathOrRequest: string | WholeRequest, attributes?: MatchRequest) => {
    const parts = argumentsInside(
      base,
      typeof pathOrRequest === 'string' ? ['', pathOrRequest, attributes] : [pathOrRequest],
    )
    return parts ? allowedMethods(parts[1], parts[2]) : []
  }
}

/** Wraps a redirecting step so that it prepends the base to the path of the location. */
export function redirectInside(
  base: string,
  step: NonNullable<RouteExtras['finish']>[number],
): NonNullable<RouteExtras['finish']>[number] {
  return (...args) => {
    const match = step(...args)
    const { location, status } = match.redirect!
    return { ...match, redirect: { location: location.replace(ORIGIN, (origin) => origin + base), status } }
  }
}

/** Creates the reader of an attribute that includes the base, as Rails' `path` and `url` include `SCRIPT_NAME`. */
export function readInside(base: string, attribute: string): AttributeReader {
  return (path, request, target) => requestAttribute(attribute, base + path, request, target)
}
