import { READABLE_ATTRIBUTES, UNREADABLE_ATTRIBUTES } from '@turnout/manifest'
import type { RailsVersion } from '@turnout/patterns'

/** Attributes that Rails 8.1 added. */
const OF_81: ReadonlySet<string> = new Set(['cache_control_directives', 'rack_request', 'request_parameters_list'])

/**
 * Returns whether a condition can test an attribute of this name. As in Rails, a constraint that names neither an attribute
 * nor a param of the path is ignored (`build_conditions` keeps names of methods of `ActionDispatch::Request`).
 */
export function isRequestAttribute(name: string, rails: RailsVersion): boolean {
  if (READABLE_ATTRIBUTES.has(name)) return true
  return UNREADABLE_ATTRIBUTES.has(name) && (rails === '8.1' || !OF_81.has(name))
}
