// Creates the steps of routes that redirect. They add `redirect: { location, status }` to the match.
import { MAX_PATH_LENGTH, NOT_IN_URI } from './canonical-path.ts'
import { placeholderRequest } from './constraints.ts'
import { toLocalPath, locationOf, toWellFormed } from './location.ts'
import { hostLabels, originOf } from './origin.ts'
import { handleIfPromise } from './promise.ts'
import { toQuery } from './query.ts'
import { queryOf } from './request-attribute.ts'
import type { MatchRequest, MatchStep, RouteMatch } from './route-match.ts'

type Params = RouteMatch['params']

/** Computes the location of a redirect for the match of a request. `requested` is the request's target. */
type ComputeLocation = (match: RouteMatch, request: MatchRequest, requested: string) => string

/**
 * Creates the step of a route that redirects. The compiler computes a location that is the same for every request, so that
 * a bundle contains `withParams` and `withOptions` only if a route needs them.
 *
 *     redirectTo('/albums', 301)
 *     redirectTo(withParams('/albums/%{id}'), 301)
 *     redirectTo(withOptions({ subdomain: 'www' }), 301)
 */
export function redirectTo(target: string | ComputeLocation, status: number): MatchStep {
  return ({ name, params, path }, _captures, request = {}, requested) => {
    const location = typeof target === 'string' ? target : target({ name, params, path }, request, requested)
    return { name, redirect: { location, status }, params, path }
  }
}

/** Creates the step of a route from a target of the manifest. For the compiler: emitted modules call `redirectTo`. */
export function redirect(target: string | Readonly<Record<string, unknown>>, status: number): MatchStep {
  return redirectTo(typeof target === 'string' ? withParams(target) : withOptions(target), status)
}

/**
 * Creates the step of a route that redirects to the result of a function: a path of this site, or a URL with its scheme.
 *
 * The location is a valid header for every result. It points to another site only if the result begins with a scheme and a
 * host. `//host` stays on this site: otherwise a function that appends a parameter to a slash would let the request choose
 * the site.
 *
 * @param callable called with the params and with the request that `match` received
 * @throws TypeError if the function returns neither a string nor a URL; also throws the function's own errors
 */
export function redirectBy(callable: (params: never, request: never) => unknown, status: number): MatchStep {
  return ({ name, params, path, rest, namespace }, _captures, request = placeholderRequest()) => {
    const result = callable(params as never, request as never)
    if (handleIfPromise(result) || (typeof result !== 'string' && !(result instanceof URL))) {
      throw new TypeError(`${callable.name || 'the function'} of a redirect returned neither a string nor a URL`)
    }
    const location = locationOf(String(result))
    return {
      name,
      redirect: { location, status },
      params,
      path,
      ...(rest && { rest }),
      ...(namespace && { namespace }),
    }
  }
}

/** Wraps the step of a redirect, so that it appends the query of the request to the location's query. */
export function keepQuery(step: MatchStep): MatchStep {
  return (match, captures, request, target) => {
    const redirected = step(match, captures, request, target)
    const { location, status } = redirected.redirect!
    const query = requestQuery(target)
    const [, withoutFragment, fragment] = /^([^#]*)(.*)$/s.exec(location)!
    const suffix = query && `${withoutFragment!.includes('?') ? '&' : '?'}${query}`
    return { ...redirected, redirect: { location: withoutFragment + suffix + fragment, status } }
  }
}

/** Replaces `%{id}` in a string by the parameter `id`. A default may be any JSON value; objects, lists and null insert nothing. */
function interpolate(template: string, params: Params, escape: (value: string) => string): string {
  return template.replace(/%\{(\w*)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    return typeof value === 'object' ? '' : escape(toWellFormed(String(value)))
  })
}

/** Keeps the characters that RFC 3986 allows in a path (section 3.3); `escapeFragment`, those of a fragment (3.5). */
const escapePath = (value: string) => encodeURI(value).replace(/[?#[\]]/g, encodeURIComponent)
const escapeFragment = (value: string) => encodeURI(value).replace(/[#[\]]/g, encodeURIComponent)
const escapeQuery = (value: string) =>
  encodeURIComponent(value)
    .replace(/[!'()]/g, percent)
    .replace(/%20/g, '+')
/** A label of a host is letters, digits and `-` (RFC 1123, section 2.1), and in practice `_`. */
const escapeLabel = (value: string) => encodeURIComponent(value).replace(/[.!~*'()]/g, percent)

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * Inserts params into a target, as Rails' `redirect` does: `/photos/%{id}` -> `/photos/7`. The location is a path, unless the
 * target has a scheme or a host.
 *
 * A location is always a valid header, and a parameter cannot point it to another site: the compiler checks the target
 * (`freezeRedirect`), and this module escapes the values from the request.
 */
export function withParams(target: string): ComputeLocation {
  return ({ params }) => {
    const [, path = '', query = '', fragment = ''] = /^([^?]+)?(\?[^#]+)?(#.+)?$/s.exec(target) ?? ['', target]
    const [authority = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/#]+/i.exec(path) ?? []
    const rest = interpolate(path.slice(authority.length), params, escapePath)
    return (
      (authority ? interpolate(authority, params, escapeLabel) + rest : toLocalPath(rest)) +
      interpolate(query, params, escapeQuery) +
      interpolate(fragment, params, escapeFragment)
    )
  }
}

/** Builds the location from options, and takes the missing parts from the request. `subdomain` and `domain` change the request's host. */
export function withOptions(options: Readonly<Record<string, unknown>>): ComputeLocation {
  return (match, request, requested) => {
    const { path, params: query, anchor } = options
    // `toQuery` does not refuse the query, because the compiler serialised it once before emitting it.
    const search = query == null ? requestQuery(requested) : toQuery(query)
    return (
      originFrom(options, request) +
      (typeof path === 'string' ? toLocalPath(interpolate(path, match.params, escapePath)) : match.path) +
      (search && `?${search}`) +
      (anchor == null ? '' : `#${escapeFragment(String(anchor))}`)
    )
  }
}

/** Returns the query of the request; empty if it is longer than the limit of a path, because no client would follow it. */
function requestQuery(requested: string): string {
  const query = queryOf(requested)
  return query.length > MAX_PATH_LENGTH ? '' : toWellFormed(query).replace(NOT_IN_URI, encodeURIComponent)
}

/**
 * Applies options for the host to the origin of the request; returns an empty string without such options. It is also
 * empty if the result is not a valid origin (a `Host` header may contain anything): then the location stays on the site.
 */
function originFrom(options: Readonly<Record<string, unknown>>, request: MatchRequest): string {
  const { protocol, host, port, subdomain, domain } = options
  if ([protocol, host, port, subdomain, domain].every((part) => part == null)) return ''
  try {
    const requestOrigin = originOf(request)
    const scheme = String(protocol ?? requestOrigin.scheme).replace(/:(?:\/\/)?$/, '')
    let name = String(host ?? requestOrigin.host)
    const labels = hostLabels(name)
    if (labels.length > 0 && (subdomain != null || domain != null)) {
      const prefix = subdomain == null || subdomain === true ? labels.slice(0, -2).join('.') : subdomain
      name = `${prefix === false || prefix === '' ? '' : `${String(prefix)}.`}${String(domain ?? labels.slice(-2).join('.'))}`
    }
    const portNumber = port == null ? requestOrigin.port : Number(port)
    const standard = scheme === 'https' ? 443 : 80
    const keepsPort = port != null || (host == null && requestOrigin.shownPort !== '')
    const origin = `${scheme}://${name}${keepsPort && portNumber !== standard ? `:${portNumber}` : ''}`
    return /^https?:\/\/(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d+)?$/i.test(origin) && new URL(origin)
      ? origin
      : ''
  } catch {
    return ''
  }
}
