import type { ManifestRoute } from '../../manifest/manifest.ts'
import { PathIndex } from '../../patterns/routes/path-index.ts'
import type { Sample } from '../../patterns/routes/path-keys.ts'
import type { DistinctRoute, PathSet } from './path-set.ts'

/** The analysis asks for the candidates of each route, and may miss some of them, because it reports only proofs. */
const BOUNDS = { visits: 3000, elements: 64 }

/** The routes declared so far, as path sets, with the last search. */
export class RouteIndex {
  readonly #candidates = new PathIndex<PathSet>()
  /** The last search, because the routes of a resource search for the same path several times in a row. */
  #last: { readonly sample: Sample; readonly pathSets: PathSet[] } | null = null

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
  candidates(sample: Sample): readonly PathSet[] {
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
