import { nearest } from '../../diagnostics/nearest.ts'
import type { Finding } from '../../diagnostics/collector.ts'
import { isMap, isRegExp, type Options } from '../../dsl-values.ts'
import type { RailsVersion } from '../../patterns/pattern/parse.ts'
import { paramNames } from '../../patterns/pattern/pattern.ts'
import { RedirectTarget, type Route } from '../../route.ts'
import { isRequestAttribute } from '../../manifest/conditions.ts'
import { constraintMap } from './constraint-forms.ts'

/**
 * Reports valid but probably unintended options of a route: a requirement without a parameter, a redirect to
 * an unknown parameter.
 *
 * @param constraints the route's own option `constraints`
 * @param rest the route's own options that no method supports
 */
export function* checkRoute(
  route: Route,
  constraints: unknown,
  rest: Options,
  rails: RailsVersion,
): Generator<Finding> {
  if (route.endpoint instanceof RedirectTarget) yield* checkRedirect(route, route.endpoint)
  const keys = [...Object.keys(constraintMap(constraints)), ...Object.keys(rest).filter((key) => isRegExp(rest[key]))]
  if (keys.length === 0) return
  const params = paramNames(route.segments)
  for (const key of keys) {
    if (params.includes(key) || isRequestAttribute(key, rails)) continue
    yield ['useless-requirement', { name: key, pattern: route.pattern, suggestion: nearest(key, params) }]
  }
}

/** Reports parameters in a redirect's target that the route lacks, and parameters in another notation than `%{…}`. */
function* checkRedirect(route: Route, { target }: RedirectTarget): Generator<Finding> {
  const params = paramNames(route.segments)
  const usableNames = [...params, ...Object.keys(route.defaults)]
  for (const text of isMap(target) ? Object.values(target) : [target]) {
    if (typeof text !== 'string') continue
    for (const [placeholder, name = ''] of text.matchAll(/%\{(\w*)\}/g)) {
      if (usableNames.includes(name)) continue
      yield [
        'unknown-redirect-param',
        { written: placeholder, pattern: route.pattern, suggestion: nearest(name, usableNames) },
      ]
    }
    for (const [placeholder, name = ''] of text.matchAll(/(?:[#$]\{|:)(\w+)\}?/g)) {
      if (!params.includes(name)) continue
      yield ['unknown-redirect-param', { written: placeholder, meant: name }]
    }
  }
  if (typeof target === 'string') yield* openRedirect(target)
}

/**
 * Reports parameters in the authority of a target that could choose its site. Parameters are escaped, but the last two
 * labels of a host are the registered domain, and a port or a name before an `@` is not a label at all.
 */
function* openRedirect(target: string): Generator<Finding> {
  const [start = '', authority = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*)/i.exec(target) ?? []
  const placeholders = authority.match(/%\{\w*\}/g) ?? []
  if (placeholders.length === 0 || /^[^@:]*\.[\w-]+\.[\w-]+(?::\d+)?$/.test(authority)) return
  yield ['open-redirect', { placeholders, start }]
}
