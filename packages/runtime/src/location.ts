// Makes locations of redirects and results of `direct` functions safe.
import { NOT_IN_URI } from './canonical-path.ts'

/** A scheme and a host, except the schemes of URLs that clients run or display. */
const ABSOLUTE = /^(?!javascript:|vbscript:|data:)[a-z][a-z\d+.-]*:\/\/[^/?#]/i

/**
 * Turns the result of a function of the application into a location, for redirects and for the URLs of `direct` and
 * `resolve`. The location is a valid header and a valid link. It points to another site only if the input begins with a
 * scheme and a host.
 *
 *     '/photos/7'           -> '/photos/7'
 *     'https://h.test/a b'  -> 'https://h.test/a%20b'
 *     '//evil.test'         -> '/evil.test'          browsers treat the input as another site
 *     '/\\evil.test'        -> '/%5Cevil.test'       browsers do so here too, and for a tab between two slashes
 *     'javascript:alert(1)' -> '/javascript:alert(1)'
 */
export function locationOf(result: string): string {
  const escaped = toWellFormed(result)
    .replace(NOT_IN_URI, encodeURIComponent)
    .replace(/%(?![\dA-F]{2})/gi, '%25')
  return ABSOLUTE.test(escaped) ? escaped : toLocalPath(escaped)
}

/** Returns a path with exactly one slash at its start, because `//evil.test` is the address of another site. */
export const toLocalPath = (path: string) => `/${path.replace(/^[/\\]+/, '')}`

/** Replaces half surrogate pairs by U+FFFD, because they have no UTF-8 and percent-encoding them would throw. */
export const toWellFormed = (text: string) => text.replace(/\p{Cs}/gu, '\ufffd')
