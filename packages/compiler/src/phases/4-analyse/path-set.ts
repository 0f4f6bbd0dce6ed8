// Routes with the same paths as one value, with everything that the analysis computes about these paths.
import { isRegExpSource, type Condition, type Manifest, type ManifestRoute } from '../../manifest.ts'
import {
  keysOf,
  languageOf,
  matchesPath,
  plainMatches,
  plainPattern,
  REST,
  sampleOf,
  samplePath,
  type Key,
  type Language,
  type PlainPattern,
  type Sample,
} from '@turnout/patterns'

/** Routes of one pattern and the same requirements. They match the same paths. */
export class PathSet {
  /** The first of these routes. */
  readonly pattern: ManifestRoute
  /** For each set of verbs and conditions, the first route that has it. In order of declaration. */
  readonly guards: Guard[] = []
  #keys: readonly (readonly Key[])[] | undefined
  #bare: Sample | null | undefined
  #plain: PlainPattern | null | undefined
  #texts: readonly string[] | undefined
  #most: Language | null | undefined
  #least: Language | null | undefined

  constructor(pattern: ManifestRoute) {
    this.pattern = pattern
  }

  /** The segments in the form of the index, for each combination of optional groups that it distinguishes. */
  get keys(): readonly (readonly Key[])[] {
    return (this.#keys ??= keysOf(this.pattern))
  }

  /** A path that the routes most likely match, without optional groups; see `samplePath`. */
  get bare(): Sample | null {
    if (this.#bare === undefined) this.#bare = sampleOf(samplePath(this.pattern, false))
    return this.#bare
  }

  /** The same with all optional groups. */
  get full(): Sample | null {
    const path = samplePath(this.pattern, true)
    return path === this.bare?.path ? this.bare : sampleOf(path)
  }

  /** The plain form of the pattern; null if it has none. */
  get plainForm(): PlainPattern | null {
    if (this.#plain === undefined) this.#plain = plainPattern(this.pattern)
    return this.#plain
  }

  /** Matches all paths that the routes match, perhaps more. Null if it is too large. Built on first access. */
  get upperBound(): Language | null {
    if (this.#most === undefined) this.#most = languageOf(this.pattern, 'at-least')
    return this.#most
  }

  /** Matches only paths that the routes match, perhaps fewer. */
  get lowerBound(): Language | null {
    if (this.#least === undefined) {
      this.#least = this.upperBound?.exact === true ? this.upperBound : languageOf(this.pattern, 'at-most')
    }
    return this.#least
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
    this.#texts ??= this.pattern.segments.flatMap((segment) => (segment.kind === 'static' ? [segment.text] : []))
    if (this.#texts.some((text) => !path.includes(text))) return false
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
    const key = keyOf(route)
    let pathSet = pathSetsByKey.get(key)
    if (pathSet === undefined) pathSetsByKey.set(key, (pathSet = new PathSet(route)))
    pathSets.set(route, pathSet)
  }
  return pathSets
}

/** Routes with longer patterns are neither examined nor compared with other routes. */
const MAX_LENGTH = 1000

/** The requirements of a route on a request besides its path. */
export interface Guard {
  readonly verbs: readonly string[]
  readonly conditions: Readonly<Record<string, Condition>>
  readonly route: ManifestRoute
  readonly index: number
  readonly pathSet: PathSet
}

/** False only if the first segment cannot equal the first segment of the path. */
export function mayBeginAt({ keys }: PathSet, path: string): boolean {
  const [firstKey] = sampleOf(path).keys
  return keys.some(([key]) =>
    typeof key === 'string' || key === undefined ? key === firstKey : key === REST || firstKey !== undefined,
  )
}

function keyOf({ pattern, requirements, anchored }: ManifestRoute): string {
  let key = anchored ? pattern : `${pattern} …`
  for (const name in requirements) {
    const requirement = requirements[name]!
    const isSource = isRegExpSource(requirement)
    key += ` ${name}=${isSource ? `/${requirement.source}/${requirement.flags}` : JSON.stringify(requirement)}`
  }
  return key
}
