import { isRegExpSource, type Condition, type Manifest, type ManifestRoute } from '../../manifest.ts'
import { matchesPath } from '../../recognition/inclusion.ts'
import { languageOf, type Language } from '../../recognition/language.ts'
import { plainMatches, plainPattern, type PlainPattern } from '../../recognition/plain-pattern.ts'
import { samplePath } from '../../recognition/sample.ts'
import { keysOf, REST, sampleOf, type Key, type Sample } from './path-keys.ts'

/** Routes of one pattern and the same requirements. They match the same paths. */
export class PathSet {
  /** The first of them. */
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

  /** Its segments as the index knows them, for each combination of optional groups that it can tell apart. */
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

  /** Null where the pattern is not plain. */
  get plain(): PlainPattern | null {
    if (this.#plain === undefined) this.#plain = plainPattern(this.pattern)
    return this.#plain
  }

  /** Matches all paths that the routes do. Null where it is too large. Built when it is first asked for. */
  get most(): Language | null {
    if (this.#most === undefined) this.#most = languageOf(this.pattern, 'at-least')
    return this.#most
  }

  /** Matches no path that the routes do not. */
  get least(): Language | null {
    if (this.#least === undefined) {
      this.#least = this.most?.exact === true ? this.most : languageOf(this.pattern, 'at-most')
    }
    return this.#least
  }

  /** False if no route of this path set matches the path. */
  mayMatch(path: string): boolean {
    if (this.plain !== null) return plainMatches(this.plain, path)
    return this.most === null || matchesPath(this.most.automaton, path)
  }

  /** True if all routes of this path set surely match the path. */
  matches(path: string): boolean {
    if (this.plain !== null) return plainMatches(this.plain, path)
    // Most often one literal decides.
    this.#texts ??= this.pattern.segments.flatMap((segment) => (segment.kind === 'static' ? [segment.text] : []))
    if (this.#texts.some((text) => !path.includes(text))) return false
    return this.least !== null && matchesPath(this.least.automaton, path)
  }
}

/** The path sets of routes. Routes whose patterns are too long to be worth a thought are not among them. */
export type PathSets = ReadonlyMap<ManifestRoute, PathSet>

/** The path set of each route. */
export function pathSetsOf({ routes }: Manifest): PathSets {
  const known = new Map<string, PathSet>()
  const pathSets = new Map<ManifestRoute, PathSet>()
  for (const route of routes) {
    if (route.pattern.length > MAX_LENGTH) continue
    const key = keyOf(route)
    let pathSet = known.get(key)
    if (pathSet === undefined) known.set(key, (pathSet = new PathSet(route)))
    pathSets.set(route, pathSet)
  }
  return pathSets
}

/** Routes with longer patterns are neither examined nor held against others. */
const MAX_LENGTH = 1000

/** When a route answers, beyond its path. */
export interface Guard {
  readonly verbs: readonly string[]
  readonly conditions: Readonly<Record<string, Condition>>
  readonly route: ManifestRoute
  readonly index: number
  readonly pathSet: PathSet
}

/** False if its first segment surely is another text than the path's. */
export function mayBeginAt({ keys }: PathSet, path: string): boolean {
  const [first] = sampleOf(path).keys
  return keys.some(([key]) =>
    typeof key === 'string' || key === undefined ? key === first : key === REST || first !== undefined,
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
