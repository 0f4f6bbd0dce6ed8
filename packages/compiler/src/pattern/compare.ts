import { findPath, ProofTooLong } from '../recognition/inclusion.ts'
import { languageOf, type RoutePattern } from '../recognition/language.ts'

/**
 * How two patterns relate, by the canonical paths that they match:
 *
 *     equal         the same paths                      /:id            /:slug
 *     moreGeneral   the first matches all of the second /photos/:id     /photos/new
 *     moreSpecific  the other way round
 *     overlaps      some in common, some of their own   /:a/new         /photos/:b
 *     disjoint      none in common                      /photos         /albums
 *     unknown       nothing of this is proven           (lookarounds, very large patterns)
 */
export type Relationship = 'equal' | 'moreGeneral' | 'moreSpecific' | 'overlaps' | 'disjoint' | 'unknown'

/**
 * Relates two patterns, and proves it with a path: for `overlaps`, `moreGeneral`, `moreSpecific` and `equal` one that
 * both match.
 */
export function comparePatterns(
  first: RoutePattern,
  second: RoutePattern,
): { readonly relationship: Relationship; readonly witness: string | null } {
  const [a, b] = [languageOf(first, 'at-least'), languageOf(second, 'at-least')]
  const [leastA, leastB] = [languageOf(first, 'at-most'), languageOf(second, 'at-most')]
  if (a === null || b === null || leastA === null || leastB === null) return { relationship: 'unknown', witness: null }
  try {
    if (findPath(a.automaton, [], b.automaton) === null) return { relationship: 'disjoint', witness: null }
    const witness = findPath(leastA.automaton, [], leastB.automaton)
    const covers = findPath(b.automaton, [leastA.automaton]) === null
    const covered = findPath(a.automaton, [leastB.automaton]) === null
    if (covers && covered) return { relationship: 'equal', witness }
    const exact = a.exact && b.exact
    if (covers && exact) return { relationship: 'moreGeneral', witness }
    if (covered && exact) return { relationship: 'moreSpecific', witness }
    return exact ? { relationship: 'overlaps', witness } : { relationship: 'unknown', witness: null }
  } catch (error) {
    if (error instanceof ProofTooLong) return { relationship: 'unknown', witness: null }
    throw error
  }
}
