import { Rejection } from '../diagnostics/collector.ts'
import { isRegExpSource, type Condition, type Json, type Requirement } from '../manifest.ts'
import { isRegExp } from '../plain.ts'
import { joinPath } from '../pattern/join.ts'
import { globNames, paramNames } from '../pattern/parse.ts'
import { checkPath } from '../phases/2-expand/check-path.ts'
import { checkSizes } from '../phases/2-expand/check-size.ts'
import { REQUEST_ATTRIBUTES } from '../phases/2-expand/request-attributes.ts'
import { freezeCondition, freezeDefault, freezeRequirement } from '../phases/2-expand/requirement.ts'
import { RedirectTarget, type Route } from '../route.ts'
import { holdsUnknown, isRubyRegExp, type RailsRoute, type RailsValue } from './rails-json.ts'
import { fromRuby } from './ruby-regexp.ts'

/** What answers on the server and is known here by its name only: a mounted app, the block of a redirect. */
export class RailsApp {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** What stands around a route: the mounts of the engines that it is in. */
interface Around {
  readonly path: string
  /** The names of the mounts, joined: a helper of an engine is named `blog_posts`. */
  readonly name: string | null
  readonly requirements: RailsRoute['requirements']
  readonly conditions: RailsRoute['conditions']
  readonly defaults: RailsRoute['defaults']
  readonly isConditional: boolean
}

const OUTSIDE: Around = {
  path: '',
  name: null,
  requirements: {},
  conditions: {},
  defaults: {},
  isConditional: false,
}

/** A route with the entry that it was made of; or why it was left out. */
export type Made =
  | { readonly entry: RailsRoute; readonly route: Omit<Route, 'site'>; readonly lost: readonly string[] }
  | { readonly entry: RailsRoute; readonly error: unknown }

/** Makes routes of entries, in order. The routes of an engine stand before its mount, which gets what they leave. */
export function* routesOf(entries: readonly RailsRoute[], around: Around = OUTSIDE): Generator<Made> {
  for (const entry of entries) {
    if (entry.app !== null && entry.app.routes.length > 0) yield* routesOf(entry.app.routes, within(entry, around))
    try {
      yield { entry, ...makeRoute(entry, around) }
    } catch (error) {
      yield { entry, error }
    }
  }
}

function within(mount: RailsRoute, around: Around): Around {
  const { controller: _controller, action: _action, ...defaults } = mount.defaults
  return {
    path: joinPath(around.path, mount.path),
    name: joinNames(around.name, mount.name),
    requirements: { ...around.requirements, ...mount.requirements },
    conditions: { ...around.conditions, ...mount.conditions },
    defaults: { ...around.defaults, ...defaults },
    isConditional: around.isConditional || mount.constraints.length > 0,
  }
}

function joinNames(outer: string | null, own: string | null): string | null {
  if (outer === null || own === null) return own
  return `${outer}_${own}`
}

/** @throws Rejection for what no request can reach, as for a route of the DSL */
function makeRoute(entry: RailsRoute, around: Around): { route: Omit<Route, 'site'>; lost: readonly string[] } {
  const pattern = around.path === '' ? entry.path : joinPath(around.path, entry.path)
  const segments = checkPath(pattern, pattern)
  const params = new Set(paramNames(segments))
  const globs = new Set(globNames(segments))
  /** What it depends on that is not known. */
  const lost: string[] = []
  let conditional = around.isConditional || entry.constraints.length > 0

  const requirements: Record<string, Requirement> = {}
  for (const [name, given] of Object.entries({ ...around.requirements, ...entry.requirements })) {
    if (!params.has(name)) continue
    const value = regExpOf(given)
    if (value === null) {
      lost.push(`the requirement on \`${name}\``)
      conditional = true
    } else requirements[name] = freezeRequirement(name, ofOneLine(value), globs.has(name))
  }
  checkSizes('requirement', requirements)

  const conditions: Record<string, Condition> = {}
  for (const [name, given] of Object.entries({ ...around.conditions, ...entry.conditions })) {
    const value = regExpOf(given)
    if (value === null || !REQUEST_ATTRIBUTES.has(name)) {
      lost.push(`the condition on \`${name}\``)
      conditional = true
    } else conditions[name] = freezeCondition(name, value)
  }
  checkSizes('condition', conditions)

  const { controller = null, action = null, ...others } = { ...around.defaults, ...entry.defaults }
  const isAction = entry.app === null && entry.redirect === null
  const defaults: Record<string, Json> = {}
  for (const [name, value] of Object.entries(others)) {
    // A value that is not known could only be told wrong.
    if (!holdsUnknown(value)) defaults[name] = freezeDefault(name, plainDefault(value))
    else lost.push(`the default of \`${name}\``)
  }
  if (isAction && !params.has('controller')) checkTarget(controller, action)
  const route = {
    name: joinNames(around.name, entry.name),
    verbs: entry.verbs,
    pattern,
    segments,
    controller: isAction ? (controller as string) : null,
    action: isAction ? (action as string) : null,
    defaults,
    requirements,
    conditions,
    constraints: [],
    endpoint: endpointOf(entry),
    scopeTo: null,
    anchored: entry.anchored,
    trusted: [],
    ...(conditional && { conditional }),
  }
  return { route, lost }
}

/** @throws Rejection `invalid-controller`, `invalid-action` */
function checkTarget(controller: RailsValue, action: RailsValue): void {
  if (
    typeof controller !== 'string' ||
    !/^[a-z_0-9][a-z_0-9/]*$/.test(controller) ||
    /(?:^|\/)__proto__(?:\/|$)/.test(controller)
  ) {
    throw new Rejection('invalid-controller', { controller: String(controller), guess: null })
  }
  if (typeof action !== 'string' || !/^[\w-]+[?!]?$/.test(action) || action === '__proto__') {
    throw new Rejection('invalid-action', { action: String(action), guess: null })
  }
}

function endpointOf({ redirect, app }: RailsRoute): object | null {
  if (redirect !== null) {
    // A block is not run: that the route redirects is all that is known.
    return holdsUnknown(redirect.to) ? new RailsApp('redirect') : new RedirectTarget(redirect.to, redirect.status)
  }
  return app === null ? null : new RailsApp(app.name)
}

/** The value with Ruby's regular expression as JavaScript's; null where it is not known. */
function regExpOf(value: RailsValue): unknown {
  if (isRubyRegExp(value)) {
    const own = fromRuby(value)
    return own === null ? null : new RegExp(own.source, own.flags)
  }
  return holdsUnknown(value) ? null : value
}

/** Rails' own expression for a glob has the option `m`, which says nothing of a path. */
function ofOneLine(value: unknown): unknown {
  return isRegExp(value) ? new RegExp(value.source, value.flags.replace('s', '')) : value
}

/** Of a default: an expression stays what JSON can hold of it. */
function plainDefault(value: RailsValue): unknown {
  if (!isRubyRegExp(value)) return value
  const own = fromRuby(value)
  return own !== null && isRegExpSource(own) ? own : value.regexp
}
