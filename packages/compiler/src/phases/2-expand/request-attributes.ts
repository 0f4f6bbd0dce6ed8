/**
 * What a condition may ask of a request. A constraint on anything else, where the path has no param of that name,
 * says nothing and is left out, as in Rails (`build_conditions` keeps what `ActionDispatch::Request` has a method for).
 */
export const REQUEST_ATTRIBUTES: ReadonlySet<string> = new Set(
  `
  accept accept_charset accept_encoding accept_language auth_type authority authorization base_url body
  cache_control client_ip content_charset content_length content_mime_type content_type cookies domain format
  formats forwarded_authority forwarded_for forwarded_port from fullpath gateway_interface headers host
  host_authority host_with_port hostname if_modified_since if_none_match if_none_match_etags ip media_type
  media_type_params method method_symbol optional_port origin original_fullpath original_script_name
  original_url parameters params path path_info port port_string pragma protocol query_parameters query_string
  raw_host_with_port raw_post referer referrer remote_addr remote_host remote_ident remote_ip remote_user
  request_id request_method request_method_symbol request_parameters route_uri_pattern scheme script_name
  server_authority server_name server_port server_protocol server_software session standard_port subdomain
  subdomains tld_length url user_agent uuid variant version x_csrf_token x_forwarded_for x_forwarded_host
  x_request_id
  `.match(/\w+/g),
)
