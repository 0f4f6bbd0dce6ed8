// Finds the page of a URL, and follows redirects.
import { isHttp } from './target.ts'
import type { PageSource, RouteMatch, Table } from './types.ts'

/** As in browsers (Fetch, HTTP-redirect fetch). */
const MAX_REDIRECTS = 20

/** The end of a chain of redirects. */
export interface Destination {
  readonly url: URL
  readonly match: RouteMatch | null
  /** `controller#action` of the match. */
  readonly action: string
  /** The modules of the page; null if this application has no page for the URL. */
  readonly source: PageSource | null
  /** The statuses of all redirects. */
  readonly redirects: readonly number[]
}

/**
 * Finds the page of a URL. Redirects of the table are followed within the site.
 *
 * @param redirects the statuses of the redirects that have been followed to reach the URL
 * @param origin the site that redirects of the table do not leave
 * @throws TypeError if the location of a redirect is invalid
 * @throws Error if there are too many redirects. Functions of the table may throw, too
 */
export function findPage(
  table: Table,
  url: URL,
  redirects: readonly number[] = [],
  origin: string = url.origin,
): Destination {
  if (redirects.length > MAX_REDIRECTS) throw new Error('Too many redirects')
  const match = url.origin === origin ? table.match('GET', url.origin + url.pathname + url.search) : null
  if (match?.redirect) {
    const { location, status } = match.redirect
    return findPage(table, redirectedUrl(location, url), [...redirects, status], origin)
  }
  // A name with `#` cannot be a property that all objects inherit, such as `toString`.
  const action = `${match?.controller}#${match?.action}`
  return { url, match, action, source: table.pages[action] ?? null, redirects }
}

/**
 * Returns the target of a redirect. A location without a fragment keeps the fragment of the URL (RFC 9110, section 10.2.2).
 *
 * @throws TypeError for another scheme than http and https, and for an invalid location
 */
export function redirectedUrl(location: string, url: URL): URL {
  const next = new URL(location, url)
  if (!isHttp(next)) throw new TypeError('A redirect needs http or https')
  next.hash ||= url.hash
  return next
}
