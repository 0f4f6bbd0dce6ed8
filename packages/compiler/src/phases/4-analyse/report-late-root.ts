import { implies } from '../../conditions.ts'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Manifest } from '../../manifest.ts'
import { answersForSure } from '../../recognition/answers-for-sure.ts'
import { serves } from '../../recognition/verbs.ts'
import { mayBeginAt, type PathSets } from './path-set.ts'
import { showRoute } from './show-route.ts'

/**
 * A root of the whole application behind a route that takes `/`. One that may leave the request to the next, or with
 * conditions that the root does not have, has to stand before it.
 */
export function reportLateRoot({ routes }: Manifest, pathSets: PathSets, diagnostics: Diagnostics): void {
  const root = routes.findIndex(({ name, pattern }) => name === 'root' && pattern === '/')
  if (root <= 0) return
  const taker = routes.slice(0, root).find((route) => {
    const { verbs, conditions } = route
    const pathSet = pathSets.get(route)
    return (
      pathSet !== undefined &&
      answersForSure(route) &&
      serves(verbs, 'GET') &&
      implies(routes[root]!.conditions, conditions) &&
      mayBeginAt(pathSet, '/') &&
      pathSet.matches('/')
    )
  })
  if (taker === undefined) return
  const { location } = taker
  const shown = showRoute(taker)
  const related = location === null ? [] : [{ message: `${shown} is declared here.`, location }]
  diagnostics.report('root-not-first', { taker: shown }, () => routes[root]!.location, { related })
}
