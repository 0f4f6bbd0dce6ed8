// Removes the empty steps of a tagged automaton, for proofs about the strings that it matches.
import { NO_CHARS, WORD_CHARS, type CharSet } from '../regexp/char-set.ts'
import type { TaggedAutomaton } from './tagged-automaton.ts'

/**
 * The position automaton of an expression (Glushkov 1961). It has one state for each position in the expression at which a
 * character is read, and no step without a character. State 0 is the start.
 *
 *     ab?    sets [∅, a, b], follow [{1}, {2}, {}], final {1, 2}
 */
export interface PositionAutomaton {
  /** The characters that enter each state; empty for the start. */
  readonly sets: readonly CharSet[]
  /** The states that may follow each state. */
  readonly follow: readonly ReadonlySet<number>[]
  /** The states in which the expression may end. */
  readonly final: ReadonlySet<number>
}

/** The assertions on the way to a state, as bits. */
const AT_END = 1
const AT_WORD_EDGE = 2
const AT_NO_WORD_EDGE = 4

/** A state that is reached without a character. */
interface Reached {
  readonly state: number
  readonly assertions: number
}

/** A state of the result: its characters, and the state of the tagged automaton after them. */
interface Position {
  readonly next: number
  readonly set: CharSet
  readonly isWord: boolean
}

/**
 * Returns the position automaton of an automaton. It ignores lookaheads, so it may match more, and never less.
 *
 * Whether a word edge holds between two characters depends on both. So if the automaton tests word edges, every state takes
 * either characters of words or others: a state for both becomes two.
 */
export function positionAutomaton({ states, start }: TaggedAutomaton): PositionAutomaton {
  const testsEdges = states.some((state) => state.op === 'assertion' && state.assertion !== 'end')
  const positions: Position[] = [{ next: start, set: NO_CHARS, isWord: false }]
  const positionsOfState = states.map((state): readonly number[] => {
    if (state.op !== 'set') return []
    const { set, next } = state
    const halves: Position[] = testsEdges
      ? [
          { next, set: set & WORD_CHARS, isWord: true },
          { next, set: set & ~WORD_CHARS, isWord: false },
        ]
      : [{ next, set, isWord: false }]
    return halves.filter((half) => half.set !== NO_CHARS).map((position) => positions.push(position) - 1)
  })
  const final = new Set<number>()
  const follow = positions.map(({ next, isWord }, number) => {
    const following = new Set<number>()
    for (const { state, assertions } of reachedFrom(next, states)) {
      if (states[state]!.op === 'match') {
        if (holds(assertions, isWord)) final.add(number)
      } else if (!(assertions & AT_END)) {
        for (const position of positionsOfState[state]!) {
          if (holds(assertions, isWord !== positions[position]!.isWord)) following.add(position)
        }
      }
    }
    return following
  })
  return { sets: positions.map(({ set }) => set), follow, final }
}

/** True if the assertions on a word edge hold. The end of the string counts as a character that is in no word. */
function holds(assertions: number, isEdge: boolean): boolean {
  return !(assertions & (isEdge ? AT_NO_WORD_EDGE : AT_WORD_EDGE))
}

/** Returns the states for a character, and the match, that a state reaches without a character. */
function reachedFrom(start: number, states: TaggedAutomaton['states']): readonly Reached[] {
  const reached: Reached[] = []
  const visited = new Set<number>()
  const waiting: Reached[] = [{ state: start, assertions: 0 }]
  for (const { state: index, assertions } of waiting) {
    const key = 8 * index + assertions
    if (visited.has(key)) continue
    visited.add(key)
    const state = states[index]!
    switch (state.op) {
      case 'set':
      case 'match':
        reached.push({ state: index, assertions })
        break
      case 'split':
        waiting.push({ state: state.next, assertions }, { state: state.other, assertions })
        break
      case 'assertion':
        waiting.push({ state: state.next, assertions: assertions | ASSERTIONS[state.assertion] })
        break
      default:
        waiting.push({ state: state.next, assertions })
    }
  }
  return reached
}

/** Tokens are compared by other code, see `Language.exact`. */
const ASSERTIONS = { end: AT_END, word: AT_WORD_EDGE, 'not-word': AT_NO_WORD_EDGE, token: 0 } as const
