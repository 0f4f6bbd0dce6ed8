// Normalises the path of a request before a route is tried, or refuses it.
import { methodAndTarget } from './method-and-target.ts'
import type { Refusal } from './route-match.ts'

/** Longer paths are refused (URIs in practice stay below 8 KB; RFC 9110, section 4.1 asks for 8,000 at least). */
export const MAX_PATH_LENGTH = 65_536

/** Matches most canonical paths. A path with an escape, or with a dot at the start of a segment, takes the slow way. */
const CANONICAL_AT_SIGHT = /^(?:\/[\w!$&'()*+,:;=@[\]~-][\w!$&'()*+,.:;=@[\]~-]*)+$/

/** The characters that neither a path nor a query may contain (RFC 3986, section 3). `#` begins a fragment. */
export const NOT_IN_URI = /[^!-~]|["<>\\^`{|}]/gu

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\0-\x1f\x7f]/

/** The origin of a target in absolute form. An origin with a user does not match: RFC 9110 (section 4.2.4) refuses it. */
const ORIGIN = /^https?:\/\/[!$-.0-;=A-[\]_a-z~]+/i

/** Removes the origin of a request's target: `http://h.test/a?b` -> `/a?b`. These are absolute form and origin form (RFC 9112, section 3.2). */
export const inOriginForm = (target: string): string => target.replace(ORIGIN, '')

/**
 * Segments that change the path: `.`, and `..` between characters that other software may treat as slashes. Also an
 * escaped `.` or `..` next to an unescaped dot, which would become a separate parameter (`/users/1.%2E%2E`).
 */
const DOT_SEGMENTS =
  /\/(?:\.|%2e)(?:\/|$)|(?:\/|%2f|%5c)(?:\.|%2e){2}(?=\/|%2f|%5c|$)|(?:[/.]|%2f|%5c)(?:%2e){1,2}(?=[/.]|%2f|%5c|$)/i

/**
 * The form of a path that routes are matched against, and the form that guards should look at.
 *
 *     '//photos//7/?page=2' -> '/photos/7'      removes repeated and trailing slashes, query and fragment (Rails)
 *     '/caf%c3%a9'          -> '/caf%C3%A9'     escapes in upper case (RFC 3986, section 6.2.2.1)
 *     '/café'               -> '/caf%C3%A9'     escapes characters that a path may not contain (WHATWG URL)
 *     '', '?page=2'         -> '/'              an empty path is the root (Rails)
 *     'http://h.test/a'     -> '/a'             removes the origin (RFC 9112, section 3.2.2)
 *
 * Escapes are never undone here: `%2F` splits no segment.
 *
 * @param path the target of a request: a path, with or without its query
 * @returns the canonical path, or the status of the response: 414 for more than 64 KiB; 400 if the target is not a string,
 *   does not start with a slash or an origin, or contains control characters, a `%` without two hex digits after it, bytes
 *   that are not UTF-8, NUL, or `.` and `..` segments, escaped or not
 */
export function canonicalPath(path: string): string | 400 | 414 {
  if (typeof path !== 'string') return 400
  if (path.length <= MAX_PATH_LENGTH && CANONICAL_AT_SIGHT.test(path)) return path
  path = inOriginForm(path)
  const end = path.search(/[?#]/)
  if (end >= 0) path = path.slice(0, end)
  path ||= '/'
  if (path.length > MAX_PATH_LENGTH) return 414
  if (path.charCodeAt(0) !== 47 || CONTROL_CHARACTER.test(path)) return 400
  try {
    // It throws for invalid escapes and for invalid UTF-8. The result is used because minifiers drop calls without a use.
    if (decodeURIComponent(path).includes('\0')) return 400
    path = path.replace(NOT_IN_URI, encodeURIComponent)
  } catch {
    return 400
  }
  if (path.length > MAX_PATH_LENGTH) return 414
  if (DOT_SEGMENTS.test(path)) return 400
  path = path.replace(/\/{2,}/g, '/').replace(/%../g, (escape) => escape.toUpperCase())
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Returns the status of a path that `canonicalPath` rejects, otherwise null. Applications import it as `refusal`. */
export const refusalOf: Refusal = (requested) => {
  const canonical = canonicalPath((typeof requested === 'string' ? requested : methodAndTarget(requested)[1]) as string)
  return typeof canonical === 'number' ? canonical : null
}
