import type { PositionAutomaton } from '../position-automaton.ts'
import { hasChar } from './char-set.ts'

/** How a backtracking engine stands after the beginning of a text: in which states, in how many ways, after how many steps. */
export interface Reading {
  readonly ways: ReadonlyMap<number, number>
  readonly steps: number
}

const BEGIN: Reading = { ways: new Map([[0, 1]]), steps: 0 }

/** Reads on. The steps are the number of ways to read each beginning of the text, added up. */
export function readOn(automaton: PositionAutomaton, text: string, from: Reading = BEGIN): Reading {
  let { ways, steps } = from
  for (const character of text) {
    if (ways.size === 0) break
    const code = Math.min(character.codePointAt(0)!, 127)
    const next = new Map<number, number>()
    for (const [state, count] of ways) {
      for (const [following, edges] of automaton.follow[state]!) {
        if (!hasChar(automaton.sets[following]!, code)) continue
        next.set(following, (next.get(following) ?? 0) + count * edges)
      }
    }
    for (const count of next.values()) steps += count
    ways = next
  }
  return { ways, steps }
}

/**
 * The steps that a backtracking engine takes before it gives up on a text. Null where the text matches, for then the
 * engine need not try all ways.
 *
 * @param from what stands before the text, read
 */
export function stepsToFail(automaton: PositionAutomaton, text: string, from?: Reading): number | null {
  const { ways, steps } = readOn(automaton, text, from)
  for (const state of ways.keys()) if (automaton.final.has(state)) return null
  return steps
}
