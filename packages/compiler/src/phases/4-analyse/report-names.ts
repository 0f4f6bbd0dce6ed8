import { noteAt } from '../../diagnostics/diagnostic.ts'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Location } from '../../diagnostics/location.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import { helperName, type HelperStyle } from '../../names/helper-name.ts'
import { nearest } from '../../diagnostics/nearest.ts'

/** Reports two names of routes or `direct` URLs whose helpers have the same name: `user_post` and `userPost`. */
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
    const firstName = earlierDeclaration.name
    const related = noteAt(earlierDeclaration.location, `\`${firstName}\` is declared here.`)
    diagnostics.report('name-collision', { firstName, secondName: name, helper }, () => location, { related })
  }
}

/** Reports a `resolve` or `direct` whose target route does not exist, because its helper would always throw. */
export function reportUnknownTargets(manifest: Manifest, diagnostics: Diagnostics): void {
  // The target may be a route that was refused.
  if (diagnostics.hasErrors) return
  const names = manifest.routes.flatMap(({ name }) => name ?? [])
  const declaredNames = new Set(names)
  const targets = [
    // Which route a function returns is not known before it is called.
    ...manifest.resolves.flatMap((mapping) =>
      'callable' in mapping
        ? []
        : [{ call: `resolve('${mapping.model}')`, route: mapping.route, location: mapping.location }],
    ),
    ...manifest.directs.flatMap(({ name, target, location }) =>
      typeof target === 'string' || 'callable' in target
        ? []
        : [{ call: `direct('${name}')`, route: target.route, location }],
    ),
  ]
  for (const { call, route, location } of targets) {
    if (declaredNames.has(route)) continue
    const suggestion = nearest(route, names)
    diagnostics.report('unknown-route', { call, route, suggestion }, () => location)
  }
}
