// Converts targets to URLs, and compares URLs.
import type { Target } from './types.ts'

/**
 * Returns the URL of a target.
 *
 * @throws TypeError for another site, another scheme than http and https, another method than GET, and an invalid URL
 */
export function urlOf(target: Target): URL {
  const { url, method = 'GET' } = typeof target === 'string' || target instanceof URL ? { url: target } : target
  const absolute = new URL(url, document.baseURI)
  if (!/^get$/i.test(method) || !isSameSite(absolute)) throw new TypeError('Not a GET link in this site')
  return absolute
}

/** True for a URL that loads a document. Others must not be opened, because the browser would run a `javascript:` URL. */
export const isHttp = ({ protocol }: URL): boolean => /^https?:$/.test(protocol)

/** Checks the scheme too, because a `blob:` URL has the origin of the document. */
export const isSameSite = (url: URL): boolean => isHttp(url) && url.origin === location.origin

/**
 * Returns the path, the query and the fragment of a URL. A path that begins with `//` becomes `/.//…`, because a URL that
 * begins with two slashes names another site.
 */
export const pathOf = ({ href }: Pick<URL, 'href'>): string =>
  href.replace(/^[^/]*\/\/[^/]*/, '').replace(/^\/\//, '/.//')

/** True if two URLs differ in their fragment at most. */
export const isSameDocument = (left: URL, right: URL | Location): boolean =>
  left.href.split('#')[0] === right.href.split('#')[0]
