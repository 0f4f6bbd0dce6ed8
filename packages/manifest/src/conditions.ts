// Compares conditions of routes, and lists the attributes of requests that conditions may name.
import { isRegExpSource, type Condition, type ManifestRoute } from './manifest.ts'

/** True only if every request that fulfils the first conditions also fulfils the second. */
export function implies(narrower: ManifestRoute['conditions'], wider: ManifestRoute['conditions']): boolean {
  for (const name in wider) {
    if (!Object.hasOwn(narrower, name) || !impliesOne(narrower[name]!, wider[name]!, name)) return false
  }
  return true
}

/** Attributes that a separate module of the runtime reads (`rareAttribute`), so that bundles without them omit it. */
export const RARE_ATTRIBUTES: ReadonlySet<string> = new Set(
  `
  authority client_ip content_charset content_mime_type forwarded_for host_authority hostname method method_symbol
  optional_port raw_host_with_port remote_addr request_method request_method_symbol server_name standard_port tld_length
  `.match(/\w+/g),
)

/** Attributes of a request that Turnout supports in conditions. */
export const READABLE_ATTRIBUTES: ReadonlySet<string> = new Set(
  `
  accept accept_charset accept_encoding accept_language authority authorization base_url cache_control client_ip
  content_charset content_length content_mime_type content_type domain format forwarded_for from fullpath host
  host_authority host_with_port hostname if_modified_since if_none_match ip media_type method method_symbol
  optional_port origin original_fullpath original_url path path_info port port_string pragma protocol query_string
  raw_host_with_port referer referrer remote_addr remote_ip request_id request_method request_method_symbol scheme
  server_name server_port standard_port subdomain subdomains tld_length url user_agent uuid x_csrf_token
  x_forwarded_for x_forwarded_host x_request_id
  `.match(/\w+/g),
)

/** Methods of Rails' request, its own and those of all objects, that Turnout cannot determine from a request. */
export const UNREADABLE_ATTRIBUTES: ReadonlySet<string> = new Set(
  `
  accepts auth_type body body_stream cache_control_directives commit_csrf_token commit_flash
  content_security_policy content_security_policy_nonce content_security_policy_nonce_directives
  content_security_policy_nonce_generator content_security_policy_report_only controller_class controller_instance
  cookies each_header env filtered_env filtered_parameters filtered_path formats forwarded_authority
  forwarded_port gateway_interface headers http_auth_salt if_none_match_etags ignore_accept_header logger
  media_type_params negotiate original_script_name parameter_filter parameters params path_parameters
  path_translated query_parameters rack_request raw_post raw_request_method remote_host remote_ident remote_user
  request_parameters request_parameters_list reset_csrf_token reset_session route_uri_pattern routes script_name
  secure_protocol server_authority server_protocol server_software session session_options values_at variant
  version

  as_json class class_eval clone deep_dup define_singleton_method display dup enum_for extend freeze hash inspect
  instance_eval instance_exec instance_values instance_variable_get instance_variable_names instance_variable_set
  instance_variables itself methods object_id presence presence_in private_methods protected_methods public_method
  public_methods public_send remove_instance_variable send singleton_class singleton_method singleton_methods tap
  then to_enum to_json to_param to_query to_s to_yaml try with with_options yield_self
  `.match(/\w+/g),
)

/** String attributes. For these, a string in a list is equivalent to a single string. */
const TEXTS: ReadonlySet<string> = new Set(['subdomain', 'domain', 'host', 'protocol', 'ip'])

function impliesOne(narrower: Condition, wider: Condition, name: string): boolean {
  if (narrower === wider || JSON.stringify(narrower) === JSON.stringify(wider)) return true
  if (!TEXTS.has(name)) return false
  const values =
    typeof narrower === 'string' ? [narrower] : Array.isArray(narrower) ? (narrower as readonly unknown[]) : []
  return values.length > 0 && values.every((value) => typeof value === 'string' && holdsFor(wider, value))
}

/** True if an attribute with this value fulfils the condition. */
function holdsFor(condition: Condition, value: string): boolean {
  if (typeof condition === 'boolean') return condition === /\S/.test(value)
  if (typeof condition === 'string') return condition === value
  if (typeof condition === 'number') return false
  if (isRegExpSource(condition)) return new RegExp(condition.source, condition.flags).test(value)
  return condition.includes(value)
}
