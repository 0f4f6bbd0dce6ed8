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

/** The route as one call, outside of all blocks. */
export function flatCall({ route, constraint, endpoint }: Imported): Call {
  const { name, verbs, pattern, controller, action, defaults, anchored } = route
  const options: Record<string, CallValue> = { to: endpoint === null ? toOf(route) : { fn: endpoint } }
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

function toOf({ endpoint }: ManifestRoute): CallValue {
  if (endpoint?.kind !== 'redirect' || !('target' in endpoint)) return null
  return { redirect: endpoint.target, status: endpoint.status }
}

/** Requirements and conditions in one map, as the DSL has them. */
export function limitsOf(route: ManifestRoute): Record<string, CallValue> {
  const globs = new Set(globNames(route.segments))
  const limits: Record<string, CallValue> = {}
  for (const [name, value] of Object.entries({ ...route.conditions, ...route.requirements })) {
    // A glob before a format has it by itself.
    const isOwn =
      globs.has(name) && isRegExpSource(value) && value.source === '.+?' && route.pattern.endsWith('(.:format)')
    if (!isOwn) limits[name] = limitOf(value)
  }
  return limits
}

function limitOf(value: Requirement | Condition): CallValue {
  return isRegExpSource(value) ? { re: value } : (value as CallValue)
}

/** A path as it is written: the compiler escapes it again. */
export function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
