/**
 * Matches requests with the full search of a table (`search.ts`), for paths in any form.
 *
 *     GET //photos//7/?page=2   canonical path /photos/7   search: the entry of photos#show   the match
 */
import { canonicalPath, inOriginForm } from './canonical-path.ts'
import type { OpenTable } from './open-table.ts'
import { methodAndTarget } from './method-and-target.ts'
import type { Candidates, Match, MatchRequest, RouteMatch, WholeRequest } from './route-match.ts'
import { FUNCTIONS_NUMBER } from './route-table.ts'

/** Matches a request. `verb` is the verb's number in the table. */
export type MatchBySearch = (verb: number, target: string, passedRequest: MatchRequest | undefined) => RouteMatch | null

/** Creates the function that makes a path canonical, searches the table, and runs the functions of the route that it finds. */
export function createMatchBySearch([
  verbs,
  numberOf,
  entries,
  acceptFirst,
  search,
  captures,
  createMatch,
]: OpenTable): MatchBySearch {
  const getVerb = numberOf('GET')
  const headVerb = verbs.indexOf('HEAD') + 1 || -1
  return function matchBySearch(verb, target, passedRequest): RouteMatch | null {
    // Null is treated as omitted.
    const request = passedRequest ?? undefined
    const path = canonicalPath(target)
    if (typeof path !== 'string') return null
    const entry = search(path, verb, captures, request, target)
    // HEAD is served as GET if no route for HEAD matches.
    if (entry === 0) return verb === headVerb ? matchBySearch(getVerb, target, passedRequest) : null
    if (entries[entry + FUNCTIONS_NUMBER] === 0) return createMatch(entry, path)
    const collectCandidates = (): Candidates => {
      const candidates: Candidates = []
      search(path, verb, captures, request, target, candidates)
      return candidates
    }
    return acceptFirst!(
      entry,
      [entries, captures, (candidate) => createMatch(candidate, path), collectCandidates],
      request,
      target,
    )
  }
}

/** Creates `match` for the bundles of browsers. It takes a third of the bytes of `createMatcher`, and more time. */
export function createSmallMatcher(table: OpenTable): Match {
  const matchBySearch = createMatchBySearch(table)
  const numberOf = table[1]
  return function match(method: unknown, path?: string, request?: MatchRequest): RouteMatch | null {
    if (typeof path !== 'string') {
      const [verb, target] = methodAndTarget(method)
      return typeof target === 'string' ? match(verb, inOriginForm(target), method as WholeRequest) : null
    }
    return typeof method === 'string' ? matchBySearch(numberOf(method), path, request) : null
  }
}
