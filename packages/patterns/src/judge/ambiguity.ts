import type { PositionAutomaton } from '../automata/position-automaton.ts'
import { NO_CHARS, TEXT_CHARS, type CharSet } from '../regexp/char-set.ts'
import { cyclicComponents } from './components.ts'
import { origin, pick, wordBetween, wordOf, type SearchStep } from './word-search.ts'

/**
 * Ambiguity of an automaton makes a backtracking engine slow: the engine tries every way to read a string before it
 * rejects it. Criteria of Weber and Seidl (1991), as Weideman et al. (2016) apply them to backtracking:
 *
 * - exponential: one word has two different paths from some state back to itself, as in `(a|a)*`;
 * - polynomial: one word has paths from p to p, from p to q and from q to q, as in `a*a*`.
 */
export interface Ambiguity {
  /** A word from the start to the ambiguous state. */
  readonly prefix: string
  /** The word that can be read in more ways the more often it is repeated. */
  readonly pump: string
}

/** Thrown if the search takes too long. The limit counts steps, not time: the same input has the same result. */
export class SearchTooLong extends Error {}

/** A few tenths of a second's work. */
const MAX_STEPS = 1_000_000

type Pair = readonly [number, number]
/** The first step of a word that takes both states of a pair to one; `next` is the next pair, null if they have met. */
interface Meeting {
  readonly chars: CharSet
  readonly state: number
  readonly next: number | null
}

type Triple = readonly [number, number, number]

/** Searches for ambiguity. One instance for one automaton: it keeps count of its steps. */
export class AmbiguitySearch {
  readonly #automaton: PositionAutomaton
  /** The characters that enter each state, limited to characters that a request can contain. */
  readonly #sets: readonly CharSet[]
  /** For each state, the number of its strongly connected component; -1 if the state is on no cycle. */
  readonly #component: Int32Array
  #steps = 0

  constructor(automaton: PositionAutomaton) {
    this.#automaton = automaton
    this.#sets = automaton.sets.map((set) => set & TEXT_CHARS)
    this.#component = cyclicComponents(automaton.follow.length, (state) =>
      [...automaton.follow[state]!.keys()].filter((next) => this.#sets[next] !== NO_CHARS),
    )
  }

  /** @throws SearchTooLong */
  exponential(): Ambiguity | null {
    const { follow } = this.#automaton
    for (let state = 0; state < follow.length; state += 1) {
      const component = this.#component[state]!
      if (component === -1) continue
      for (const [next, wayCount] of follow[state]!) {
        if (wayCount < 2 || this.#component[next] !== component) continue
        const chars = this.#sets[next]!
        if (chars !== NO_CHARS) return this.#ambiguity(state, pick(chars) + this.#word(next, state, component))
      }
    }
    for (const component of new Set(this.#component)) {
      const ambiguity = component === -1 ? null : this.#twoWays(component)
      if (ambiguity !== null) return ambiguity
    }
    return null
  }

  /** Two different ways from a state back to itself within a component, on one word. */
  #twoWays(component: number): Ambiguity | null {
    const { follow } = this.#automaton
    const states = [...follow.keys()].filter((state) => this.#component[state] === component)
    // From pairs of one state, breadth first, to pairs of two; every pair of two is then asked for a way back.
    const visited = new Set<number>()
    const queue: SearchStep<Pair>[] = states.map((state) => ({ states: [state, state], from: null, chars: NO_CHARS }))
    const apart: SearchStep<Pair>[] = []
    for (let at = 0; at < queue.length; at += 1) {
      const current = queue[at]!
      for (const step of this.#pairSteps(current, component)) {
        const [a, b] = step.states
        if (a === b || visited.has(this.#key(a, b))) continue
        visited.add(this.#key(a, b))
        queue.push(step)
        apart.push(step)
      }
    }
    if (apart.length === 0) return null
    const together = this.#pairsThatMeet(
      apart.map(({ states }) => states),
      component,
    )
    for (const step of apart) {
      let key: number | null = this.#key(...step.states)
      if (!together.has(key)) continue
      let word = wordOf(step)
      let meetingState = 0
      while (key !== null) {
        const next: Meeting = together.get(key)!
        word += pick(next.chars)
        meetingState = next.state
        key = next.next
      }
      const [start] = origin(step).states
      return this.#ambiguity(start, word + this.#word(meetingState, start, component))
    }
    return null
  }

  /** Returns the same key for both orders of a pair. */
  #key(a: number, b: number): number {
    const size = this.#automaton.follow.length
    return a < b ? a * size + b : b * size + a
  }

  #pairSteps(current: SearchStep<Pair>, component: number): SearchStep<Pair>[] {
    const { follow } = this.#automaton
    const [a, b] = current.states
    const steps: SearchStep<Pair>[] = []
    for (const nextA of follow[a]!.keys()) {
      if (this.#component[nextA] !== component) continue
      for (const nextB of follow[b]!.keys()) {
        if (this.#component[nextB] !== component) continue
        this.#count()
        const chars = this.#sets[nextA]! & this.#sets[nextB]!
        if (chars !== NO_CHARS) steps.push({ states: [nextA, nextB], from: current, chars })
      }
    }
    return steps
  }

  /** Returns the pairs from which one word takes both states to the same one, each with the first step of that word. */
  #pairsThatMeet(pairs: readonly Pair[], component: number): Map<number, Meeting> {
    const meets = new Map<number, Meeting>()
    const predecessors = new Map<number, { readonly key: number; readonly chars: CharSet }[]>()
    const queue: number[] = []
    for (const pair of pairs) {
      const pairKey = this.#key(...pair)
      for (const {
        states: [a, b],
        chars,
      } of this.#pairSteps({ states: pair, from: null, chars: NO_CHARS }, component)) {
        if (a === b) {
          if (meets.has(pairKey)) continue
          meets.set(pairKey, { chars, state: a, next: null })
          queue.push(pairKey)
        } else {
          const next = this.#key(a, b)
          let list = predecessors.get(next)
          if (list === undefined) predecessors.set(next, (list = []))
          list.push({ key: pairKey, chars })
        }
      }
    }
    for (const metKey of queue) {
      const { state } = meets.get(metKey)!
      for (const { key, chars } of predecessors.get(metKey) ?? []) {
        if (meets.has(key)) continue
        meets.set(key, { chars, state, next: metKey })
        queue.push(key)
      }
    }
    return meets
  }

  /** @throws SearchTooLong */
  polynomial(): Ambiguity | null {
    const members = new Map<number, number[]>()
    this.#component.forEach((component, state) => {
      if (component === -1) return
      const states = members.get(component)
      if (states === undefined) members.set(component, [state])
      else states.push(state)
    })
    for (const [from, starts] of members) {
      const reached = this.#reachable(starts[0]!)
      for (const [to, endStates] of members) {
        if (to === from || !reached.has(endStates[0]!)) continue
        const ambiguity = this.#threeWays(starts, endStates)
        if (ambiguity !== null) return ambiguity
      }
    }
    return null
  }

  /** All states that can be reached. */
  #reachable(from: number): ReadonlySet<number> {
    const reached = new Set([from])
    for (const state of reached) {
      for (const next of this.#automaton.follow[state]!.keys()) {
        this.#count()
        if (this.#sets[next] !== NO_CHARS) reached.add(next)
      }
    }
    return reached
  }

  /**
   * Finds a word with paths from p to p, from p to q and from q to q, for any p of one component and q of another.
   *
   * One search covers all p and q. A pair (p, q) returns to itself on some word if it is on a cycle of pairs. The
   * search starts from all triples (p, p, q) at once and looks for a triple (p', q', q') such that (p, q) and (p', q')
   * are on the same cycle. Some word then takes (p', q') back to (p, q), and the middle state from q' to q.
   */
  #threeWays(starts: readonly number[], endStates: readonly number[]): Ambiguity | null {
    const { follow } = this.#automaton
    const width = endStates.length
    const indexOf = new Map(
      [...starts, ...endStates].map((state, at) => [state, at < starts.length ? at : at - starts.length]),
    )
    const [componentA, componentC] = [this.#component[starts[0]!]!, this.#component[endStates[0]!]!]
    const pairOf = (a: number, c: number) => indexOf.get(a)! * width + indexOf.get(c)!
    const nextPairs = (a: number, c: number): SearchStep<Pair>[] => {
      const next: SearchStep<Pair>[] = []
      for (const nextA of follow[a]!.keys()) {
        if (this.#component[nextA] !== componentA) continue
        for (const nextC of follow[c]!.keys()) {
          if (this.#component[nextC] !== componentC) continue
          this.#count()
          const chars = this.#sets[nextA]! & this.#sets[nextC]!
          if (chars !== NO_CHARS) next.push({ states: [nextA, nextC], from: null, chars })
        }
      }
      return next
    }
    const pairs = starts.flatMap((a) => endStates.map((c): Pair => [a, c]))
    const steps = pairs.map(([a, c]) => nextPairs(a, c))
    const cycle = cyclicComponents(pairs.length, (pair) => steps[pair]!.map(({ states }) => pairOf(...states)))

    const visited = new Set<number>()
    const queue = pairs.flatMap(([a, c], pair): SearchStep<Triple>[] =>
      cycle[pair] === -1 ? [] : [{ states: [a, a, c], from: null, chars: NO_CHARS }],
    )
    for (let at = 0; at < queue.length; at += 1) {
      const current = queue[at]!
      const [a, b, c] = current.states
      const pair = pairOf(a, c)
      for (const { states, chars: common } of steps[pair]!) {
        const [nextA, nextC] = states
        const nextPair = pairOf(nextA, nextC)
        if (cycle[nextPair] !== cycle[pair]) continue
        for (const nextB of follow[b]!.keys()) {
          this.#count()
          const chars = common & this.#sets[nextB]!
          if (chars === NO_CHARS || nextB === nextA) continue
          const step = { states: [nextA, nextB, nextC], from: current, chars } as const
          if (nextB === nextC) {
            const [p, , q] = origin(step).states
            return this.#ambiguity(p, wordOf(step) + wordBetween(states, [p, q], nextPairsOnCycle))
          }
          const key = nextPair * follow.length + nextB
          if (visited.has(key)) continue
          visited.add(key)
          queue.push(step)
        }
      }
    }
    return null

    function nextPairsOnCycle(pairStates: Pair): SearchStep<Pair>[] {
      const pair = pairOf(...pairStates)
      return steps[pair]!.filter(({ states }) => cycle[pairOf(...states)] === cycle[pair])
    }
  }

  #ambiguity(state: number, pump: string): Ambiguity {
    return { prefix: this.#word(0, state, null), pump }
  }

  /** A shortest word from one state to another, within a component if one is named. */
  #word(from: number, to: number, component: number | null): string {
    return wordBetween<readonly [number]>([from], [to], ([current]) =>
      [...this.#automaton.follow[current]!.keys()].flatMap((next): SearchStep<readonly [number]>[] => {
        const chars = this.#sets[next]!
        if (chars === NO_CHARS || (component !== null && this.#component[next] !== component)) return []
        return [{ states: [next], from: null, chars }]
      }),
    )
  }

  #count(): void {
    this.#steps += 1
    if (this.#steps > MAX_STEPS) throw new SearchTooLong()
  }
}
