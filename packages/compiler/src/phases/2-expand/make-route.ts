import { isRegExp } from '../../plain.ts'
import { Rejection } from '../../diagnostics/collector.ts'
import { describeValue } from '../../describe.ts'
import type { Condition, Json, Requirement } from '../../manifest.ts'
import { textOf } from '../../name.ts'
import { escapePath, normalizePath } from '../../pattern/join.ts'
import { globNames, paramNames } from '../../pattern/parse.ts'
import { RedirectTarget, TRUSTED, type Route } from '../../route.ts'
import type { CallSite } from '../../location.ts'
import { checkPath } from './check-path.ts'
import { checkSizes } from './check-size.ts'
import { truthy, type Options } from './options.ts'
import { REQUEST_ATTRIBUTES } from './request-attributes.ts'
import { freezeCondition, freezeDefault, freezeFormat, freezeRequirement } from './requirement.ts'
import { constraintCallable, constraintMap, urlDefaults } from './constraint-forms.ts'
import type { Scope } from './scope.ts'

/** What a route is made of, once its place in the scopes is known. */
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
  /** Options that no method knows: defaults, or requirements where they are regular expressions. */
  readonly rest: Options
  readonly site: CallSite | null
}

/** What Rails requires of a glob where a format may follow: `/.+?/m` (Journey: `Ast#visit_tree`). */
export const SHORTEST_GLOB = /.+?/

/** A path that brings its own format, or cannot have one. */
const OWN_FORMAT = /(?:\(\.:format\)+|\.:format|\/)$/

/**
 * Makes a route: pattern, endpoint, defaults, requirements and conditions (Rails: `Mapping`).
 *
 * @throws Rejection for everything that Rails refuses, and for what `checkPath` refuses
 */
export function makeRoute(parts: RouteParts): Route {
  const { scope } = parts
  const normal = normalizePath(escapePath(parts.path))
  const pattern =
    parts.format === true
      ? `${normal}.:format`
      : parts.format !== false && !OWN_FORMAT.test(normal)
        ? `${normal}(.:format)`
        : normal
  const segments = checkPath(parts.path, pattern)
  const params = new Set(paramNames(segments))
  const globs = new Set(globNames(segments))

  const options: Options = { ...scope.rest, ...parts.rest }
  const { endpoint, controller, action } = resolveEndpoint(parts)

  const restrictions: Record<string, unknown> = { ...scope.constraints }
  // A glob takes as little as it can where a format may follow, else as much as it can. Rails counts what it takes among
  // the options, so that it overrides the constraints of scopes, and gives way to options and to the route's constraints.
  if (parts.format !== false)
    for (const glob of globs) if (!Object.hasOwn(options, glob)) restrictions[glob] = SHORTEST_GLOB
  // A regular expression among the options is a requirement; anything else is a default.
  const extra: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(options)) {
    if (isRegExp(value)) restrictions[key] = value
    else if (key !== 'to' || !isCallable(value)) extra[key] = value
  }
  // A route's own function takes the place of its scopes' functions, a map joins them: so Rails has it.
  const callable = constraintCallable(parts.constraints)
  const own = constraintMap(parts.constraints)
  if ([options, own].some((each) => Object.hasOwn(each, '__proto__'))) {
    throw new Rejection('reserved-param', 'options')
  }
  Object.assign(restrictions, own)

  const requirements: Record<string, Requirement> = { ...formatRequirement(parts.format) }
  const conditions: Record<string, Condition> = {}
  for (const [key, value] of Object.entries(restrictions)) {
    if (value === undefined) continue
    if (key === '__proto__') throw new Rejection('reserved-param', 'options')
    if (params.has(key)) requirements[key] = freezeRequirement(key, value, globs.has(key))
    else if (REQUEST_ATTRIBUTES.has(key)) conditions[key] = freezeCondition(key, value)
  }
  checkSizes('requirement', requirements)
  checkSizes('condition', conditions)
  const defaults: Record<string, Json> = {}
  for (const source of [formatDefault(parts.format), urlDefaults(own), scope.defaults, extra]) {
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
    scopeTo: isCallable(options['to']) && !(options['to'] instanceof RedirectTarget) ? options['to'] : null,
    anchored: parts.anchor,
    trusted: trustedKeys({ format: parts.format, ...restrictions }),
    site: parts.site,
  }
}

/** The keys of the regular expressions that the author vouches for. */
function trustedKeys(restrictions: Options): readonly string[] {
  return Object.keys(restrictions).filter((key) => isRegExp(restrictions[key]) && TRUSTED in restrictions[key])
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
  } else if (truthy(to)) {
    throw new Rejection('invalid-to', 'route')
  }
  const given = inModule(controller, scope.module)
  if (!truthy(given)) {
    const action = typeof to === 'string' ? to : null
    throw new Rejection('missing-controller', { path: normalizePath(parts.path), action, guess: redirectGuess(to) })
  }
  const name = checkController(given, redirectGuess(to))
  if (action === null) {
    throw new Rejection('missing-action', { path: normalizePath(parts.path) })
  }
  if (!/^[\w-]+[?!]?$/.test(action) || action === '__proto__') {
    throw new Rejection('invalid-action', { action, guess: redirectGuess(to) })
  }
  return { endpoint: null, controller: name, action }
}

/** True for what can answer a request: a function, an app, a redirect. */
function isCallable(value: unknown): value is object {
  if (typeof value === 'function') return true
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRegExp(value)
}

/** `'a#b'` -> `['a', 'b']`; Ruby's `split` leaves out empty parts at the end. */
function splitEndpoint(to: string): [string, string | null] {
  const [controller = '', action = ''] = to.split('#')
  return [controller, action === '' ? null : action]
}

/** Puts a controller into the scope's module; a leading slash takes it out again. */
function inModule(controller: unknown, module: string | null): unknown {
  if (module === null || isRegExp(controller)) return controller
  const text = textOf(controller)
  if (text === null) return module
  return text.startsWith('/') ? text.slice(1) : `${module}/${text}`
}

/** A path or URL as a target is most likely a redirect that lacks its `redirect(…)`. */
function redirectGuess(to: unknown): string | null {
  if (typeof to !== 'string') return null
  const isPath = to.includes('#') ? /%\{|^\/|:\/\//.test(to) : /%\{|\//.test(to)
  return isPath ? `redirect('${to}')` : null
}

/** @param guess what may have been meant */
function checkController(controller: unknown, guess: string | null): string {
  const text = textOf(controller)
  if (text === null || !/^[a-z_0-9][a-z_0-9/]*$/.test(text) || text.split('/').includes('__proto__')) {
    throw new Rejection('invalid-controller', { controller: text ?? describeValue(controller), guess })
  }
  return text
}

/** What the option `format` requires of the parameter `format`. */
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
