import type { DiagnosticCode } from '../../diagnostics/catalog.ts'
import { nearest } from '../../diagnostics/nearest.ts'
import { isRegExp } from '../../plain.ts'
import { paramNames } from '../../pattern/parse.ts'
import type { Route } from '../../route.ts'
import { isRegisteredVerb, VERBS } from './match-arguments.ts'
import type { Options } from './options.ts'
import { REQUEST_ATTRIBUTES } from './request-attributes.ts'
import { constraintMap } from './scope.ts'

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
