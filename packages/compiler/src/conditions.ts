import { isRegExpSource, type Condition, type ManifestRoute } from './manifest.ts'

/** True if every request that fulfils the first conditions surely fulfils the second. */
export function implies(first: ManifestRoute['conditions'], second: ManifestRoute['conditions']): boolean {
  for (const name in second) {
    if (!Object.hasOwn(first, name) || !impliesOne(first[name]!, second[name]!, name)) return false
  }
  return true
}

/** Attributes that a module of the runtime of their own reads (`rareAttribute`): who does not ask for them has none of it. */
export const RARE_ATTRIBUTES: ReadonlySet<string> = new Set(
  `
  authority client_ip content_charset content_mime_type forwarded_for host_authority hostname method method_symbol
  optional_port raw_host_with_port remote_addr request_method request_method_symbol server_name standard_port tld_length
  `.match(/\w+/g),
)

/** Attributes that Rails' request has, and that nothing of a request here tells. */
export const UNREADABLE_ATTRIBUTES: ReadonlySet<string> = new Set(
  `
  auth_type body cookies formats forwarded_authority forwarded_port gateway_interface headers if_none_match_etags
  media_type_params original_script_name parameters params path_parameters query_parameters raw_post remote_host
  remote_ident remote_user request_parameters route_uri_pattern script_name server_authority server_protocol
  server_software session variant version
  `.match(/\w+/g),
)

/** Attributes that are texts: to them a text in a list is the same as a text alone. */
const TEXTS: ReadonlySet<string> = new Set(['subdomain', 'domain', 'host', 'protocol', 'ip'])

function impliesOne(first: Condition, second: Condition, name: string): boolean {
  if (first === second || JSON.stringify(first) === JSON.stringify(second)) return true
  if (!TEXTS.has(name)) return false
  const values = typeof first === 'string' ? [first] : Array.isArray(first) ? (first as readonly unknown[]) : []
  return values.length > 0 && values.every((value) => typeof value === 'string' && holdsFor(second, value))
}

/** Whether an attribute of this text fulfils the condition. */
function holdsFor(condition: Condition, value: string): boolean {
  if (typeof condition === 'boolean') return condition === /\S/.test(value)
  if (typeof condition === 'string') return condition === value
  if (typeof condition === 'number') return false
  if (isRegExpSource(condition)) return new RegExp(condition.source, condition.flags).test(value)
  return condition.includes(value)
}
