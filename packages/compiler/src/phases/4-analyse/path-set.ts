// Routes with the same paths as one value, with everything that the analysis computes about these paths.
import type { Condition, Manifest, ManifestRoute } from '../../manifest/manifest.ts'
import { keysOf, REST, sampleOf, type Key, type Sample } from '../../patterns/routes/path-keys.ts'
import { languageOf, type Language } from '../../patterns/routes/language.ts'
import { matchesPath } from '../../patterns/automata/inclusion.ts'
import { pathKeyOf } from '../../patterns/routes/route-pattern.ts'
import { plainMatches, plainPattern, type PlainPattern } from '../../patterns/routes/plain-pattern.ts'
import { samplePath } from '../../patterns/routes/sample.ts'

/**
 * Routes of one pattern and the same requirements. They match the same paths.
 *
 *     r.get('photos/:id', { to: 'photos#show' })
 *     r.patch('photos/:id', { to: 'photos#update' })           the same path set, another distinct route
 *     r.delete('photos/:id', { to: 'photos#drop', id: /\d+/ })   another path set
 */
export class PathSet {
  readonly firstRoute: ManifestRoute
  /** For each set of verbs and conditions, the first route that has it. In order of declaration. `RouteIndex` adds them. */
  readonly distinctRoutes: DistinctRoute[] = []
  // Computed on first access; undefined before.
  #keys: readonly (readonly Key[])[] | undefined
  #sampleWithoutGroups: Sample | null | undefined
  #plainForm: PlainPattern | null | undefined
  #literals: readonly string[] | undefined
  #upperBound: Language | null | undefined
  #lowerBound: Language | null | undefined

  constructor(firstRoute: ManifestRoute) {
    this.firstRoute = firstRoute
  }

  /** The segments in the form of the index, for each combination of optional groups that it distinguishes. */
  get keys(): readonly (readonly Key[])[] {
    return (this.#keys ??= keysOf(this.firstRoute))
  }

  /** A path that the routes most likely match, without optional groups: `/photos/~x`. Null if none is found, see `samplePath`. */
  get sampleWithoutGroups(): Sample | null {
    if (this.#sampleWithoutGroups === undefined)
      this.#sampleWithoutGroups = sampleOf(samplePath(this.firstRoute, false))
    return this.#sampleWithoutGroups
  }

  /** The same with all optional groups: `/photos/~x.~x`. */
  get sampleWithGroups(): Sample | null {
    const path = samplePath(this.firstRoute, true)
    return path === this.sampleWithoutGroups?.path ? this.sampleWithoutGroups : sampleOf(path)
  }

  /** The plain form of the pattern; null if it has none. */
  get plainForm(): PlainPattern | null {
    if (this.#plainForm === undefined) this.#plainForm = plainPattern(this.firstRoute)
    return this.#plainForm
  }

  /** Matches all paths that the routes match, perhaps more. Null if it is too large. Built on first access. */
  get upperBound(): Language | null {
    if (this.#upperBound === undefined) this.#upperBound = languageOf(this.firstRoute, 'at-least')
    return this.#upperBound
  }

  /** Matches only paths that the routes match, perhaps fewer. Null if it is too large. */
  get lowerBound(): Language | null {
    if (this.#lowerBound === undefined) {
      this.#lowerBound = this.upperBound?.exact === true ? this.upperBound : languageOf(this.firstRoute, 'at-most')
    }
    return this.#lowerBound
  }

  /** False if no route of this path set matches the path. */
  mayMatch(path: string): boolean {
    if (this.plainForm !== null) return plainMatches(this.plainForm, path)
    return this.upperBound === null || matchesPath(this.upperBound.automaton, path)
  }

  /** True only if all routes of this path set are certain to match the path. */
  matches(path: string): boolean {
    if (this.plainForm !== null) return plainMatches(this.plainForm, path)
    // Usually a missing literal decides.
    this.#literals ??= this.firstRoute.segments.flatMap((segment) => (segment.kind === 'static' ? [segment.text] : []))
    if (this.#literals.some((literal) => !path.includes(literal))) return false
    return this.lowerBound !== null && matchesPath(this.lowerBound.automaton, path)
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
    const key = pathKeyOf(route)
    let pathSet = pathSetsByKey.get(key)
    if (pathSet === undefined) pathSetsByKey.set(key, (pathSet = new PathSet(route)))
    pathSets.set(route, pathSet)
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

/** False only if the first segment cannot equal the first segment of the path. */
export function mayBeginAt({ keys }: PathSet, path: string): boolean {
  // The root has no segment, and so no key.
  const [pathKey] = sampleOf(path).keys
  return keys.some(([key]) => {
    if (key === undefined || typeof key === 'string') return key === pathKey
    if (key === REST) return true
    return pathKey !== undefined
  })
}
