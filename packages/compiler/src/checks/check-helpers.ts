import { clientManifest, routeKeyOf, type ClientRoutes } from '../client-routes.ts'
import { Diagnostics, type Severities } from '../diagnostics/collector.ts'
import { nearest } from '../diagnostics/nearest.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Location } from '../diagnostics/location.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { ACTIONS, actionLinks } from '../names/action-links.ts'
import { helperName, type HelperStyle, MODULE_EXPORTS } from '../names/helper-name.ts'
import type { RenamedHelpers } from './renamed-helpers.ts'

/** Something that the application takes of the routes. */
export interface UsedHelper {
  /** The name of the module: `virtual:routes`, or that of a controller's actions. */
  readonly module: string
  /** Null for the module as a whole. */
  readonly name: string | null
  readonly location: Location | null
}

/** How a project has its helpers. */
interface HelperSettings {
  readonly helpers?: HelperStyle
  readonly severities?: Severities
  /** Which routes the module sees; left out for modules of servers, which see all. */
  readonly clientRoutes?: ClientRoutes
  /** Names that an edit of the routes has changed while the dev server runs. */
  readonly renamed?: RenamedHelpers
}

/** Reports helpers that the application imports but that do not exist: `unknown-helper`, `hidden-helper`. */
export function checkHelpers(
  manifest: Manifest,
  helperUses: readonly UsedHelper[],
  { helpers = 'camelCase', severities = {}, clientRoutes, renamed }: HelperSettings = {},
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  const visibleManifest = clientManifest(manifest, clientRoutes)
  for (const module of new Set(helperUses.map((use) => use.module))) {
    const visibleExports = exportsOf(module, visibleManifest, helpers)
    const allExports = visibleManifest === manifest ? visibleExports : exportsOf(module, manifest, helpers)
    for (const { name, location } of helperUses.filter((use) => use.module === module)) {
      const locator = () => location
      // A missing module is reported once, not again for each name imported from it.
      if (visibleExports === null && name !== null) continue
      if (allExports === null) {
        diagnostics.report(
          'unknown-helper',
          {
            module,
            name,
            suggestion: nearest(module, modulesOf(visibleManifest, helpers)),
            newName: renamed?.get(module) ?? null,
          },
          locator,
        )
      } else if (visibleExports === null || (name !== null && !visibleExports.has(name) && allExports.has(name))) {
        diagnostics.report(
          'hidden-helper',
          { module, name, route: excludedRouteOf(module, name, manifest, helpers) },
          locator,
        )
      } else if (name !== null && !visibleExports.has(name)) {
        const suggestion = nearest(name, [...visibleExports])
        diagnostics.report('unknown-helper', { module, name, suggestion, newName: renamed?.get(name) ?? null }, locator)
      }
    }
  }
  return diagnostics.all
}

/** The names that a module exports; null where there is no such module. */
function exportsOf(module: string, manifest: Manifest, style: HelperStyle): ReadonlySet<string> | null {
  if (!module.startsWith(ACTIONS)) return new Set([...MODULE_EXPORTS, ...namesOf(manifest, style)])
  const links = actionLinks(manifest, style).get(module.slice(ACTIONS.length))
  return links === undefined ? null : new Set(['default', ...links.map(({ name }) => name)])
}

const modulesOf = (manifest: Manifest, style: HelperStyle): string[] =>
  Array.from(actionLinks(manifest, style).keys(), (controller) => ACTIONS + controller)

function namesOf({ routes, directs }: Manifest, style: HelperStyle): string[] {
  return [...routes, ...directs].flatMap(({ name }) => (name === null ? [] : helpersOf(name, style)))
}

const helpersOf = (name: string, style: HelperStyle): readonly string[] => [
  helperName(name, 'path', style),
  helperName(name, 'url', style),
]

/** Returns how `clientRoutes` identifies a helper: its route or action, or the target route of a `direct`. */
function excludedRouteOf(module: string, helper: string | null, manifest: Manifest, style: HelperStyle): string {
  const { routes, directs } = manifest
  if (module.startsWith(ACTIONS)) {
    const controller = module.slice(ACTIONS.length)
    const link = actionLinks(manifest, style)
      .get(controller)
      ?.find(({ name }) => name === helper)
    return link === undefined ? controller : routeKeyOf(link.route)
  }
  if (helper === null) return module
  const isIt = ({ name }: { readonly name: string | null }) => name !== null && helpersOf(name, style).includes(helper)
  const target = directs.find(isIt)?.target
  const to = typeof target === 'object' && 'route' in target ? target.route : null
  const route = routes.find(isIt) ?? routes.find(({ name }) => name === to)
  return route === undefined ? helper : routeKeyOf(route)
}
