import { clientManifest, knownAs, type ClientRoutes } from '../client-routes.ts'
import { Diagnostics, type Severities } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { nearest } from '../diagnostics/nearest.ts'
import type { Location } from '../location.ts'
import type { Manifest } from '../manifest.ts'
import { helperName, type HelperStyle } from '../names/helper-name.ts'

/** Something that the application takes from `virtual:routes`. */
export interface UsedHelper {
  readonly name: string
  readonly location: Location | null
}

/**
 * What the application takes from `virtual:routes` although it is not there: `unknown-helper`, `hidden-helper`.
 *
 * @param clientRoutes which routes the module sees; left out for modules of servers, which see all
 */
export function checkHelpers(
  manifest: Manifest,
  used: readonly UsedHelper[],
  style: HelperStyle = 'camelCase',
  severities: Severities = {},
  clientRoutes?: ClientRoutes,
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  const known = new Set(['default', 'manifest', 'match', 'pathFor', 'refusal', 'urlFor'])
  const seen = clientManifest(manifest, clientRoutes)
  for (const name of namesOf(seen, style)) known.add(name)
  const all = seen === manifest ? known : new Set(namesOf(manifest, style))
  for (const { name, location } of used) {
    if (known.has(name)) continue
    if (all.has(name)) {
      diagnostics.report('hidden-helper', { name, known: whatIs(name, manifest, style) }, () => location)
      continue
    }
    const guess = nearest(name, [...known])
    diagnostics.report('unknown-helper', { name, guess }, () => location)
  }
  return diagnostics.all
}

function namesOf({ routes, directs }: Manifest, style: HelperStyle): string[] {
  return [...routes, ...directs].flatMap(({ name }) => (name === null ? [] : helpersOf(name, style)))
}

const helpersOf = (name: string, style: HelperStyle): readonly string[] => [
  helperName(name, 'path', style),
  helperName(name, 'url', style),
]

/** What a helper is known by to `clientRoutes`: its route, or the one that a `direct` leads to. */
function whatIs(helper: string, { routes, directs }: Manifest, style: HelperStyle): string {
  const isIt = ({ name }: { readonly name: string | null }) => name !== null && helpersOf(name, style).includes(helper)
  const target = directs.find(isIt)?.target
  const to = typeof target === 'object' && 'route' in target ? target.route : null
  const route = routes.find(isIt) ?? routes.find(({ name }) => name === to)
  return route === undefined ? helper : knownAs(route)
}
