import type { PositionAutomaton } from '../automata/position-automaton.ts'
import { FIRST_BEYOND_ASCII, hasChar } from '../regexp/char-set.ts'

/** The state of a backtracking engine after a prefix: the states it is in, with the number of ways, and the steps. */
export interface Reading {
  readonly waysByState: ReadonlyMap<number, number>
  readonly steps: number
}

const BEGIN: Reading = { waysByState: new Map([[0, 1]]), steps: 0 }

/** Continues to read. The number of steps is the sum, over all prefixes, of the ways to read them. */
export function readOn(automaton: PositionAutomaton, text: string, from: Reading = BEGIN): Reading {
  let { waysByState, steps } = from
  for (const character of text) {
    if (waysByState.size === 0) break
    const code = Math.min(character.codePointAt(0)!, FIRST_BEYOND_ASCII)
    const next = new Map<number, number>()
    for (const [state, count] of waysByState) {
      for (const [following, edges] of automaton.follow[state]!) {
        if (!hasChar(automaton.sets[following]!, code)) continue
        next.set(following, (next.get(following) ?? 0) + count * edges)
      }
    }
    for (const count of next.values()) steps += count
    waysByState = next
  }
  return { waysByState, steps }
}

/**
 * Returns the number of steps that a backtracking engine takes before it rejects a string. Null if the string matches,
 * because the engine then need not try all ways.
 *
 * @param from the reading of a prefix of the string
 */
export function stepsToFail(automaton: PositionAutomaton, text: string, from?: Reading): number | null {
  const { waysByState, steps } = readOn(automaton, text, from)
  for (const state of waysByState.keys()) if (automaton.final.has(state)) return null
  return steps
}
