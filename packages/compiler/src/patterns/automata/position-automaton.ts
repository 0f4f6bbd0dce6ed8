// Builds the automaton of an expression, for proofs about the strings that it matches.
import { NO_CHARS, type CharSet } from '../regexp/char-set.ts'
import type { RegExpTree } from '../regexp/syntax.ts'
import { TooManyStates } from './too-many-states.ts'

/**
 * The position automaton of an expression (Glushkov 1961): one state for each place that takes a character, no empty
 * transitions. State 0 is the start.
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

/** The automaton of a part of an expression: its first and last states, and whether the part may be empty. */
export interface Fragment {
  readonly firstStates: ReadonlySet<number>
  readonly lastStates: ReadonlySet<number>
  readonly mayBeEmpty: boolean
}

/** Builds position automata. Other builders (of whole routes) use its steps. */
export class PositionBuilder {
  readonly sets: CharSet[] = [NO_CHARS]
  readonly follow: Set<number>[] = [new Set()]
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  finish(root: Fragment): PositionAutomaton {
    this.#connect(new Set([0]), root.firstStates)
    const final = root.mayBeEmpty ? new Set([...root.lastStates, 0]) : root.lastStates
    return { sets: this.sets, follow: this.follow, final }
  }

  /** Treats lookarounds and assertions as empty: the automaton may match more than the expression, never less. */
  build(tree: RegExpTree): Fragment {
    switch (tree.kind) {
      case 'set':
        return this.chars(tree.set)
      case 'sequence':
        return this.sequence(tree.items.map((item) => this.build(item)))
      case 'choice':
        return this.choice(tree.items.map((item) => this.build(item)))
      case 'repeat':
        return this.repeat(() => this.build(tree.item), tree)
      case 'look':
      case 'assertion':
        return EMPTY
    }
  }

  /** @throws TooManyStates */
  chars(set: CharSet): Fragment {
    if (this.sets.length > this.#limit) throw new TooManyStates()
    const state = this.sets.push(set) - 1
    this.follow.push(new Set())
    return { firstStates: new Set([state]), lastStates: new Set([state]), mayBeEmpty: false }
  }

  sequence(parts: readonly Fragment[]): Fragment {
    let result: Fragment = EMPTY
    for (const part of parts) {
      this.#connect(result.lastStates, part.firstStates)
      result = {
        firstStates: result.mayBeEmpty ? union(result.firstStates, part.firstStates) : result.firstStates,
        lastStates: part.mayBeEmpty ? union(result.lastStates, part.lastStates) : part.lastStates,
        mayBeEmpty: result.mayBeEmpty && part.mayBeEmpty,
      }
    }
    return result
  }

  choice(parts: readonly Fragment[]): Fragment {
    return {
      firstStates: new Set(parts.flatMap(({ firstStates }) => [...firstStates])),
      lastStates: new Set(parts.flatMap(({ lastStates }) => [...lastStates])),
      mayBeEmpty: parts.some(({ mayBeEmpty }) => mayBeEmpty),
    }
  }

  optional(part: Fragment): Fragment {
    return { ...part, mayBeEmpty: true }
  }

  /** Removes the empty match. */
  nonEmpty(part: Fragment): Fragment {
    return { ...part, mayBeEmpty: false }
  }

  repeat(body: () => Fragment, { min, max }: { readonly min: number; readonly max: number }): Fragment {
    if (max === 0) return EMPTY
    if (max === Infinity) {
      const parts = Array.from({ length: Math.max(0, min - 1) }, body)
      const loop = body()
      this.#connect(loop.lastStates, loop.firstStates)
      return this.sequence([...parts, min === 0 ? this.optional(loop) : loop])
    }
    const required = Array.from({ length: min }, body)
    return this.sequence([...required, this.#upTo(max - min, body)])
  }

  /** Returns `(…(…)?)?`. It adds to one set, because there may be hundreds of rounds. */
  #upTo(rounds: number, body: () => Fragment): Fragment {
    if (rounds === 0) return EMPTY
    const { firstStates, lastStates: lastOfFirstRound } = body()
    const lastStates = new Set(lastOfFirstRound)
    let previousLast = lastOfFirstRound
    for (let round = 1; round < rounds; round += 1) {
      const next = body()
      this.#connect(previousLast, next.firstStates)
      for (const state of next.lastStates) lastStates.add(state)
      previousLast = next.lastStates
    }
    return { firstStates, lastStates, mayBeEmpty: true }
  }

  /**
   * Splits the last states of a part into those for characters of a set, and those for other characters. A state for both
   * becomes two states.
   */
  splitLast(
    part: Fragment,
    set: CharSet,
  ): { firstStates: ReadonlySet<number>; lastInSet: Set<number>; lastOutsideSet: Set<number> } {
    const firstStates = new Set(part.firstStates)
    const lastInSet = new Set<number>()
    const lastOutsideSet = new Set<number>()
    for (const state of part.lastStates) {
      const stateSet = this.sets[state]!
      if ((stateSet & ~set) === NO_CHARS) lastInSet.add(state)
      else if ((stateSet & set) === NO_CHARS) lastOutsideSet.add(state)
      else {
        this.sets[state] = stateSet & set
        const twin = this.sets.push(stateSet & ~set) - 1
        this.follow.push(new Set())
        for (const follow of this.follow) if (follow.has(state)) follow.add(twin)
        if (firstStates.has(state)) firstStates.add(twin)
        this.follow[twin] = new Set(this.follow[state])
        lastInSet.add(state)
        lastOutsideSet.add(twin)
      }
    }
    return { firstStates, lastInSet, lastOutsideSet }
  }

  #connect(from: ReadonlySet<number>, to: ReadonlySet<number>): void {
    for (const state of from) for (const next of to) this.follow[state]!.add(next)
  }
}

/** Matches the empty string only. */
const EMPTY: Fragment = { firstStates: new Set(), lastStates: new Set(), mayBeEmpty: true }

function union(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  if (a.size === 0) return b
  if (b.size === 0) return a
  return new Set([...a, ...b])
}
