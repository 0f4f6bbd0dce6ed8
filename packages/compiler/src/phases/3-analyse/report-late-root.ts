import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Manifest } from '../../manifest.ts'

/** A root of the whole application that is not the first route. */
export function reportLateRoot(manifest: Manifest, diagnostics: Diagnostics): void {
  const index = manifest.routes.findIndex(({ name, pattern }) => name === 'root' && pattern === '/')
  if (index <= 0) return
  const first = manifest.routes[0]!
  diagnostics.report(
    'root-not-first',
    `The root comes after ${index === 1 ? 'another route' : `${index} other routes`}.`,
    () => manifest.routes[index]!.location,
    first.location === null ? [] : [{ message: 'The first route is declared here.', location: first.location }],
  )
}
