// Translates the routes of a Rails server into routes of the compiler, and lists the parts that it cannot translate.
import { Rejection } from '@turnout/compiler/internal/diagnostics/collector'
import { checkPath } from '@turnout/compiler/internal/phases/2-expand/check-path'
import {
  freezeCondition,
  freezeDefault,
  freezeRequirement,
  checkSizes,
} from '@turnout/compiler/internal/phases/2-expand/requirement'
import { freezeRedirect } from '@turnout/compiler/internal/phases/3-freeze/freeze-redirect'
import { isRequestAttribute } from '@turnout/compiler/internal/manifest/conditions'
import { RedirectTarget, type Route } from '@turnout/compiler/internal/route'
import { tooLargeExpressions } from '@turnout/compiler/internal/phases/4-analyse/report-unsupported-requirements'
import type { Condition, Json, Requirement } from '@turnout/compiler/internal/manifest/manifest'
import { isRegExp } from '@turnout/compiler/internal/dsl-values'
import type { RailsVersion } from '@turnout/compiler/internal/patterns/pattern/parse'
import { globNames, paramNames } from '@turnout/compiler/internal/patterns/pattern/pattern'
import { joinPath } from '@turnout/compiler/internal/patterns/pattern/join'
import { holdsUnknown, isRubyRegExp, type RailsRoute, type RailsValue } from './rails-json.ts'
import { fromRuby } from './ruby-regexp.ts'

/** An endpoint on the server that the table only names: a mounted app, the block of a redirect. */
export class RailsApp {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** The context of a route: the mounts of its enclosing engines. */
interface EnclosingMounts {
  readonly path: string
  /** The names of the mounts, joined: a helper of an engine is named `blog_posts`. */
  readonly name: string | null
  readonly requirements: RailsRoute['requirements']
  readonly conditions: RailsRoute['conditions']
  readonly defaults: RailsRoute['defaults']
  readonly isConditional: boolean
}

const OUTSIDE: EnclosingMounts = {
  path: '',
  name: null,
  requirements: {},
  conditions: {},
  defaults: {},
  isConditional: false,
}

/** A route with the entry of the file that it was made from, or the reason why the entry was left out. */
export type TranslatedRoute =
  | { readonly entry: RailsRoute; readonly route: Omit<Route, 'site'>; readonly untranslated: readonly string[] }
  | { readonly entry: RailsRoute; readonly error: unknown }

/** Yields routes for entries, in order. Routes of an engine precede its mount, which gets all other requests. */
export function* routesOf(
  entries: readonly RailsRoute[],
  rails: RailsVersion,
  around: EnclosingMounts = OUTSIDE,
  translator = new Translator(),
): Generator<TranslatedRoute> {
  for (const entry of entries) {
    if (entry.app !== null && entry.app.routes.length > 0)
      yield* routesOf(entry.app.routes, rails, within(entry, around), translator)
    try {
      yield { entry, ...makeRoute(entry, around, rails, translator) }
    } catch (error) {
      yield { entry, error }
    }
  }
}

function within(mount: RailsRoute, around: EnclosingMounts): EnclosingMounts {
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

function joinNames(prefix: string | null, name: string | null): string | null {
  if (prefix === null || name === null) return name
  return `${prefix}_${name}`
}

/** The root of an engine has a slash at its end in helpers, and matches without it: `/blog` + `/` -> `/blog(/)`. */
function pathInMount(mount: string, path: string): string {
  const joined = joinPath(mount, path)
  return path === '/' && joined !== '/' ? `${joined}(/)` : joined
}

/** @throws Rejection if no request can match, as for a route of the DSL */
function makeRoute(
  entry: RailsRoute,
  around: EnclosingMounts,
  rails: RailsVersion,
  translator: Translator,
): { route: Omit<Route, 'site'>; untranslated: readonly string[] } {
  const pattern = around.path === '' ? entry.path : pathInMount(around.path, entry.path)
  const segments = checkPath(pattern, pattern, rails)
  const params = new Set(paramNames(segments))
  const globs = new Set(globNames(segments))
  /** Properties that depend on unknown values. */
  const untranslated: string[] = []
  let conditional = around.isConditional || entry.constraints.length > 0

  const requirements: Record<string, Requirement> = {}
  for (const [name, railsValue] of Object.entries({ ...around.requirements, ...entry.requirements })) {
    if (!params.has(name)) continue
    const value = translator.translate(railsValue)
    if (value === null) {
      untranslated.push(`the requirement on \`${name}\``)
      conditional = true
    }
    requirements[name] = freezeRequirement(name, ofOneLine(value ?? ANYTHING), globs.has(name))
  }
  checkSizes('requirement', requirements)

  const conditions: Record<string, Condition> = {}
  for (const [name, railsValue] of Object.entries({ ...around.conditions, ...entry.conditions })) {
    const value = translator.translate(railsValue)
    if (value !== null && isRequestAttribute(name, rails)) conditions[name] = freezeCondition(name, value)
    else {
      untranslated.push(`the condition on \`${name}\``)
      conditional = true
    }
  }
  checkSizes('condition', conditions)
  const { anchored } = entry
  for (const { kind, name } of tooLargeExpressions({ pattern, segments, requirements, conditions, anchored })) {
    untranslated.push(`the ${kind} on \`${name}\``)
    conditional = true
    if (kind === 'condition') delete conditions[name]
    else requirements[name] = freezeRequirement(name, ANYTHING, globs.has(name))
  }

  const { controller = null, action = null, ...otherDefaults } = { ...around.defaults, ...entry.defaults }
  const isAction = entry.app === null && entry.redirect === null
  const defaults: Record<string, Json> = {}
  for (const [name, value] of Object.entries(otherDefaults)) {
    // An unknown value is omitted, because any other value would be wrong.
    if (!holdsUnknown(value)) defaults[name] = freezeDefault(name, translator.plainDefault(value))
    else untranslated.push(`the default of \`${name}\``)
  }
  if (isAction && !params.has('controller')) checkTarget(controller, action)
  const endpoint = endpointOf(entry)
  // Only this route is left out if its redirect cannot be frozen.
  if (endpoint instanceof RedirectTarget) freezeRedirect(endpoint, () => ({ module: '', export: '' }))
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
    endpoint,
    scopeTo: null,
    anchored,
    ...(conditional && { conditional }),
  }
  return { route, untranslated }
}

/** @throws Rejection `invalid-controller`, `invalid-action` */
function checkTarget(controller: RailsValue, action: RailsValue): void {
  if (
    typeof controller !== 'string' ||
    !/^[a-z_0-9][a-z_0-9/]*$/.test(controller) ||
    /(?:^|\/)__proto__(?:\/|$)/.test(controller)
  ) {
    throw new Rejection('invalid-controller', { controller: String(controller), suggestion: null })
  }
  if (typeof action !== 'string' || !/^[\w-]+[?!]?$/.test(action) || action === '__proto__') {
    throw new Rejection('invalid-action', { action: String(action), suggestion: null })
  }
}

function endpointOf({ redirect, app }: RailsRoute): object | null {
  if (redirect !== null) {
    // A block is not run: that the route redirects is all that is known.
    return holdsUnknown(redirect.to) ? new RailsApp('redirect') : new RedirectTarget(redirect.to, redirect.status)
  }
  return app === null ? null : new RailsApp(app.name)
}

/** Translates the values of a table. Most expressions of a table are equal to another, so each is translated once. */
class Translator {
  readonly #expressions = new Map<string, RegExp | null>()

  /** Returns the value in JavaScript; null if it is not known which values it matches. */
  translate(value: RailsValue): unknown {
    if (!isRubyRegExp(value)) return holdsUnknown(value) ? null : value
    const key = `${value.flags}/${value.regexp}`
    if (!this.#expressions.has(key)) {
      const translated = fromRuby(value)
      this.#expressions.set(key, translated && new RegExp(translated.source, translated.flags))
    }
    return this.#expressions.get(key)
  }

  /** Converts a default. JSON cannot contain an expression, so only its source remains if it cannot be translated. */
  plainDefault(value: RailsValue): unknown {
    if (isRubyRegExp(value)) {
      const translated = this.translate(value)
      return isRegExp(translated) ? { source: translated.source, flags: translated.flags } : value.regexp
    }
    if (Array.isArray(value)) return value.map((item: RailsValue) => this.plainDefault(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.plainDefault(item as RailsValue)]))
  }
}

/** Replaces a requirement that cannot be translated. A segment would exclude requests that Rails routes here. */
const ANYTHING = /[^]*/

/** Removes the option `m` from Rails' own expression for a glob, where it has no effect on paths. */
function ofOneLine(value: unknown): unknown {
  return isRegExp(value) ? new RegExp(value.source, value.flags.replace('s', '')) : value
}
