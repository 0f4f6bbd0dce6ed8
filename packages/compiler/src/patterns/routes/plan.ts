import type { RegExpSource, Requirement } from '../requirement.ts'
import type { TaggedAutomaton } from '../automata/tagged-automaton.ts'
import type { PlanProgram } from './plan-programs.ts'

/**
 * A variant of a route: the steps by which the matcher recognises its paths, segment by segment if possible. The plan of a route is
 * a list of variants.
 *
 *     /photos/:id(.:format)    -> literal photos, param id; with or without a format
 *     /posts(/:year(/:month))  -> three variants
 *     /songs/:song-live        -> literal songs, pattern ([^/.?]+)-live
 *     /files/*path             -> literal files, span path
 *
 * Literals, params that are whole segments, and optional groups that begin with a slash need no automaton, because slashes
 * delimit them in the path. A `pattern` step matches any other segment with an automaton. A `tail` step matches all remaining
 * segments.
 * Variants are in the order in which Rails' regular expression tries them.
 */
export interface Variant {
  readonly steps: readonly PlanStep[]
  readonly format: 'none' | 'optional' | 'required'
  /**
   * Requirements on params that the steps match as one token. `capture` is the index of the param's capture: the captures of all steps
   * come first, then the format.
   */
  readonly checks: readonly { readonly capture: number; readonly requirement: Requirement }[]
  /** An automaton that must also match the path after its first slash. Only set if Rails, which compares tokens, rejects some paths that the steps match. */
  readonly tokens?: TaggedAutomaton
  /** The values of params that are literals in the steps: the format of `/photos.json`. */
  readonly constants?: Readonly<Record<string, string>>
}

export type PlanStep =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  | (PlanProgram & { readonly kind: 'pattern' | 'tail' })
  /** A param that is a segment by itself. A scanner or the regular expression tests it. */
  | { readonly kind: 'segment'; readonly name: string; readonly requirement: RegExpSource }
  /**
   * A param of one or more complete segments. It captures the longest string that matches the requirement, or the shortest. A
   * requirement of null accepts any string.
   */
  | {
      readonly kind: 'span'
      readonly name: string
      readonly requirement: RegExpSource | null
      readonly shortest: boolean
      /** The index of the param among the params of its route. */
      readonly paramIndex: number
    }

/** Returns the number of values that the steps capture. */
export function capturesOf(steps: readonly PlanStep[]): number {
  return steps.reduce((sum, step) => {
    if (step.kind === 'literal') return sum
    return sum + ('name' in step ? 1 : step.names.length)
  }, 0)
}
