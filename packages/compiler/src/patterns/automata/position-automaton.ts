// Builds the automaton of an expression that tells in how many ways the expression reads a string.
import { NO_CHARS, type CharSet } from '../regexp/char-set.ts'
import type { RegExpTree } from '../regexp/syntax.ts'
import type { TextDfa } from './text-dfa.ts'
import { TooManyStates } from './too-many-states.ts'

/**
 * The position automaton of an expression (Glushkov 1961): one state for each place that takes a character, no empty
 * transitions. State 0 is the start. It keeps count of the ways from one state to the next without taking a
 * character, because a backtracking engine tries each of them.
 */
export interface PositionAutomaton {
  /** The characters that enter each state; empty for the start. */
  readonly sets: readonly CharSet[]
  /** The states that may follow, and in how many ways. */
  readonly follow: readonly ReadonlyMap<number, number>[]
  /** The states in which the expression may end; in how many ways. */
  readonly final: ReadonlyMap<number, number>
}

/** The automaton of a part of an expression: its first and last states, and the number of ways to be empty. */
export interface Fragment {
  readonly firstStates: ReadonlyMap<number, number>
  readonly lastStates: ReadonlyMap<number, number>
  readonly emptyWays: number
}

/** Builds position automata. Other builders (of whole routes) use its steps. */
export class PositionBuilder {
  readonly sets: CharSet[] = [NO_CHARS]
  readonly follow: Map<number, number>[] = [new Map()]
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  finish(root: Fragment): PositionAutomaton {
    this.#connect(new Map([[0, 1]]), root.firstStates)
    const final = root.emptyWays > 0 ? new Map([...root.lastStates, [0, root.emptyWays] as const]) : root.lastStates
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
        return NOTHING
    }
  }

  /** Each transition of the deterministic automaton becomes a state that the characters of the transition enter. */
  texts({ next, accepting }: TextDfa): Fragment {
    const steps = next.map((row) => [...row].map(([to, set]) => ({ to, fragment: this.chars(set) })))
    const from = (state: number): ReadonlyMap<number, number> =>
      new Map(steps[state]!.flatMap(({ fragment }) => [...fragment.firstStates]))
    const lastStates = new Map<number, number>()
    for (const { to, fragment } of steps.flat()) {
      this.#connect(fragment.lastStates, from(to))
      if (accepting[to]) for (const [state, wayCount] of fragment.lastStates) lastStates.set(state, wayCount)
    }
    return { firstStates: from(0), lastStates, emptyWays: accepting[0] ? 1 : 0 }
  }

  chars(set: CharSet): Fragment {
    if (this.sets.length > this.#limit) throw new TooManyStates()
    const state = this.sets.push(set) - 1
    this.follow.push(new Map())
    return { firstStates: new Map([[state, 1]]), lastStates: new Map([[state, 1]]), emptyWays: 0 }
  }

  sequence(parts: readonly Fragment[]): Fragment {
    let result: Fragment = NOTHING
    for (const part of parts) {
      this.#connect(result.lastStates, part.firstStates)
      result = {
        firstStates: sum(result.firstStates, part.firstStates, result.emptyWays),
        lastStates: sum(part.lastStates, result.lastStates, part.emptyWays),
        emptyWays: result.emptyWays * part.emptyWays,
      }
    }
    return result
  }

  choice(parts: readonly Fragment[]): Fragment {
    let result: Fragment = { firstStates: new Map(), lastStates: new Map(), emptyWays: 0 }
    for (const part of parts) {
      result = {
        firstStates: sum(result.firstStates, part.firstStates, 1),
        lastStates: sum(result.lastStates, part.lastStates, 1),
        emptyWays: result.emptyWays + part.emptyWays,
      }
    }
    return result
  }

  /** Engines abandon an optional round at once if it consumes nothing (ECMAScript: RepeatMatcher, step 2.b). */
  optional(part: Fragment): Fragment {
    return { ...part, emptyWays: 1 }
  }

  /** Removes the empty match. */
  nonEmpty(part: Fragment): Fragment {
    return { ...part, emptyWays: 0 }
  }

  repeat(body: () => Fragment, { min, max }: { readonly min: number; readonly max: number }): Fragment {
    if (max === 0) return NOTHING
    if (max === Infinity) {
      const parts = Array.from({ length: Math.max(0, min - 1) }, body)
      const loop = body()
      this.#connect(loop.lastStates, loop.firstStates)
      return this.sequence([...parts, min === 0 ? this.optional(loop) : loop])
    }
    const required = Array.from({ length: min }, body)
    return this.sequence([...required, this.#upTo(max - min, body)])
  }

  /** `(…(…)?)?`: a round is tried only behind another one. Grows one map, as there may be hundreds of rounds. */
  #upTo(rounds: number, body: () => Fragment): Fragment {
    if (rounds === 0) return NOTHING
    const { firstStates, lastStates: lastOfFirstRound } = body()
    const lastStates = new Map(lastOfFirstRound)
    let previousLast = lastOfFirstRound
    for (let round = 1; round < rounds; round += 1) {
      const next = body()
      this.#connect(previousLast, next.firstStates)
      for (const [state, wayCount] of next.lastStates) lastStates.set(state, wayCount)
      previousLast = next.lastStates
    }
    return { firstStates, lastStates, emptyWays: 1 }
  }

  /**
   * Splits the states in which a part may end: into those that take a character of the set, and those that take
   * another one. A state that takes both becomes two.
   */
  splitLast(
    part: Fragment,
    set: CharSet,
  ): { firstStates: ReadonlyMap<number, number>; lastInSet: Map<number, number>; lastOutsideSet: Map<number, number> } {
    const firstStates = new Map(part.firstStates)
    const lastInSet = new Map<number, number>()
    const lastOutsideSet = new Map<number, number>()
    for (const [state, wayCount] of part.lastStates) {
      const stateSet = this.sets[state]!
      if ((stateSet & ~set) === NO_CHARS) lastInSet.set(state, wayCount)
      else if ((stateSet & set) === NO_CHARS) lastOutsideSet.set(state, wayCount)
      else {
        this.sets[state] = stateSet & set
        const twin = this.sets.push(stateSet & ~set) - 1
        this.follow.push(new Map())
        for (const follow of this.follow) if (follow.has(state)) follow.set(twin, follow.get(state)!)
        if (firstStates.has(state)) firstStates.set(twin, firstStates.get(state)!)
        this.follow[twin] = new Map(this.follow[state])
        lastInSet.set(state, wayCount)
        lastOutsideSet.set(twin, wayCount)
      }
    }
    return { firstStates, lastInSet, lastOutsideSet }
  }

  #connect(from: ReadonlyMap<number, number>, to: ReadonlyMap<number, number>): void {
    for (const [state, wayCount] of from) {
      const follow = this.follow[state]!
      for (const [next, entries] of to) follow.set(next, (follow.get(next) ?? 0) + wayCount * entries)
    }
  }
}

const NOTHING: Fragment = { firstStates: new Map(), lastStates: new Map(), emptyWays: 1 }

function sum(
  a: ReadonlyMap<number, number>,
  b: ReadonlyMap<number, number>,
  times: number,
): ReadonlyMap<number, number> {
  if (times === 0 || b.size === 0) return a
  if (a.size === 0 && times === 1) return b
  const total = new Map(a)
  for (const [state, wayCount] of b) total.set(state, (total.get(state) ?? 0) + wayCount * times)
  return total
}
