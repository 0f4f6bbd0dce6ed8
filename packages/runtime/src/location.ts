import { NOT_IN_URI } from './canonical-path.ts'

/** A scheme and a host, but for schemes whose URLs clients run or show. */
const ABSOLUTE = /^(?!javascript:|vbscript:|data:)[a-z][a-z\d+.-]*:\/\/[^/?#]/i

/**
 * Makes a location of what a function of the application returns, for redirects and for the URLs of `direct` and
 * `resolve`. The result is a valid header and a valid link. Only a text that begins with a scheme and a host leads to
 * another site.
 *
 *     '/photos/7'           -> '/photos/7'
 *     'https://h.test/a b'  -> 'https://h.test/a%20b'
 *     '//evil.test'         -> '/evil.test'          browsers take it for another site
 *     '/\\evil.test'        -> '/%5Cevil.test'       so they do with this, and with a tab between two slashes
 *     'javascript:alert(1)' -> '/javascript:alert(1)'
 */
export function locationOf(text: string): string {
  const escaped = wellFormed(text)
    .replace(NOT_IN_URI, encodeURIComponent)
    .replace(/%(?![\dA-F]{2})/gi, '%25')
  return ABSOLUTE.test(escaped) ? escaped : local(escaped)
}

/** A path begins with one slash: a parameter must not turn it into the address of another site. */
export const local = (path: string) => `/${path.replace(/^[/\\]+/, '')}`

/** Half a surrogate pair has no UTF-8: to escape it would throw. */
export const wellFormed = (text: string) => text.replace(/\p{Cs}/gu, '\ufffd')
