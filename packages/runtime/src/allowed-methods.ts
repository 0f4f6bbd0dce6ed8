import { findAll } from './find-all.ts'
import type { OpenTable } from './open-table.ts'
import { partsOf } from './parts-of.ts'
import type { AllowedMethods, MatchRequest, WholeRequest } from './route-match.ts'
import { EXTRA, ROUTE } from './route-table.ts'

/** What a route of any verb is said to answer, in the order of the answer: the others of RFC 9110 are not business of routes. */
const COMMON = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Makes `allowedMethods`: the verbs under which `match` answers a path, as the `Allow` header lists them (RFC 9110,
 * section 10.2.1). First those of `COMMON`, then others that the table names, from A to Z.
 *
 * A function that a route has as a constraint is asked once for all verbs.
 */
export function createAllowedMethods(table: OpenTable): AllowedMethods {
  const [verbs, , , [, entries], , extras, , captures, answer] = table
  const others = verbs.filter((verb) => verb && !COMMON.includes(verb)).sort()
  return (asked: string | WholeRequest, given?: MatchRequest) => {
    // What is neither is refused like any malformed path.
    const [target, request] =
      typeof asked === 'string' ? [asked, given ?? undefined] : [partsOf(asked)[1] as string, asked]
    const known = new Map<number, boolean>()
    return [...COMMON, ...others].filter((verb) => {
      const [found, path] = findAll(table, verb, target, request)
      return found.some(([entry, own]) => {
        const route = entries[entry + ROUTE]!
        if (!known.has(route)) {
          captures.set(own)
          const accepts = (): boolean =>
            extras!.settle(entry, [entries, captures, (one) => answer(one, path), () => []], request, target) !== null
          known.set(route, entries[entry + EXTRA] === 0 || accepts())
        }
        return known.get(route)
      })
    })
  }
}
