// Arranges the routes of a table as a tree of path segments, for pictures.
import type { Manifest, ManifestRoute, Pattern } from '@turnout/manifest'
import { printPattern } from '@turnout/patterns'
import { withoutFormat } from './plain-paths.ts'

/** The routes of a table, by the segments of their paths. */
export interface RouteTree {
  /** Between two slashes, as it is written: `photos`, `:id`, `*path`. Empty for the root. */
  readonly segment: string
  /** The routes whose path ends here, in order. */
  readonly routes: readonly ManifestRoute[]
  /** In the order in which the first route of each is declared. */
  readonly children: readonly RouteTree[]
  /** How many routes end here and below. */
  readonly count: number
}

interface Growing {
  readonly segment: string
  readonly routes: ManifestRoute[]
  readonly children: Map<string, Growing>
  count: number
}

/**
 * Puts the routes into a tree of segments. Optional groups are parts of the segments that they begin in; formats are
 * left out.
 */
export function routeTree({ routes }: Manifest): RouteTree {
  const root: Growing = { segment: '', routes: [], children: new Map(), count: 0 }
  for (const route of routes) {
    let node = root
    node.count += 1
    for (const segment of segmentsOf(withoutFormat(route.segments).segments)) {
      if (!node.children.has(segment)) {
        node.children.set(segment, { segment, routes: [], children: new Map(), count: 0 })
      }
      node = node.children.get(segment)!
      node.count += 1
    }
    node.routes.push(route)
  }
  return finished(root)
}

/** Paths have 8,192 characters at most, so that a tree is no deeper than the stack. */
function finished({ segment, routes, children, count }: Growing): RouteTree {
  return { segment, routes, children: [...children.values()].map(finished), count }
}

/** `/a(/:b)/c` -> `a(/:b)`, `c`: slashes within groups divide nothing. */
function segmentsOf(pattern: Pattern): string[] {
  const parts: string[] = ['']
  for (const segment of pattern) {
    if (segment.kind !== 'static') {
      parts[parts.length - 1] += printPattern([segment])
      continue
    }
    const [firstPart = '', ...otherParts] = segment.text.split('/')
    parts[parts.length - 1] += firstPart
    parts.push(...otherParts)
  }
  return parts.filter((part) => part !== '')
}

/** `GET photos#show`; for other endpoints their target. */
export function routeLabel({ verbs, controller, action, endpoint }: ManifestRoute): string {
  const verb = verbs.length === 0 ? 'ANY' : verbs.join('|')
  if (endpoint === null) return `${verb} ${controller}#${action}`
  if (endpoint.kind === 'callable') return `${verb} ${endpoint.export}`
  if ('callable' in endpoint) return `${verb} ${endpoint.status} ${endpoint.callable.export}`
  const { target, status } = endpoint
  return `${verb} ${status} ${typeof target === 'string' ? target : JSON.stringify(target)}`
}

/** A colour for a controller, the same each time: its hue in degrees. */
export function hueOf(text: string): number {
  let hash = 2166136261
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619)
  return (hash >>> 0) % 360
}
