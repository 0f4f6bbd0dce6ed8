import { NO_CHARS, type CharSet } from './regexp/char-set.ts'
import type { RegExpTree } from './regexp/syntax.ts'
import type { Texts } from './regexp/syntax.ts'
import { TooManyStates } from './too-many-states.ts'

/**
 * The position automaton of an expression (Glushkov 1961): one state for each place that takes a character, no empty
 * transitions. State 0 is the start. It keeps count of the ways from one state to the next without taking a
 * character, because a backtracking engine tries each of them.
 */
export interface PositionAutomaton {
  /** What the state takes when it is entered; nothing for the start. */
  readonly sets: readonly CharSet[]
  /** The states that may follow, and in how many ways. */
  readonly follow: readonly ReadonlyMap<number, number>[]
  /** The states in which the expression may end; in how many ways. */
  readonly final: ReadonlyMap<number, number>
}

/** What has been built of an expression: how it can begin and end, and in how many ways it can be empty. */
export interface Fragment {
  readonly first: ReadonlyMap<number, number>
  readonly last: ReadonlyMap<number, number>
  readonly empty: number
}

/** Builds position automata. Other builders (of whole routes) use its steps. */
export class PositionBuilder {
  readonly sets: CharSet[] = [NO_CHARS]
  readonly follow: Map<number, number>[] = [new Map()]
  readonly #limit: number
  /** Counted repetitions of at least this many rounds are built as if they had no upper bound. */
  readonly #loopFrom: number

  constructor(limit: number, loopFrom = Infinity) {
    this.#limit = limit
    this.#loopFrom = loopFrom
  }

  finish(whole: Fragment): PositionAutomaton {
    this.#connect(new Map([[0, 1]]), whole.first)
    const final = whole.empty > 0 ? new Map([...whole.last, [0, whole.empty] as const]) : whole.last
    return { sets: this.sets, follow: this.follow, final }
  }

  /** Lookarounds and assertions are taken for empty: what is built may match more than the expression, never less. */
  build(tree: RegExpTree, rounds = 1): Fragment {
    switch (tree.kind) {
      case 'set':
        return this.chars(tree.set)
      case 'sequence':
        return this.sequence(tree.items.map((each) => this.build(each, rounds)))
      case 'choice':
        return this.choice(tree.items.map((each) => this.build(each, rounds)))
      case 'repeat':
        return this.repeat((inner) => this.build(tree.item, inner), tree.min, tree.max, rounds)
      case 'look':
      case 'assertion':
      case 'backreference':
        return NOTHING
    }
  }

  /** Each step between two states of the texts becomes a state, which takes the characters of the step. */
  texts({ next, accepting }: Texts): Fragment {
    const steps = next.map((row) => [...row].map(([to, set]) => ({ to, fragment: this.chars(set) })))
    const from = (state: number): ReadonlyMap<number, number> =>
      new Map(steps[state]!.flatMap(({ fragment }) => [...fragment.first]))
    const last = new Map<number, number>()
    for (const { to, fragment } of steps.flat()) {
      this.#connect(fragment.last, from(to))
      if (accepting[to]) for (const [state, ways] of fragment.last) last.set(state, ways)
    }
    return { first: from(0), last, empty: accepting[0] ? 1 : 0 }
  }

  chars(set: CharSet): Fragment {
    if (this.sets.length > this.#limit) throw new TooManyStates()
    const state = this.sets.push(set) - 1
    this.follow.push(new Map())
    return { first: new Map([[state, 1]]), last: new Map([[state, 1]]), empty: 0 }
  }

  sequence(parts: readonly Fragment[]): Fragment {
    let whole: Fragment = NOTHING
    for (const part of parts) {
      this.#connect(whole.last, part.first)
      whole = {
        first: sum(whole.first, part.first, whole.empty),
        last: sum(part.last, whole.last, part.empty),
        empty: whole.empty * part.empty,
      }
    }
    return whole
  }

  choice(parts: readonly Fragment[]): Fragment {
    let whole: Fragment = { first: new Map(), last: new Map(), empty: 0 }
    for (const part of parts) {
      whole = {
        first: sum(whole.first, part.first, 1),
        last: sum(whole.last, part.last, 1),
        empty: whole.empty + part.empty,
      }
    }
    return whole
  }

  /** A round that is not required and takes nothing is given up at once (ECMAScript: RepeatMatcher, step 2.b). */
  optional(part: Fragment): Fragment {
    return { ...part, empty: 1 }
  }

  /** Without the empty text. */
  nonEmpty(part: Fragment): Fragment {
    return { ...part, empty: 0 }
  }

  repeat(body: (rounds: number) => Fragment, min: number, max: number, rounds: number): Fragment {
    const inner = rounds * Math.max(1, Math.min(max, 1e6))
    if (max === 0) return NOTHING
    if (max === Infinity || inner >= this.#loopFrom) {
      const required = max === Infinity ? Math.max(0, min - 1) : 0
      const parts = Array.from({ length: required }, () => body(rounds))
      const loop = body(max === Infinity ? rounds : 1)
      this.#connect(loop.last, loop.first)
      return this.sequence([...parts, min === 0 ? this.optional(loop) : loop])
    }
    const required = Array.from({ length: min }, () => body(inner))
    return this.sequence([...required, this.#upTo(max - min, () => body(inner))])
  }

  /** `(…(…)?)?`: a round is tried only behind another one. Grows one map, as there may be hundreds of rounds. */
  #upTo(rounds: number, body: () => Fragment): Fragment {
    if (rounds === 0) return NOTHING
    const { first, last: firstLast } = body()
    const last = new Map(firstLast)
    let before = firstLast
    for (let round = 1; round < rounds; round += 1) {
      const next = body()
      this.#connect(before, next.first)
      for (const [state, ways] of next.last) last.set(state, ways)
      before = next.last
    }
    return { first, last, empty: 1 }
  }

  /**
   * Splits the states in which a part may end: into those that take a character of the set, and those that take
   * another one. A state that takes both becomes two.
   */
  splitLast(
    part: Fragment,
    set: CharSet,
  ): { first: ReadonlyMap<number, number>; inside: Map<number, number>; outside: Map<number, number> } {
    const first = new Map(part.first)
    const inside = new Map<number, number>()
    const outside = new Map<number, number>()
    for (const [state, ways] of part.last) {
      const own = this.sets[state]!
      if ((own & ~set) === NO_CHARS) inside.set(state, ways)
      else if ((own & set) === NO_CHARS) outside.set(state, ways)
      else {
        this.sets[state] = own & set
        const twin = this.sets.push(own & ~set) - 1
        this.follow.push(new Map())
        for (const follow of this.follow) if (follow.has(state)) follow.set(twin, follow.get(state)!)
        if (first.has(state)) first.set(twin, first.get(state)!)
        this.follow[twin] = new Map(this.follow[state])
        inside.set(state, ways)
        outside.set(twin, ways)
      }
    }
    return { first, inside, outside }
  }

  #connect(from: ReadonlyMap<number, number>, to: ReadonlyMap<number, number>): void {
    for (const [state, ways] of from) {
      const follow = this.follow[state]!
      for (const [next, entries] of to) follow.set(next, (follow.get(next) ?? 0) + ways * entries)
    }
  }
}

const NOTHING: Fragment = { first: new Map(), last: new Map(), empty: 1 }

function sum(
  a: ReadonlyMap<number, number>,
  b: ReadonlyMap<number, number>,
  times: number,
): ReadonlyMap<number, number> {
  if (times === 0 || b.size === 0) return a
  if (a.size === 0 && times === 1) return b
  const total = new Map(a)
  for (const [state, ways] of b) total.set(state, (total.get(state) ?? 0) + ways * times)
  return total
}
