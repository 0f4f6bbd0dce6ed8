import type { Manifest, ManifestRoute } from './manifest.ts'

/** A route that has helpers. */
export type NamedManifestRoute = ManifestRoute & { readonly name: string }

/**
 * Returns the named routes. If two routes share a name, the first one keeps it; the compiler has reported the other.
 */
export function namedRoutes(manifest: Manifest): NamedManifestRoute[] {
  const routes = new Map<string, NamedManifestRoute>()
  for (const route of manifest.routes) {
    if (route.name !== null && !routes.has(route.name)) routes.set(route.name, route as NamedManifestRoute)
  }
  return [...routes.values()]
}

/** Returns the names whose helpers a `direct` redefines. Routes of these names have no helper. */
export function redefinedNames({ directs }: Manifest): ReadonlySet<string> {
  return new Set(directs.map(({ name }) => name))
}
