// A position is a place between two characters of a string, or at one of its ends. This file finds the distinct positions
// that strings can have for an expression. Places with the same neighbours, matching lookbehinds, and states from which the
// end can be reached are the same position.
//
// It goes from the end of the strings to their start, because lookaheads depend on the characters after a position. It
// guesses which lookbehinds match. `reachedBehinds` later detects wrong guesses.
import { NO_CHARS, PATH_CHARS, WORD_CHARS, type CharSet } from '../regexp/char-set.ts'
import type { RegExpTree } from '../regexp/syntax.ts'
import { TextStates, type State } from './text-states.ts'
import { TooManyStates } from './too-many-states.ts'

/** The neighbour of a position. Without `\b` word characters are not distinguished from others. */
type Neighbour = 'none' | 'word' | 'other'

/** The facts about a position that determine from which states the end can be reached. */
interface Surroundings {
  readonly neighbourBefore: Neighbour
  readonly neighbourAfter: Neighbour
  /** For each lookbehind, true if it matches at the position. */
  readonly lookbehindMatches: readonly boolean[]
}

/** A set of facts about a position; several strings can share it. */
export interface Position extends Surroundings {
  /** For each state, 1 if the end of its expression can be reached from it. */
  readonly canFinish: Uint8Array
  /** For each class of characters, the positions after a character of that class. */
  readonly following: Set<Position>[]
}

const MAX_POSITIONS = 3000
/** The maximum number of walks through all states. Each computes `canFinish` of a position. */
const MAX_WALKS = 20_000
/** The maximum number of states that these walks examine. */
const MAX_WORK = 1_000_000
/** The maximum number of combinations of matching lookbehinds. */
const MAX_COMBINATIONS = 64

/** The positions of one expression. */
export class TextPositions {
  /** Classes of characters that all states treat alike. */
  readonly charClasses: readonly CharSet[]
  /** The positions by a key of their facts. */
  readonly #positions = new Map<string, Position>()
  readonly #graph: TextStates
  readonly #hasWordEdges: boolean
  readonly #possibleNeighbours: readonly Neighbour[]
  /** All combinations of matching lookbehinds: for one lookbehind, `[false]` and `[true]`. */
  readonly #possibleBehinds: readonly (readonly boolean[])[]
  #walkCount = 0

  /** @throws TooManyStates */
  constructor(tree: RegExpTree) {
    this.#graph = new TextStates(tree)
    this.#hasWordEdges = this.#graph.states.some((state) => state.op === 'assertion' && /word/.test(state.at))
    this.charClasses = charClassesOf(this.#graph.states, this.#hasWordEdges)
    this.#possibleNeighbours = this.#hasWordEdges ? ['none', 'word', 'other'] : ['none', 'other']
    this.#possibleBehinds = combinationsOf(this.#graph.behinds.length)
    this.#findPositions()
  }

  /** All positions, in the order in which they were found. */
  get all(): readonly Position[] {
    return [...this.#positions.values()]
  }

  /** True if a string that matches can start at the position. */
  isStart({ neighbourBefore, canFinish }: Position): boolean {
    return neighbourBefore === 'none' && canFinish[this.#graph.main.start] === 1
  }

  /**
   * Returns the states of lookbehinds that are reached at a position. Returns null if the position has guessed wrong which
   * lookbehinds match.
   *
   * @param previousStates the reached states one character before
   * @param charClass the class of that character; null at the start
   */
  reachedBehinds(
    position: Position,
    previousStates: ReadonlySet<number>,
    charClass: number | null,
  ): ReadonlySet<number> | null {
    const reached = new Set<number>()
    const reach = (index: number): void => {
      if (reached.has(index)) return
      reached.add(index)
      const state = this.#graph.states[index]!
      if (state.op === 'split') state.nexts.forEach(reach)
      else if ((state.op === 'assertion' || state.op === 'look') && holds(state, position)) reach(state.next)
    }
    for (const { start } of this.#graph.behinds) reach(start)
    for (const index of previousStates) {
      const state = this.#graph.states[index]!
      if (state.op === 'set' && this.#contains(state.set, charClass)) reach(state.next)
    }
    return this.#graph.behinds.every(({ match }, number) => reached.has(match) === position.lookbehindMatches[number])
      ? reached
      : null
  }

  /** Finds all positions, from the end of the strings to their start. */
  #findPositions(): void {
    const pending = this.#positionsBefore(null, null)
    for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
      if (position.neighbourBefore === 'none') continue
      for (const charClass of this.charClasses.keys()) {
        if (this.#neighbourOf(charClass) !== position.neighbourBefore) continue
        pending.push(...this.#positionsBefore(charClass, position))
      }
    }
  }

  /**
   * Finds the positions before a character, one for each possible neighbour and each guess of matching lookbehinds. Links
   * them to the position after the character.
   *
   * @param charClass the class of the character; null for the end of the string
   * @param nextPosition the position after the character
   * @returns the positions that are new
   */
  #positionsBefore(charClass: number | null, nextPosition: Position | null): Position[] {
    const neighbourAfter = charClass === null ? 'none' : this.#neighbourOf(charClass)
    const newPositions: Position[] = []
    for (const neighbourBefore of this.#possibleNeighbours) {
      for (const lookbehindMatches of this.#possibleBehinds) {
        this.#walkCount += 1
        if (this.#walkCount > MAX_WALKS || this.#walkCount * this.#graph.states.length > MAX_WORK)
          throw new TooManyStates()
        const surroundings = { neighbourBefore, neighbourAfter, lookbehindMatches } as const
        const canFinish = this.#statesThatFinish(charClass, nextPosition, surroundings)
        const key = `${canFinish.join('')} ${neighbourBefore} ${neighbourAfter} ${lookbehindMatches.map(Number).join('')}`
        let position = this.#positions.get(key)
        if (position === undefined) {
          position = { canFinish, ...surroundings, following: this.charClasses.map(() => new Set<Position>()) }
          this.#positions.set(key, position)
          if (this.#positions.size > MAX_POSITIONS) throw new TooManyStates()
          newPositions.push(position)
        }
        if (charClass !== null) position.following[charClass]!.add(nextPosition!)
      }
    }
    return newPositions
  }

  /** Returns `canFinish` of a position before a character of a class; null stands for the end of the string. */
  #statesThatFinish(charClass: number | null, nextPosition: Position | null, surroundings: Surroundings): Uint8Array {
    const canFinish = new Uint8Array(this.#graph.states.length)
    const position = { canFinish, ...surroundings }
    const reachesEnd = (state: State, index: number): boolean => {
      switch (state.op) {
        case 'match': {
          // A lookaround may end anywhere, the expression only at the end of the string.
          const isEndOfExpression = index === this.#graph.main.match
          return !isEndOfExpression || charClass === null
        }
        case 'set':
          return this.#contains(state.set, charClass) && nextPosition!.canFinish[state.next] === 1
        case 'split':
          return state.nexts.some((next) => canFinish[next] === 1)
        default:
          return canFinish[state.next] === 1 && holds(state, position)
      }
    }
    for (const group of this.#graph.groups) {
      // Without loops, a state continues to smaller indices only. So one pass in this order is enough. A group with loops is
      // walked again until nothing changes.
      const hasLoops = group.some((index) => this.#graph.loops.has(index))
      let mustRepeat = true
      while (mustRepeat) {
        mustRepeat = false
        for (const index of group) {
          if (canFinish[index] === 1 || !reachesEnd(this.#graph.states[index]!, index)) continue
          canFinish[index] = 1
          mustRepeat = hasLoops
        }
      }
    }
    return canFinish
  }

  /** True if a set contains the characters of a class; false for null, the end of the string. */
  #contains(set: CharSet, charClass: number | null): boolean {
    return charClass !== null && (this.charClasses[charClass]! & set) !== NO_CHARS
  }

  #neighbourOf(charClass: number): Neighbour {
    return this.#hasWordEdges && (this.charClasses[charClass]! & WORD_CHARS) !== NO_CHARS ? 'word' : 'other'
  }
}

/** `combinationsOf(1)` -> `[[false], [true]]` */
function combinationsOf(size: number): boolean[][] {
  if (2 ** size > MAX_COMBINATIONS) throw new TooManyStates()
  let combinations: boolean[][] = [[]]
  for (let index = 0; index < size; index += 1) {
    combinations = combinations.flatMap((combination) => [
      [...combination, false],
      [...combination, true],
    ])
  }
  return combinations
}

/** Divides the characters of paths into classes, so that each set of a state is a union of classes. */
function charClassesOf(states: readonly State[], hasWordEdges: boolean): CharSet[] {
  const sets = new Set(states.flatMap((state) => (state.op === 'set' ? [state.set] : [])))
  if (hasWordEdges) sets.add(WORD_CHARS)
  let charClasses = [PATH_CHARS]
  for (const set of sets) {
    charClasses = charClasses.flatMap((charClass) =>
      [charClass & set, charClass & ~set].filter((part) => part !== NO_CHARS),
    )
  }
  return charClasses
}

/** True if an assertion or a lookaround holds at a position. */
function holds(
  state: Extract<State, { op: 'assertion' | 'look' }>,
  { canFinish, neighbourBefore, neighbourAfter, lookbehindMatches }: Omit<Position, 'following'>,
): boolean {
  if (state.op === 'look') {
    const { look, negative } = state
    return (look.behind ? lookbehindMatches[look.number]! : canFinish[look.start] === 1) !== negative
  }
  if (state.at === 'start') return neighbourBefore === 'none'
  if (state.at === 'end') return neighbourAfter === 'none'
  return ((neighbourBefore === 'word') !== (neighbourAfter === 'word')) === (state.at === 'word')
}
