import { path, patternRoute } from '@turnout/runtime'
import { basePath } from '../../manifest/base.ts'
import { helperParams, namedRoutes } from '../../manifest/helpers.ts'
import type { Manifest, ManifestRoute } from '../../manifest/manifest.ts'
import { helperName, type HelperStyle } from '../../names/helper-name.ts'
import { helperRoute } from './helper-route.ts'
import { pathOf } from './emit-custom-urls.ts'

/**
 * Returns the helpers that return the same string at each call without arguments, with that string: paths of routes with
 * no parameter except the format, and `direct` URLs that are strings. A change to the results of helpers must be made here
 * too.
 *
 * Routes with other parameters are not included, even if all parameters are optional, because their values may differ from
 * call to call.
 *
 * @param base the prefix of the paths of all routes
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
    constants.delete(helperName(name, 'path', style))
    if (typeof target !== 'string') continue
    constants.set(helperName(name, 'path', style), pathOf(target))
    constants.set(helperName(name, 'url', style), target)
  }
  return constants
}

function constantPath(route: ManifestRoute, base: string): string | null {
  if (helperParams(route).some(({ name, required }) => required || name !== 'format')) return null
  // Requirements are omitted, because they only apply to parameters.
  const { pattern, defaults, options } = helperRoute(route, base)
  try {
    return path('', patternRoute({ pattern, defaults, options }))()
  } catch {
    // The call throws at run time, with the reason.
    return null
  }
}
