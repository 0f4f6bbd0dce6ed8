import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Location } from '../../diagnostics/location.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import { helperName, type HelperStyle } from '../../names/helper-name.ts'

/** Two names, of routes or direct URLs, whose helpers are one function: `user_post` and `userPost`. */
export function reportNameCollisions(manifest: Manifest, helpers: HelperStyle, diagnostics: Diagnostics): void {
  const declarationsByHelper = new Map<string, { readonly name: string; readonly location: Location | null }>()
  for (const { name, location } of [...manifest.routes, ...manifest.directs]) {
    if (name === null) continue
    const helper = helperName(name, 'path', helpers)
    const earlierDeclaration = declarationsByHelper.get(helper)
    if (earlierDeclaration === undefined) {
      declarationsByHelper.set(helper, { name, location })
      continue
    }
    // A `direct` has redefined the helper of a route.
    if (earlierDeclaration.name === name) continue
    const related =
      earlierDeclaration.location === null
        ? []
        : [{ message: `\`${earlierDeclaration.name}\` is declared here.`, location: earlierDeclaration.location }]
    diagnostics.report(
      'name-collision',
      { firstName: earlierDeclaration.name, secondName: name, helper },
      () => location,
      {
        related,
      },
    )
  }
}
