// Matches requests with the complete search of a table.
import { canonicalPath, inOriginForm } from './canonical-path.ts'
import type { OpenTable } from './open-table.ts'
import { partsOf } from './parts-of.ts'
import type { Candidates, Match, MatchRequest, RouteMatch, WholeRequest } from './route-match.ts'
import { EXTRA } from './route-table.ts'

/** Matches a request, whose verb is the number in the table, with the complete search. */
export type CarefulMatch = (verb: number, target: string, passedRequest: MatchRequest | undefined) => RouteMatch | null

/** Creates the function that makes a path canonical and then searches the whole table. */
export function createCarefulMatch([
  verbs,
  numberOf,
  entries,
  extras,
  search,
  captures,
  makeMatch,
]: OpenTable): CarefulMatch {
  const get = numberOf('GET')
  const head = verbs.indexOf('HEAD') + 1 || -1
  return function matchWithCare(verb, target, passedRequest): RouteMatch | null {
    // Null is treated as omitted.
    const request = passedRequest ?? undefined
    const path = canonicalPath(target)
    if (typeof path !== 'string') return null
    const best = search(path, verb, captures, request, target)
    // HEAD is served as GET if no route for HEAD matches.
    if (best === 0) return verb === head ? matchWithCare(get, target, passedRequest) : null
    if (entries[best + EXTRA] === 0) return makeMatch(best, path)
    const collectCandidates = (): Candidates => {
      const candidates: Candidates = []
      search(path, verb, captures, request, target, candidates)
      return candidates
    }
    return extras!.settle(
      best,
      [entries, captures, (entry) => makeMatch(entry, path), collectCandidates],
      request,
      target,
    )
  }
}

/** Creates `match` for the bundles of browsers: it takes a third of the bytes of `createMatcher`, and more time. */
export function createSmallMatcher(table: OpenTable): Match {
  const matchWithCare = createCarefulMatch(table)
  const numberOf = table[1]
  return function match(method: unknown, path?: string, request?: MatchRequest): RouteMatch | null {
    if (typeof path !== 'string') {
      const [verb, target] = partsOf(method)
      return typeof target === 'string' ? match(verb, inOriginForm(target), method as WholeRequest) : null
    }
    return typeof method === 'string' ? matchWithCare(numberOf(method), path, request) : null
  }
}
