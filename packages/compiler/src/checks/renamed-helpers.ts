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
  const places = placesOfLostNames(oldManifest, newManifest)
  const newByPlace = groupByPlace(newManifest, places)
  const step = new Map<string, string>()
  for (const [place, oldRoutes] of groupByPlace(oldManifest, places)) {
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

/** Returns the places of the routes whose name or controller is in the old table only: few, and most edits have none. */
function placesOfLostNames({ routes: oldRoutes }: Manifest, { routes: newRoutes }: Manifest): ReadonlySet<string> {
  const names = new Set(newRoutes.map(({ name }) => name))
  const controllers = new Set(newRoutes.map(({ controller }) => controller))
  const lost = oldRoutes.filter(({ name, controller }) => !names.has(name) || !controllers.has(controller))
  return new Set(lost.map(placeOf))
}

/** The routes at some places by their place, action and verbs, in the order of the table. Routes without a place are omitted. */
function groupByPlace({ routes }: Manifest, places: ReadonlySet<string>): Map<string, ManifestRoute[]> {
  const groups = new Map<string, ManifestRoute[]>()
  for (const route of routes) {
    const place = placeOf(route)
    if (place === '' || !places.has(place)) continue
    addToList(groups, JSON.stringify([place, route.action, route.verbs]), route)
  }
  return groups
}

function placeOf({ location }: ManifestRoute): string {
  return location === null ? '' : `${location.line}:${location.column}:${location.file}`
}

/** Returns the module of a route's action, and the route's helpers. A part that the route lacks is an empty string. */
function exportedNames({ name, controller }: ManifestRoute, style: HelperStyle): string[] {
  return [
    controller === null ? '' : ACTIONS + controller,
    ...(['path', 'url'] as const).map((kind) => (name === null ? '' : helperName(name, kind, style))),
  ]
}
