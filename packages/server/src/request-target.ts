// The only module that reads the target of a request to the server: its URL and its `Host` header.
import { canDerive, deriveRequest } from './derive-request.ts'
import { errorResponse } from './error-response.ts'

/** An absolute URL and its authority. */
const ABSOLUTE = /^https?:\/\/([^/?#\\]*)(?=[/?#]|$)/i

/** A name or an address, with a port or without. A name may end with the dot of the root (RFC 1034, section 3.1). */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d*)?$/i

/** Names that need no further check: the last label begins with a letter, so they are not addresses; no label is encoded. */
const PLAIN = /^(?!.*xn--)(?:[a-z\d-]+\.)*[a-z][a-z\d-]*(?::\d{1,4})?$/i

/** The string with which srvx replaces a host that it considers invalid. */
const REPLACED = '_invalid_'

/** The request of srvx on Node, which contains Node's request. */
interface NodeRequest {
  readonly runtime?: {
    readonly node?: { readonly req?: { readonly url?: string; readonly headers: Record<string, unknown> } }
  }
}

/**
 * Checks the target of a request. Hosts copy parts of it from the client without a check: on Bun an empty `Host` makes the
 * URL relative, and on Deno `Host: h/users` inserts a segment before the path.
 *
 * @param url the URL of the request. Hosts create it when it is read, so that each read takes time
 * @returns the request itself, or a request with another URL, if srvx has replaced a host that ends with a dot. Returns null
 *   (400) if the URL is not absolute, or if its host or the `Host` header is not valid (RFC 9112, section 3.2)
 */
export function validRequest(request: Request, url = urlOf(request)): Request | null {
  let start: string | undefined = knownStart
  let authority: string | undefined = knownAuthority
  const isKnown = beginsAsKnown(url)
  if (!isKnown) [start, authority] = ABSOLUTE.exec(url) ?? []
  if (authority === undefined) return null
  if (authority === REPLACED) return withSentHost(request, start!)
  const host = request.headers.get('host')
  if (!isKnown) {
    if (!isHost(authority)) return null
    knownStart = start!
    knownAuthority = authority
  }
  return host === null || host === authority || isHost(host) ? request : null
}

/**
 * The part of the last valid URL before its path, and its authority. Most requests of a server have the same host. A URL
 * that begins with the same string, followed by a path, a query or nothing, need not be parsed again.
 */
let knownStart = ''
let knownAuthority = ''

function beginsAsKnown(url: string): boolean {
  if (knownStart === '' || !url.startsWith(knownStart)) return false
  const next = url[knownStart.length]
  return next === undefined || next === '/' || next === '?' || next === '#'
}

/** Returns the URL; empty if reading it throws: srvx parses the URL on first access, and throws for some hosts. */
export function urlOf(request: Request): string {
  try {
    return request.url
  } catch {
    return ''
  }
}

/** A server of srvx, as its plugins see it. */
export interface SrvxServer {
  readonly options: { readonly middleware?: ((request: Request, next: () => unknown) => unknown)[] }
}

/** Lets a server of srvx refuse invalid hosts before its own middleware, such as that for static files, reads the URL. */
export function refuseInvalidHosts({ options }: SrvxServer): void {
  options.middleware?.unshift((request, next) =>
    validRequest(request) === null ? errorResponse(request, 400, 'Bad Request') : next(),
  )
}

function isHost(host: string): boolean {
  return PLAIN.test(host) || (HOST.test(host) && host !== REPLACED && URL.canParse(`http://${host}`))
}

/** Returns the request with the host that Node received; null if that host is not valid. */
function withSentHost(request: Request, start: string): Request | null {
  const { url = '', headers = {} } = (request as NodeRequest).runtime?.node?.req ?? {}
  const host = headers['host'] ?? headers[':authority']
  // A host in the request line overrides the header. srvx replaced it, so it was not valid.
  if (!url.startsWith('/') || typeof host !== 'string' || !isHost(host) || !canDerive(request.method)) return null
  return deriveRequest(request, { url: start.replace(REPLACED, host) + request.url.slice(start.length) })
}

/** Returns path and query of a valid request's URL, as requested. It slices the URL, because parsing would normalise it. */
export function targetOf(url: string): string {
  return url.slice(pathStart(url))
}

/** The index in an absolute URL at which its path begins. */
export function pathStart(url: string): number {
  return beginsAsKnown(url) ? knownStart.length : (ABSOLUTE.exec(url)?.[0].length ?? url.length)
}
