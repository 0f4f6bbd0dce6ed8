// Reads the origin of a request, the labels of its host, and its headers.
import type { MatchRequest, RequestAttributes } from './route-match.ts'

/**
 * Scheme, host and port of a request. If its URL is absolute, they come from the URL, and the `Host` header is ignored
 * (RFC 9112, section 3.2.2). Otherwise they come from the request's attributes, then from its headers and its connection,
 * then from `http://example.org`.
 */
export interface Origin {
  readonly scheme: string
  readonly host: string
  /** Default: the standard port of the scheme. */
  readonly port: number
  /** `:8080`, empty for the standard port. */
  readonly shownPort: string
}

/**
 * Returns the origin of a request.
 *
 *     { url: 'https://a.test/x', headers: { host: 'b.test' } }   https, a.test, 443
 *     { url: '/x', headers: { host: 'b.test:8080' } }            http, b.test, 8080, shown as `:8080`
 *
 * @throws TypeError for an invalid URL or host
 */
export function originOf(request: MatchRequest): Origin {
  const { url } = request
  const source = url && /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? new URL(url) : (request as RequestAttributes)
  const { protocol, port: explicitPort } = source
  const isEncrypted = 'socket' in source && source.socket?.encrypted
  const scheme = String(protocol ?? (isEncrypted ? 'https' : 'http')).replace(/:(?:\/\/)?$/, '')
  const standardPort = scheme === 'https' ? 443 : 80
  const [, host = 'example.org', hostPort] = /^(.*?)(?::(\d+))?$/s.exec(source.host ?? hostHeader(request)) ?? []
  // srvx replaces an invalid host with this string.
  if (host === '_invalid_') throw new TypeError(host)
  const port = Number(explicitPort || hostPort || standardPort)
  return { scheme, host, port, shownPort: port === standardPort ? '' : `:${port}` }
}

/** HTTP/2 has `:authority` instead of `Host` (RFC 9113, section 8.3.1); Node includes it in the headers. */
function hostHeader(request: MatchRequest): string {
  const authority = (request.headers as Readonly<Record<string, unknown>> | undefined)?.[':authority']
  return String(authority ?? readHeader(request, 'host') ?? 'example.org')
}

/** Returns the labels of a host; none for an IP address: `api.example.org` -> `api`, `example`, `org`. */
export function hostLabels(host: string): string[] {
  return /^\[|^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) ? [] : splitHost(host)
}

/** Returns the labels of a name, without the empty ones at its end, as Ruby's `split`: `example.org.` -> `example`, `org`. */
export function splitHost(name: string): string[] {
  const labels = name.split('.')
  while (labels.at(-1) === '') labels.pop()
  return labels
}

/** Returns a request's header, from a `Headers` object or from Node's headers; null if the request lacks it. */
export function readHeader(request: MatchRequest, name: string): string | null {
  const { headers } = request
  if (headers == null) return null
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name)
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return value === undefined ? null : String(value)
}
