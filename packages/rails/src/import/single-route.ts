// The call that declares a single route, and the parts of it that do not depend on the blocks around it.
import { isRegExpSource, type ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { globNames } from '@turnout/compiler/internal/patterns/pattern/pattern'
import { blockOf, FunctionName, nest, RedirectCall, type Call, type CallOptions, type CallValue } from './call.ts'
import type { Imported } from './table.ts'

/**
 * Returns the method of the call for a single route, the path without its format, and the options for verbs, format and anchor.
 */
export function callPartsOf({ verbs, pattern, anchored }: ManifestRoute) {
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
  }
  return { method: isShort ? names[0]! : 'match', path, options }
}

/** A path without the optional format. */
export function withoutFormat(pattern: string): string {
  return pattern.replace(/\(\.:format\)$/, '')
}

/**
 * Returns the call that declares a route outside all blocks, with all that it needs:
 *
 *     get('/photos/:id', { to: 'photos#show', as: 'photo' })
 *
 * `constraints` accepts a function or a map, so a route with both has the function in a block around it.
 */
export function completeCallOf(entry: Imported): Call {
  const { route, constraint } = entry
  const { method, path, options } = callPartsOf(route)
  const callWith = (constraints: CallOptions): Call => ({
    method,
    args: [unescaped(path)],
    options: {
      to: targetOf(entry, ''),
      as: route.name,
      ...options,
      ...optionOf('defaults', route.defaults),
      ...constraints,
    },
    block: null,
    routeCount: 1,
  })
  const limits = optionOf('constraints', limitsOf(route))
  if (constraint === null) return callWith(limits)
  const decides = new FunctionName(constraint)
  if (limits['constraints'] === undefined) return callWith({ constraints: decides })
  return nest([blockOf('constraints', decides)], callWith(limits))
}

/** Returns an option with a map as its value; none for an empty map. */
export function optionOf(name: string, map: CallOptions): CallOptions {
  return Object.keys(map).length > 0 ? { [name]: map } : {}
}

/**
 * Returns the option `to`: the exported function, the action or the redirect. Null for other endpoints.
 *
 * @param module the controller prefix of the enclosing blocks, with a slash at its end
 */
export function targetOf({ route, endpoint }: Imported, module: string): CallValue {
  if (endpoint !== null) return new FunctionName(endpoint)
  if (route.endpoint === null) return `${relativeController(route.controller ?? '', module)}#${route.action}`
  return route.endpoint.kind === 'redirect' && 'target' in route.endpoint
    ? new RedirectCall(route.endpoint.target, route.endpoint.status)
    : null
}

/** `admin/photos` -> `photos` inside `admin/`, and `/admin/photos` inside another module. */
export function relativeController(controller: string, module: string): string {
  return controller.startsWith(module) ? controller.slice(module.length) : `/${controller}`
}

/** Returns the requirements and conditions of a route in one map, as the option `constraints` has them. */
export function limitsOf(route: ManifestRoute): Record<string, CallValue> {
  const globs = new Set(globNames(route.segments))
  const limits: Record<string, CallValue> = {}
  for (const [name, value] of Object.entries({ ...route.conditions, ...route.requirements })) {
    if (!isRegExpSource(value)) limits[name] = value as CallValue
    // The compiler adds `.+?` to a glob before a format.
    else if (value.source !== '.+?' || !globs.has(name) || !route.pattern.endsWith('(.:format)')) {
      limits[name] = new RegExp(value.source, value.flags)
    }
  }
  return limits
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
