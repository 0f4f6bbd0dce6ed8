import { LIMIT, NOT_IN_URI } from './canonical-path.ts'
import { labelsOf, originOf, queryOf } from './conditions.ts'
import { plainRequest } from './constraints.ts'
import { local, locationOf, wellFormed } from './location.ts'
import { isPromise } from './promise.ts'
import { toQuery } from './query.ts'
import type { Extra, MatchRequest, RouteMatch } from './route-match.ts'
import type { Refuse } from './values.ts'

type Params = RouteMatch['params']

/**
 * The route redirects, as Rails' `redirect` does: `%{id}` stands for a parameter. The location is a path, unless the
 * target says otherwise; options for the host are applied to the host of the request.
 *
 * A location is always a valid header, and a parameter cannot make it one of another site: the compiler has checked the
 * target (`freezeRedirect`), and what a request brings along is escaped here.
 */
export function redirect(
  target: string | Readonly<Record<string, unknown>>,
  status: number,
): NonNullable<Extra['finish']>[number] {
  return ({ name, params, path }, _captures, request = {}, requested) => {
    const location =
      typeof target === 'string' ? fromText(target, params) : fromOptions(target, params, path, request, requested)
    return { name, redirect: { location, status }, params, path }
  }
}

/**
 * The route redirects to what a function of the application returns: a path of this site, or a URL with its scheme.
 *
 * Whatever it returns, the location is a valid header. Only what begins with a scheme and a host leads to another site:
 * `//host` does not, for a function that puts a parameter behind a slash would let the request choose the site.
 *
 * @param callable called with the params and with what `match` was given as request
 * @throws TypeError where it returns neither a text nor a URL, and what it throws itself
 */
export function redirectBy(
  callable: (params: never, request: never) => unknown,
  status: number,
): NonNullable<Extra['last']> {
  return ({ name, params, path, rest }, _captures, request = plainRequest()) => {
    const given = callable(params as never, request as never)
    if (isPromise(given) || (typeof given !== 'string' && !(given instanceof URL))) {
      throw new TypeError(`${callable.name || 'the function'} of a redirect returned neither a text nor a URL`)
    }
    const location = locationOf(String(given))
    return { name, redirect: { location, status }, params, path, ...(rest && { rest }) }
  }
}

/** Puts the query of the request behind that of the location. */
export function keepQuery(step: NonNullable<Extra['last']>): NonNullable<Extra['last']> {
  return (answer, captures, request, target) => {
    const next = step(answer, captures, request, target)
    const { location, status } = next.redirect!
    const query = ownQuery(target)
    const [, before, fragment] = /^([^#]*)(.*)$/s.exec(location)!
    const kept = query && `${before!.includes('?') ? '&' : '?'}${query}`
    return { ...next, redirect: { location: before + kept + fragment, status } }
  }
}

/** Fills in the params. A default may be anything that JSON holds: what is not a scalar stays empty. */
function interpolate(text: string, params: Params, escape: (value: string) => string): string {
  return text.replace(/%\{(\w*)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    return typeof value === 'object' ? '' : escape(wellFormed(String(value)))
  })
}

/** What RFC 3986 lets stand in a path (section 3.3), or in a fragment too (3.5), stays. */
const escapePath = (value: string) => encodeURI(value).replace(/[?#[\]]/g, encodeURIComponent)
const escapeFragment = (value: string) => encodeURI(value).replace(/[#[\]]/g, encodeURIComponent)
const escapeQuery = (value: string) =>
  encodeURIComponent(value)
    .replace(/[!'()]/g, percent)
    .replace(/%20/g, '+')
/** A label of a host is letters, digits and `-` (RFC 1123, section 2.1), and in practice `_`. */
const escapeLabel = (value: string) => encodeURIComponent(value).replace(/[.!~*'()]/g, percent)

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

function fromText(target: string, params: Params): string {
  const [, path = '', query = '', fragment = ''] = /^([^?]+)?(\?[^#]+)?(#.+)?$/s.exec(target) ?? ['', target]
  const [authority = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/#]+/i.exec(path) ?? []
  const rest = interpolate(path.slice(authority.length), params, escapePath)
  return (
    (authority ? interpolate(authority, params, escapeLabel) + rest : local(rest)) +
    interpolate(query, params, escapeQuery) +
    interpolate(fragment, params, escapeFragment)
  )
}

/** The compiler has tried what it has frozen: nothing is refused here. */
const refuse: Refuse = (problem) => {
  throw new TypeError(problem)
}

function fromOptions(
  options: Readonly<Record<string, unknown>>,
  params: Params,
  requestPath: string,
  request: MatchRequest,
  requested: string,
): string {
  const { path, params: query, anchor } = options
  const search = query == null ? ownQuery(requested) : toQuery(query, refuse)
  return (
    originFrom(options, request) +
    (typeof path === 'string' ? local(interpolate(path, params, escapePath)) : requestPath) +
    (search && `?${search}`) +
    (anchor == null ? '' : `#${escapeFragment(String(anchor))}`)
  )
}

/** The query of the request. One that is longer than a path may be is left out: no client would follow. */
function ownQuery(requested: string): string {
  const query = queryOf(requested)
  return query.length > LIMIT ? '' : wellFormed(query).replace(NOT_IN_URI, encodeURIComponent)
}

/**
 * The origin that options for the host make of the request's; empty where there are none. It is empty as well where the
 * request has no valid host (its `Host` header may hold anything): then the location stays on the site.
 */
function originFrom(options: Readonly<Record<string, unknown>>, request: MatchRequest): string {
  const { protocol, host, port, subdomain, domain } = options
  if ([protocol, host, port, subdomain, domain].every((part) => part == null)) return ''
  try {
    const own = originOf(request)
    const scheme = String(protocol ?? own.scheme).replace(/:(?:\/\/)?$/, '')
    let name = String(host ?? own.host)
    const labels = labelsOf(name)
    if (labels.length > 0 && (subdomain != null || domain != null)) {
      const before = subdomain == null || subdomain === true ? labels.slice(0, -2).join('.') : subdomain
      name = `${before === false || before === '' ? '' : `${String(before)}.`}${String(domain ?? labels.slice(-2).join('.'))}`
    }
    const shown = port == null ? own.port : Number(port)
    const standard = scheme === 'https' ? 443 : 80
    const keepsPort = port != null || (host == null && own.shownPort !== '')
    const origin = `${scheme}://${name}${keepsPort && shown !== standard ? `:${shown}` : ''}`
    return /^https?:\/\/(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d+)?$/i.test(origin) && new URL(origin)
      ? origin
      : ''
  } catch {
    return ''
  }
}
