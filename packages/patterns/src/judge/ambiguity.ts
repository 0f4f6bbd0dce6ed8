// Searches an automaton for strings that it can read in many ways.
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
 *
 *     (a|a)*   exponential: { prefix: 'a', pump: 'aa' }   the engine tries 2 ** n ways to read the nth `a`
 *     a*a*     polynomial: { prefix: 'a', pump: 'a' }     the engine tries n ways
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

/** Two states, each of one of two readers of the same word. */
type Pair = readonly [number, number]

/** The states of three readers: one stays around p, one goes from p to q (the middle one), and one stays around q. */
type Triple = readonly [p: number, middle: number, q: number]

/** The first step of a word that takes both states of a pair to one. */
interface Meeting {
  readonly chars: CharSet
  /** The state at which they meet. */
  readonly state: number
  /** The key of the pair after this step; null if they have met. */
  readonly nextPair: number | null
}

interface PairGraph {
  readonly pairs: readonly Pair[]
  /** The number of the strongly connected component of pairs; -1 if the pair is on no cycle. */
  readonly cycleOf: (pair: Pair) => number
  /** The steps after which the pair is still on its cycle. */
  readonly stepsOnCycle: (pair: Pair) => readonly SearchStep<Pair>[]
}

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

  /**
   * Returns an exponential ambiguity; null if there is none.
   *
   * @throws SearchTooLong
   */
  exponential(): Ambiguity | null {
    const parallelTransitions = this.#parallelTransitions()
    if (parallelTransitions !== null) return parallelTransitions
    for (const component of new Set(this.#component)) {
      const twoLoops = component === -1 ? null : this.#twoLoops(component)
      if (twoLoops !== null) return twoLoops
    }
    return null
  }

  /**
   * Returns a polynomial ambiguity; null if there is none.
   *
   * @throws SearchTooLong
   */
  polynomial(): Ambiguity | null {
    const statesByComponent = new Map<number, number[]>()
    this.#component.forEach((component, state) => {
      if (component === -1) return
      const states = statesByComponent.get(component)
      if (states === undefined) statesByComponent.set(component, [state])
      else states.push(state)
    })
    for (const [componentP, statesP] of statesByComponent) {
      const reachable = this.#reachableFrom(statesP[0]!)
      for (const [componentQ, statesQ] of statesByComponent) {
        if (componentQ === componentP || !reachable.has(statesQ[0]!)) continue
        const ambiguity = this.#threeWays(statesP, statesQ)
        if (ambiguity !== null) return ambiguity
      }
    }
    return null
  }

  /** Finds two transitions between the same states on a cycle, as from the first `a` to the second in `(a(b?|c?)a)*`. */
  #parallelTransitions(): Ambiguity | null {
    for (const [state, transitions] of this.#automaton.follow.entries()) {
      const component = this.#component[state]!
      if (component === -1) continue
      for (const [next, wayCount] of transitions) {
        if (wayCount < 2 || this.#component[next] !== component) continue
        const chars = this.#sets[next]!
        if (chars !== NO_CHARS) return this.#ambiguity(state, pick(chars) + this.#word(next, state, component))
      }
    }
    return null
  }

  /**
   * Finds two different ways from a state back to itself within a component, on one word.
   *
   * Two readers start in the same state, read the same word, and separate. If some word brings them together again, the
   * component has a way from there back to the start.
   */
  #twoLoops(component: number): Ambiguity | null {
    const separated = this.#separatedPairs(component)
    if (separated.length === 0) return null
    const pairs = separated.map(({ states }) => states)
    const meetings = this.#pairsThatMeet(pairs, component)
    for (const step of separated) {
      let pairKey: number | null = this.#pairKey(...step.states)
      if (!meetings.has(pairKey)) continue
      let word = wordOf(step)
      let meetingState = 0
      while (pairKey !== null) {
        const meeting: Meeting = meetings.get(pairKey)!
        word += pick(meeting.chars)
        meetingState = meeting.state
        pairKey = meeting.nextPair
      }
      const [start] = origin(step).states
      return this.#ambiguity(start, word + this.#word(meetingState, start, component))
    }
    return null
  }

  /** Returns the pairs of different states that one word reaches from one state, breadth first. */
  #separatedPairs(component: number): SearchStep<Pair>[] {
    const states = [...this.#automaton.follow.keys()].filter((state) => this.#component[state] === component)
    const visited = new Set<number>()
    const queue: SearchStep<Pair>[] = states.map((state) => ({ states: [state, state], from: null, chars: NO_CHARS }))
    const separated: SearchStep<Pair>[] = []
    for (const current of queue) {
      for (const step of this.#pairSteps(current.states, component, component)) {
        const [a, b] = step.states
        if (a === b || visited.has(this.#pairKey(a, b))) continue
        visited.add(this.#pairKey(a, b))
        const stepFromCurrent = { ...step, from: current }
        queue.push(stepFromCurrent)
        separated.push(stepFromCurrent)
      }
    }
    return separated
  }

  /** Returns the pairs from which one word takes both states to the same one, each with the first step of that word. */
  #pairsThatMeet(pairs: readonly Pair[], component: number): Map<number, Meeting> {
    const meetings = new Map<number, Meeting>()
    const predecessors = new Map<number, { readonly pairKey: number; readonly chars: CharSet }[]>()
    const queue: number[] = []
    for (const pair of pairs) {
      const pairKey = this.#pairKey(...pair)
      for (const { states, chars } of this.#pairSteps(pair, component, component)) {
        const [a, b] = states
        if (a === b) {
          if (meetings.has(pairKey)) continue
          meetings.set(pairKey, { chars, state: a, nextPair: null })
          queue.push(pairKey)
        } else {
          const nextPair = this.#pairKey(a, b)
          let list = predecessors.get(nextPair)
          if (list === undefined) predecessors.set(nextPair, (list = []))
          list.push({ pairKey, chars })
        }
      }
    }
    for (const nextPair of queue) {
      const { state } = meetings.get(nextPair)!
      for (const { pairKey, chars } of predecessors.get(nextPair) ?? []) {
        if (meetings.has(pairKey)) continue
        meetings.set(pairKey, { chars, state, nextPair })
        queue.push(pairKey)
      }
    }
    return meetings
  }

  /** Returns the same key for both orders of a pair. */
  #pairKey(a: number, b: number): number {
    const size = this.#automaton.follow.length
    return a < b ? a * size + b : b * size + a
  }

  /** Returns the states that can be reached from a state, which is one of them. */
  #reachableFrom(start: number): ReadonlySet<number> {
    const reachable = new Set([start])
    for (const state of reachable) {
      for (const next of this.#automaton.follow[state]!.keys()) {
        this.#countStep()
        if (this.#sets[next] !== NO_CHARS) reachable.add(next)
      }
    }
    return reachable
  }

  /**
   * Finds a word with paths from p to p, from p to q and from q to q, for any p of one component and q of another.
   *
   * One search covers all p and q. A pair (p, q) returns to itself on some word if it is on a cycle of pairs. The
   * search starts from all triples (p, p, q) at once and looks for a triple (p', q', q') such that (p, q) and (p', q')
   * are on the same cycle. Some word then takes (p', q') back to (p, q), and the middle state from q' to q.
   */
  #threeWays(statesP: readonly number[], statesQ: readonly number[]): Ambiguity | null {
    const { follow } = this.#automaton
    const { pairs, cycleOf, stepsOnCycle } = this.#pairGraph(statesP, statesQ)
    const visited = new Set<number>()
    const queue = pairs
      .filter((pair) => cycleOf(pair) !== -1)
      .map(([p, q]): SearchStep<Triple> => ({ states: [p, p, q], from: null, chars: NO_CHARS }))
    for (const current of queue) {
      const [p, middle, q] = current.states
      for (const { states, chars: pairChars } of stepsOnCycle([p, q])) {
        const [nextP, nextQ] = states
        for (const nextMiddle of follow[middle]!.keys()) {
          this.#countStep()
          const chars = pairChars & this.#sets[nextMiddle]!
          if (chars === NO_CHARS || nextMiddle === nextP) continue
          const step = { states: [nextP, nextMiddle, nextQ], from: current, chars } as const
          if (nextMiddle === nextQ) {
            const [startP, , startQ] = origin(step).states
            return this.#ambiguity(startP, wordOf(step) + wordBetween(states, [startP, startQ], stepsOnCycle))
          }
          const key = (nextP * follow.length + nextQ) * follow.length + nextMiddle
          if (visited.has(key)) continue
          visited.add(key)
          queue.push(step)
        }
      }
    }
    return null
  }

  /** Returns the pairs of a state of each component, and the steps that both states make on the same character. */
  #pairGraph(statesP: readonly number[], statesQ: readonly number[]): PairGraph {
    const [componentP, componentQ] = [this.#component[statesP[0]!]!, this.#component[statesQ[0]!]!]
    const indexP = new Map(statesP.map((state, index) => [state, index]))
    const indexQ = new Map(statesQ.map((state, index) => [state, index]))
    const numberOf = ([p, q]: Pair) => indexP.get(p)! * statesQ.length + indexQ.get(q)!
    const pairs = statesP.flatMap((p) => statesQ.map((q): Pair => [p, q]))
    const steps = pairs.map((pair) => this.#pairSteps(pair, componentP, componentQ))
    const cycles = cyclicComponents(pairs.length, (number) => steps[number]!.map(({ states }) => numberOf(states)))
    const cycleOf = (pair: Pair) => cycles[numberOf(pair)]!
    return {
      pairs,
      cycleOf,
      stepsOnCycle: (pair) => steps[numberOf(pair)]!.filter(({ states }) => cycleOf(states) === cycleOf(pair)),
    }
  }

  /** Returns the steps of a pair on the same character, each state within its component. */
  #pairSteps([a, b]: Pair, componentA: number, componentB: number): SearchStep<Pair>[] {
    const { follow } = this.#automaton
    const steps: SearchStep<Pair>[] = []
    for (const nextA of follow[a]!.keys()) {
      if (this.#component[nextA] !== componentA) continue
      for (const nextB of follow[b]!.keys()) {
        if (this.#component[nextB] !== componentB) continue
        this.#countStep()
        const chars = this.#sets[nextA]! & this.#sets[nextB]!
        if (chars !== NO_CHARS) steps.push({ states: [nextA, nextB], from: null, chars })
      }
    }
    return steps
  }

  #ambiguity(state: number, pump: string): Ambiguity {
    return { prefix: this.#word(0, state, null), pump }
  }

  /** Returns a shortest word from one state to another, within a component if one is named. */
  #word(from: number, to: number, component: number | null): string {
    return wordBetween<readonly [number]>([from], [to], ([current]) =>
      [...this.#automaton.follow[current]!.keys()].flatMap((next): SearchStep<readonly [number]>[] => {
        const chars = this.#sets[next]!
        if (chars === NO_CHARS || (component !== null && this.#component[next] !== component)) return []
        return [{ states: [next], from: null, chars }]
      }),
    )
  }

  #countStep(): void {
    this.#steps += 1
    if (this.#steps > MAX_STEPS) throw new SearchTooLong()
  }
}
