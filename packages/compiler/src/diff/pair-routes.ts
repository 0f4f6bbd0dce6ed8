import type { ManifestRoute } from '../manifest.ts'
import type { Pattern } from '../pattern/pattern.ts'

/** Which route of the new table is which of the old one, by their indexes. A route of either may have none. */
export interface Pairs {
  readonly after: ReadonlyMap<number, number>
  readonly before: ReadonlyMap<number, number>
}

type KeyOf = (route: ManifestRoute) => string | null

/** What two routes must have in common to be one route, the surest first. */
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
export function pairRoutes(before: readonly ManifestRoute[], after: readonly ManifestRoute[]): Pairs {
  const toAfter = new Map<number, number>()
  const toBefore = new Map<number, number>()
  for (const keyOf of KEYS) {
    const waiting = new Map<string, number[]>()
    after.forEach((route, index) => {
      const key = toBefore.has(index) ? null : keyOf(route)
      if (key === null) return
      const list = waiting.get(key)
      if (list === undefined) waiting.set(key, [index])
      else list.push(index)
    })
    before.forEach((route, index) => {
      const key = toAfter.has(index) ? null : keyOf(route)
      const partner = key === null ? undefined : waiting.get(key)?.shift()
      if (partner === undefined) return
      toAfter.set(index, partner)
      toBefore.set(partner, index)
    })
  }
  return { after: toAfter, before: toBefore }
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
