// Encodes an automaton as the sets and numbers that `automaton` of the runtime reads.
import {
  ASSERT_END,
  ASSERT_NO_WORD_EDGE,
  ASSERT_TOKEN_EDGE,
  ASSERT_WORD_EDGE,
  OP_ASSERT,
  OP_LOOKAHEAD,
  OP_MARK,
  OP_MATCH,
  OP_NEGATIVE_LOOKAHEAD,
  OP_SET,
  OP_SPLIT,
} from '@turnout/runtime'
import { hasCode, type CharSet } from '../patterns/regexp/char-set.ts'
import type { StateAssertion, TaggedAutomaton, TaggedState } from '../patterns/automata/tagged-automaton.ts'

/** The arguments `sets` and `code` of the runtime's `automaton`. */
export interface AutomatonCode {
  /** A string for each set: the first and the last character of each range. */
  readonly sets: readonly string[]
  /** Three numbers for each state: its operation, and two operands. */
  readonly code: readonly number[]
}

/** Encodes an automaton: that of `[a-z]+` -> `{ sets: ['az'], code: [0, 0, 0, …] }`. The first three numbers are the state `match`. */
export function automatonCode({ states }: TaggedAutomaton): AutomatonCode {
  const numbersBySet = new Map<CharSet, number>()
  const code = states.flatMap((state) => stateCode(state, numbersBySet))
  return { sets: [...numbersBySet.keys()].map(rangesOf), code }
}

const ASSERTIONS: Readonly<Record<StateAssertion, number>> = {
  end: ASSERT_END,
  word: ASSERT_WORD_EDGE,
  'not-word': ASSERT_NO_WORD_EDGE,
  token: ASSERT_TOKEN_EDGE,
}

/** Returns the operation and the two operands of a state. */
function stateCode(state: TaggedState, numbersBySet: Map<CharSet, number>): number[] {
  switch (state.op) {
    case 'match':
      return [OP_MATCH, 0, 0]
    case 'set': {
      const set = state.set & PRINTABLE
      if (!numbersBySet.has(set)) numbersBySet.set(set, numbersBySet.size)
      return [OP_SET, numbersBySet.get(set)!, state.next]
    }
    case 'split':
      return [OP_SPLIT, state.next, state.other]
    case 'mark':
      return [OP_MARK, state.slot, state.next]
    case 'assertion':
      return [OP_ASSERT, ASSERTIONS[state.assertion], state.next]
    case 'lookahead':
      return [state.negative ? OP_NEGATIVE_LOOKAHEAD : OP_LOOKAHEAD, state.item, state.next]
  }
}

/** Canonical paths contain only these characters. */
const PRINTABLE = ((1n << 127n) - 1n) & ~((1n << 33n) - 1n)

/** `[a-zA-Z]` -> `AZaz` */
function rangesOf(set: CharSet): string {
  let ranges = ''
  for (let code = 33; code < 127; code++) {
    if (!hasCode(set, code)) continue
    const start = code
    while (hasCode(set, code + 1)) code++
    ranges += String.fromCharCode(start, code)
  }
  return ranges
}
