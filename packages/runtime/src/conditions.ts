import type { Extra, MatchRequest, RequestAttributes } from './route-match.ts'

type Test = NonNullable<Extra['tests']>[number]
type Attribute = string | number | readonly string[] | null

/** A RegExp that is searched in the attribute's text, a value or some that it must equal, or whether it must be there. */
export type RequestCondition = RegExp | string | number | boolean | readonly (string | number)[]

/** Tests that capture `index`, where there is one, matches a regular expression with anchors, or what a scanner does. */
export function requirement(index: number, expected: { test(text: string): boolean }): Test {
  return (path, captures) => {
    const start = captures[2 * index]!
    return start < 0 || expected.test(path.slice(start, captures[2 * index + 1]))
  }
}

/** Reads an attribute of a request. `target` is the path as it was asked for, with its query. */
export type AttributeReader = (path: string, request: MatchRequest, target: string) => Attribute

/**
 * Tests an attribute of the request as Journey's `Route#matches?` does. Of a request that cannot be read (a getter that
 * throws, an invalid URL) no condition holds.
 *
 * @param read for an attribute that takes much to be read: who does not ask for it does not bundle it
 */
export function condition(attribute: string, expected: RequestCondition, read?: AttributeReader): Test {
  return (path, _captures, request = {}, target) => {
    try {
      const value = read ? read(path, request, target) : requestAttribute(attribute, path, request, target)
      if (typeof expected === 'boolean') return expected === /\S/.test(String(value ?? ''))
      if (typeof expected === 'string') return expected === String(value ?? '')
      if (typeof expected === 'number') return expected === value
      if (expected instanceof RegExp) return expected.test(String(value ?? ''))
      return expected.some((each) => each === value)
    } catch {
      return false
    }
  }
}

/**
 * Scheme, name and port of the request: of its URL where that is absolute (RFC 9112, section 3.2.2: then the `Host`
 * header does not count), else what is given, else what its headers and its connection say, else `http://example.org`.
 */
export interface Origin {
  readonly scheme: string
  readonly host: string
  /** The standard port of the scheme where none is given. */
  readonly port: number
  /** `:8080`, empty for the standard port. */
  readonly shownPort: string
}

export function originOf(request: MatchRequest): Origin {
  const { url } = request
  const given = url && /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? new URL(url) : (request as RequestAttributes)
  const { protocol, port: ownPort } = given
  const secure = 'socket' in given && given.socket?.encrypted
  const scheme = String(protocol ?? (secure ? 'https' : 'http')).replace(/:(?:\/\/)?$/, '')
  const standard = scheme === 'https' ? 443 : 80
  const [, host = 'example.org', hostPort] = /^(.*?)(?::(\d+))?$/s.exec(given.host ?? hostHeader(request)) ?? []
  // srvx writes this in place of a host that is not valid.
  if (host === '_invalid_') throw new TypeError(host)
  const port = Number(ownPort || hostPort || standard)
  return { scheme, host, port, shownPort: port === standard ? '' : `:${port}` }
}

/** HTTP/2 has `:authority` in its place (RFC 9113, section 8.3.1); Node hands that on among the headers. */
function hostHeader(request: MatchRequest): string {
  const authority = (request.headers as Readonly<Record<string, unknown>> | undefined)?.[':authority']
  return String(authority ?? header(request, 'host') ?? 'example.org')
}

/** The labels of a name; none for an address. */
export function labelsOf(host: string): string[] {
  return /^\[|^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) ? [] : splitName(host)
}

/** The labels of a name. Ruby's `split` leaves out empty ones at the end: `example.org.` is `example.org` and the root. */
export function splitName(name: string): string[] {
  const labels = name.split('.')
  while (labels.at(-1) === '') labels.pop()
  return labels
}

/** A header of the request; null where it has none of that name. */
export function header(request: MatchRequest, name: string): string | null {
  const { headers } = request
  if (headers == null) return null
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name)
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return value === undefined ? null : String(value)
}

/** Attributes that are headers of another name. */
const HEADERS: Readonly<Record<string, string>> = {
  referrer: 'referer',
  request_id: 'x-request-id',
  uuid: 'x-request-id',
}

/** Attributes that are headers of their own name, with `_` for `-` (Rails' `ENV_METHODS` and those it adds). */
const HEADER =
  /^(?:accept(?:_charset|_encoding|_language)?|authorization|cache_control|content_(?:length|type)|from|if_modified_since|if_none_match|origin|pragma|referer|user_agent|x_(?:csrf_token|forwarded_for|forwarded_host|request_id))$/

/** What Rails' request returns for an attribute; `tld_length` is 1. The client's address is what the caller gives. */
export function requestAttribute(attribute: string, path: string, request: MatchRequest, target: string): Attribute {
  const { scheme, host, port, shownPort } = originOf(request)
  const labels = labelsOf(host)
  const query = queryOf(target)
  const fullPath = query === '' ? path : `${path}?${query}`
  switch (attribute) {
    case 'host':
      return host
    case 'host_with_port':
      return host + shownPort
    case 'protocol':
      return `${scheme}://`
    case 'scheme':
      return scheme
    case 'port':
    case 'server_port':
      return port
    case 'port_string':
      return shownPort
    case 'subdomain':
      return labels.slice(0, -2).join('.')
    case 'subdomains':
      return labels.slice(0, -2)
    case 'domain':
      return labels.length === 0 ? null : labels.slice(-2).join('.')
    case 'ip':
    case 'remote_ip':
      return (request as RequestAttributes).ip ?? (request as RequestAttributes).socket?.remoteAddress ?? null
    case 'path':
    case 'path_info':
      return path
    case 'query_string':
      return query
    case 'fullpath':
    case 'original_fullpath':
      return fullPath
    case 'base_url':
      return `${scheme}://${host}${shownPort}`
    case 'url':
    case 'original_url':
      return `${scheme}://${host}${shownPort}${fullPath}`
    case 'media_type':
      return header(request, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? null
    default:
      if (Object.hasOwn(HEADERS, attribute)) return header(request, HEADERS[attribute]!)
      return HEADER.test(attribute) ? header(request, attribute.replaceAll('_', '-')) : null
  }
}

/** What stands between the `?` of a request's target and its fragment. */
export function queryOf(target: string): string {
  return /^[^?#]*\?([^#]*)/.exec(target)?.[1] ?? ''
}
