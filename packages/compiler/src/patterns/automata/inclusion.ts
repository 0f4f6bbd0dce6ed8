// Searches for a path that one automaton matches and others do not.
import { getOrCreate } from '../../collections.ts'
import type { PositionAutomaton } from './position-automaton.ts'
import { hasCode, PATH_CHARS, type CharSet } from '../regexp/char-set.ts'

/** Thrown if a proof takes too long. The limit counts steps, not time, so the same table always has the same result. */
export class ProofTooLong extends Error {}

/** This many steps take some tenths of a second. */
const MAX_STEPS = 200_000

// An automaton for canonical paths: `/`, or segments that are neither empty nor `.` nor `..`. All other paths are refused
// before a route is tried. The automaton accepts slightly more (`%2e`, `%zz`). Proofs stay valid, because a proof for
// more paths includes the canonical ones. Its states are the places in a path: `/` ROOT, `/a` INSIDE, `/a/` SLASH, `/.`
// DOT, `/..` DOTS.
const START = 0
const ROOT = 1
const SLASH = 2
const DOT = 3
const DOTS = 4
const INSIDE = 5

/** Returns the place after a character; null if no canonical path continues like this. */
function nextPlace(place: number, character: string): number | null {
  if (place === START) return character === '/' ? ROOT : null
  if (place === INSIDE) return character === '/' ? SLASH : INSIDE
  if (character === '/') return null
  if (character !== '.' || place === DOTS) return INSIDE
  return place === DOT ? DOTS : DOT
}

function isPath(place: number): boolean {
  return place === ROOT || place === INSIDE
}

/** The characters of paths. The search prefers the first ones, so that examples in messages are easy to read. */
const ALPHABET = [
  ...'1a/-._bcdefghijklmnopqrstuvwxyz02345678',
  ..."9ABCDEFGHIJKLMNOPQRSTUVWXYZ~!$&()*+,;=:@[]'%",
].filter((character) => hasCode(PATH_CHARS, character.charCodeAt(0)))

/** For each character of `ALPHABET`, true if it is in a set. */
type Members = readonly boolean[]

const membersBySet = new Map<CharSet, Members>()

function membersOf(set: CharSet): Members {
  return getOrCreate(membersBySet, set, () => ALPHABET.map((character) => hasCode(set, character.charCodeAt(0))))
}

const membersByAutomaton = new WeakMap<PositionAutomaton, readonly Members[]>()

/** Returns for each state the members of its set. */
function membersOfStates(automaton: PositionAutomaton): readonly Members[] {
  return getOrCreate(membersByAutomaton, automaton, () => automaton.sets.map(membersOf))
}

/**
 * Returns a shortest canonical path that `automaton` and `required` match, and that no automaton of `excluded` matches;
 * null if there is none.
 *
 * With `excluded` this is the inclusion test of automata: the search walks `automaton` state by state, together with the
 * set of states in which `excluded` can be (subset construction on the fly).
 *
 *     findPath(/photos/:id)                                     /photos/1
 *     findPath(/photos/:id, [/photos/:id with id: /[a-z]+/])    /photos/1
 *     findPath(/photos/new, [/photos/:id])                      null: all its paths are excluded
 *
 * @throws ProofTooLong
 */
export function findPath(
  automaton: PositionAutomaton,
  excluded: readonly PositionAutomaton[],
  required: PositionAutomaton | null = null,
): string | null {
  const second = required ?? ANYTHING
  const characters = distinctCharacters([automaton, second, ...excluded])
  const subsets = new Subsets(excluded)
  const members = membersOfStates(automaton)
  const secondMembers = membersOfStates(second)
  const queue: Visit[] = [{ state: 0, secondState: 0, place: START, subset: subsets.start, from: null, character: '' }]
  const visited = new Set([keyOf(queue[0]!)])
  // The list grows while the loop runs: breadth first, so that the path is a shortest one.
  for (const visit of queue) {
    const { state, secondState, place, subset } = visit
    const isMatch = isPath(place) && automaton.final.has(state) && second.final.has(secondState)
    if (isMatch && !subsets.accepts(subset)) return pathTo(visit)
    for (const index of characters) {
      const character = ALPHABET[index]!
      const nextPlaceInPath = nextPlace(place, character)
      if (nextPlaceInPath === null) continue
      for (const nextState of automaton.follow[state]!) {
        if (!members[nextState]![index]) continue
        for (const nextSecondState of second.follow[secondState]!) {
          if (!secondMembers[nextSecondState]![index]) continue
          const nextVisit: Visit = {
            state: nextState,
            secondState: nextSecondState,
            place: nextPlaceInPath,
            subset: subsets.after(subset, index),
            from: visit,
            character,
          }
          const key = keyOf(nextVisit)
          if (visited.has(key)) continue
          visited.add(key)
          if (visited.size > MAX_STEPS) throw new ProofTooLong()
          queue.push(nextVisit)
        }
      }
    }
  }
  return null
}

/** The states that the automata have after a prefix of a path. */
interface Visit {
  readonly state: number
  readonly secondState: number
  readonly place: number
  readonly subset: number
  /** The states before the last character of the prefix; null at the start. */
  readonly from: Visit | null
  readonly character: string
}

function keyOf({ state, secondState, place, subset }: Visit): string {
  return `${state},${secondState},${place},${subset}`
}

function pathTo(visit: Visit): string {
  let path = ''
  for (let step: Visit | null = visit; step !== null; step = step.from) path = step.character + path
  return path
}

/** Matches every string. */
const ANYTHING: PositionAutomaton = {
  sets: [0n, PATH_CHARS],
  follow: [new Set([1]), new Set([1])],
  final: new Set([0, 1]),
}

const INDEX_BY_CHARACTER = new Map(ALPHABET.map((character, index) => [character, index]))

/** True if the automaton matches the path. */
export function matchesPath(automaton: PositionAutomaton, path: string): boolean {
  const members = membersOfStates(automaton)
  let states: number[] = [0]
  for (const character of path) {
    const index = INDEX_BY_CHARACTER.get(character)
    if (index === undefined) return false
    const next: number[] = []
    for (const state of states) {
      for (const following of automaton.follow[state]!) {
        if (members[following]![index] && !next.includes(following)) next.push(following)
      }
    }
    if (next.length === 0) return false
    states = next
  }
  return states.some((state) => automaton.final.has(state))
}

/** Returns the index of one character for each class of characters that the automata, or the places in a path, distinguish. */
function distinctCharacters(automata: readonly PositionAutomaton[]): readonly number[] {
  const sets = new Set(automata.flatMap(({ sets: stateSets }) => stateSets))
  let kinds = Array.from({ length: ALPHABET.length }, () => 0)
  let count = 1
  const refine = (members: readonly boolean[]): void => {
    const numbers = new Map<number, number>()
    const refined = kinds.map((kind, index) => {
      return getOrCreate(numbers, kind * 2 + (members[index]! ? 1 : 0), () => numbers.size)
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

/**
 * Sets of states of several automata, with a number for each set. The states of all automata are numbered in one sequence:
 * a state of the second automaton has the count of states of the first one added to its number.
 */
class Subsets {
  readonly start: number
  readonly #automata: readonly PositionAutomaton[]
  /** For each automaton, the number of its first state. */
  readonly #offsets: readonly number[]
  readonly #members: (readonly number[])[] = []
  readonly #accepting: boolean[] = []
  readonly #numbers = new Map<string, number>()
  /** For each set, the next set by the index of a character. */
  readonly #steps: Map<number, number>[] = []

  constructor(automata: readonly PositionAutomaton[]) {
    this.#automata = automata
    let offset = 0
    this.#offsets = automata.map(({ sets }) => {
      const start = offset
      offset += sets.length
      return start
    })
    this.start = this.#numberOf(this.#offsets)
  }

  /** True if one of the automata matches. */
  accepts(subset: number): boolean {
    return this.#accepting[subset]!
  }

  /** Returns the set after a character, by its index in `ALPHABET`. */
  after(subset: number, index: number): number {
    return getOrCreate(this.#steps[subset]!, index, () => {
      const members = new Set<number>()
      for (const member of this.#members[subset]!) {
        const [automaton, offset] = this.#automatonOf(member)
        const membersOfState = membersOfStates(automaton)
        for (const following of automaton.follow[member - offset]!) {
          if (membersOfState[following]![index]) members.add(offset + following)
        }
      }
      return this.#numberOf([...members].sort((a, b) => a - b))
    })
  }

  /** Returns the number of a set. */
  #numberOf(members: readonly number[]): number {
    return getOrCreate(this.#numbers, members.join(), () => {
      this.#steps.push(new Map())
      this.#accepting.push(
        members.some((member) => {
          const [automaton, offset] = this.#automatonOf(member)
          return automaton.final.has(member - offset)
        }),
      )
      return this.#members.push(members) - 1
    })
  }

  /** Returns the automaton of a state, and the number of its first state. */
  #automatonOf(member: number): readonly [PositionAutomaton, number] {
    let index = this.#offsets.length - 1
    while (this.#offsets[index]! > member) index -= 1
    return [this.#automata[index]!, this.#offsets[index]!]
  }
}

/** The result of a search for a path. `unknown`: the search takes too long, or an automaton would be too large. */
export type CommonPath =
  | { readonly exists: 'yes'; readonly path: string }
  | { readonly exists: 'no' | 'unknown'; readonly path: null }

/** The paths of a pattern; null if there is no automaton, because it would be too large. */
type Paths = PositionAutomaton | null

/** Searches for a shortest canonical path that is in all of `included`, one or two, and in none of `excluded`. */
export function commonPath(
  [first, second]: readonly [Paths, (Paths | undefined)?],
  excluded: readonly PositionAutomaton[] = [],
): CommonPath {
  if (first === null || second === null) return { exists: 'unknown', path: null }
  try {
    const path = findPath(first, excluded, second)
    return path === null ? { exists: 'no', path } : { exists: 'yes', path }
  } catch (error) {
    if (error instanceof ProofTooLong) return { exists: 'unknown', path: null }
    throw error
  }
}

/** Returns whether each of the paths is in at least one of `others`. Without others, that is whether there is no path. */
export function coveredBy(paths: Paths, others: readonly PositionAutomaton[]): 'yes' | 'no' | 'unknown' {
  const { exists } = commonPath([paths], others)
  return exists === 'unknown' ? exists : exists === 'yes' ? 'no' : 'yes'
}
