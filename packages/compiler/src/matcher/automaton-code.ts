// Encodes an automaton as the sets and numbers that `automaton` of the runtime reads.
import { hasChar, type CharSet } from '../patterns/regexp/char-set.ts'
import type { StateAssertion, TaggedAutomaton, TaggedState } from '../patterns/automata/tagged-automaton.ts'

/** The arguments `sets` and `code` of the runtime's `automaton`. */
export interface AutomatonCode {
  /** A string for each set: the first and the last character of each range. */
  readonly sets: readonly string[]
  /** Three numbers for each state: its operation, and two operands. */
  readonly code: readonly number[]
}

/** Encodes an automaton: `[a-z]+` -> `{ sets: ['az'], code: [0, 0, 0, …] }` */
export function automatonCode({ states }: TaggedAutomaton): AutomatonCode {
  const numbersBySet = new Map<CharSet, number>()
  const code = states.flatMap((state) => stateCode(state, numbersBySet))
  return { sets: [...numbersBySet.keys()].map(rangesOf), code }
}

const ASSERTIONS: Readonly<Record<StateAssertion, number>> = { end: 0, word: 1, 'not-word': 2, token: 3 }

/** The first number is the operation, see the constants of `automaton.ts` in the runtime. */
function stateCode(state: TaggedState, numbersBySet: Map<CharSet, number>): number[] {
  switch (state.op) {
    case 'match':
      return [0, 0, 0]
    case 'set': {
      const set = state.set & PRINTABLE
      if (!numbersBySet.has(set)) numbersBySet.set(set, numbersBySet.size)
      return [1, numbersBySet.get(set)!, state.next]
    }
    case 'split':
      return [2, state.next, state.other]
    case 'mark':
      return [3, state.slot, state.next]
    case 'assertion':
      return [4, ASSERTIONS[state.assertion], state.next]
    case 'lookahead':
      return [state.negative ? 6 : 5, state.item, state.next]
  }
}

/** Canonical paths contain only these characters. */
const PRINTABLE = ((1n << 127n) - 1n) & ~((1n << 33n) - 1n)

/** `[a-zA-Z]` -> `AZaz` */
function rangesOf(set: CharSet): string {
  let ranges = ''
  for (let code = 33; code < 127; code++) {
    if (!hasChar(set, code)) continue
    const start = code
    while (hasChar(set, code + 1)) code++
    ranges += String.fromCharCode(start, code)
  }
  return ranges
}
