// A table that is searched many times: for the routes that may match a path, and for the languages of routes.
import { getOrCreate } from '../../collections.ts'
import { answersTo, type Answer } from '../explain.ts'
import { pathTableOf } from '../../matcher/path-table.ts'
import type { Manifest, ManifestRoute } from '../manifest.ts'
import { PathIndex } from '../../patterns/routes/path-index.ts'
import { keysOf } from '../../patterns/routes/path-keys.ts'
import { languageOf, type Language } from '../../patterns/routes/language.ts'
import { mayServe } from '../verbs.ts'
import { implies } from '../conditions.ts'

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
   * Returns the languages of the routes that would handle the requests of a route if they matched its path: their verbs,
   * conditions and constraints accept all its requests.
   *
   * @param isWanted returns whether to include the route with an index
   */
  answering(route: ManifestRoute, method: string, isWanted: (index: number) => boolean): Language[] {
    return this.overlapping(route).flatMap((index) => {
      const candidate = this.routes[index]!
      if (!isWanted(index) || !mayServe(candidate.verbs, method)) return []
      if (!implies(route.conditions, candidate.conditions)) return []
      const acceptsConstraints = candidate.constraints.every((constraint) => {
        return route.constraints.some((routeConstraint) => isSameJson(routeConstraint, constraint))
      })
      if (!acceptsConstraints) return []
      // A callable may decline. But if it is also the endpoint of the route, the request still reaches that endpoint.
      if (candidate.endpoint?.kind === 'callable' && !isSameJson(candidate.endpoint, route.endpoint)) return []
      return this.language(index) ?? []
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

  /** False if no route matches the method and the canonical path, for any other properties of the request. */
  mayAnswer(method: string, path: string): boolean {
    return [...pathTableOf(this.routes).find(path).keys()].some((index) => mayServe(this.routes[index]!.verbs, method))
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

function isSameJson(a: object | null, b: object | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** True if a verb exists that both lists accept. An empty list accepts all. */
function servesAny(a: readonly string[], b: readonly string[]): boolean {
  return a.length === 0 || b.length === 0 || [...a, ...b].some((verb) => mayServe(a, verb) && mayServe(b, verb))
}
