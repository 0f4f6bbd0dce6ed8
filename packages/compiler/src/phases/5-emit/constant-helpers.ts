import { path } from '@turnout/runtime'
import { basePath } from '../../base.ts'
import type { Manifest, ManifestRoute } from '../../manifest.ts'
import { helperName, type HelperStyle } from '../../names/helper-name.ts'
import { helperParams } from '../../names/helper-params.ts'
import { namedRoutes } from '../../names/named-routes.ts'
import { helperRoute } from './emit-helpers.ts'
import { pathOf } from './emit-module.ts'

/**
 * The helpers that return the same text at each call without arguments, with that text: paths of routes without parameters
 * but the format, and `direct` URLs that are texts. Whatever changes what a helper makes changes this as well.
 *
 * @param base what stands before the paths of all routes
 *
 * A route with other parameters has none, even if all of them are optional: what fills them in may differ from call to call.
 */
export function constantHelpers(
  manifest: Manifest,
  style: HelperStyle = 'camelCase',
  base = '/',
): ReadonlyMap<string, string> {
  const constants = new Map<string, string>()
  for (const route of namedRoutes(manifest)) {
    const text = constantPath(route, basePath(base) ?? '')
    if (text !== null) constants.set(helperName(route.name, 'path', style), text)
  }
  for (const { name, target } of manifest.directs) {
    if (typeof target !== 'string') continue
    constants.set(helperName(name, 'path', style), pathOf(target))
    constants.set(helperName(name, 'url', style), target)
  }
  return constants
}

function constantPath(route: ManifestRoute, base: string): string | null {
  if (helperParams(route).some(({ name, required }) => required || name !== 'format')) return null
  // A requirement would be one on a parameter.
  const { pattern, defaults, options } = helperRoute(route, base)
  try {
    return path('', { pattern, defaults, options })()
  } catch {
    // The call says why, at run time.
    return null
  }
}
