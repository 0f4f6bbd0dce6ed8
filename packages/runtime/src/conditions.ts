import type { RouteExtras, MatchRequest, RequestAttributes } from './route-match.ts'

type Test = NonNullable<RouteExtras['tests']>[number]
type Attribute = string | number | readonly string[] | null

/** Tests a string: a RegExp or a scanner. */
interface TextTest {
  test(text: string): boolean
}

/**
 * The condition on an attribute: a test of its string, a value or a list of values to equal, or a boolean: whether the
 * attribute must be present.
 */
export type RequestCondition = TextTest | string | number | boolean | readonly (string | number)[]

/** Creates the test of capture `index`: an anchored regular expression or a scanner must match it, or it must be unset. */
export function requirement(index: number, expected: TextTest): Test {
  return (path, captures) => {
    const start = captures[2 * index]!
    return start < 0 || expected.test(path.slice(start, captures[2 * index + 1]))
  }
}

/** Reads an attribute of a request. `target` is the path as requested, with its query. */
export type AttributeReader = (path: string, request: MatchRequest, target: string) => Attribute

/**
 * Creates the test of an attribute of the request, as Journey's `Route#matches?` does it. The test fails for a request
 * that cannot be read (a getter that throws, an invalid URL).
 *
 * @param read reads an attribute that needs more code, so that only tables that test it bundle that code
 */
export function condition(attribute: string, expected: RequestCondition, read?: AttributeReader): Test {
  return (path, _captures, request = {}, target) => {
    try {
      const value = read ? read(path, request, target) : requestAttribute(attribute, path, request, target)
      if (typeof expected === 'boolean') return expected === /\S/.test(String(value ?? ''))
      if (typeof expected === 'string') return expected === String(value ?? '')
      if (typeof expected === 'number') return expected === value
      if ('test' in expected) return expected.test(String(value ?? ''))
      return expected.some((alternative) => alternative === value)
    } catch {
      return false
    }
  }
}

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

export function originOf(request: MatchRequest): Origin {
  const { url } = request
  const source = url && /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? new URL(url) : (request as RequestAttributes)
  const { protocol, port: ownPort } = source
  const secure = 'socket' in source && source.socket?.encrypted
  const scheme = String(protocol ?? (secure ? 'https' : 'http')).replace(/:(?:\/\/)?$/, '')
  const standard = scheme === 'https' ? 443 : 80
  const [, host = 'example.org', hostPort] = /^(.*?)(?::(\d+))?$/s.exec(source.host ?? hostHeader(request)) ?? []
  // srvx replaces an invalid host with this string.
  if (host === '_invalid_') throw new TypeError(host)
  const port = Number(ownPort || hostPort || standard)
  return { scheme, host, port, shownPort: port === standard ? '' : `:${port}` }
}

/** HTTP/2 has `:authority` instead of `Host` (RFC 9113, section 8.3.1); Node includes it in the headers. */
function hostHeader(request: MatchRequest): string {
  const authority = (request.headers as Readonly<Record<string, unknown>> | undefined)?.[':authority']
  return String(authority ?? header(request, 'host') ?? 'example.org')
}

/** Returns the labels of a name; none for an IP address. */
export function labelsOf(host: string): string[] {
  return /^\[|^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) ? [] : splitName(host)
}

/** The labels of a name. Ruby's `split` leaves out empty ones at the end: `example.org.` is `example.org` and the root. */
export function splitName(name: string): string[] {
  const labels = name.split('.')
  while (labels.at(-1) === '') labels.pop()
  return labels
}

/** Returns a header of the request; null if the request does not have it. */
export function header(request: MatchRequest, name: string): string | null {
  const { headers } = request
  if (headers == null) return null
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name)
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return value === undefined ? null : String(value)
}

/** Attributes that read a header with a different name. */
const HEADERS: Readonly<Record<string, string>> = {
  referrer: 'referer',
  request_id: 'x-request-id',
  uuid: 'x-request-id',
}

/** Attributes that read the header of the same name, with `_` for `-` (Rails' `ENV_METHODS` and its additions). */
const HEADER =
  /^(?:accept(?:_charset|_encoding|_language)?|authorization|cache_control|content_(?:length|type)|from|if_modified_since|if_none_match|origin|pragma|referer|user_agent|x_(?:csrf_token|forwarded_for|forwarded_host|request_id))$/

/** Returns the value that Rails' request returns for an attribute; `tld_length` is 1. The caller supplies the client's address. */
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

/** Returns the query of a request's target, without `?` and fragment. */
export function queryOf(target: string): string {
  return /^[^?#]*\?([^#]*)/.exec(target)?.[1] ?? ''
}
