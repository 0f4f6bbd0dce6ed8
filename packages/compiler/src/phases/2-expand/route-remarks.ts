import type { DiagnosticCode } from '../../diagnostics/catalog.ts'
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
export function* routeRemarks(
  route: Route,
  constraints: unknown,
  rest: Options,
): Generator<readonly [DiagnosticCode, string]> {
  for (const verb of route.verbs) {
    const guess = isRegisteredVerb(verb) ? null : nearest(verb, [...VERBS])
    if (guess !== null) yield ['unusual-verb', `No client sends \`${verb}\`. Did you mean \`${guess.toLowerCase()}\`?`]
  }
  if (route.endpoint instanceof RedirectTarget) yield* redirectRemarks(route, route.endpoint)
  const keys = [...Object.keys(constraintMap(constraints)), ...Object.keys(rest).filter((key) => isRegExp(rest[key]))]
  if (keys.length === 0) return
  const params = paramNames(route.segments)
  for (const key of keys) {
    if (params.includes(key) || REQUEST_ATTRIBUTES.has(key)) continue
    const guess = nearest(key, params)
    yield [
      'useless-requirement',
      `The requirement on \`${key}\` changes nothing: \`${route.pattern}\` has no such parameter.` +
        (guess === null ? '' : ` Did you mean \`${guess}\`?`),
    ]
  }
}

/** Parameters in the target of a redirect that the route does not have, and those that are not written `%{…}`. */
function* redirectRemarks(route: Route, { target }: RedirectTarget): Generator<readonly [DiagnosticCode, string]> {
  const params = paramNames(route.segments)
  const known = [...params, ...Object.keys(route.defaults)]
  for (const text of isMap(target) ? Object.values(target) : [target]) {
    if (typeof text !== 'string') continue
    for (const [written, name = ''] of text.matchAll(/%\{(\w*)\}/g)) {
      if (known.includes(name)) continue
      const guess = nearest(name, known)
      const hint = guess === null ? '' : ` Did you mean \`%{${guess}}\`?`
      yield ['unknown-redirect-param', `\`${written}\` stays empty: \`${route.pattern}\` has no such parameter.${hint}`]
    }
    for (const [written, name = ''] of text.matchAll(/(?:[#$]\{|:)(\w+)\}?/g)) {
      if (!params.includes(name)) continue
      yield ['unknown-redirect-param', `\`${written}\` stays as it is. Did you mean \`%{${name}}\`?`]
    }
  }
  if (typeof target === 'string') yield* openRedirect(target)
}

/**
 * Parameters in the authority of a target where they would choose its site. They are escaped, but the last two labels of
 * a host are what is registered, and a port or a name before an `@` is no label at all.
 */
function* openRedirect(target: string): Generator<readonly [DiagnosticCode, string]> {
  const [origin, authority = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*)/i.exec(target) ?? []
  const placeholders = authority.match(/%\{\w*\}/g) ?? []
  if (placeholders.length === 0 || /^[^@:]*\.[\w-]+\.[\w-]+(?::\d+)?$/.test(authority)) return
  yield [
    'open-redirect',
    `A request fills in ${placeholders.map((each) => `\`${each}\``).join(' and ')} in \`${origin}\`, ` +
      'outside of the labels before the domain.',
  ]
}
