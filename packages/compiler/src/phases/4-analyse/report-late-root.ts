import { alwaysResponds } from '../../manifest/manifest.ts'
import { implies } from '../../manifest/conditions.ts'
import { serves } from '../../manifest/verbs.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import { noteAt } from '../../diagnostics/diagnostic.ts'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { PathSets } from './path-set.ts'
import { showRoute } from '../../manifest/print/describe.ts'

/**
 * Reports the root of the application if an earlier route responds to every request for `/`. A route that may pass the request
 * on, or that has conditions which the root does not have, may come first.
 */
export function reportLateRoot({ routes }: Manifest, pathSets: PathSets, diagnostics: Diagnostics): void {
  const rootIndex = routes.findIndex(({ name, pattern }) => name === 'root' && pattern === '/')
  if (rootIndex <= 0) return
  const earlierRoute = routes.slice(0, rootIndex).find((route) => {
    const { verbs, conditions } = route
    const pathSet = pathSets.get(route)
    return (
      pathSet !== undefined &&
      alwaysResponds(route) &&
      serves(verbs, 'GET') &&
      implies(routes[rootIndex]!.conditions, conditions) &&
      pathSet.matches('/')
    )
  })
  if (earlierRoute === undefined) return
  const routeText = showRoute(earlierRoute)
  const related = noteAt(earlierRoute.location, `${routeText} is declared here.`)
  diagnostics.report('root-not-first', { route: routeText }, () => routes[rootIndex]!.location, { related })
}
