// Builds URLs with a host.
import { buildPath, path } from './build-path.ts'
import { splitHost } from './origin.ts'
import type { NamedRoute } from './types.ts'
import { defineHelper, refuse } from './values.ts'

/**
 * Returns the origin of a URL, by the rules of Rails' `ActionDispatch::Http::URL#build_host_url`:
 *
 *     { host: 'www.h.test', subdomain: 'sub' }        -> 'http://sub.h.test'
 *     { host: 'h.test:8080', protocol: 'https://' }   -> 'https://h.test:8080'
 *     { host: 'h.test', port: 80 }                    -> 'http://h.test'
 */
function originFrom(options: Readonly<Record<string, unknown>>): string {
  const { protocol = 'http', subdomain = true, domain, tldLength = 1 } = options
  let [host, port] = String(options.host ?? '').split(/:(?=\d+$)/) as [string, unknown]
  if (options.port !== undefined) port = options.port ?? ''
  // An address has no subdomain.
  if ((subdomain !== true || domain) && !/^\[|^[\d.]+$/.test(host)) {
    const labels = splitHost(host)
    const hostSubdomain = labels.splice(0, labels.length - 1 - Number(tldLength)).join('.')
    const prefix = subdomain === true ? hostSubdomain : subdomain
    host = (prefix ? `${prefix as string}.` : '') + ((domain ?? labels.join('.')) as string)
  }
  const scheme = String(protocol).replace(/:(\/\/)?$/, '')
  return `${scheme}://${host}${port && Number(port) !== (scheme === 'https' ? 443 : 80) ? `:${port as string}` : ''}`
}

/**
 * True for a bare `http` origin that the platform's URL parser does not change. The parser changes or refuses a port above
 * 65535 and an address in a form like `0x7f.1`.
 */
function isOrigin(text: string): boolean {
  try {
    return /^https?:\/\/([\w.-]+|\[[\w:.]+])(:\d+)?$/.test(text) && new URL(text).origin === text.toLowerCase()
  } catch {
    return false
  }
}

/**
 * Creates a route's `…Url` helper: `url('photoUrl', { parts: ['/photos/', 'id', ''] })(7, { host: 'h.test' })` is
 * `http://h.test/photos/7`. The host is never guessed: a helper without one throws.
 *
 * @throws TypeError as `path` does, and if the host, the protocol or the port is not valid.
 */
export function url(helper: string, route: NamedRoute): (...args: readonly unknown[]) => string {
  return defineHelper(helper, route.at, (args) => {
    const [path, options] = buildPath(route, args)
    const urlOrigin = originFrom(options)
    return isOrigin(urlOrigin)
      ? urlOrigin + path
      : refuse(options.host ? `"${urlOrigin}" is not a valid origin` : 'host is missing')
  })
}

/**
 * Creates a link to an action, for the modules of actions: `link('photos#update', 'PATCH', { parts: ['/photos/', 'id', ''] })(7)` is
 * `{ url: '/photos/7', method: 'PATCH' }`.
 *
 * @throws TypeError as `path` does
 */
export function link<Method extends string>(
  action: string,
  method: Method,
  route: NamedRoute,
): (...args: readonly unknown[]) => { url: string; method: Method } {
  const build = path(action, route)
  return (...args) => ({ url: build(...args), method })
}
