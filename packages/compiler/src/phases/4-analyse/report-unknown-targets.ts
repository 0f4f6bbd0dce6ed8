import { nearest } from '../../diagnostics/nearest.ts'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Manifest } from '../../manifest/manifest.ts'

/** A `resolve` or a `direct` that leads to a route that does not exist: its helper could only throw. */
export function reportUnknownTargets(manifest: Manifest, diagnostics: Diagnostics): void {
  // The route may be one of those that have an error.
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
