// Writes an automaton as the numbers that `automaton` of the runtime reads.
import { hasChar, type CharSet } from '../../patterns/regexp/char-set.ts'
import type { StateAssertion, TaggedAutomaton, TaggedState } from '../../patterns/automata/tagged-automaton.ts'
import { quote } from './literal.ts'

/**
 * Returns the sets and the states of an automaton as expressions. For `[a-z]+`, which matches at least one letter:
 *
 *     sets: ['az']        a string for each set: the first and the last character of each range
 *     code: [0,0,0,…]     three numbers for each state: its operation, and two operands
 */
export function automatonCode({ states }: TaggedAutomaton): { readonly sets: string; readonly code: string } {
  const numbersBySet = new Map<CharSet, number>()
  const code = states.flatMap((state) => stateCode(state, numbersBySet))
  const ranges = [...numbersBySet.keys()].map((set) => quote(rangesOf(set)))
  return { sets: `[${ranges.join(', ')}]`, code: `[${code.join(',')}]` }
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
