import { addToList } from '../../collections.ts'
import type { ManifestRoute } from '../manifest.ts'
import type { Pattern } from '../../patterns/pattern/pattern.ts'

/** Pairs routes of the old table with routes of the new table, by their indexes. A route may have no partner. */
export interface Pairs {
  /** Indexes in the new table, by indexes in the old table. */
  readonly newIndexes: ReadonlyMap<number, number>
  /** Indexes in the old table, by indexes in the new table. */
  readonly oldIndexes: ReadonlyMap<number, number>
}

type KeyOf = (route: ManifestRoute) => string | null

/** Keys by which two routes are paired if the keys are equal. The most specific key comes first. */
const KEYS: readonly KeyOf[] = [
  (route) => JSON.stringify({ ...route, location: null }),
  ({ name, verbs, pattern, conditions }) => JSON.stringify([name, verbs, pattern, conditions]),
  ({ verbs, pattern, conditions }) => JSON.stringify([verbs, pattern, conditions]),
  ({ verbs, pattern }) => JSON.stringify([verbs, pattern]),
  // The same path with other names for its params.
  ({ verbs, segments, ...route }) => JSON.stringify([verbs, shapeOf(segments), endpointOf(route)]),
  ({ verbs, segments }) => JSON.stringify([verbs, shapeOf(segments)]),
  // Other verbs.
  ({ pattern, ...route }) => JSON.stringify([pattern, endpointOf(route)]),
  // Another path.
  ({ name, verbs, ...route }) => (name === null ? null : JSON.stringify([name, verbs, endpointOf(route)])),
  ({ verbs, ...route }) => JSON.stringify([verbs, endpointOf(route)]),
]

/** Pairs the routes of two tables. Among equally good candidates, the first is paired with the first. */
export function pairRoutes(oldRoutes: readonly ManifestRoute[], newRoutes: readonly ManifestRoute[]): Pairs {
  const newIndexes = new Map<number, number>()
  const oldIndexes = new Map<number, number>()
  for (const keyOf of KEYS) {
    const waiting = new Map<string, number[]>()
    newRoutes.forEach((route, index) => {
      const key = oldIndexes.has(index) ? null : keyOf(route)
      if (key !== null) addToList(waiting, key, index)
    })
    oldRoutes.forEach((route, index) => {
      const key = newIndexes.has(index) ? null : keyOf(route)
      const partner = key === null ? undefined : waiting.get(key)?.shift()
      if (partner === undefined) return
      newIndexes.set(index, partner)
      oldIndexes.set(partner, index)
    })
  }
  return { newIndexes, oldIndexes }
}

/** Returns the endpoint of a route in a comparable form. */
export function endpointOf({
  controller,
  action,
  endpoint,
}: Pick<ManifestRoute, 'controller' | 'action' | 'endpoint'>): string {
  return JSON.stringify([controller, action, endpoint])
}

function shapeOf(segments: Pattern): unknown[] {
  return segments.map((segment) => {
    if (segment.kind === 'static') return segment.text
    return segment.kind === 'optional' ? shapeOf(segment.segments) : { [segment.kind]: 1 }
  })
}
