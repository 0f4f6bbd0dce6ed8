// The plan by which the matcher recognises a route: the segments that it looks up, and those that become an automaton.
import type { RegExpSource, Requirement } from '../requirement.ts'
import type { TaggedAutomaton } from '../automata/tagged-automaton.ts'
import type { PlanProgram } from './plan-programs.ts'

/**
 * The plan by which the matcher finds a route: segment by segment if possible.
 *
 *     /photos/:id(.:format)    -> literal photos, param id; with or without a format
 *     /posts(/:year(/:month))  -> three variants
 *     /songs/:song-live        -> literal songs, pattern ([^/.?]+)-live
 *     /files/*path             -> literal files, span path
 *
 * Literals, params that are whole segments, and optional groups that begin with a slash need no automaton, because slashes
 * delimit them in the path. A pattern matches another segment, and a tail everything from the start of a segment on.
 * Variants are in the order in which Rails' regular expression tries them.
 */
export interface Variant {
  readonly steps: readonly PlanStep[]
  readonly format: 'none' | 'optional' | 'required'
  /**
   * Requirements on params that are known to be one token; `capture` counts the names of all steps, then the format.
   */
  readonly checks: readonly { readonly capture: number; readonly requirement: Requirement }[]
  /** Must also match the path after its first slash. Omitted unless Journey's tokens reject paths that the steps match. */
  readonly tokens?: TaggedAutomaton
  /** The values of params that are literals in the steps: the format of `/photos.json`. */
  readonly constants?: Readonly<Record<string, string>>
}

export type PlanStep =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  | (PlanProgram & { readonly kind: 'pattern' | 'tail' })
  /** A param that is a segment by itself, and that a scanner or the regular expression tests. */
  | { readonly kind: 'segment'; readonly name: string; readonly requirement: RegExpSource }
  /**
   * A param of one or more complete segments; null: any. It captures the longest string that matches, or the shortest.
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
