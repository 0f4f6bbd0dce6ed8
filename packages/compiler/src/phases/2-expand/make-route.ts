/**
 * Makes a route from its parts, as Rails' `Mapping` does:
 *
 *     path '/photos/:id', to 'photos#show', rest { id: /\d+/, locale: 'en' }
 *       -> pattern '/photos/:id(.:format)', controller 'photos', action 'show', requirements { id: \d+ }, defaults { locale: 'en' }
 */
import { isRegExp, textOf, isTruthyInRuby, type Options } from '../../dsl-values.ts'
import { describeValue } from '../../diagnostics/describe.ts'
import { Rejection } from '../../diagnostics/collector.ts'
import type { CallSite } from '../../diagnostics/location.ts'
import type { Condition, Json, Requirement } from '../../manifest/manifest.ts'
import { snakeCase } from '../../names/file-names.ts'
import { escapePath, normalizePath } from '../../patterns/pattern/join.ts'
import type { RailsVersion } from '../../patterns/pattern/parse.ts'
import { globNames, paramNames, printPattern } from '../../patterns/pattern/pattern.ts'
import { RedirectTarget, type Route } from '../../route.ts'
import { checkPath } from './check-path.ts'
import { isRequestAttribute } from '../../manifest/conditions.ts'
import { freezeCondition, freezeDefault, freezeFormat, freezeRequirement, checkSizes } from './requirement.ts'
import { constraintCallable, constraintMap, urlDefaults } from './constraint-forms.ts'
import type { Scope } from './scope.ts'
import { isController, suggestController, suggestTarget } from './other-routers.ts'

/** The parts of a route, after its place in the scopes is determined. */
export interface RouteParts {
  readonly scope: Scope
  readonly name: string | null
  /** With the scope's path, before normalising. */
  readonly path: string
  readonly controller: unknown
  readonly defaultAction: string | null
  readonly to: unknown
  readonly verbs: readonly string[]
  /** `undefined`: the optional format; `false`: none; `true`: required; a string or RegExp: what it must be. */
  readonly format: unknown
  readonly constraints: unknown
  readonly anchor: boolean
  /** Options that no method supports. Regular expressions become requirements, other values defaults. */
  readonly rest: Options
  readonly rails: RailsVersion
  readonly site: CallSite | null
}

/** Rails' requirement on a glob that a format may follow: `/.+?/m` (Journey: `Ast#visit_tree`). */
export const SHORTEST_GLOB = /.+?/

/** Matches a path that declares its own format, or cannot have a format. */
const OWN_FORMAT = /(?:\(\.:format\)+|\.:format|\/)$/

/**
 * Makes a route: pattern, endpoint, defaults, requirements and conditions (Rails: `Mapping`).
 *
 * @throws Rejection for all arguments that Rails or `checkPath` refuses
 */
export function makeRoute(parts: RouteParts): Route {
  const { scope } = parts
  const normal = normalizePath(escapePath(parts.path))
  const formatted =
    parts.format === true
      ? `${normal}.:format`
      : parts.format !== false && !OWN_FORMAT.test(normal)
        ? `${normal}(.:format)`
        : normal
  const segments = checkPath(parts.path, formatted, parts.rails)
  // Rails 8.1 ignores the rest of a path from an unmatched closing parenthesis on.
  const pattern = formatted.includes(')') ? printPattern(segments) : formatted
  const params = new Set(paramNames(segments))
  const globs = new Set(globNames(segments))

  const options: Options = { ...scope.rest, ...parts.rest }
  const { endpoint, controller, action } = resolveEndpoint(parts)

  const restrictions: Record<string, unknown> = { ...scope.constraints }
  // A glob matches as little as possible if a format may follow, otherwise as much as possible. Rails treats this
  // requirement as an option: it overrides the constraints of scopes, and options and the route's constraints override it.
  if (parts.format !== false)
    for (const glob of globs) if (!Object.hasOwn(options, glob)) restrictions[glob] = SHORTEST_GLOB
  // A regular expression among the options is a requirement; anything else is a default.
  const extra: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(options)) {
    if (isRegExp(value)) restrictions[key] = value
    else if (key !== 'to' || !isCallable(value)) extra[key] = value
  }
  // As in Rails, a route's constraint function replaces the functions of its scopes, and a map is merged with theirs.
  const callable = constraintCallable(parts.constraints)
  const constraints = constraintMap(parts.constraints)
  if ([options, constraints].some((map) => Object.hasOwn(map, '__proto__'))) {
    throw new Rejection('reserved-param', 'options')
  }
  Object.assign(restrictions, constraints)

  const requirements: Record<string, Requirement> = { ...formatRequirement(parts.format) }
  const conditions: Record<string, Condition> = {}
  for (const [key, value] of Object.entries(restrictions)) {
    if (value === undefined) continue
    if (key === '__proto__') throw new Rejection('reserved-param', 'options')
    if (params.has(key)) requirements[key] = freezeRequirement(key, value, globs.has(key))
    else if (isRequestAttribute(key, parts.rails)) conditions[key] = freezeCondition(key, value)
  }
  checkSizes('requirement', requirements)
  checkSizes('condition', conditions)
  const defaults: Record<string, Json> = {}
  for (const source of [formatDefault(parts.format), urlDefaults(constraints), scope.defaults, extra]) {
    for (const [key, value] of Object.entries(source)) {
      if (value === undefined) continue
      if (key === '__proto__') throw new Rejection('reserved-param', 'options')
      defaults[key] = freezeDefault(key, value)
    }
  }
  return {
    name: parts.name,
    verbs: parts.verbs,
    pattern,
    segments,
    controller,
    action,
    defaults,
    requirements,
    conditions,
    constraints: callable === null ? scope.callables : [callable],
    endpoint,
    ...(endpoint !== null && namespaceOf(scope.module)),
    scopeTo: isCallable(options['to']) && !(options['to'] instanceof RedirectTarget) ? options['to'] : null,
    anchored: parts.anchor,
    site: parts.site,
  }
}

interface ResolvedEndpoint {
  readonly endpoint: object | null
  readonly controller: string | null
  readonly action: string | null
}

function resolveEndpoint(parts: RouteParts): ResolvedEndpoint {
  const { to, scope } = parts
  if (isCallable(to)) return { endpoint: to, controller: null, action: null }
  let controller = parts.controller
  let action: string | null = parts.defaultAction
  if (typeof to === 'string') {
    if (to.includes('#')) {
      const [name, method] = splitEndpoint(to)
      controller = name
      action = method
    } else {
      action = to
    }
  } else if (isTruthyInRuby(to)) {
    throw new Rejection('invalid-to', 'route')
  }
  const controllerPath = inModule(controller, scope.module)
  if (!isTruthyInRuby(controllerPath)) {
    throw new Rejection('missing-controller', {
      path: normalizePath(parts.path),
      to: typeof to === 'string' ? to : null,
      suggestion: suggestTarget(to, parts),
    })
  }
  const name = textOf(controllerPath)
  if (name === null || !isController(name)) {
    const suggestion = suggestController(controller, to, scope, parts)
    throw new Rejection('invalid-controller', { controller: name ?? describeValue(controllerPath), suggestion })
  }
  if (action === null) {
    throw new Rejection('missing-action', { path: normalizePath(parts.path), suggestion: suggestTarget(to, parts) })
  }
  if (!/^[\w-]+[?!]?$/.test(action) || action === '__proto__') {
    throw new Rejection('invalid-action', { action, suggestion: suggestTarget(to, parts) })
  }
  return { endpoint: null, controller: name, action }
}

/** True for a possible endpoint: a function, an app, a redirect. */
function isCallable(value: unknown): value is object {
  if (typeof value === 'function') return true
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRegExp(value)
}

/** `'a#b'` -> `['a', 'b']`. Like Ruby's `split`, omits empty parts at the end. */
function splitEndpoint(to: string): [string, string | null] {
  const [controller = '', action = ''] = to.split('#')
  return [controller, action === '' ? null : action]
}

/** Prepends the scope's module to a controller, unless the controller starts with a slash. */
function inModule(controller: unknown, module: string | null): unknown {
  if (module === null || isRegExp(controller)) return controller
  const text = textOf(controller)
  if (text === null) return module
  return text.startsWith('/') ? text.slice(1) : `${module}/${text}`
}

/**
 * Returns the namespace of a route without a controller. Rails accepts every module here. The form is that of the folder's
 * controllers (`apiV1` is `api_v1`), so that the guard of the folder is found.
 */
function namespaceOf(module: string | null): { readonly namespace?: string } {
  const folders = (module ?? '').split('/').filter((folder) => folder !== '')
  return folders.length === 0 ? {} : { namespace: folders.map(snakeCase).join('/') }
}

/** Returns the requirement on the parameter `format` from the option `format`. */
function formatRequirement(format: unknown): Record<string, Requirement> {
  if (format === true) return { format: { source: '.+', flags: '' } }
  if (isRegExp(format)) return { format: freezeRequirement('format', format, false) }
  const text = textOf(format)
  return text === null ? {} : { format: freezeFormat(text) }
}

function formatDefault(format: unknown): Options {
  if (isRegExp(format)) return { format: null }
  const text = textOf(format)
  return text === null ? {} : { format: text }
}
