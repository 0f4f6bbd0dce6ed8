// Searches for a path that one automaton matches and others do not.
import type { PositionAutomaton } from './position-automaton.ts'
import { hasChar, PATH_CHARS, type CharSet } from '../regexp/char-set.ts'

/** Thrown if a proof takes too long. The limit counts steps, not time, so the same table always has the same result. */
export class ProofTooLong extends Error {}

/** Some tenths of a second's work. */
const MAX_STEPS = 200_000

/**
 * An automaton for canonical paths: `/`, or segments that are neither empty nor `.` nor `..`. All other paths are
 * refused before a route is tried. The automaton accepts slightly more (`%2e`, `%zz`). Proofs stay valid, because a
 * proof for more paths includes the canonical ones.
 */
const START = 0
const ROOT = 1
const SLASH = 2
const DOT = 3
const DOTS = 4
const INSIDE = 5

function nextPlace(position: number, character: string): number | null {
  if (position === START) return character === '/' ? ROOT : null
  if (position === INSIDE) return character === '/' ? SLASH : INSIDE
  if (character === '/') return null
  if (character !== '.' || position === DOTS) return INSIDE
  return position === DOT ? DOTS : DOT
}

function isPath(position: number): boolean {
  return position === ROOT || position === INSIDE
}

/** The characters of paths, those that are pleasant to read first. */
const ALPHABET = [
  ...'1a/-._bcdefghijklmnopqrstuvwxyz02345678',
  ..."9ABCDEFGHIJKLMNOPQRSTUVWXYZ~!$&()*+,;=:@[]'%",
].filter((character) => hasChar(PATH_CHARS, character.charCodeAt(0)))

/** For each character of the alphabet, by its index there, whether it is in the set. */
type Members = readonly boolean[]

const membership = new Map<CharSet, Members>()

function membersOf(set: CharSet): Members {
  let members = membership.get(set)
  if (members === undefined) {
    members = ALPHABET.map((character) => hasChar(set, character.charCodeAt(0)))
    membership.set(set, members)
  }
  return members
}

const ofStates = new WeakMap<PositionAutomaton, readonly Members[]>()

/** The members of the set of each state. */
function membersOfStates(automaton: PositionAutomaton): readonly Members[] {
  let members = ofStates.get(automaton)
  if (members === undefined) ofStates.set(automaton, (members = automaton.sets.map(membersOf)))
  return members
}

/**
 * Returns a shortest canonical path that `automaton` and `required` match, and that no automaton of `excluded` matches;
 * null if there is none.
 *
 * With `excluded` this is the inclusion test of automata: the search walks `automaton` state by state, together with the
 * set of states in which `excluded` can be (subset construction on the fly).
 *
 * @throws ProofTooLong
 */
export function findPath(
  automaton: PositionAutomaton,
  excluded: readonly PositionAutomaton[],
  required: PositionAutomaton | null = null,
): string | null {
  const alphabet = distinctCharacters([automaton, ...excluded, ...(required === null ? [] : [required])])
  const subsets = new Subsets(excluded)
  const secondAutomaton = required ?? ANYTHING
  const takes = membersOfStates(automaton)
  const secondTakes = membersOfStates(secondAutomaton)
  const visited = new Set([`0,0,${START},${subsets.start}`])
  const queue = [{ state: 0, secondState: 0, position: START, subset: subsets.start, from: -1, character: '' }]
  for (let at = 0; at < queue.length; at += 1) {
    const { state, secondState, position, subset } = queue[at]!
    if (
      isPath(position) &&
      automaton.final.has(state) &&
      secondAutomaton.final.has(secondState) &&
      !subsets.accepts(subset)
    ) {
      let path = ''
      for (let index = at; index >= 0; index = queue[index]!.from) path = queue[index]!.character + path
      return path
    }
    for (const index of alphabet) {
      const character = ALPHABET[index]!
      const nextPosition = nextPlace(position, character)
      if (nextPosition === null) continue
      for (const next of automaton.follow[state]!.keys()) {
        if (!takes[next]![index]) continue
        for (const nextOther of secondAutomaton.follow[secondState]!.keys()) {
          if (!secondTakes[nextOther]![index]) continue
          const nextSubset = subsets.after(subset, index)
          const key = `${next},${nextOther},${nextPosition},${nextSubset}`
          if (visited.has(key)) continue
          visited.add(key)
          if (visited.size > MAX_STEPS) throw new ProofTooLong()
          queue.push({
            state: next,
            secondState: nextOther,
            position: nextPosition,
            subset: nextSubset,
            from: at,
            character,
          })
        }
      }
    }
  }
  return null
}

/** Matches every string. */
const ANYTHING: PositionAutomaton = {
  sets: [0n, PATH_CHARS],
  follow: [new Map([[1, 1]]), new Map([[1, 1]])],
  final: new Map([
    [0, 1],
    [1, 1],
  ]),
}

const INDEX_OF = new Map(ALPHABET.map((character, index) => [character, index]))

/** True if the automaton matches the path. */
export function matchesPath(automaton: PositionAutomaton, path: string): boolean {
  const takes = membersOfStates(automaton)
  let states: number[] = [0]
  for (const character of path) {
    const index = INDEX_OF.get(character)
    if (index === undefined) return false
    const next: number[] = []
    for (const state of states) {
      for (const following of automaton.follow[state]!.keys()) {
        if (takes[following]![index] && !next.includes(following)) next.push(following)
      }
    }
    if (next.length === 0) return false
    states = next
  }
  return states.some((state) => automaton.final.has(state))
}

/** One character for each class that the automata distinguish, plus the slash and the dot, which paths distinguish. */
function distinctCharacters(automata: readonly PositionAutomaton[]): readonly number[] {
  const sets = new Set(automata.flatMap(({ sets: stateSets }) => stateSets))
  let kinds = Array.from({ length: ALPHABET.length }, () => 0)
  let count = 1
  const refine = (members: readonly boolean[]): void => {
    const numbers = new Map<number, number>()
    const refined = kinds.map((kind, index) => {
      const key = kind * 2 + (members[index]! ? 1 : 0)
      let number = numbers.get(key)
      if (number === undefined) numbers.set(key, (number = numbers.size))
      return number
    })
    if (numbers.size === count) return
    count = numbers.size
    kinds = refined
  }
  refine(ALPHABET.map((character) => character === '/'))
  refine(ALPHABET.map((character) => character === '.'))
  for (const set of sets) refine(membersOf(set))
  const firstOfKind = new Map<number, number>()
  kinds.forEach((kind, index) => {
    if (!firstOfKind.has(kind)) firstOfKind.set(kind, index)
  })
  return [...firstOfKind.values()]
}

/** Sets of states of several automata at once, numbered as they come up. */
class Subsets {
  readonly start: number
  readonly #automata: readonly PositionAutomaton[]
  readonly #offsets: readonly number[]
  readonly #members: (readonly number[])[] = []
  readonly #accepting: boolean[] = []
  readonly #numbers = new Map<string, number>()
  readonly #steps: Map<number, number>[] = []

  constructor(automata: readonly PositionAutomaton[]) {
    this.#automata = automata
    let offset = 0
    this.#offsets = automata.map(({ sets }) => {
      const start = offset
      offset += sets.length
      return start
    })
    this.start = this.#number(this.#offsets)
  }

  accepts(subset: number): boolean {
    return this.#accepting[subset]!
  }

  after(subset: number, index: number): number {
    const steps = this.#steps[subset]!
    let next = steps.get(index)
    if (next === undefined) {
      const members = new Set<number>()
      for (const member of this.#members[subset]!) {
        const [automaton, offset] = this.#find(member)
        const takes = membersOfStates(automaton)
        for (const following of automaton.follow[member - offset]!.keys()) {
          if (takes[following]![index]) members.add(offset + following)
        }
      }
      next = this.#number([...members].sort((a, b) => a - b))
      steps.set(index, next)
    }
    return next
  }

  #number(members: readonly number[]): number {
    const key = members.join()
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#members.push(members) - 1
      this.#numbers.set(key, number)
      this.#steps.push(new Map())
      this.#accepting.push(
        members.some((member) => {
          const [automaton, offset] = this.#find(member)
          return automaton.final.has(member - offset)
        }),
      )
    }
    return number
  }

  #find(member: number): readonly [PositionAutomaton, number] {
    let index = this.#offsets.length - 1
    while (this.#offsets[index]! > member) index -= 1
    return [this.#automata[index]!, this.#offsets[index]!]
  }
}
