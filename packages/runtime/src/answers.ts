import type { Captures, Extra, RouteMatch } from './route-match.ts'
import { labelsOf, originOf } from './conditions.ts'
import { toQuery } from './query.ts'
import type { Refuse } from './values.ts'

type Finish = NonNullable<Extra['finish']>[number]

/** Adds a route's default parameters. What the path gives goes before them. */
export function defaults(values: Readonly<Record<string, unknown>>): Finish {
  return (answer) => ({
    ...answer,
    params: Object.assign(Object.create(null) as Record<string, unknown>, values, answer.params),
  })
}

/** The route leads to a callable. */
export function endpoint(callable: unknown): Finish {
  return ({ name, params, path }) => ({ name, endpoint: callable, params, path })
}

/** The route matches a prefix of the path: what is left over begins at capture `index`. */
export function rest(index: number): Finish {
  return (answer, captures: Captures) => {
    const left = answer.path.slice(captures[2 * index])
    return { ...answer, rest: left.startsWith('/') ? left : `/${left}` }
  }
}

/**
 * The route redirects, as Rails' `redirect` does: `%{id}` stands for a parameter. The location is a path, unless the
 * target says otherwise; options for the host are applied to the host of the request.
 */
export function redirect(target: string | Readonly<Record<string, unknown>>, status: number): Finish {
  return ({ name, params, path }, _captures, request = {}, requested) => {
    const location =
      typeof target === 'string'
        ? fromText(target, params)
        : fromOptions(target, params, path, originOf(request), requested)
    return { name, redirect: { location, status }, params, path }
  }
}

type Params = RouteMatch['params']

function interpolate(text: string, params: Params, escape: (value: string) => string): string {
  return text.replace(/%\{(\w*)\}/g, (_, name: string) => (params[name] == null ? '' : escape(String(params[name]))))
}

/** What RFC 3986 lets stand in a path (section 3.3), or in a fragment too (3.5), stays. */
const escapePath = (value: string) => encodeURI(value).replace(/[?#[\]]/g, encodeURIComponent)
const escapeFragment = (value: string) => encodeURI(value).replace(/[#[\]]/g, encodeURIComponent)
const escapeQuery = (value: string) =>
  encodeURIComponent(value)
    .replace(/[!'()]/g, percent)
    .replace(/%20/g, '+')

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

function fromText(target: string, params: Params): string {
  const [, path = '', query = '', fragment = ''] = /^([^?]+)?(\?[^#]+)?(#.+)?$/s.exec(target) ?? ['', target]
  return (
    local(interpolate(path, params, escapePath), path) +
    interpolate(query, params, escapeQuery) +
    interpolate(fragment, params, escapeFragment)
  )
}

/** A path begins with one slash: a parameter must not turn it into the address of another site. */
function local(path: string, template: string): string {
  if (/^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(template)) return path
  return `/${path.replace(/^[/\\]+/, '')}`
}

/** What the compiler has frozen as JSON is not refused. */
const refuse: Refuse = (problem) => {
  throw new TypeError(problem)
}

function fromOptions(
  options: Readonly<Record<string, unknown>>,
  params: Params,
  requestPath: string,
  own: ReturnType<typeof originOf>,
  requested: string,
): string {
  const { protocol, host, port, subdomain, domain, params: query, anchor } = options
  const path = typeof options.path === 'string' ? local(interpolate(options.path, params, escapePath), '') : requestPath
  const search = query === undefined ? (/\?[^#]*/.exec(requested)?.[0] ?? '') : `?${toQuery(query, refuse)}`
  const fragment = anchor == null ? '' : `#${escapeFragment(String(anchor))}`
  const location = path + (search === '?' ? '' : search) + fragment
  if (protocol == null && host == null && port == null && subdomain == null && domain == null) return location
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
  return `${scheme}://${name}${keepsPort && shown !== standard ? `:${shown}` : ''}${location}`
}
