import { canonicalPath } from './canonical-path.ts'
import { findAll } from './find-all.ts'
import type { OpenTable } from './open-table.ts'
import { partsOf } from './parts-of.ts'
import type { AllowedMethods, MatchRequest, WholeRequest } from './route-match.ts'
import { EXTRA, ROUTE } from './route-table.ts'

/** The verbs listed for a route of any verb, in the order of the result. Routes do not handle the other verbs of RFC 9110. */
const COMMON = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Creates `allowedMethods`, which returns the verbs for which `match` finds a route for a path, as the `Allow` header lists
 * them (RFC 9110, section 10.2.1). The verbs of `COMMON` come first, then other verbs of the table, from A to Z.
 *
 * It calls the constraint functions of a route once for all verbs.
 */
export function createAllowedMethods(table: OpenTable): AllowedMethods {
  const [verbs, numberOf, entries, extras, , captures, makeMatch] = table
  const knownVerbs = [...COMMON, ...verbs.filter((verb) => verb && !COMMON.includes(verb)).sort()]
  return (pathOrRequest: string | WholeRequest, attributes?: MatchRequest) => {
    // A target that is not a string is refused like a malformed path.
    const [target, request] =
      typeof pathOrRequest === 'string'
        ? [pathOrRequest, attributes ?? undefined]
        : [partsOf(pathOrRequest)[1] as string, pathOrRequest]
    const path = canonicalPath(target)
    if (typeof path !== 'string') return []
    const paths = [path, target] as const
    let acceptedByRoute: Map<number, boolean> | undefined
    const isMatched = (verb: string): boolean => {
      return findAll(table, verb, paths, request).some(([entry, entryCaptures]) => {
        if (entries[entry + EXTRA] === 0) return true
        acceptedByRoute ??= new Map()
        const route = entries[entry + ROUTE]!
        let isAccepted = acceptedByRoute.get(route)
        if (isAccepted === undefined) {
          captures.set(entryCaptures)
          const settled = extras!.settle(
            entry,
            [entries, captures, (candidate) => makeMatch(candidate, path), () => []],
            request,
            target,
          )
          acceptedByRoute.set(route, (isAccepted = settled !== null))
        }
        return isAccepted
      })
    }
    // All verbs that the table does not name match the same routes.
    let isOtherMatched: boolean | undefined
    return knownVerbs.filter((verb) => (numberOf(verb) > 0 ? isMatched(verb) : (isOtherMatched ??= isMatched(verb))))
  }
}
