import { NO_CHARS, type CharSet } from './regexp/char-set.ts'
import {
  contains,
  looksAround,
  nullable,
  withoutEmpty,
  type Expression,
  type RegExpTree,
  type Whole,
} from './regexp/syntax.ts'
import { TooManyStates } from './too-many-states.ts'

/** What holds at a position without a character. */
export type StateAssertion =
  /** The end of what is matched: of the segment, or of the path. */
  | 'end'
  /** `\b` and `\B`. */
  | 'word'
  | 'not-word'
  /** Next to `/`, `.` or an end of the path. */
  | 'token'

/** One state of an automaton. `next` and the like are indices of states. */
export type MarkedState =
  | { readonly op: 'set'; readonly set: CharSet; readonly next: number }
  /** Prefers `next`. */
  | { readonly op: 'split'; readonly next: number; readonly other: number }
  | { readonly op: 'mark'; readonly slot: number; readonly next: number }
  | { readonly op: 'assertion'; readonly assertion: StateAssertion; readonly next: number }
  | { readonly op: 'lookahead'; readonly item: number; readonly negative: boolean; readonly next: number }
  | { readonly op: 'match' }

/**
 * What the emitted matcher runs: an automaton that prefers, as a backtracking engine does, and that marks where captures
 * begin and end.
 *
 * States in an order in which each stands behind all that it can go on to without a character; only a set may go on to
 * a later state. The matcher relies on it: one pass over the states then settles what leads to a match.
 */
export interface MarkedAutomaton {
  readonly states: readonly MarkedState[]
  readonly start: number
}

/** Thrown for what no such automaton can do. */
export class UnsupportedRegExp extends Error {}

/** More states than this are refused: the work for each character of a path is in proportion to them. */
export const STATE_LIMIT = 1000

/**
 * @param filter what must match as well: it gets a start of its own
 * @throws TooManyStates
 * @throws UnsupportedRegExp for a back-reference or a lookbehind
 */
export function buildMarkedAutomaton(
  expression: Expression,
  filter: Expression | null = null,
): { automaton: MarkedAutomaton; filter: number | null } {
  const states: (MarkedState | null)[] = []
  const add = (state: MarkedState | null): number => {
    if (states.length >= STATE_LIMIT) throw new TooManyStates()
    return states.push(state) - 1
  }

  /** Adds what matches `node` and then goes on to `next`; returns where it begins. */
  function build(node: Expression, next: number): number {
    switch (node.kind) {
      case 'set':
        return add({ op: 'set', set: node.set, next })
      case 'sequence':
        return node.items.reduceRight((after, item) => build(item, after), next)
      case 'choice':
        return node.items
          .map((item) => build(item, next))
          .reduceRight((other, first) => add({ op: 'split', next: first, other }))
      case 'repeat':
        return repeat(node, next)
      case 'assertion':
        // A param never begins where the path does.
        return node.at === 'start'
          ? add({ op: 'set', set: NO_CHARS, next })
          : add({ op: 'assertion', assertion: node.at, next })
      case 'backreference':
        throw new UnsupportedRegExp('a back-reference')
      case 'look':
        if (node.behind) throw new UnsupportedRegExp('a lookbehind')
        return add({ op: 'lookahead', item: build(node.item, add({ op: 'match' })), negative: node.negative, next })
      case 'mark':
        return add({ op: 'mark', slot: node.slot, next })
      case 'whole':
        return whole(node, next)
    }
  }

  /** The product of two automata: a state for each pair of a state of the item and one of the texts. */
  function whole({ item, texts }: Whole, next: number): number {
    const exit = add({ op: 'match' })
    const entry = build(item, exit)
    const places = new Map<string, number>()
    const pair = (index: number, text: number): number => {
      const key = `${index} ${text}`
      let place = places.get(key)
      if (place !== undefined) return place
      if (index === exit) return texts.accepting[text] ? next : add({ op: 'set', set: NO_CHARS, next })
      places.set(key, (place = add(null)))
      const state = states[index]!
      switch (state.op) {
        case 'set': {
          const ways = [...texts.next[text]!].filter(([, set]) => (set & state.set) !== NO_CHARS)
          states[place] = { op: 'set', set: NO_CHARS, next }
          ways.forEach(([after, set], way) => {
            const step: MarkedState = { op: 'set', set: set & state.set, next: pair(state.next, after) }
            states[place!] = way === 0 ? step : { op: 'split', next: add(states[place!]!), other: add(step) }
          })
          break
        }
        case 'split':
          states[place] = { op: 'split', next: pair(state.next, text), other: pair(state.other, text) }
          break
        case 'match':
          break
        default:
          states[place] = { ...state, next: pair(state.next, text) }
      }
      return place
    }
    return pair(entry, 0)
  }

  function repeat(node: Extract<Expression, { kind: 'repeat' }>, next: number): number {
    const { min, max, greedy } = node
    const choose = (turn: number): MarkedState =>
      greedy ? { op: 'split', next: turn, other: next } : { op: 'split', next, other: turn }
    // An empty turn changes nothing, and would make a loop that consumes nothing; but one that is required asserts.
    const item = max > 1 && nullable(node.item) ? withoutEmpty(node.item) : node.item
    // A lazy loop would end before it tries the turn that is required.
    const least = item === node.item || !greedy || looksAround(node.item) ? min : 0
    let after = next
    if (max === Infinity) {
      after = add(null)
      states[after] = choose(build(item, after))
    } else {
      for (let turn = least; turn < max; turn++) after = add(choose(build(item, after)))
    }
    for (let turn = 0; turn < least; turn++) after = build(node.item, after)
    return after
  }

  const end = add({ op: 'match' })
  const starts = [build(expression, end), ...(filter === null ? [] : [build(filter, end)])]
  const [automaton, [, filterStart = null]] = inOrder(states as MarkedState[], starts)
  return { automaton, filter: filterStart }
}

/** The states that a state goes on to without a character. */
function silent(state: MarkedState): number[] {
  switch (state.op) {
    case 'set':
    case 'match':
      return []
    case 'split':
      return [state.next, state.other]
    case 'mark':
    case 'assertion':
      return [state.next]
    case 'lookahead':
      return [state.item, state.next]
  }
}

function inOrder(states: readonly MarkedState[], starts: readonly number[]): [MarkedAutomaton, number[]] {
  const order: number[] = []
  const place = new Map<number, number>()
  const visit = (index: number): void => {
    if (place.has(index)) return
    place.set(index, -1)
    for (const next of silent(states[index]!)) visit(next)
    place.set(index, order.push(index) - 1)
  }
  starts.forEach(visit)
  // What only a character leads to.
  for (let done = 0; done < order.length; done++) {
    const state = states[order[done]!]!
    if (state.op === 'set') visit(state.next)
  }
  const at = (index: number) => place.get(index)!
  const renumbered = order.map((index): MarkedState => {
    const state = states[index]!
    switch (state.op) {
      case 'match':
        return state
      case 'set':
      case 'mark':
      case 'assertion':
        return { ...state, next: at(state.next) }
      case 'split':
        return { ...state, next: at(state.next), other: at(state.other) }
      case 'lookahead':
        return { ...state, next: at(state.next), item: at(state.item) }
    }
  })
  return [{ start: at(starts[0]!), states: renumbered }, starts.map(at)]
}

/**
 * True if a backtracking engine needs time linear in the text: wherever it has to choose, the next character settles
 * the choice; or the expression has no loop, and few ways through it.
 */
export function isPlain(tree: RegExpTree): boolean {
  if (contains(tree, (each) => each.kind === 'repeat' && each.max === Infinity && nullable(each.item))) return false
  try {
    const { states, start } = buildMarkedAutomaton(withEmptyTurns(tree)).automaton
    if (states.some((state) => state.op === 'lookahead' || state.op === 'assertion')) return false
    return isDeterministic(states, start) || countWays(states, start) <= 1000
  } catch (error) {
    if (error instanceof TooManyStates) return false
    throw error
  }
}

/**
 * The expression with each turn of what may be empty written out. The automaton leaves out turns that take nothing; an
 * engine tries them: `(?:a?){30}` takes as many texts as `a{0,30}`, but in 2 to the power of 30 ways.
 */
function withEmptyTurns(tree: RegExpTree): RegExpTree {
  switch (tree.kind) {
    case 'sequence':
    case 'choice':
      return { ...tree, items: tree.items.map(withEmptyTurns) }
    case 'repeat': {
      const item = withEmptyTurns(tree.item)
      if (tree.max <= 1 || !nullable(item)) return { ...tree, item }
      if (tree.max > STATE_LIMIT) throw new TooManyStates()
      const turns = Array.from({ length: tree.max }, (_, turn) =>
        turn < tree.min ? item : { ...tree, item, min: 0, max: 1 },
      )
      return { kind: 'sequence', items: turns }
    }
    default:
      return tree
  }
}

function isDeterministic(states: readonly MarkedState[], start: number): boolean {
  const entries = new Set([start])
  for (const state of states) if (state.op === 'set') entries.add(state.next)
  for (const entry of entries) {
    let taken = NO_CHARS
    let ends = 0
    const open = [entry]
    while (open.length > 0) {
      const state = states[open.pop()!]!
      if (state.op === 'set') {
        if ((taken & state.set) !== NO_CHARS) return false
        taken |= state.set
      } else if (state.op === 'match') {
        if (++ends > 1) return false
      } else open.push(...silent(state))
    }
  }
  return true
}

/** How many ways lead from the start to the match, Infinity where there is a loop. */
function countWays(states: readonly MarkedState[], start: number): number {
  const ways = new Map<number, number>()
  const count = (index: number): number => {
    const known = ways.get(index)
    if (known !== undefined) return known
    ways.set(index, Infinity)
    const state = states[index]!
    const nexts = state.op === 'set' ? [state.next] : silent(state)
    const sum = state.op === 'match' ? 1 : nexts.reduce((total, next) => total + count(next), 0)
    ways.set(index, sum)
    return sum
  }
  return count(start)
}
