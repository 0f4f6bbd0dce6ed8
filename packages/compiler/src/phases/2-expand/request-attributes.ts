import { READABLE_ATTRIBUTES, UNREADABLE_ATTRIBUTES } from '../../manifest/conditions.ts'
import type { RailsVersion } from '../../patterns/pattern/parse.ts'

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
