import type { Manifest, ManifestRoute } from '../manifest.ts'

/** A route that has helpers. */
export type NamedManifestRoute = ManifestRoute & { readonly name: string }

/** The routes that have helpers. Of two of one name the first has it: the compiler has reported the other. */
export function namedRoutes(manifest: Manifest): NamedManifestRoute[] {
  const routes = new Map<string, NamedManifestRoute>()
  for (const route of manifest.routes) {
    if (route.name !== null && !routes.has(route.name)) routes.set(route.name, route as NamedManifestRoute)
  }
  return [...routes.values()]
}
