import type { Manifest, ManifestRoute } from '../manifest.ts'
import { commonPath, type Language } from '@turnout/patterns'
import type { PositionAutomaton } from '@turnout/patterns/regexp'
import { mayServe } from '../verbs.ts'
import { Table } from './table.ts'

/** A request that two routes match; the earlier route gets it. */
export interface SharedRequest {
  /** The earlier route, by its index. */
  readonly by: number
  readonly method: string
  readonly path: string
  /** True if the earlier route may pass the request on: a function constraint may reject it, or its app may decline. */
  readonly isConditional: boolean
}

/** The verbs to try for routes that accept all. */
const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The maximum number of earlier routes that are compared with one route. */
const MAX_COMPARED = 200

/** The maximum number of earlier routes whose paths are excluded from the search for the next path. */
const MAX_EXCLUDED = 20

/**
 * Finds requests that a route matches but an earlier route gets. `explainRequest` confirms each request on the table,
 * so every result is true. The search is incomplete: it skips routes with conditions on the request, and searches that
 * are too large.
 */
export class SharedRequests {
  readonly #table: Table

  constructor(manifest: Manifest) {
    this.#table = new Table(manifest)
  }

  /**
   * Returns the earlier routes that get requests of a route, each with one request:
   *
   *     0  GET /photos/new
   *     1  GET /photos/:id
   *
   *     of(1) -> [{ by: 0, method: 'GET', path: '/photos/new', isConditional: false }]
   */
  of(index: number): readonly SharedRequest[] {
    const route = this.#table.routes[index]!
    const language = this.#languageOf(index)
    if (language === null) return []
    const requests: SharedRequest[] = []
    /** The paths that earlier routes get: each further request must have another path. */
    const excludedPaths: PositionAutomaton[] = []
    let comparedCount = 0
    for (const earlierIndex of this.#table.overlapping(route)) {
      if (earlierIndex >= index || comparedCount >= MAX_COMPARED || excludedPaths.length >= MAX_EXCLUDED) break
      const earlierRoute = this.#table.routes[earlierIndex]!
      const method = sharedVerb(route, earlierRoute)
      const earlierLanguage = method === null ? null : this.#languageOf(earlierIndex)
      if (method === null || earlierLanguage === null) continue
      comparedCount += 1
      const { path } = commonPath([language.automaton, earlierLanguage.automaton], excludedPaths)
      if (path === null) continue
      const [match] = this.#table.answers(method, path, {})
      if (match?.index !== earlierIndex) continue
      const isConditional = match.constraints.length > 0 || match.mayDecline
      requests.push({ by: earlierIndex, method, path, isConditional })
      if (!isConditional) excludedPaths.push(earlierLanguage.automaton)
    }
    return requests
  }

  /** Returns the paths that a route matches at least; null for a route with conditions, or if they are too many. */
  #languageOf(index: number): Language | null {
    const { conditions } = this.#table.routes[index]!
    return Object.keys(conditions).length > 0 ? null : this.#table.language(index, 'at-least')
  }
}

/** Returns a verb that both routes accept; null if there is none. */
function sharedVerb(route: ManifestRoute, earlierRoute: ManifestRoute): string | null {
  const verbs = route.verbs.length > 0 ? route.verbs : earlierRoute.verbs.length > 0 ? earlierRoute.verbs : VERBS
  return verbs.find((verb) => mayServe(route.verbs, verb) && mayServe(earlierRoute.verbs, verb)) ?? null
}
