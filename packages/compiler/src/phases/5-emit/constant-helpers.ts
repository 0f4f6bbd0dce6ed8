import { path } from '@turnout/runtime'
import type { Manifest, ManifestRoute } from '../../manifest.ts'
import { helperName, type HelperStyle } from '../../names/helper-name.ts'
import { helperDefaults, helperParams } from '../../names/helper-params.ts'
import { namedRoutes } from '../../names/named-routes.ts'
import { printPattern } from './emit-helpers.ts'
import { pathOf } from './emit-module.ts'

/**
 * The helpers that return the same text at each call without arguments, with that text: paths of routes without parameters
 * but the format, and `direct` URLs that are texts. Whatever changes what a helper makes changes this as well.
 *
 * A route with other parameters has none, even if all of them are optional: what fills them in may differ from call to call.
 */
export function constantHelpers(manifest: Manifest, style: HelperStyle = 'camelCase'): ReadonlyMap<string, string> {
  const constants = new Map<string, string>()
  for (const route of namedRoutes(manifest)) {
    const text = constantPath(route)
    if (text !== null) constants.set(helperName(route.name, 'path', style), text)
  }
  for (const { name, target } of manifest.directs) {
    if (typeof target !== 'string') continue
    constants.set(helperName(name, 'path', style), pathOf(target))
    constants.set(helperName(name, 'url', style), target)
  }
  return constants
}

function constantPath(route: ManifestRoute): string | null {
  if (helperParams(route).some(({ name, required }) => required || name !== 'format')) return null
  const { params: defaults, options } = helperDefaults(route)
  try {
    return path('', { pattern: printPattern(route.segments), defaults, options })()
  } catch {
    // The call says why, at run time.
    return null
  }
}
