import type { Diagnostics } from '../../diagnostics/collector.ts'
import { nearest } from '../../diagnostics/nearest.ts'
import type { Manifest } from '../../manifest.ts'

/** A `resolve` or a `direct` that leads to a route that does not exist: its helper could only throw. */
export function reportUnknownTargets(manifest: Manifest, diagnostics: Diagnostics): void {
  // The route may be one of those that have an error.
  if (diagnostics.hasErrors) return
  const names = manifest.routes.flatMap(({ name }) => name ?? [])
  const known = new Set(names)
  const targets = [
    ...manifest.resolves.map(({ model, route, location }) => ({ what: `resolve('${model}')`, route, location })),
    ...manifest.directs.flatMap(({ name, target, location }) =>
      typeof target === 'string' ? [] : [{ what: `direct('${name}')`, route: target.route, location }],
    ),
  ]
  for (const { what, route, location } of targets) {
    if (known.has(route)) continue
    const guess = nearest(route, names)
    const hint = guess === null ? '' : ` Did you mean \`${guess}\`?`
    diagnostics.report(
      'unknown-route',
      `\`${what}\` leads to \`${route}\`, which names no route.${hint}`,
      () => location,
    )
  }
}
