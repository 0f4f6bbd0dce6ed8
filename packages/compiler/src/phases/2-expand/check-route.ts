import type { Finding } from '../../diagnostics/collector.ts'
import { nearest } from '../../diagnostics/nearest.ts'
import { isMap, isRegExp } from '../../plain.ts'
import { paramNames } from '../../pattern/parse.ts'
import { RedirectTarget, type Route } from '../../route.ts'
import { isRegisteredVerb, VERBS } from './match-arguments.ts'
import type { Options } from './options.ts'
import { REQUEST_ATTRIBUTES } from './request-attributes.ts'
import { constraintMap } from './constraint-forms.ts'

/**
 * What is allowed in a route's own options but most likely not meant: a requirement on nothing, a verb that nobody
 * sends.
 *
 * @param constraints the route's own option `constraints`
 * @param rest its own options that no method knows
 */
export function* checkRoute(route: Route, constraints: unknown, rest: Options): Generator<Finding> {
  for (const verb of route.verbs) {
    const guess = isRegisteredVerb(verb) ? null : nearest(verb, [...VERBS])
    if (guess !== null) yield ['unusual-verb', { verb, guess: guess.toLowerCase() }]
  }
  if (route.endpoint instanceof RedirectTarget) yield* checkRedirect(route, route.endpoint)
  const keys = [...Object.keys(constraintMap(constraints)), ...Object.keys(rest).filter((key) => isRegExp(rest[key]))]
  if (keys.length === 0) return
  const params = paramNames(route.segments)
  for (const key of keys) {
    if (params.includes(key) || REQUEST_ATTRIBUTES.has(key)) continue
    yield ['useless-requirement', { name: key, pattern: route.pattern, guess: nearest(key, params) }]
  }
}

/** Parameters in the target of a redirect that the route does not have, and those that are not written `%{…}`. */
function* checkRedirect(route: Route, { target }: RedirectTarget): Generator<Finding> {
  const params = paramNames(route.segments)
  const known = [...params, ...Object.keys(route.defaults)]
  for (const text of isMap(target) ? Object.values(target) : [target]) {
    if (typeof text !== 'string') continue
    for (const [written, name = ''] of text.matchAll(/%\{(\w*)\}/g)) {
      if (known.includes(name)) continue
      yield ['unknown-redirect-param', { written, pattern: route.pattern, guess: nearest(name, known) }]
    }
    for (const [written, name = ''] of text.matchAll(/(?:[#$]\{|:)(\w+)\}?/g)) {
      if (!params.includes(name)) continue
      yield ['unknown-redirect-param', { written, meant: name }]
    }
  }
  if (typeof target === 'string') yield* openRedirect(target)
}

/**
 * Parameters in the authority of a target where they would choose its site. They are escaped, but the last two labels of
 * a host are what is registered, and a port or a name before an `@` is not a label at all.
 */
function* openRedirect(target: string): Generator<Finding> {
  const [start = '', authority = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*)/i.exec(target) ?? []
  const placeholders = authority.match(/%\{\w*\}/g) ?? []
  if (placeholders.length === 0 || /^[^@:]*\.[\w-]+\.[\w-]+(?::\d+)?$/.test(authority)) return
  yield ['open-redirect', { placeholders, start }]
}
