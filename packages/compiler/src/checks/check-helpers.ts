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

/** What the application takes from `virtual:routes` although it is not there: `unknown-helper`. */
export function checkHelpers(
  manifest: Manifest,
  used: readonly UsedHelper[],
  style: HelperStyle = 'camelCase',
  severities: Severities = {},
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  const known = new Set(['default', 'manifest', 'match', 'pathFor', 'refusal', 'urlFor'])
  for (const { name } of [...manifest.routes, ...manifest.directs]) {
    if (name === null) continue
    known.add(helperName(name, 'path', style)).add(helperName(name, 'url', style))
  }
  for (const { name, location } of used) {
    if (known.has(name)) continue
    const guess = nearest(name, [...known])
    diagnostics.report('unknown-helper', { name, guess }, () => location)
  }
  return diagnostics.all
}
