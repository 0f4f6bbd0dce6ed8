// Declares a single route of a Rails server with one call.
import { isRegExpSource, type ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { globNames } from '@turnout/compiler/internal/patterns/pattern/pattern'
import type { Call, CallValue } from './call.ts'

/** An imported route of the table, and the functions that replace Ruby code that decides about it. */
export interface Imported {
  readonly route: ManifestRoute
  /** The export that replaces its constraint; null without one. */
  readonly constraint: string | null
  /** The export that replaces the app or block that handles it; null if an action or a redirect does. */
  readonly endpoint: string | null
  /** A call that declares the route outside all blocks. */
  readonly single: Call
}

/**
 * Returns the parts of a call that do not depend on the blocks around it: the method, the path without its format, and the
 * options for verbs, format, anchor and defaults.
 */
export function callPartsOf({ verbs, pattern, anchored, defaults }: ManifestRoute) {
  const names = verbs.map((verb) => verb.toLowerCase())
  // Without `options`: that method of Rails 8 sets other defaults for `format` and `anchor`. Such a route uses `match`.
  const isShort = names.length === 1 && /^(?:get|post|put|patch|delete)$/.test(names[0]!)
  const path = withoutFormat(pattern)
  // Rails adds `(.:format)` to each path except `/…/` and paths with a format of their own.
  const lacksFormat = path === pattern && !pattern.endsWith('/') && !/\.:format\)*$/.test(pattern)
  const options: Record<string, CallValue> = {
    ...(!isShort && { via: names.length === 0 ? 'all' : names }),
    ...(lacksFormat && { format: false }),
    ...(!anchored && { anchor: false }),
    ...(Object.keys(defaults).length > 0 && { defaults }),
  }
  return { method: isShort ? names[0]! : 'match', path, options }
}

/** A path without the optional format. */
export function withoutFormat(pattern: string): string {
  return pattern.replace(/\(\.:format\)$/, '')
}

/**
 * Returns calls that may declare a route outside all blocks:
 *
 *     get('photos/:id', { to: 'photos#show', as: 'photo' })
 *
 * `constraints` accepts a function or a map, so a route with both has one of them in a block around it. The requirement of
 * a glob has to be an option of the route, because a glob ignores those of blocks if a format may follow.
 */
export function singleCallsOf({ route, constraint, endpoint }: Omit<Imported, 'single'>): readonly Call[] {
  const { method, path, options } = callPartsOf(route)
  const constraints = constraintMapOf(route)
  const isLimited = Object.keys(constraints).length > 0
  const target = { to: targetOf(route, endpoint), as: route.name }
  const callWith = (extra: Record<string, CallValue>): Call => {
    return { method, args: [unescaped(path)], options: { ...target, ...options, ...extra }, block: null, routes: 1 }
  }
  const within = (value: CallValue, call: Call): Call => {
    return { method: 'constraints', args: [value], options: {}, block: [call], routes: 1 }
  }
  if (constraint === null) return [callWith(isLimited ? { constraints } : {})]
  const callable = { fn: constraint }
  if (!isLimited) return [callWith({ constraints: callable })]
  return [within(constraints, callWith({ constraints: callable })), within(callable, callWith({ constraints }))]
}

/** Returns the option `to`: the exported function, the action, or the redirect. Null for other endpoints. */
function targetOf({ controller, action, endpoint: target }: ManifestRoute, endpoint: string | null): CallValue {
  if (endpoint !== null) return { fn: endpoint }
  if (target === null) return `${controller}#${action}`
  return target.kind === 'redirect' && 'target' in target ? { redirect: target.target, status: target.status } : null
}

/** Returns the requirements and conditions of a route in one map, as the option `constraints` has them. */
export function constraintMapOf(route: ManifestRoute): Record<string, CallValue> {
  const globs = new Set(globNames(route.segments))
  const constraints: Record<string, CallValue> = {}
  for (const [name, value] of Object.entries({ ...route.conditions, ...route.requirements })) {
    // The compiler adds this requirement to a glob before a format.
    const isImplied =
      globs.has(name) && isRegExpSource(value) && value.source === '.+?' && route.pattern.endsWith('(.:format)')
    if (!isImplied) constraints[name] = isRegExpSource(value) ? { re: value } : (value as CallValue)
  }
  return constraints
}

/**
 * Returns a path as people write it, `caf%C3%A9` -> `café`. The compiler escapes it again, as Rails has done.
 *
 * Rails escapes `%`, and never `/`, `:`, `*` and parentheses (`escapePath`). So for `a%2Fb` in a route file it prints
 * `a%252Fb`. It never prints `%2F`: a call for such a path would declare another route, which the import refuses.
 */
export function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
