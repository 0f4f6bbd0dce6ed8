// Reads the attributes of a request that few conditions test: `ssl?` -> true. `request-attribute.ts` reads the others.
import type { AttributeReader } from './conditions.ts'
import { originOf, readHeader } from './origin.ts'
import type { MatchRequest, RequestAttributes } from './route-match.ts'

const contentType = (request: MatchRequest): string => readHeader(request, 'content-type') ?? ''

const ipOf = ({ ip, socket }: RequestAttributes): string | null => ip ?? socket?.remoteAddress ?? null

/** Returns the host as the client sent it: with a port only if the client sent a port. */
function rawHost(request: MatchRequest): string {
  const { host, shownPort } = originOf(request)
  return readHeader(request, 'host') ?? host + shownPort
}

/** Returns the verb of the request; null if it has none. It may differ from the verb that `match` receives as an argument. */
function verbOf(request: MatchRequest): string | null {
  const { method } = request as { readonly method?: unknown }
  return typeof method === 'string' ? method : null
}

/** Returns the verb as Rails' symbol; null for a verb in lower case, which Rails does not support. */
function symbolOf(request: MatchRequest): string | null {
  const verb = verbOf(request)
  return verb === verb?.toUpperCase() ? (verb?.toLowerCase() ?? null) : null
}

/** Rails' `LOCALHOST`. Node writes the IPv4 address of a client as `::ffff:127.0.0.1` if the socket accepts IPv6 too. */
const LOCALHOST = /^(?:(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|0:0:0:0:0:0:0:1(?:%.*)?)$/

/**
 * True if every known address of the client is local: the passed one, the connection's, and those that proxies added. A
 * proxy on the same machine makes all connections local, so a request from elsewhere must not count as local.
 */
function isLocal(request: MatchRequest): boolean {
  const { ip, socket } = request as RequestAttributes
  const forwarded = ['x-forwarded-for', 'client-ip'].flatMap((name) => readHeader(request, name)?.split(/[,\s]+/) ?? [])
  const addresses = [ip, socket?.remoteAddress, ...forwarded].filter((address) => address)
  return ipOf(request as RequestAttributes) !== null && addresses.every((address) => LOCALHOST.test(address!))
}

/** The names of media types, as Rails' `MIME_REGEXP` accepts them. */
const MEDIA_TYPE = /^(?:\*|[a-z\d][\w!#$&.+^-]*)\/(?:\*|[a-z\d][\w!#$&.+^-]*)$/i

/**
 * True if the media type of the body is one of `types`.
 *
 * @throws TypeError for an invalid media type, because Rails refuses the request
 */
function hasMediaType(request: MatchRequest, types: readonly string[]): boolean {
  const type = /^[^,;]*/.exec(contentType(request))![0].trim().toLowerCase()
  if (readHeader(request, 'content-type') && !MEDIA_TYPE.test(type)) throw new TypeError(type)
  return types.includes(type)
}

const isXhr: ReadAttribute = (request) => /XMLHttpRequest/i.test(readHeader(request, 'x-requested-with') ?? '')

type ReadAttribute = (request: MatchRequest) => string | number | boolean | null

/**
 * The values that Rails' request returns, if the request contains them. Predicates that every object in Ruby has are the
 * same for all requests.
 */
const READERS: Readonly<Record<string, ReadAttribute>> = {
  'blank?': () => false,
  'duplicable?': () => true,
  'form_data?': (request) => hasMediaType(request, ['application/x-www-form-urlencoded', 'multipart/form-data']),
  'frozen?': () => false,
  'has_content_type?': (request) => readHeader(request, 'content-type'),
  'html_safe?': () => false,
  'local?': isLocal,
  'nil?': () => false,
  'parseable_data?': (request) => hasMediaType(request, ['multipart/related', 'multipart/mixed']),
  'present?': () => true,
  'ssl?': (request) => /^(?:http|ws)s$/.test(originOf(request).scheme),
  'standard_port?': (request) => originOf(request).shownPort === '',
  'xhr?': isXhr,
  'xml_http_request?': isXhr,
  authority: rawHost,
  client_ip: (request) => ipOf(request as RequestAttributes),
  content_charset: (request) => /;\s*charset="?([^\s";]+)/i.exec(contentType(request))?.[1] ?? null,
  content_mime_type: (request) => contentType(request).split(';', 1)[0]!.trim().toLowerCase() || null,
  forwarded_for: (request) => readHeader(request, 'x-forwarded-for'),
  host_authority: rawHost,
  hostname: (request) => originOf(request).host.replace(/^\[|\]$/g, ''),
  method: verbOf,
  method_symbol: symbolOf,
  optional_port: (request) => {
    const { port, shownPort } = originOf(request)
    return shownPort === '' ? null : port
  },
  raw_host_with_port: rawHost,
  remote_addr: (request) => ipOf(request as RequestAttributes),
  request_method: verbOf,
  request_method_symbol: symbolOf,
  server_name: (request) => originOf(request).host,
  standard_port: (request) => (originOf(request).scheme === 'https' ? 443 : 80),
  tld_length: () => 1,
}

/** Creates the reader of an attribute that few routes test. */
export function rareAttribute(attribute: string): AttributeReader {
  return (_path, request) => READERS[attribute]!(request)
}
