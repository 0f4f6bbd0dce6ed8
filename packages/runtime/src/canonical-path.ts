import { partsOf } from './parts-of.ts'
import type { WholeRequest } from './route-match.ts'

/** Longer paths are refused (URIs in practice stay below 8 KB; RFC 9110, section 4.1 asks for 8,000 at least). */
export const LIMIT = 65_536

/** A path that is canonical at sight. Escapes, and dots at the start of a segment, need a closer look. */
const PLAIN = /^(?:\/[\w!$&'()*+,:;=@[\]~-][\w!$&'()*+,.:;=@[\]~-]*)+$/

/** What may stand neither in a path nor in a query (RFC 3986, section 3). `#` begins a fragment. */
export const NOT_IN_URI = /[^!-~]|["<>\\^`{|}]/gu

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f]/

/** The origin of a target in absolute form. None with a user in it: RFC 9110 (section 4.2.4) has those refused. */
const ORIGIN = /^https?:\/\/[!$-.0-;=A-[\]_a-z~]+/i

/** The target of a request as RFC 9112 has it in origin form (section 3.2.1); the other is the absolute one (3.2.2). */
export const inOriginForm = (target: string): string => target.replace(ORIGIN, '')

/**
 * Segments that lead elsewhere: `.`, and `..` between anything that someone may take for a slash; and an escaped
 * `.` or `..` that unescaped dots set off, which would become a parameter of its own (`/users/1.%2E%2E`).
 */
const DOTS =
  /\/(?:\.|%2e)(?:\/|$)|(?:\/|%2f|%5c)(?:\.|%2e){2}(?=\/|%2f|%5c|$)|(?:[/.]|%2f|%5c)(?:%2e){1,2}(?=[/.]|%2f|%5c|$)/i

/**
 * The form of a path that routes are matched against, and the form that guards should look at.
 *
 *     '//photos//7/?page=2' -> '/photos/7'      repeated and trailing slashes, query and fragment go (Rails)
 *     '/caf%c3%a9'          -> '/caf%C3%A9'     escapes in upper case (RFC 3986, section 6.2.2.1)
 *     '/café'               -> '/caf%C3%A9'     what may not stand in a path is escaped (WHATWG URL)
 *     '', '?page=2'         -> '/'              an empty path is the root (Rails)
 *     'http://h.test/a'     -> '/a'             the origin goes (RFC 9112, section 3.2.2)
 *
 * Escapes are never undone here: `%2F` splits no segment.
 *
 * @param path the target of a request: a path, with or without its query
 * @returns the canonical path; or the status that answers the request: 414 for more than 64 KiB; 400 for what is
 *   not a string, or does not start with a slash or an origin, control characters, a `%` without two hex digits after it, bytes that are not UTF-8, NUL, and
 *   `.` and `..` segments, escaped or not
 */
export function canonicalPath(path: string): string | 400 | 414 {
  if (typeof path !== 'string') return 400
  if (path.length <= LIMIT && PLAIN.test(path)) return path
  path = inOriginForm(path)
  const end = path.search(/[?#]/)
  if (end >= 0) path = path.slice(0, end)
  path ||= '/'
  if (path.length > LIMIT) return 414
  if (path.charCodeAt(0) !== 47 || CONTROL.test(path)) return 400
  try {
    // It throws for what is not an escape, and for what is not UTF-8. Minifiers drop the call where its answer is not used.
    if (decodeURIComponent(path).includes('\0')) return 400
    path = path.replace(NOT_IN_URI, encodeURIComponent)
  } catch {
    return 400
  }
  if (path.length > LIMIT) return 414
  if (DOTS.test(path)) return 400
  path = path.replace(/\/{2,}/g, '/').replace(/%../g, (escape) => escape.toUpperCase())
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * The status of a path that `match` refuses before it asks a route, so that an application can tell it from one that no
 * route answers.
 *
 * @param asked the target of a request: a path, with or without its query; or a whole request
 * @returns 400 or 414, as `canonicalPath` has them; null where routes are asked
 */
export function refusalOf(asked: string | WholeRequest): 400 | 414 | null {
  const canonical = canonicalPath((typeof asked === 'string' ? asked : partsOf(asked)[1]) as string)
  return typeof canonical === 'number' ? canonical : null
}
