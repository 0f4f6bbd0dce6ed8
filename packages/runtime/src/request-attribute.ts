// Reads the attributes of a request that conditions test most often: `subdomain` -> `api`. `rare-attribute.ts` reads the others.
import { hostLabels, originOf, readHeader } from './origin.ts'
import type { MatchRequest, RequestAttributes } from './route-match.ts'

export type Attribute = string | number | boolean | readonly string[] | null

/** Attributes that read a header with a different name. */
const HEADER_BY_ATTRIBUTE: Readonly<Record<string, string>> = {
  referrer: 'referer',
  request_id: 'x-request-id',
  uuid: 'x-request-id',
}

/** Attributes that read the header of the same name, with `_` for `-` (Rails' `ENV_METHODS` and its additions). */
const HEADER_ATTRIBUTES =
  /^(?:accept(?:_charset|_encoding|_language)?|authorization|cache_control|content_(?:length|type)|from|if_modified_since|if_none_match|origin|pragma|referer|user_agent|x_(?:csrf_token|forwarded_for|forwarded_host|request_id))$/

/** The number of labels of a domain: Rails' `tld_length`, which is 1, plus the label before it. */
const DOMAIN_LABELS = 2

/**
 * Returns the value of an attribute, by the rules of Rails' request; null if the request lacks it. `ip` is the address that the
 * caller of `match` passes, not one from a header.
 *
 *     'subdomain', a request to http://api.example.org/photos   'api'
 *     'user_agent'                                              the header `user-agent`
 *
 * @param path the canonical path of the request
 * @param target the path as requested, with its query
 * @throws TypeError for an invalid URL or host, and for an attribute that cannot be read
 */
export function requestAttribute(attribute: string, path: string, request: MatchRequest, target: string): Attribute {
  const { scheme, host, port, shownPort } = originOf(request)
  const labels = hostLabels(host)
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
      return labels.slice(0, -DOMAIN_LABELS).join('.')
    case 'subdomains':
      return labels.slice(0, -DOMAIN_LABELS)
    case 'domain':
      return labels.length === 0 ? null : labels.slice(-DOMAIN_LABELS).join('.')
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
      return readHeader(request, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? null
    default:
      if (Object.hasOwn(HEADER_BY_ATTRIBUTE, attribute)) return readHeader(request, HEADER_BY_ATTRIBUTE[attribute]!)
      // Null would fulfil the conditions `false` and `null`.
      if (!HEADER_ATTRIBUTES.test(attribute)) throw new TypeError(attribute)
      return readHeader(request, attribute.replaceAll('_', '-'))
  }
}

/** Returns the query of a request's target, without `?` and fragment. */
export function queryOf(target: string): string {
  return /^[^?#]*\?([^#]*)/.exec(target)?.[1] ?? ''
}
