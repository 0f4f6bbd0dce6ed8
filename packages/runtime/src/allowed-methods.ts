// Finds the methods that a path supports, for the `Allow` header.
import { canonicalPath } from './canonical-path.ts'
import { findCandidates } from './match-all.ts'
import type { OpenTable } from './open-table.ts'
import { methodAndTarget } from './method-and-target.ts'
import type { AllowedMethods, MatchRequest, WholeRequest } from './route-match.ts'
import { FUNCTIONS_NUMBER, ROUTE_LABELS } from './route-table.ts'

/** The verbs listed for a route of any verb, in the order of the result. Routes do not handle the other verbs of RFC 9110. */
export const COMMON_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Creates `allowedMethods`, which returns the verbs for which `match` finds a route for a path, for the `Allow` header (RFC
 * 9110, section 10.2.1): the common verbs first, then other verbs of the table, from A to Z.
 *
 * It calls the constraint functions of a route once for all verbs.
 */
export function createAllowedMethods(table: OpenTable): AllowedMethods {
  const [verbs, numberOf, entries, acceptFirst, , captures, createMatch] = table
  const knownVerbs = [...COMMON_METHODS, ...verbs.filter((verb) => verb && !COMMON_METHODS.includes(verb)).sort()]
  return (pathOrRequest: string | WholeRequest, attributes?: MatchRequest) => {
    // A target that is not a string is refused like a malformed path.
    const [target, request] =
      typeof pathOrRequest === 'string'
        ? [pathOrRequest, attributes ?? undefined]
        : [methodAndTarget(pathOrRequest)[1] as string, pathOrRequest]
    const path = canonicalPath(target)
    if (typeof path !== 'string') return []
    const paths = [path, target] as const
    let acceptedByRoute: Map<number, boolean> | undefined
    const isMatched = (verb: string): boolean => {
      return findCandidates(table, verb, paths, request).some(([entry, entryCaptures]) => {
        if (entries[entry + FUNCTIONS_NUMBER] === 0) return true
        acceptedByRoute ??= new Map()
        const route = entries[entry + ROUTE_LABELS]!
        let isAccepted = acceptedByRoute.get(route)
        if (isAccepted === undefined) {
          captures.set(entryCaptures)
          const match = acceptFirst!(
            entry,
            [entries, captures, (candidate) => createMatch(candidate, path), () => []],
            request,
            target,
          )
          acceptedByRoute.set(route, (isAccepted = match !== null))
        }
        return isAccepted
      })
    }
    // All verbs that the table does not name match the same routes.
    let isOtherMatched: boolean | undefined
    return knownVerbs.filter((verb) => (numberOf(verb) > 0 ? isMatched(verb) : (isOtherMatched ??= isMatched(verb))))
  }
}
