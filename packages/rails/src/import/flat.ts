// Declares a single route of a Rails server with one call.
import { isRegExpSource, type Condition, type ManifestRoute, type Requirement } from '@turnout/manifest'
import { globNames } from '@turnout/patterns'
import type { Call, CallValue } from './call.ts'

/** An imported route of the table, and the functions that replace Ruby code that decides about it. */
export interface Imported {
  readonly route: ManifestRoute
  /** The export that replaces its constraint; null without one. */
  readonly constraint: string | null
  /** The export that replaces the app or block that handles it; null if an action or a redirect does. */
  readonly endpoint: string | null
}

// Not `options`, which in Rails 8 means another format and anchor.
const VERBS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Returns a call that declares a route outside all blocks:
 *
 *     get('photos/:id', { to: 'photos#show', as: 'photo' })
 */
export function flatCall({ route, constraint, endpoint }: Imported): Call {
  const { name, verbs, pattern, controller, action, defaults, anchored } = route
  const options: Record<string, CallValue> = { to: endpoint === null ? redirectOf(route) : { fn: endpoint } }
  if (endpoint === null && route.endpoint === null) options['to'] = `${controller}#${action}`
  options['as'] = name
  const [verb] = verbs
  const method = verbs.length === 1 && VERBS.includes(verb!.toLowerCase()) ? verb!.toLowerCase() : 'match'
  if (method === 'match') options['via'] = verbs.length === 0 ? 'all' : verbs.map((verb) => verb.toLowerCase())
  const path = pattern.replace(/\(\.:format\)$/, '')
  if (path === pattern && !pattern.endsWith('/') && !/\.:format\)*$/.test(pattern)) options['format'] = false
  if (!anchored) options['anchor'] = false
  const limits = limitsOf(route)
  // A function is passed in place of a map, and the map is moved to an enclosing scope.
  if (constraint !== null) options['constraints'] = { fn: constraint }
  else if (Object.keys(limits).length > 0) options['constraints'] = limits
  if (Object.keys(defaults).length > 0) options['defaults'] = defaults
  const call: Call = { method, args: [unescaped(path)], options, block: null, routes: 1 }
  if (constraint === null || Object.keys(limits).length === 0) return call
  return { method: 'constraints', args: [limits], options: {}, block: [call], routes: 1 }
}

/** Returns the option `to` of a redirect; null for other endpoints. */
function redirectOf({ endpoint }: ManifestRoute): CallValue {
  if (endpoint?.kind !== 'redirect' || !('target' in endpoint)) return null
  return { redirect: endpoint.target, status: endpoint.status }
}

/** Returns the requirements and conditions of a route in one map, as the option `constraints` has them. */
export function limitsOf(route: ManifestRoute): Record<string, CallValue> {
  const globs = new Set(globNames(route.segments))
  const limits: Record<string, CallValue> = {}
  for (const [name, value] of Object.entries({ ...route.conditions, ...route.requirements })) {
    // The compiler adds this requirement to a glob before a format.
    const isImplied =
      globs.has(name) && isRegExpSource(value) && value.source === '.+?' && route.pattern.endsWith('(.:format)')
    if (!isImplied) limits[name] = limitOf(value)
  }
  return limits
}

function limitOf(value: Requirement | Condition): CallValue {
  return isRegExpSource(value) ? { re: value } : (value as CallValue)
}

/** Returns a path as people write it, `caf%C3%A9` -> `café`. The compiler escapes it again. */
export function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
