// Builds the automaton that matches one or more segments of a path, and marks where their captures begin and end.
//
//     /:id-live   mark 0, set of [^./?], split: the set again or mark 1, `-live`, assertion `end`, match
import { getOrCreate } from '../../collections.ts'
import type { RegExpSource } from '../requirement.ts'
import { NO_CHARS, type CharSet } from '../regexp/char-set.ts'
import {
  contains,
  looksAround,
  mayBeEmpty,
  withoutEmpty,
  type Expression,
  type ScannedExpression,
  type RegExpTree,
} from '../regexp/syntax.ts'
import { canBeScanned } from './scanner-code.ts'
import { TooManyStates, withinLimit } from './too-many-states.ts'

/** A condition on a position, which consumes no character. */
export type StateAssertion =
  /** The end of the segment, or of the path. */
  | 'end'
  /** `\b` and `\B`. */
  | 'word'
  | 'not-word'
  /** Next to `/`, `.` or an end of the path. */
  | 'token'

/** One state of an automaton. `next`, `other` and `item` are indexes of states. */
export type TaggedState =
  | { readonly op: 'set'; readonly set: CharSet; readonly next: number }
  /** Prefers `next`. */
  | { readonly op: 'split'; readonly next: number; readonly other: number }
  /** A slot below zero marks the start or the end of a string for a scanner, see `scannedRequirements`. */
  | { readonly op: 'mark'; readonly slot: number; readonly next: number }
  | { readonly op: 'assertion'; readonly assertion: StateAssertion; readonly next: number }
  | { readonly op: 'lookahead'; readonly item: number; readonly negative: boolean; readonly next: number }
  | { readonly op: 'match' }

/**
 * The automaton that the emitted matcher runs. It has the preferences of a backtracking engine and marks where captures
 * begin and end.
 *
 * Each state comes after all states to which it can go without a character; only a `set` may go to a later state. The
 * matcher relies on this order: one pass over the states determines which of them reach a match.
 */
export interface TaggedAutomaton {
  readonly states: readonly TaggedState[]
  readonly start: number
  /** The requirements that scanners test: the string for number `n` is between the marks -1 - 2n and -2 - 2n. */
  readonly scannedRequirements: readonly RegExpSource[]
}

/** Thrown for an expression that a tagged automaton cannot represent. */
export class UnsupportedRegExp extends Error {}

/** The maximum number of states of a route's automata, because the work for each character is proportional to it. */
export const STATE_LIMIT = 1000

/**
 * @param limit the most states
 * @throws TooManyStates also if a scanned requirement is too large for a scanner
 * @throws UnsupportedRegExp for a back-reference or a lookbehind
 */
export function buildTaggedAutomaton(expression: Expression, limit = STATE_LIMIT): TaggedAutomaton {
  const states: (TaggedState | null)[] = []
  const scannedRequirements: RegExpSource[] = []
  const requirementNumbers = new Map<string, number>()
  const add = (state: TaggedState | null): number => {
    if (states.length >= limit) throw new TooManyStates()
    return states.push(state) - 1
  }

  /** Adds states that match `node` and continue to `next`; returns the first of them. */
  function build(node: Expression, next: number): number {
    switch (node.kind) {
      case 'set':
        return add({ op: 'set', set: node.set, next })
      case 'sequence':
        return node.items.reduceRight((entry, item) => build(item, entry), next)
      case 'choice':
        return node.items
          .map((item) => build(item, next))
          .reduceRight((otherBranch, branch) => add({ op: 'split', next: branch, other: otherBranch }))
      case 'repeat':
        return repeat(node, next)
      case 'assertion':
        // The start assertion never holds, because a param never begins at the start of the path.
        return node.at === 'start'
          ? add({ op: 'set', set: NO_CHARS, next })
          : add({ op: 'assertion', assertion: node.at, next })
      case 'look':
        if (node.behind) throw new UnsupportedRegExp('a lookbehind')
        return add({ op: 'lookahead', item: build(node.item, add({ op: 'match' })), negative: node.negative, next })
      case 'mark':
        return add({ op: 'mark', slot: node.slot, next })
      case 'scanned':
        return scanned(node, next)
    }
  }

  /** Wraps the item in two marks below zero, the borders of the string that a scanner tests. */
  function scanned({ item, requirement }: ScannedExpression, next: number): number {
    if (!canBeScanned(requirement)) throw new TooManyStates()
    const key = `${requirement.flags}/${requirement.source}`
    const number = getOrCreate(requirementNumbers, key, () => scannedRequirements.push(requirement) - 1)
    const leave = add({ op: 'mark', slot: -2 - 2 * number, next })
    return add({ op: 'mark', slot: -1 - 2 * number, next: build(item, leave) })
  }

  function repeat(node: Extract<Expression, { kind: 'repeat' }>, next: number): number {
    const { min, max, greedy } = node
    const choose = (round: number): TaggedState =>
      greedy ? { op: 'split', next: round, other: next } : { op: 'split', next, other: round }
    // An empty round would be a loop that consumes nothing. A required round stays, because its assertions must hold.
    const item = max > 1 && mayBeEmpty(node.item) ? withoutEmpty(node.item) : node.item
    // A lazy loop would end before it tries the required round.
    const requiredRounds = item === node.item || !greedy || looksAround(node.item) ? min : 0
    let entry = next
    if (max === Infinity) {
      entry = add(null)
      states[entry] = choose(build(item, entry))
    } else {
      for (let round = requiredRounds; round < max; round++) entry = add(choose(build(item, entry)))
    }
    for (let round = 0; round < requiredRounds; round++) entry = build(node.item, entry)
    return entry
  }

  const first = build(expression, add({ op: 'match' }))
  const [orderedStates, start] = orderStates(states as TaggedState[], first)
  return { states: orderedStates, start, scannedRequirements }
}

/** Returns the states that may follow a state without a character. */
function nextWithoutCharacter(state: TaggedState): number[] {
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

function orderStates(states: readonly TaggedState[], start: number): [TaggedState[], number] {
  const order: number[] = []
  const newIndexes = new Map<number, number>()
  const visit = (index: number): void => {
    if (newIndexes.has(index)) return
    newIndexes.set(index, -1)
    for (const next of nextWithoutCharacter(states[index]!)) visit(next)
    newIndexes.set(index, order.push(index) - 1)
  }
  visit(start)
  // Then the states that only a character reaches.
  for (let position = 0; position < order.length; position++) {
    const state = states[order[position]!]!
    if (state.op === 'set') visit(state.next)
  }
  const at = (index: number) => newIndexes.get(index)!
  const renumbered = order.map((index): TaggedState => {
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
  return [renumbered, at(start)]
}

/**
 * True if a backtracking engine needs linear time: either the next character determines every choice, or the expression
 * has no loop and few paths.
 */
export function isLinearWithoutAssertions(tree: RegExpTree): boolean {
  if (contains(tree, (node) => node.kind === 'repeat' && node.max === Infinity && mayBeEmpty(node.item))) return false
  const automaton = withinLimit(() => buildTaggedAutomaton(withEmptyRounds(tree)))
  if (automaton === null) return false
  const { states, start } = automaton
  if (states.some((state) => state.op === 'lookahead' || state.op === 'assertion')) return false
  return isDeterministic(states, start) || countWays(states, start) <= 1000
}

/**
 * Writes out each round that may be empty. The automaton omits rounds that consume nothing, but an engine tries them:
 * `(?:a?){30}` matches the same strings as `a{0,30}`, but in 2 to the power of 30 ways.
 */
function withEmptyRounds(tree: RegExpTree): RegExpTree {
  switch (tree.kind) {
    case 'sequence':
    case 'choice':
      return { ...tree, items: tree.items.map(withEmptyRounds) }
    case 'repeat': {
      const item = withEmptyRounds(tree.item)
      if (tree.max <= 1 || !mayBeEmpty(item)) return { ...tree, item }
      if (tree.max > STATE_LIMIT) throw new TooManyStates()
      const rounds = Array.from({ length: tree.max }, (_, round) =>
        round < tree.min ? item : { ...tree, item, min: 0, max: 1 },
      )
      return { kind: 'sequence', items: rounds }
    }
    default:
      return tree
  }
}

function isDeterministic(states: readonly TaggedState[], start: number): boolean {
  const entries = new Set([start])
  for (const state of states) if (state.op === 'set') entries.add(state.next)
  for (const entry of entries) {
    let usedChars = NO_CHARS
    let matchCount = 0
    const open = [entry]
    while (open.length > 0) {
      const state = states[open.pop()!]!
      if (state.op === 'set') {
        if ((usedChars & state.set) !== NO_CHARS) return false
        usedChars |= state.set
      } else if (state.op === 'match') {
        if (++matchCount > 1) return false
      } else open.push(...nextWithoutCharacter(state))
    }
  }
  return true
}

/** The number of paths from the start to the match; Infinity if there is a loop. */
function countWays(states: readonly TaggedState[], start: number): number {
  const wayCounts = new Map<number, number>()
  const count = (index: number): number => {
    const knownWays = wayCounts.get(index)
    if (knownWays !== undefined) return knownWays
    wayCounts.set(index, Infinity)
    const state = states[index]!
    const nexts = state.op === 'set' ? [state.next] : nextWithoutCharacter(state)
    const sum = state.op === 'match' ? 1 : nexts.reduce((total, next) => total + count(next), 0)
    wayCounts.set(index, sum)
    return sum
  }
  return count(start)
}
