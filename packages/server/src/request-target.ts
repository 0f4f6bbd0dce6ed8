// The only module that reads the target of a request to the server: its URL and its `Host` header.
import { errorResponse } from './error-response.ts'
import type { MaybePromise } from './types.ts'

/** An absolute URL and its authority. */
const ABSOLUTE = /^https?:\/\/([^/?#\\]*)(?=[/?#]|$)/i

/** A name or an address, with a port or without. A name may end with the dot of the root (RFC 1034, section 3.1). */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d*)?$/i

/** Hosts that need no further check: the last label begins with a letter, so it is not an address, and no label is encoded. */
const PLAIN_HOST = /^(?!.*xn--)(?:[a-z\d-]+\.)*[a-z][a-z\d-]*(?::\d{1,4})?$/i

/** The string with which srvx replaces a host that it considers invalid. */
const REPLACED_HOST = '_invalid_'

/** An srvx request on Node, which contains Node's request. */
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
 * @returns false (400) if the URL is not absolute, or if its host or the `Host` header is not valid (RFC 9112, section 3.2).
 *   If srvx has replaced a host that ends with a dot, the request gets its URL back
 */
export function isValidRequest(request: Request, url = urlOf(request)): boolean {
  let start: string | undefined = lastStart
  let authority: string | undefined = lastAuthority
  const isKnown = beginsWithLastStart(url)
  if (!isKnown) [start, authority] = ABSOLUTE.exec(url) ?? []
  if (authority === undefined) return false
  if (authority === REPLACED_HOST) return restoreHost(request, start!)
  const host = request.headers.get('host')
  if (!isKnown) {
    if (!isHost(authority)) return false
    lastStart = start!
    lastAuthority = authority
  }
  return host === null || host === authority || isHost(host)
}

/**
 * The part before the path of the last valid URL, such as `http://example.com`, and its authority, `example.com`. Most requests
 * to a server have the same host, so a URL that begins with this string needs no parsing.
 */
let lastStart = ''
let lastAuthority = ''

function beginsWithLastStart(url: string): boolean {
  if (lastStart === '' || !url.startsWith(lastStart)) return false
  const next = url[lastStart.length]
  return next === undefined || next === '/' || next === '?' || next === '#'
}

/** Returns the URL, or `''` if reading it throws. srvx parses the URL on first access, and throws for some hosts. */
export function urlOf(request: Request): string {
  try {
    return request.url
  } catch {
    return ''
  }
}

/** The part of an srvx server that plugins use here. */
export interface SrvxServer {
  readonly options: {
    readonly middleware?: ((request: Request, next: () => MaybePromise<Response>) => MaybePromise<Response>)[]
  }
}

/** Makes an srvx server refuse invalid hosts before other middleware, such as that for static files, reads the URL. */
export function refuseInvalidHosts({ options }: SrvxServer): void {
  options.middleware?.unshift((request, next) =>
    isValidRequest(request) ? next() : errorResponse(request, 400, 'Bad Request'),
  )
}

/** True for a valid value of the header `Host`: the name of a host, or an address, with or without a port. */
export function isHost(host: string): boolean {
  if (PLAIN_HOST.test(host)) return true
  return HOST.test(host) && host !== REPLACED_HOST && URL.canParse(`http://${host}`) && hasValidLabels(host)
}

/** An encoded label (`xn--bcher-kva`) without encoded characters, such as `xn--` and `xn--a-`. Node 20 accepts some of these. */
const NOTHING_ENCODED = /(?:^|\.)xn--(?:[^.]*-)?(?:\.|$)/i

/** True if each encoded label of a host can be decoded. Engines differ, so that one would respond to a host that another refuses. */
function hasValidLabels(host: string): boolean {
  if (!/xn--/i.test(host)) return true
  const name = host.replace(/\.?(?::\d*)?$/, '')
  // Node 24 decodes labels only if the name also contains a letter beyond ASCII.
  return !NOTHING_ENCODED.test(name) && URL.canParse(`http://${name}.\u00e9`)
}

/**
 * Gives a request the URL with the host that Node received, in place of srvx's replacement. It changes the request itself,
 * because a request with some methods, such as TRACE, cannot be copied. Returns false if that host is not valid.
 */
function restoreHost(request: Request, start: string): boolean {
  const { url: target = '', headers = {} } = (request as NodeRequest).runtime?.node?.req ?? {}
  const host = headers['host'] ?? headers[':authority']
  // A host in the request line overrides the header. srvx replaced it, so it was not valid.
  if (!/^(?:\/|\*$)/.test(target) || typeof host !== 'string' || !isHost(host)) return false
  const url = start.replace(REPLACED_HOST, host) + request.url.slice(start.length)
  return Reflect.defineProperty(request, 'url', { value: url, configurable: true })
}

/** Returns the path and the query of a valid URL. It slices the string, because parsing would normalise the path. */
export function targetOf(url: string): string {
  return url.slice(pathStart(url))
}

/** Returns the index at which the path of an absolute URL begins. */
export function pathStart(url: string): number {
  return beginsWithLastStart(url) ? lastStart.length : (ABSOLUTE.exec(url)?.[0].length ?? url.length)
}
