// Finds paths that two patterns both match. If a search takes too long or a pattern is too large, the result is `unknown`, and
// the caller decides what to assume.
import { findPath, ProofTooLong } from './inclusion.ts'
import type { PositionAutomaton } from './position-automaton.ts'

/** The result of a search for a path. */
export type CommonPath =
  | { readonly exists: 'yes'; readonly path: string }
  | { readonly exists: 'no' | 'unknown'; readonly path: null }

/** The paths of a pattern; null if there is no automaton, because it would be too large. */
type Paths = PositionAutomaton | null

/** Searches for a shortest canonical path that is in all of `included`, one or two, and in none of `excluded`. */
export function commonPath(
  [first, second]: readonly [Paths, Paths?],
  excluded: readonly PositionAutomaton[] = [],
): CommonPath {
  if (first === null || second === null) return { exists: 'unknown', path: null }
  try {
    const path = findPath(first, excluded, second)
    return path === null ? { exists: 'no', path } : { exists: 'yes', path }
  } catch (error) {
    if (error instanceof ProofTooLong) return { exists: 'unknown', path: null }
    throw error
  }
}

/** Returns whether each of the paths is in at least one of `others`. Without others, that is whether there is no path. */
export function coveredBy(paths: Paths, others: readonly PositionAutomaton[]): 'yes' | 'no' | 'unknown' {
  const { exists } = commonPath([paths], others)
  return exists === 'unknown' ? exists : exists === 'yes' ? 'no' : 'yes'
}
