// Compares conditions of routes, and lists the attributes of requests that conditions may name.
import { conditionTest, type RequestCondition } from '@turnout/runtime'
import { isRegExpSource, type Condition, type ManifestRoute } from './manifest.ts'
import type { RailsVersion } from '../patterns/pattern/parse.ts'

/** True only if every request that fulfils the first conditions also fulfils the second. */
export function implies(narrower: ManifestRoute['conditions'], wider: ManifestRoute['conditions']): boolean {
  for (const name in wider) {
    if (!Object.hasOwn(narrower, name) || !impliesOne(narrower[name]!, wider[name]!, name)) return false
  }
  return true
}

/** Predicates of a request that test its verb. `emitMatcher` and `explainRequest` know the verb, so no reader decides them. */
const VERB_PREDICATES = words('delete? get? head? link? options? patch? post? put? trace? unlink?')

/** Attributes that a separate module of the runtime reads (`rareAttribute`), so that bundles without them omit it. */
export const RARE_ATTRIBUTES = words(`
  authority client_ip content_charset content_mime_type forwarded_for host_authority hostname method method_symbol
  optional_port raw_host_with_port remote_addr request_method request_method_symbol server_name standard_port tld_length

  blank? duplicable? form_data? frozen? has_content_type? html_safe? local? nil? parseable_data? present? ssl?
  standard_port? xhr? xml_http_request?
`)

/** Attributes of a request that Turnout supports in conditions. */
export const READABLE_ATTRIBUTES = new Set([
  ...VERB_PREDICATES,
  ...RARE_ATTRIBUTES,
  ...words(`
    accept accept_charset accept_encoding accept_language authorization base_url cache_control content_length content_type
    domain format from fullpath host host_with_port if_modified_since if_none_match ip media_type origin
    original_fullpath original_url path path_info port port_string pragma protocol query_string referer referrer
    remote_ip request_id scheme server_port subdomain subdomains url user_agent uuid x_csrf_token x_forwarded_for
    x_forwarded_host x_request_id
  `),
])

/** Methods of Rails' request, its own and those of all objects, that Turnout cannot determine from a request. */
export const UNREADABLE_ATTRIBUTES = words(`
  GET POST accepts add_header auth_type authenticated_encrypted_cookie_salt body body_stream cache_control_directives
  commit_cookie_jar! commit_csrf_token commit_flash content_security_policy content_security_policy=
  content_security_policy_nonce content_security_policy_nonce_directives content_security_policy_nonce_directives=
  content_security_policy_nonce_generator content_security_policy_nonce_generator= content_security_policy_report_only
  content_security_policy_report_only= controller_class controller_class_for controller_instance controller_instance=
  cookie_jar cookie_jar= cookies cookies_digest cookies_rotations cookies_same_site_protection cookies_serializer
  delete_header delete_param domain_extractor domain_extractor= each_header encrypted_cookie_cipher
  encrypted_cookie_salt encrypted_signed_cookie_salt engine_script_name engine_script_name= env etag_matches?
  fetch_header filtered_env filtered_parameters filtered_path flash flash= flash_hash format= formats formats=
  forwarded_authority forwarded_port fresh? gateway_interface get_header has_header? have_cookie_jar? headers
  http_auth_salt if_none_match_etags ignore_accept_header ignore_accept_header= key? key_generator logger
  media_type_params negotiate negotiate_mime not_modified? original_script_name parameter_filter parameters params
  path_info= path_parameters path_parameters= path_translated permissions_policy permissions_policy= query_parameters
  rack_request raw_post raw_request_method remote_host remote_ident remote_ip= remote_user request_id= request_method=
  request_parameters request_parameters= request_parameters_list reset_csrf_token reset_session route=
  route_uri_pattern route_uri_pattern= routes routes= script_name script_name= secret_key_base secure_protocol
  secure_protocol= send_early_hints server_authority server_protocol server_software session session= session_options
  session_options= set_header should_apply_vary_header? signed_cookie_digest signed_cookie_salt strict_freshness
  strict_freshness= tld_length= trusted_proxy? update_param use_authenticated_cookie_encryption
  use_cookies_with_metadata values_at variant variant= version

  ! != !~ <=> == === __id__ __send__ acts_like? as_json class class_eval clone deep_dup define_singleton_method display
  dup enum_for eql? equal? extend freeze hash in? inspect instance_eval instance_exec instance_of? instance_values
  instance_variable_defined? instance_variable_get instance_variable_names instance_variable_set instance_variables
  is_a? itself kind_of? methods object_id presence presence_in private_methods protected_methods public_method
  public_methods public_send remove_instance_variable respond_to? send singleton_class singleton_method
  singleton_methods tap then to_enum to_json to_param to_query to_s to_yaml try try! with with_options yield_self
`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.match(/\S+/g))
}

/**
 * Decides a condition on the verb of a request; null for a condition on another attribute.
 *
 *     { 'get?': true }     true for GET, false for every other verb
 *     { 'ssl?': true }     null
 *
 * @param verb a HEAD request that is treated as GET has the verb GET, as in Rails
 */
export function meetsVerbCondition(attribute: string, expected: Condition, verb: string): boolean | null {
  if (!VERB_PREDICATES.has(attribute)) return null
  const meets = conditionTest(attribute, conditionOf(expected), () => verb === testedVerb(attribute))
  return meets('/', NO_CAPTURES, undefined, '/')
}

/** The verb that a predicate tests: `get?` -> `GET`; null for other attributes. */
export function testedVerb(attribute: string): string | null {
  return VERB_PREDICATES.has(attribute) ? attribute.slice(0, -1).toUpperCase() : null
}

/** Returns the condition as the runtime tests it: with its regular expression. */
export function conditionOf(expected: Condition): RequestCondition {
  return isRegExpSource(expected) ? new RegExp(expected.source, expected.flags) : expected
}

const NO_CAPTURES = new Int32Array(0)

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
function holdsFor(expected: Condition, value: string): boolean {
  return conditionTest('', conditionOf(expected), () => value)('/', NO_CAPTURES, undefined, '/')
}

/** Attributes that only one version has: Rails 8.1 added some, and removed others. */
const VERSIONS: Readonly<Record<string, RailsVersion>> = {
  cache_control_directives: '8.1',
  domain_extractor: '8.1',
  'domain_extractor=': '8.1',
  permissions_policy: '7.2',
  'permissions_policy=': '7.2',
  rack_request: '8.1',
  request_parameters_list: '8.1',
  'route=': '8.1',
  'route_uri_pattern=': '7.2',
  strict_freshness: '8.1',
  'strict_freshness=': '8.1',
}

/**
 * Returns whether a condition can test an attribute of this name. As in Rails, a constraint that names neither an attribute
 * nor a param of the path is ignored (`build_conditions` keeps names of methods of `ActionDispatch::Request`).
 */
export function isRequestAttribute(name: string, rails: RailsVersion): boolean {
  if (READABLE_ATTRIBUTES.has(name)) return true
  return UNREADABLE_ATTRIBUTES.has(name) && (VERSIONS[name] ?? rails) === rails
}
