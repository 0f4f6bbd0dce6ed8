import { header, originOf, type AttributeReader } from './conditions.ts'
import type { MatchRequest, RequestAttributes } from './route-match.ts'

const contentType = (request: MatchRequest): string => header(request, 'content-type') ?? ''

const ipOf = ({ ip, socket }: RequestAttributes): string | null => ip ?? socket?.remoteAddress ?? null

/** Of an application, the host as the client wrote it: with its port, if it wrote one. */
function rawHost(request: MatchRequest): string {
  const { host, shownPort } = originOf(request)
  return header(request, 'host') ?? host + shownPort
}

/** A verb; null where the request does not tell it. `match` is given one of its own, which may be another. */
function verbOf(request: MatchRequest): string | null {
  const { method } = request as { readonly method?: unknown }
  return typeof method === 'string' ? method : null
}

/** The verb as Rails' symbol. Rails knows no verb in lower case. */
function symbolOf(request: MatchRequest): string | null {
  const verb = verbOf(request)
  return verb === verb?.toUpperCase() ? (verb?.toLowerCase() ?? null) : null
}

type Read = (request: MatchRequest) => string | number | null

/** What Rails' request returns, as far as a request here tells it. */
const READERS: Readonly<Record<string, Read>> = {
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

/** Reads an attribute that few routes ask for. */
export function rareAttribute(attribute: string): AttributeReader {
  return (_path, request) => READERS[attribute]!(request)
}
