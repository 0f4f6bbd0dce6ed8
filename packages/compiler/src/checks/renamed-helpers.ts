// Finds the new names of helpers after an edit, by the places where their routes are declared.
import { addToList } from '../collections.ts'
import type { Manifest, ManifestRoute } from '../manifest/manifest.ts'
import { ACTIONS } from '../names/action-links.ts'
import { helperName, type HelperStyle } from '../names/helper-name.ts'

/** New names of helpers, and of modules with actions, by their old names: `albumsPath` -> `recordsPath`. */
export type RenamedHelpers = ReadonlyMap<string, string>

/**
 * Adds the renames between two tables to earlier ones. A route has been renamed if the table has lost its name, and if the
 * same call now declares a route with another name for the same action and verbs.
 *
 *     albumsPath -> recordsPath, then recordsPath -> tracksPath: both lead to tracksPath
 */
export function renamedHelpers(
  earlier: RenamedHelpers,
  oldManifest: Manifest,
  newManifest: Manifest,
  style: HelperStyle = 'camelCase',
): RenamedHelpers {
  const newNames = new Set(newManifest.routes.flatMap((route) => exportedNames(route, style))).add('')
  const newByPlace = groupByPlace(newManifest)
  const step = new Map<string, string>()
  for (const [place, oldRoutes] of groupByPlace(oldManifest)) {
    const newRoutes = newByPlace.get(place)
    // One call can declare several resources. After the removal of one, the others cannot be told apart.
    if (newRoutes?.length !== oldRoutes.length) continue
    oldRoutes.forEach((oldRoute, index) => {
      const names = exportedNames(newRoutes[index]!, style)
      exportedNames(oldRoute, style).forEach((name, at) => {
        if (!newNames.has(name) && names[at] !== '') step.set(name, names[at]!)
      })
    })
  }
  const all = new Map([...earlier].map(([name, newer]) => [name, step.get(newer) ?? newer]))
  for (const [name, newer] of step) all.set(name, newer)
  return new Map([...all].filter(([name, newer]) => !newNames.has(name) && newNames.has(newer)))
}

/** The routes by their place, action and verbs, in the order of the table. Routes without a place are omitted. */
function groupByPlace({ routes }: Manifest): Map<string, ManifestRoute[]> {
  const groups = new Map<string, ManifestRoute[]>()
  for (const route of routes) {
    const { location, action, verbs } = route
    if (location === null) continue
    addToList(groups, JSON.stringify([location, action, verbs]), route)
  }
  return groups
}

/** Returns the module of a route's action, and the route's helpers. A part that the route lacks is an empty string. */
function exportedNames({ name, controller }: ManifestRoute, style: HelperStyle): string[] {
  return [
    controller === null ? '' : ACTIONS + controller,
    ...(['path', 'url'] as const).map((kind) => (name === null ? '' : helperName(name, kind, style))),
  ]
}
