import type { Automaton } from './automaton.ts'
import { hasChar, TEXT_CHARS, type CharSet } from './char-set.ts'

/**
 * Ambiguity of an automaton, which is what makes a backtracking engine slow: it tries every way to read a text before
 * it gives up. Criteria of Weber and Seidl (1991), as Weideman et al. (2016) apply them to backtracking:
 *
 * - exponential: some state leads back to itself on one word in two different ways, as in `(a|a)*`;
 * - polynomial: one word leads from p to p, from p to q and from q to q, as in `a*a*`.
 */
export interface Ambiguity {
  /** Leads from the start to where the trouble begins. */
  readonly prefix: string
  /** The word that can be read in more ways the more often it is repeated. */
  readonly pump: string
}

/** Thrown where the search takes too long. Counted, not timed, so that the same input gives the same answer. */
export class SearchTooLong extends Error {}

/** A few tenths of a second's work. */
const MAX_STEPS = 1_000_000

/** A state and how the search came to it. */
interface Step<Place> {
  readonly place: Place
  readonly from: Step<Place> | null
  readonly taken: string
}

/** Searches for ambiguity. One instance for one automaton: it keeps count of its steps. */
export class AmbiguitySearch {
  readonly #automaton: Automaton
  /** For each state, the number of its strongly connected component; -1 where it lies on no cycle. */
  readonly #component: readonly number[]
  #steps = 0

  constructor(automaton: Automaton) {
    this.#automaton = automaton
    this.#component = cyclicComponents(automaton)
  }

  /** @throws SearchTooLong */
  exponential(): Ambiguity | null {
    const { follow } = this.#automaton
    for (let state = 0; state < follow.length; state += 1) {
      const component = this.#component[state]!
      if (component === -1) continue
      for (const [next, ways] of follow[state]!) {
        if (ways < 2 || this.#component[next] !== component) continue
        const taken = pick(this.#set(next))
        if (taken !== null) return this.#ambiguity(state, taken + this.#word(next, state, component))
      }
    }
    for (const component of new Set(this.#component)) {
      const found = component === -1 ? null : this.#twoWays(component)
      if (found !== null) return found
    }
    return null
  }

  /** Two different ways from a state back to itself within a component, on one word. */
  #twoWays(component: number): Ambiguity | null {
    const { follow } = this.#automaton
    const states = [...follow.keys()].filter((state) => this.#component[state] === component)
    // From pairs of one state, breadth first, to pairs of two; every pair of two is then asked for a way back.
    const seen = new Set<number>()
    const size = follow.length
    const key = (a: number, b: number) => (a < b ? a * size + b : b * size + a)
    const queue: Step<readonly [number, number]>[] = states.map((state) => ({
      place: [state, state],
      from: null,
      taken: '',
    }))
    const apart: Step<readonly [number, number]>[] = []
    for (let at = 0; at < queue.length; at += 1) {
      const here = queue[at]!
      for (const step of this.#pairSteps(here, component)) {
        const [a, b] = step.place
        if (a === b || seen.has(key(a, b))) continue
        seen.add(key(a, b))
        queue.push(step)
        apart.push(step)
      }
    }
    if (apart.length === 0) return null
    const together = this.#pairsThatMeet(
      apart.map(({ place }) => place),
      component,
    )
    for (const step of apart) {
      const [a, b] = step.place
      const meets = together.get(key(a, b))
      if (meets === undefined) continue
      const [start] = origin(step).place
      const back = this.#word(meets.state, start, component)
      return this.#ambiguity(start, wordOf(step) + meets.word + back)
    }
    return null
  }

  #pairSteps(here: Step<readonly [number, number]>, component: number): Step<readonly [number, number]>[] {
    const { follow } = this.#automaton
    const [a, b] = here.place
    const steps: Step<readonly [number, number]>[] = []
    for (const nextA of follow[a]!.keys()) {
      if (this.#component[nextA] !== component) continue
      for (const nextB of follow[b]!.keys()) {
        if (this.#component[nextB] !== component) continue
        this.#count()
        const taken = pick(this.#set(nextA) & this.#set(nextB))
        if (taken !== null) steps.push({ place: [nextA, nextB], from: here, taken })
      }
    }
    return steps
  }

  /** Of the pairs, those from which one word leads both states to the same one: that state, and the word. */
  #pairsThatMeet(
    pairs: readonly (readonly [number, number])[],
    component: number,
  ): Map<number, { readonly state: number; readonly word: string }> {
    const size = this.#automaton.follow.length
    const key = (a: number, b: number) => (a < b ? a * size + b : b * size + a)
    const meets = new Map<number, { readonly state: number; readonly word: string }>()
    const before = new Map<number, { readonly key: number; readonly taken: string }[]>()
    const queue: number[] = []
    for (const place of pairs) {
      const own = key(...place)
      for (const {
        place: [a, b],
        taken,
      } of this.#pairSteps({ place, from: null, taken: '' }, component)) {
        if (a === b) {
          if (meets.has(own)) continue
          meets.set(own, { state: a, word: taken })
          queue.push(own)
        } else {
          const list = before.get(key(a, b)) ?? []
          list.push({ key: own, taken })
          before.set(key(a, b), list)
        }
      }
    }
    for (const known of queue) {
      const { state, word } = meets.get(known)!
      for (const { key: earlier, taken } of before.get(known) ?? []) {
        if (meets.has(earlier)) continue
        meets.set(earlier, { state, word: taken + word })
        queue.push(earlier)
      }
    }
    return meets
  }

  /** @throws SearchTooLong */
  polynomial(): Ambiguity | null {
    const cyclic = [...this.#component.keys()].filter((state) => this.#component[state] !== -1)
    for (const p of cyclic) {
      for (const q of cyclic) {
        if (this.#component[p] === this.#component[q]) continue
        const pump = this.#threeWays(p, q)
        if (pump !== null) return this.#ambiguity(p, pump)
      }
    }
    return null
  }

  /** A word that leads from p to p, from p to q and from q to q; null if there is none. */
  #threeWays(p: number, q: number): string | null {
    const { follow } = this.#automaton
    const componentP = this.#component[p]!
    const componentQ = this.#component[q]!
    const seen = new Set<string>()
    const queue: Step<readonly [number, number, number]>[] = [{ place: [p, p, q], from: null, taken: '' }]
    for (let at = 0; at < queue.length; at += 1) {
      const here = queue[at]!
      const [a, b, c] = here.place
      for (const nextA of follow[a]!.keys()) {
        if (this.#component[nextA] !== componentP) continue
        for (const nextC of follow[c]!.keys()) {
          if (this.#component[nextC] !== componentQ) continue
          const common = this.#set(nextA) & this.#set(nextC)
          if (pick(common) === null) continue
          for (const nextB of follow[b]!.keys()) {
            this.#count()
            const taken = pick(common & this.#set(nextB))
            if (taken === null) continue
            const step = { place: [nextA, nextB, nextC], from: here, taken } as const
            if (nextA === p && nextB === q && nextC === q) return wordOf(step)
            const key = step.place.join()
            if (seen.has(key)) continue
            seen.add(key)
            queue.push(step)
          }
        }
      }
    }
    return null
  }

  #ambiguity(state: number, pump: string): Ambiguity {
    return { prefix: this.#word(0, state, null), pump }
  }

  /** A shortest word from one state to another, within a component if one is named. */
  #word(from: number, to: number, component: number | null): string {
    if (from === to) return ''
    const seen = new Set([from])
    const queue: Step<number>[] = [{ place: from, from: null, taken: '' }]
    for (let at = 0; at < queue.length; at += 1) {
      const here = queue[at]!
      for (const next of this.#automaton.follow[here.place]!.keys()) {
        if (seen.has(next) || (component !== null && this.#component[next] !== component)) continue
        const taken = pick(this.#set(next))
        if (taken === null) continue
        const step = { place: next, from: here, taken }
        if (next === to) return wordOf(step)
        seen.add(next)
        queue.push(step)
      }
    }
    return ''
  }

  #set(state: number): CharSet {
    return this.#automaton.sets[state]! & TEXT_CHARS
  }

  #count(): void {
    this.#steps += 1
    if (this.#steps > MAX_STEPS) throw new SearchTooLong()
  }
}

/**
 * The steps that a backtracking engine takes before it gives up on a text: the number of ways to read each of
 * its beginnings, added up. Null where the text matches, for then the engine need not try all of them.
 */
export function stepsToFail(automaton: Automaton, text: string): number | null {
  let ways = new Map([[0, 1]])
  let steps = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    const next = new Map<number, number>()
    for (const [state, count] of ways) {
      for (const [following, more] of automaton.follow[state]!) {
        if (!hasChar(automaton.sets[following]!, Math.min(code, 127))) continue
        next.set(following, (next.get(following) ?? 0) + count * more)
      }
    }
    for (const count of next.values()) steps += count
    ways = next
    if (ways.size === 0) return steps
  }
  for (const state of ways.keys()) if (automaton.final.has(state)) return null
  return steps
}

const PREFERRED = 'a0-_.A1bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ23456789'

/** A character of the set that is easy to read; null where there is none. */
function pick(set: CharSet): string | null {
  if (set === 0n) return null
  for (const character of PREFERRED) if (hasChar(set, character.charCodeAt(0))) return character
  for (let code = 0x20; code < 0x7f; code += 1) if (hasChar(set, code)) return String.fromCharCode(code)
  return hasChar(set, 127) ? '\u00e9' : null
}

function origin<Place>(step: Step<Place>): Step<Place> {
  let first = step
  while (first.from !== null) first = first.from
  return first
}

function wordOf(step: Step<unknown>): string {
  let word = ''
  for (let at: Step<unknown> | null = step; at !== null; at = at.from) word = at.taken + word
  return word
}

/** Tarjan's strongly connected components (1972), without recursion; only those that hold a cycle are numbered. */
export function cyclicComponents({ follow, sets }: Automaton): number[] {
  const size = follow.length
  const component = Array.from({ length: size }, () => -1)
  const index = Array.from({ length: size }, () => -1)
  const low = Array.from({ length: size }, () => 0)
  const onStack = Array.from({ length: size }, () => false)
  const stack: number[] = []
  let counter = 0
  let components = 0
  const successors = follow.map((map) => [...map.keys()].filter((next) => (sets[next]! & TEXT_CHARS) !== 0n))
  const work: { readonly state: number; next: number }[] = []
  const open = (state: number) => {
    index[state] = low[state] = counter++
    stack.push(state)
    onStack[state] = true
    work.push({ state, next: 0 })
  }
  for (let root = 0; root < size; root += 1) {
    if (index[root] === -1) open(root)
    while (work.length > 0) {
      const frame = work.at(-1)!
      const { state } = frame
      const next = successors[state]![frame.next]
      if (next !== undefined) {
        frame.next += 1
        if (index[next] === -1) open(next)
        else if (onStack[next]) low[state] = Math.min(low[state]!, index[next]!)
        continue
      }
      work.pop()
      const parent = work.at(-1)
      if (parent !== undefined) low[parent.state] = Math.min(low[parent.state]!, low[state]!)
      if (low[state] !== index[state]) continue
      const members = stack.splice(stack.lastIndexOf(state))
      for (const member of members) onStack[member] = false
      if (members.length > 1 || successors[state]!.includes(state)) {
        for (const member of members) component[member] = components
        components += 1
      }
    }
  }
  return component
}
