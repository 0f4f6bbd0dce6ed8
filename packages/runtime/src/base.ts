import { canonicalPath, inOriginForm, LIMIT } from './canonical-path.ts'
import { requestAttribute, type AttributeReader } from './conditions.ts'
import { partsOf } from './parts-of.ts'
import type { AllowedMethods, Asked, Extra, Match, MatchAll, MatchRequest, WholeRequest } from './route-match.ts'

const ORIGIN = /^(?:https?:\/\/[^/]*)?/i

// What only tables with a base path have. A base begins with a slash, ends with none, and is canonical.

/**
 * The target of a request as the routes see it: without the base, as Rails' routes see no `SCRIPT_NAME`.
 *
 *     '/app/photos?page=2' -> '/photos?page=2'
 *     '/app', '/app/'      -> '', '/'             both are the root
 *     '/photos', '/apps'   -> null                outside
 */
export function insideBase(base: string, target: string): string | null {
  const path = inOriginForm(target)
  const origin = target.slice(0, target.length - path.length)
  // With its query, a path may be longer than a path may be.
  if (path.length <= LIMIT && path.startsWith(base) && /^(?:$|[/?#])/.test(path.slice(base.length)))
    return origin + path.slice(base.length)
  const canonical = canonicalPath(path)
  if (typeof canonical !== 'string' || !`${canonical}/`.startsWith(`${base}/`)) return null
  const end = path.search(/[?#]/)
  return origin + canonical.slice(base.length) + (end < 0 ? '' : path.slice(end))
}

/** What is asked, by its parts, inside the base; null outside. */
function inside(
  base: string,
  asked: readonly unknown[],
): [method: string, path: string, request?: MatchRequest] | null {
  let [method, target, request] = asked
  if (typeof target !== 'string') [method, target, request] = [...partsOf(asked[0]), asked[0]]
  if (typeof target !== 'string') return null
  // A request has a host of its own.
  const path = insideBase(base, request ? inOriginForm(target) : target)
  return path === null ? null : [method as string, path, request as MatchRequest]
}

/** `match` under a base. */
export function matchInside(base: string, match: Match): Match {
  return (...asked: Asked) => {
    const parts = inside(base, asked)
    return parts && match(...parts)
  }
}

/** `matchAll` under a base. */
export function matchAllInside(base: string, matchAll: MatchAll): MatchAll {
  return function* (...asked: Asked) {
    const parts = inside(base, asked)
    if (parts) yield* matchAll(...parts)
  }
}

/** `allowedMethods` under a base. */
export function allowedMethodsInside(base: string, allowedMethods: AllowedMethods): AllowedMethods {
  return (asked: string | WholeRequest, given?: MatchRequest) => {
    const parts = inside(base, typeof asked === 'string' ? ['', asked, given] : [asked])
    return parts ? allowedMethods(parts[1], parts[2]) : []
  }
}

/** Puts the base in front of the path of a location. */
export function redirectInside(
  base: string,
  step: NonNullable<Extra['finish']>[number],
): NonNullable<Extra['finish']>[number] {
  return (...given) => {
    const answer = step(...given)
    const { location, status } = answer.redirect!
    return { ...answer, redirect: { location: location.replace(ORIGIN, (origin) => origin + base), status } }
  }
}

/** Reads an attribute that the base is a part of, as `SCRIPT_NAME` is one of Rails' `path` and `url`. */
export function readInside(base: string, attribute: string): AttributeReader {
  return (path, request, target) => requestAttribute(attribute, base + path, request, target)
}
