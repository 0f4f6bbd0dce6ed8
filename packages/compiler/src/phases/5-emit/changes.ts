// The difference between two tables, as a dev server emits it: see `ModuleOptions.split`. Routes that are the same object in
// both tables are the same route.
import { namedRoutes, redefinedNames, type NamedManifestRoute } from '../../manifest/named-routes.ts'
import type { Manifest, ManifestDirect, ManifestRoute } from '../../manifest/manifest.ts'

/**
 * Returns the named routes whose helpers differ between the tables. The targets of `direct` are always among them, because
 * the helpers of `direct` refer to these routes by local names.
 */
export function changedRoutes(manifest: Manifest, since: Manifest): NamedManifestRoute[] {
  const routesBefore = new Set(namedRoutes(since))
  const [redefined, redefinedBefore] = [redefinedNames(manifest), redefinedNames(since)]
  const targets = new Set(
    manifest.directs.flatMap(({ target }) => (typeof target === 'object' && 'route' in target ? [target.route] : [])),
  )
  return namedRoutes(manifest).filter((route) => {
    const { name } = route
    const isSame = routesBefore.has(route) && redefined.has(name) === redefinedBefore.has(name)
    return !isSame || targets.has(name)
  })
}

/** Returns the named routes and the `direct` URLs of the table before that are not in the new table. */
export function removedDeclarations(
  manifest: Manifest,
  since: Manifest,
): readonly (NamedManifestRoute | ManifestDirect)[] {
  const routes = new Set(namedRoutes(manifest))
  return [...namedRoutes(since).filter((route) => !routes.has(route)), ...since.directs]
}

/** Routes of the new table: a range of the table before, from `start` up to `end`, or routes that are not in it. */
export type RoutesPart = { readonly start: number; readonly end: number } | { readonly added: readonly ManifestRoute[] }

/** Returns the routes of a table as ranges of the table before, and added routes. */
export function routeParts({ routes }: Manifest, since: Manifest): RoutesPart[] {
  const indexes = new Map(since.routes.map((route, index) => [route, index]))
  const parts: ({ start: number; end: number } | { added: ManifestRoute[] })[] = []
  for (const route of routes) {
    const index = indexes.get(route)
    const last = parts.at(-1)
    if (index === undefined) {
      if (last !== undefined && 'added' in last) last.added.push(route)
      else parts.push({ added: [route] })
    } else if (last !== undefined && 'end' in last && last.end === index) last.end += 1
    else parts.push({ start: index, end: index + 1 })
  }
  return parts
}
