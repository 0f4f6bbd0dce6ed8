import type { Manifest, ManifestRoute } from '@turnout/compiler'

/**
 * Replaces the routes that are the same in the last manifest by the objects of that manifest, so that what was computed of
 * them stays true. An edit changes few neighbouring routes, so the others are found from both ends.
 */
export function reuseRoutes(manifest: Manifest, last: readonly ManifestRoute[]): Manifest {
  const routes = [...manifest.routes]
  const shorter = Math.min(routes.length, last.length)
  let start = 0
  while (start < shorter && isEqual(routes[start], last[start])) routes[start] = last[start++]!
  for (let end = 1; end <= shorter - start && isEqual(routes.at(-end), last.at(-end)); end++)
    routes[routes.length - end] = last.at(-end)!
  return Object.freeze({ ...manifest, routes: Object.freeze(routes) })
}

/** Compares two values that JSON can contain. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false
  return keys.every((key) => isEqual(a[key as keyof object], b[key as keyof object]))
}
