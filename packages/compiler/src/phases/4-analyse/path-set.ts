// Routes with the same paths as one value, with everything that the analysis computes about these paths.
import { getOrCreate } from '../../collections.ts'
import type { Condition, Manifest, ManifestRoute } from '../../manifest/manifest.ts'
import { keysOf, keyedPath, type Key, type KeyedPath } from '../../patterns/routes/path-keys.ts'
import { PathLanguage } from '../../patterns/routes/language.ts'
import { matchesPath } from '../../patterns/automata/inclusion.ts'
import { pathKeyOf } from '../../patterns/routes/route-pattern.ts'
import { matchesSegments, segmentPatternOf, type SegmentPattern } from '../../patterns/routes/segment-pattern.ts'
import { samplePath } from '../../patterns/routes/sample.ts'
import { PathIndex } from '../../patterns/routes/path-index.ts'

/**
 * Routes of one pattern and the same requirements. They match the same paths.
 *
 *     r.get('photos/:id', { to: 'photos#show' })
 *     r.patch('photos/:id', { to: 'photos#update' })           the same path set, another distinct route
 *     r.delete('photos/:id', { to: 'photos#drop', id: /\d+/ })   another path set
 */
export class PathSet extends PathLanguage {
  readonly firstRoute: ManifestRoute
  /** For each set of verbs and conditions, the first route that has it. In order of declaration. `RouteIndex` adds them. */
  readonly distinctRoutes: DistinctRoute[] = []
  /** The segments in the form of the index, for each combination of optional groups that it distinguishes. */
  readonly keys: readonly (readonly Key[])[]
  /** A path that the routes most likely match, without optional groups: `/photos/~x`. Null if none is found, see `samplePath`. */
  readonly sampleWithoutGroups: KeyedPath | null
  /** The plain form of the pattern; null if it has none. */
  readonly segmentPattern: SegmentPattern | null
  readonly #literals: readonly string[]

  constructor(firstRoute: ManifestRoute) {
    super(firstRoute)
    this.firstRoute = firstRoute
    this.keys = keysOf(firstRoute)
    this.sampleWithoutGroups = keyedPath(samplePath(firstRoute, false))
    this.segmentPattern = segmentPatternOf(firstRoute)
    this.#literals = firstRoute.segments.flatMap((segment) => (segment.kind === 'static' ? [segment.text] : []))
  }

  /** The same with all optional groups: `/photos/~x.~x`. */
  get sampleWithGroups(): KeyedPath | null {
    const path = samplePath(this.firstRoute, true)
    return path === this.sampleWithoutGroups?.path ? this.sampleWithoutGroups : keyedPath(path)
  }

  /** True only if all routes of this path set are certain to match the path. */
  matches(path: string): boolean {
    if (this.segmentPattern !== null) return matchesSegments(this.segmentPattern, path)
    // Usually a missing literal decides.
    if (this.#literals.some((literal) => !path.includes(literal))) return false
    return this.lowerBound !== null && matchesPath(this.lowerBound, path)
  }
}

/** The path sets of routes. Does not contain routes with patterns longer than `MAX_LENGTH`. */
export type PathSets = ReadonlyMap<ManifestRoute, PathSet>

/** Returns the path set of each route. */
export function pathSetsOf({ routes }: Manifest): PathSets {
  const pathSetsByKey = new Map<string, PathSet>()
  const pathSets = new Map<ManifestRoute, PathSet>()
  for (const route of routes) {
    if (route.pattern.length > MAX_LENGTH) continue
    pathSets.set(
      route,
      getOrCreate(pathSetsByKey, pathKeyOf(route), () => new PathSet(route)),
    )
  }
  return pathSets
}

/** Routes with longer patterns are neither examined nor compared with other routes. */
const MAX_LENGTH = 1000

/** A route of a path set with its requirements on a request besides the path. */
export interface DistinctRoute {
  readonly verbs: readonly string[]
  readonly conditions: Readonly<Record<string, Condition>>
  readonly route: ManifestRoute
  readonly index: number
  readonly pathSet: PathSet
}

/** The analysis asks for the candidates of each route, and may miss some of them, because it reports only proofs. */
const BOUNDS = { visits: 3000, elements: 64 }

/** The routes declared so far, as path sets, with the last search. */
export class RouteIndex {
  readonly #candidates = new PathIndex<PathSet>()
  /** The last search, because the routes of a resource search for the same path several times in a row. */
  #last: { readonly sample: KeyedPath; readonly pathSets: PathSet[] } | null = null

  /** Adds a route to the earlier routes. */
  add(route: ManifestRoute, index: number, pathSet: PathSet): void {
    const { verbs, conditions } = route
    const isNew = pathSet.distinctRoutes.length === 0
    const isDuplicate = pathSet.distinctRoutes.some(
      (earlier) => sameVerbs(earlier.verbs, verbs) && sameConditions(earlier.conditions, conditions),
    )
    if (!isDuplicate) pathSet.distinctRoutes.push({ verbs, conditions, route, index, pathSet })
    if (!isNew) return
    this.#candidates.add(pathSet, pathSet.keys)
    const previous = this.#last
    // The new path set is the last in the order, and always a candidate for its own sample.
    const isOwnSample =
      previous !== null && previous.sample === pathSet.sampleWithoutGroups && previous.pathSets.length < BOUNDS.elements
    this.#last = isOwnSample ? { sample: previous.sample, pathSets: [...previous.pathSets, pathSet] } : null
  }

  /** The path sets that may match the path, in order of declaration. */
  candidates(sample: KeyedPath): readonly PathSet[] {
    if (this.#last?.sample !== sample) {
      this.#last = { sample, pathSets: this.#candidates.search([sample.keys], BOUNDS) }
    }
    return this.#last.pathSets
  }

  /** The path sets that may have a path in common with this one, in order of declaration. */
  overlapping(pathSet: PathSet): PathSet[] {
    return this.#candidates.search(pathSet.keys, BOUNDS)
  }
}

function sameVerbs(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((verb, index) => verb === b[index])
}

function sameConditions(a: DistinctRoute['conditions'], b: DistinctRoute['conditions']): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
