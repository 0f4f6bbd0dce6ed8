// A table that is searched many times: for the routes that may match a path, and for the languages of routes.
import { getOrCreate } from '../../collections.ts'
import { answersTo, type Answer } from '../explain.ts'
import { pathTableOf } from '../../matcher/path-table.ts'
import { isCertain, type Manifest, type ManifestRoute } from '../manifest.ts'
import type { PositionAutomaton } from '../../patterns/automata/position-automaton.ts'
import { PathIndex } from '../../patterns/routes/path-index.ts'
import { keysOf } from '../../patterns/routes/path-keys.ts'
import { languageOf, type Language } from '../../patterns/routes/language.ts'
import { mayServe } from '../verbs.ts'

/** The properties of a request other than its method and path. */
export interface SampleRequest {
  readonly host?: string
  readonly protocol?: string
  readonly port?: number
  readonly ip?: string
}

/** Answers questions about a table: which routes match a request, and which routes overlap. Its indexes are created on first use. */
export class Table {
  readonly routes: readonly ManifestRoute[]
  readonly #manifest: Manifest
  readonly #languages = new Map<number, Language | null>()
  /** The indexes of the routes. Created on first use. */
  #candidates: PathIndex<number> | undefined

  constructor(manifest: Manifest) {
    this.#manifest = manifest
    this.routes = manifest.routes
  }

  /** Returns the indexes of the routes that may match a request of this route of any table, in order. */
  overlapping(route: ManifestRoute): readonly number[] {
    if (this.#candidates === undefined) {
      this.#candidates = new PathIndex()
      for (const [index, candidate] of this.routes.entries()) this.#candidates.add(index, keysOf(candidate))
    }
    return this.#candidates.search(keysOf(route)).filter((index) => mayMeet(route, this.routes[index]!))
  }

  /** Returns the paths that a route matches, as `languageOf`; null if the route has too many states. */
  language(index: number): Language | null {
    return getOrCreate(this.#languages, index, () => languageOf(this.routes[index]!))
  }

  /**
   * Returns the paths of the routes that are certain to respond to a request with this method, if they match its path.
   *
   * @param route only routes that may match a request of this route are examined
   * @param isWanted returns whether to include the route with an index
   */
  certain(route: ManifestRoute, method: string, isWanted: (index: number) => boolean): PositionAutomaton[] {
    return this.overlapping(route).flatMap((index) => {
      const candidate = this.routes[index]!
      if (!isWanted(index) || !mayServe(candidate.verbs, method) || !isCertain(candidate)) return []
      const language = this.language(index)
      return language?.exact ? [language.automaton] : []
    })
  }

  /**
   * Returns the routes that match a request, as in `Explanation`.
   *
   * @param path the target of the request
   */
  answers(method: string, path: string, request: SampleRequest): readonly Answer[] {
    return answersTo(this.#manifest, method, path, request)
  }

  /** Returns the indexes of the routes that match the method and the canonical path, whatever their conditions are. */
  matching(method: string, path: string): readonly number[] {
    return [...pathTableOf(this.routes).find(path).keys()].filter((index) =>
      mayServe(this.routes[index]!.verbs, method),
    )
  }
}

/** False only if the two routes match no common request, because of their verbs or the literals at their start. */
function mayMeet(a: ManifestRoute, b: ManifestRoute): boolean {
  const [leftStart, rightStart] = [literalStart(a), literalStart(b)]
  return servesAny(a.verbs, b.verbs) && (leftStart.startsWith(rightStart) || rightStart.startsWith(leftStart))
}

function literalStart({ segments: [firstSegment] }: ManifestRoute): string {
  return firstSegment?.kind === 'static' ? firstSegment.text : ''
}

/** True if a verb exists that both lists accept. An empty list accepts all. */
function servesAny(a: readonly string[], b: readonly string[]): boolean {
  return a.length === 0 || b.length === 0 || [...a, ...b].some((verb) => mayServe(a, verb) && mayServe(b, verb))
}
