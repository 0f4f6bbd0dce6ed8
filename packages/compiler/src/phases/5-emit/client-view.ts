// The routes of a client: the visible routes, and as much of excluded routes as the matcher needs.
import { clientManifest, makeVisibilityTest, type ClientRoutes } from '../../client-routes.ts'
import { mayServe, serves } from '../../manifest/verbs.ts'
import type { Manifest, ManifestRoute } from '../../manifest/manifest.ts'
import { PathLanguage } from '../../patterns/routes/language.ts'
import { PathIndex } from '../../patterns/routes/path-index.ts'
import { keysOf } from '../../patterns/routes/path-keys.ts'
import { commonPath } from '../../patterns/automata/inclusion.ts'
import { type Pattern, paramsOf, printPattern } from '../../patterns/pattern/pattern.ts'

/** A route of the client's matcher. */
export interface MatcherRoute extends ManifestRoute {
  /** True for an excluded route: the matcher reports no match for requests that this route would match. */
  readonly hidden?: true
}

/** The input of the emitted module for clients. */
export interface ClientView {
  /** The table that the client sees. */
  readonly manifest: Manifest
  /** The routes of the client's matcher, in order. */
  readonly routes: readonly MatcherRoute[]
}

/**
 * Returns the table of a client. Its matcher does not contain excluded routes, with one exception: if a visible route
 * might match the same requests, the matcher keeps the excluded route's pattern without names, and the verbs,
 * requirements and conditions that decide which requests it would match.
 *
 * On the server, a constraint of the excluded route may pass the request to the later route. A client cannot evaluate the
 * constraint, so there the request counts as the excluded route's.
 */
export function clientView(manifest: Manifest, clientRoutes: ClientRoutes): ClientView {
  const isSeen = makeVisibilityTest(clientRoutes)
  const visible = new PathIndex<VisibleRoute>()
  for (const [index, route] of manifest.routes.entries()) {
    if (!isSeen(route)) continue
    visible.add({ index, verbs: route.verbs, paths: new PathLanguage(route) }, keysOf(route))
  }
  return {
    manifest: clientManifest(manifest, clientRoutes),
    routes: manifest.routes.flatMap((route, index): MatcherRoute[] => {
      if (isSeen(route)) return [route]
      return hasRival(route, index, visible) ? [withoutNames(route)] : []
    }),
  }
}

/** A route that the client sees. */
interface VisibleRoute {
  readonly index: number
  readonly verbs: readonly string[]
  readonly paths: PathLanguage
}

/** False only if no visible route can match a request that this route matches. */
function hasRival(route: ManifestRoute, index: number, visible: PathIndex<VisibleRoute>): boolean {
  const { verbs } = route
  const paths = new PathLanguage(route)
  return visible.search(keysOf(route)).some((rival) => {
    // A HEAD request goes to a route that names HEAD, even if an earlier route matches GET.
    const servesHead = verbs.includes('HEAD') && mayServe(rival.verbs, 'HEAD')
    if (!servesHead && (rival.index < index || !shareVerb(verbs, rival.verbs))) return false
    return mayMeet(paths, rival.paths)
  })
}

function shareVerb(a: readonly string[], b: readonly string[]): boolean {
  const servesAny = (verbs: readonly string[], requested: readonly string[]) =>
    requested.length === 0 ? verbs.length === 0 : requested.some((verb) => serves(verbs, verb))
  return servesAny(a, b) || servesAny(b, a)
}

/** False only if no path matches both. */
function mayMeet(a: PathLanguage, b: PathLanguage): boolean {
  return commonPath([a.upperBound, b.upperBound]).exists !== 'no'
}

/** Returns the route with numbered params, so that it reveals only which requests it would match. */
function withoutNames(route: ManifestRoute): MatcherRoute {
  const names = new Map<string, string>()
  // `format` keeps its name, because the place of a format changes how paths are parsed.
  for (const { name } of paramsOf(route.segments)) {
    if (name !== 'format' && !names.has(name)) names.set(name, `p${names.size}`)
  }
  const segments = renamed(route.segments, names)
  const requirements = Object.entries(route.requirements).map(([name, value]) => [names.get(name) ?? name, value])
  return {
    name: null,
    verbs: route.verbs,
    pattern: printPattern(segments),
    segments,
    controller: null,
    action: null,
    defaults: {},
    requirements: Object.fromEntries(requirements),
    conditions: route.conditions,
    constraints: [],
    endpoint: null,
    anchored: route.anchored,
    location: null,
    hidden: true,
  }
}

function renamed(segments: Pattern, names: ReadonlyMap<string, string>): Pattern {
  return segments.map((segment) => {
    switch (segment.kind) {
      case 'static':
        return segment
      case 'optional':
        return { kind: 'optional', segments: renamed(segment.segments, names) }
      case 'param':
      case 'glob':
        return { kind: segment.kind, name: names.get(segment.name) ?? segment.name }
    }
  })
}
