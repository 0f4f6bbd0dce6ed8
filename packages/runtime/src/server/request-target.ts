// The only place that reads where a request to the server is sent: its URL and its `Host` header.
import { canDerive, deriveRequest } from './derive-request.ts'

/** An absolute URL and its authority. */
const ABSOLUTE = /^https?:\/\/([^/?#\\]*)(?=[/?#]|$)/i

/** A name or an address, with a port or without. A name may end with the dot of the root (RFC 1034, section 3.1). */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d*)?$/i

/** Names that are valid at sight: the last label begins with a letter, so that they are no addresses; and none is encoded. */
const PLAIN = /^(?!.*xn--)(?:[a-z\d-]+\.)*[a-z][a-z\d-]*(?::\d{1,4})?$/i

/** What srvx writes in place of a host that it takes for invalid. */
const REPLACED = '_invalid_'

/** The request of srvx on Node, which holds Node's own. */
interface NodeRequest {
  readonly runtime?: {
    readonly node?: { readonly req?: { readonly url?: string; readonly headers: Record<string, unknown> } }
  }
}

/**
 * Checks where a request is sent to. Hosts take parts of it from the client as they are: on Bun an empty `Host` makes the
 * URL relative, and on Deno `Host: h/users` puts a segment before the path.
 *
 * @returns the request itself; or one with another URL, where srvx has replaced a host that ends with a dot; or null, which
 *   is 400: the URL is not absolute, or its host or the `Host` header is not valid (RFC 9112, section 3.2)
 */
export function validRequest(request: Request): Request | null {
  const [start, authority] = ABSOLUTE.exec(urlOf(request)) ?? []
  if (authority === undefined) return null
  if (authority === REPLACED) return withSentHost(request, start!)
  const host = request.headers.get('host')
  return isHost(authority) && (host === null || host === authority || isHost(host)) ? request : null
}

/** The URL; empty where it cannot be read: srvx parses it when it is first asked for, and throws for some hosts. */
function urlOf(request: Request): string {
  try {
    return request.url
  } catch {
    return ''
  }
}

/** A server of srvx, as its plugins see it. */
interface SrvxServer {
  readonly options: { readonly middleware?: ((request: Request, next: () => unknown) => unknown)[] }
}

/** Lets a server of srvx refuse invalid hosts before its own middleware, such as that for static files, reads the URL. */
export function refuseInvalidHosts({ options }: SrvxServer): void {
  options.middleware?.unshift((request, next) =>
    validRequest(request) === null ? new Response('Bad Request', { status: 400 }) : next(),
  )
}

function isHost(host: string): boolean {
  return PLAIN.test(host) || (HOST.test(host) && host !== REPLACED && URL.canParse(`http://${host}`))
}

/** The request with the host that Node has received; null where that is not valid. */
function withSentHost(request: Request, start: string): Request | null {
  const { url = '', headers = {} } = (request as NodeRequest).runtime?.node?.req ?? {}
  const host = headers['host'] ?? headers[':authority']
  // A host in the request line goes before the header, and was not valid.
  if (!url.startsWith('/') || typeof host !== 'string' || !isHost(host) || !canDerive(request.method)) return null
  return deriveRequest(request, { url: start.replace(REPLACED, host) + request.url.slice(start.length) })
}

/** Path and query of the URL of a valid request, as they were asked for. The text is not parsed again: nothing of it is lost. */
export function targetOf(url: string): string {
  return url.slice(pathStart(url))
}

/** The index in an absolute URL at which its path begins. */
export function pathStart(url: string): number {
  return ABSOLUTE.exec(url)?.[0].length ?? url.length
}
