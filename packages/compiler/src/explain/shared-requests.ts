import type { Manifest, ManifestRoute } from '../manifest.ts'
import { findPath, ProofTooLong } from '../recognition/inclusion.ts'
import type { Language } from '../recognition/language.ts'
import { mayServe } from '../recognition/verbs.ts'
import { firstWord, mayMeet, Table } from './table.ts'

/** A request that two routes match, so that the earlier one answers it. */
export interface SharedRequest {
  /** The earlier route, by its index. */
  readonly by: number
  readonly method: string
  readonly path: string
  /** True if the earlier route may leave the request to the later one: a function in it may say no, or its app decline. */
  readonly isConditional: boolean
}

/** The verbs that are tried for routes that answer any. */
const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** So many earlier routes are looked at for one route. */
const MAX_OTHERS = 200

/** So many of the routes that take something are kept from the next path. */
const MAX_TAKERS = 20

/**
 * Finds requests that a route matches and earlier ones answer. Each is tried on the table (`explainRequest`), so that
 * what is said is so. Not said is: what routes with conditions on the request share with others, and what is too large
 * to look for.
 */
export class SharedRequests {
  readonly #table: Table

  constructor(manifest: Manifest) {
    this.#table = new Table(manifest)
  }

  /** The earlier routes that take something from a route, each with one request. */
  of(index: number): readonly SharedRequest[] {
    const route = this.#table.routes[index]!
    const language = this.#languageOf(index)
    if (language === null) return []
    const found: SharedRequest[] = []
    const takers: Language[] = []
    let looked = 0
    for (const other of this.#table.beginningWith(firstWord(route))) {
      if (other >= index || looked >= MAX_OTHERS || takers.length >= MAX_TAKERS) break
      const earlier = this.#table.routes[other]!
      if (!mayMeet(route, earlier)) continue
      const method = sharedVerb(route, earlier)
      const theirs = method === null ? null : this.#languageOf(other)
      if (method === null || theirs === null) continue
      looked += 1
      const path = pathIn(language, theirs, takers)
      if (path === null) continue
      const [first] = this.#table.answers(method, path, {})
      if (first?.index !== other) continue
      const isConditional = first.constraints.length > 0 || first.mayDecline
      found.push({ by: other, method, path, isConditional })
      if (!isConditional) takers.push(theirs)
    }
    return found
  }

  #languageOf(index: number): Language | null {
    const { conditions } = this.#table.routes[index]!
    return Object.keys(conditions).length > 0 ? null : this.#table.language(index, 'at-least')
  }
}

function sharedVerb(route: ManifestRoute, earlier: ManifestRoute): string | null {
  const verbs = route.verbs.length > 0 ? route.verbs : earlier.verbs.length > 0 ? earlier.verbs : VERBS
  return verbs.find((verb) => mayServe(route.verbs, verb) && mayServe(earlier.verbs, verb)) ?? null
}

/** A path that both match, and none of the others. */
function pathIn(one: Language, two: Language, others: readonly Language[]): string | null {
  try {
    return findPath(
      one.automaton,
      others.map(({ automaton }) => automaton),
      two.automaton,
    )
  } catch (error) {
    if (error instanceof ProofTooLong) return null
    throw error
  }
}
