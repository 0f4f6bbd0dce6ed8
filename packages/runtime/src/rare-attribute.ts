import type { AttributeReader } from './conditions.ts'
import { header } from './headers.ts'
import { originOf } from './origin.ts'
import type { MatchRequest, RequestAttributes } from './route-match.ts'

const contentType = (request: MatchRequest): string => header(request, 'content-type') ?? ''

const ipOf = ({ ip, socket }: RequestAttributes): string | null => ip ?? socket?.remoteAddress ?? null

/** Returns the host as the client sent it: with a port only if the client sent a port. */
function rawHost(request: MatchRequest): string {
  const { host, shownPort } = originOf(request)
  return header(request, 'host') ?? host + shownPort
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

type ReadAttribute = (request: MatchRequest) => string | number | null

/** The values that Rails' request returns, if the request contains them. */
const READERS: Readonly<Record<string, ReadAttribute>> = {
  authority: rawHost,
  client_ip: (request) => ipOf(request as RequestAttributes),
  content_charset: (request) => /;\s*charset="?([^\s";]+)/i.exec(contentType(request))?.[1] ?? null,
  content_mime_type: (request) => contentType(request).split(';', 1)[0]!.trim().toLowerCase() || null,
  forwarded_for: (request) => header(request, 'x-forwarded-for'),
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
