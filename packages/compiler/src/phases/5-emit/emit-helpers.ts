/**
 * Emits the routes of helpers: the objects from which `path` and `url` of the runtime create helpers.
 *
 *     { parts: ['/photos/', 'id', '', 'format'], at: 'config/routes.ts:4:3' }
 *     patternRoute({ pattern: '/files/{*path}', at: 'config/routes.ts:5:3' })
 */
import { showLocation } from '../../diagnostics/location.ts'
import type { Json, ManifestRoute, RegExpSource } from '../../manifest/manifest.ts'
import type { Scanners } from './emit-scanners.ts'
import { helperRoute, helperParts } from './helper-route.ts'
import { literal, object, quote } from './literal.ts'
import { PURE } from './module-scope.ts'

/** The properties of the module that contains the routes. */
export interface NamedRouteContext {
  /** True if error messages name the position of the route in its route file. */
  readonly hasPositions: boolean
  /** The result of `basePath`. */
  readonly base: string
  /** Returns an expression that tests an entire string against a requirement. */
  readonly testExpression: (requirement: RegExpSource) => string
  /** Imports a function of the runtime, and returns its local name. */
  readonly importRuntime: (name: string) => string
  /** Shares expressions among routes. Omitted if there are few routes. */
  readonly shared?: Pick<Scanners, 'pure' | 'share'>
}

/** Returns the expression of a route for its helpers (`NamedRoute` of the runtime). */
export function namedRouteExpression(route: ManifestRoute, context: NamedRouteContext): string {
  const { base, testExpression, importRuntime, shared } = context
  const helper = helperRoute(route, base)
  const parts = helperParts(route, helper, base)
  const entries: [key: string, expression: string][] = [
    parts === null ? ['pattern', quote(helper.pattern)] : ['parts', `[${parts.map(quote).join(', ')}]`],
  ]
  const tests = Object.entries(helper.requirements).map(([name, requirement]) => {
    return [name, testExpression(requirement)] as const
  })
  if (tests.length > 0) {
    const check = `${PURE} ${importRuntime('checkRequirements')}(${object(tests)})`
    entries.push(['check', shared?.share(SHARED_CHECK, check) ?? check])
  }
  addJson(entries, 'defaults', helper.defaults)
  addJson(entries, 'options', helper.options)
  const position = positionExpression(route, parts === null, context)
  if (position !== null) entries.push(['at', position])
  if (parts !== null) return object(entries)
  const createRoute = importRuntime(helper.skipsOptional ? 'patternRouteSkippingOptionals' : 'patternRoute')
  return `${shared ? shared.pure(createRoute) : `${PURE} ${createRoute}`}(${object(entries)})`
}

/** The first letters of the constants that routes share: `c12` is a check, `f13` is the name of a route file. */
const SHARED_CHECK = 'c'
const SHARED_FILE = 'f'

function addJson(
  entries: [key: string, expression: string][],
  key: string,
  value: Readonly<Record<string, Json>>,
): void {
  if (Object.keys(value).length > 0) entries.push([key, literal(value)])
}

/**
 * Returns the position of a route's declaration: `'config/routes.ts:4:3'`, or `[f13, 4, 3]` with the shared name of the
 * file, which only `patternRoute` accepts. Null if the module has no positions, or the route none.
 */
function positionExpression(
  { location }: ManifestRoute,
  isRuled: boolean,
  { hasPositions, shared }: NamedRouteContext,
): string | null {
  if (!hasPositions || location === null) return null
  const { file, line, column } = location
  if (shared && isRuled) return `[${shared.share(SHARED_FILE, quote(file))}, ${line}, ${column}]`
  return quote(showLocation(location))
}
