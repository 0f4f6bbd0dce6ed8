// Finds all positions that a string can have for an expression: from each, a set of states reaches the end of the string.
import { NO_CHARS, PATH_CHARS, WORD_CHARS, type CharSet } from '../regexp/char-set.ts'
import type { RegExpTree } from '../regexp/syntax.ts'
import { TextStates, type State } from './text-states.ts'
import { TooManyStates } from './too-many-states.ts'

/** The neighbour of a position. Without `\b` word characters are not distinguished from others. */
type Neighbour = 'none' | 'word' | 'other'

/** The facts about a position that its row depends on. */
interface Surroundings {
  readonly neighbourBefore: Neighbour
  readonly neighbourAfter: Neighbour
  /** For each lookbehind, true if it matches at the position. */
  readonly behind: readonly boolean[]
}

/** A set of facts about a position; several strings can share it. */
export interface Position extends Surroundings {
  /** For each state, 1 if the end of its expression can be reached from it. */
  readonly row: Uint8Array
  /** For each class of characters, the positions after a character of that class. */
  readonly next: Set<Position>[]
}

const MAX_POSITIONS = 3000
/** The maximum number of computed rows. Each row is a walk through all states. */
const MAX_ROWS = 20_000
/** The maximum number of states that the walks for rows examine. */
const MAX_WORK = 1_000_000
/** The maximum number of combinations of matching lookbehinds. */
const MAX_COMBINATIONS = 64

/** The positions of one expression. */
export class TextPositions {
  /** Classes of characters that all states treat alike. */
  readonly kinds: readonly CharSet[]
  /** By their facts. */
  readonly #positions = new Map<string, Position>()
  readonly #graph: TextStates
  readonly #hasWordEdges: boolean
  readonly #possibleNeighbours: readonly Neighbour[]
  /** All combinations of matching lookbehinds: for one lookbehind, `[false]` and `[true]`. */
  readonly #possibleBehinds: readonly (readonly boolean[])[]
  #rowCount = 0

  /** @throws TooManyStates */
  constructor(tree: RegExpTree) {
    this.#graph = new TextStates(tree)
    this.#hasWordEdges = this.#graph.states.some((state) => state.op === 'assertion' && /word/.test(state.at))
    this.kinds = kindsOf(this.#graph.states, this.#hasWordEdges)
    this.#possibleNeighbours = this.#hasWordEdges ? ['none', 'word', 'other'] : ['none', 'other']
    this.#possibleBehinds = combinationsOf(this.#graph.behinds.length)
    this.#findPositions()
  }

  /** All positions, in the order in which they were found. */
  get all(): readonly Position[] {
    return [...this.#positions.values()]
  }

  /** True if a string that matches can start at the position. */
  isStart({ neighbourBefore, row }: Position): boolean {
    return neighbourBefore === 'none' && row[this.#graph.main.start] === 1
  }

  /**
   * Returns the states of lookbehinds that are reached at a position. Returns null if the position has guessed wrong which
   * lookbehinds match.
   *
   * @param previousStates the reached states one character before
   * @param kind the kind of that character; null at the start
   */
  reachedBehinds(
    position: Position,
    previousStates: ReadonlySet<number>,
    kind: number | null,
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
      if (state.op === 'set' && kind !== null && (this.kinds[kind]! & state.set) !== NO_CHARS) reach(state.next)
    }
    return this.#graph.behinds.every(({ match }, number) => reached.has(match) === position.behind[number])
      ? reached
      : null
  }

  /** Finds all positions, from the end of the strings to their start. */
  #findPositions(): void {
    const pending = this.#positionsBefore(null, null)
    for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
      if (position.neighbourBefore === 'none') continue
      for (const kind of this.kinds.keys()) {
        if (this.#neighbourOf(kind) !== position.neighbourBefore) continue
        pending.push(...this.#positionsBefore(kind, position))
      }
    }
  }

  /**
   * Connects the positions before a character, one for each guess about the characters before it.
   *
   * @param kind the kind of the character; null for the end of the string
   * @param nextPosition the position after the character
   * @returns the positions that are new
   */
  #positionsBefore(kind: number | null, nextPosition: Position | null): Position[] {
    const neighbourAfter = kind === null ? 'none' : this.#neighbourOf(kind)
    const newPositions: Position[] = []
    for (const neighbourBefore of this.#possibleNeighbours) {
      for (const behind of this.#possibleBehinds) {
        this.#rowCount += 1
        if (this.#rowCount > MAX_ROWS || this.#rowCount * this.#graph.states.length > MAX_WORK)
          throw new TooManyStates()
        const surroundings = { neighbourBefore, neighbourAfter, behind } as const
        const row = this.#rowOf(kind, nextPosition, surroundings)
        const key = `${row.join('')} ${neighbourBefore} ${neighbourAfter} ${behind.map(Number).join('')}`
        let position = this.#positions.get(key)
        if (position === undefined) {
          position = { row, ...surroundings, next: this.kinds.map(() => new Set<Position>()) }
          this.#positions.set(key, position)
          if (this.#positions.size > MAX_POSITIONS) throw new TooManyStates()
          newPositions.push(position)
        }
        if (kind !== null) position.next[kind]!.add(nextPosition!)
      }
    }
    return newPositions
  }

  /**
   * Returns the row of a position before a character of a kind; null stands for the end of the string.
   */
  #rowOf(kind: number | null, nextPosition: Position | null, surroundings: Surroundings): Uint8Array {
    const row = new Uint8Array(this.#graph.states.length)
    const position = { row, ...surroundings }
    const reachesEnd = (state: State, index: number): boolean => {
      switch (state.op) {
        case 'match':
          // A lookaround may end anywhere, the expression only at the end of the string.
          return index !== this.#graph.main.match || kind === null
        case 'set':
          return kind !== null && (this.kinds[kind]! & state.set) !== NO_CHARS && nextPosition!.row[state.next] === 1
        case 'split':
          return state.nexts.some((next) => row[next] === 1)
        default:
          return row[state.next] === 1 && holds(state, position)
      }
    }
    for (const group of this.#graph.groups) {
      // States only continue to states with smaller indices, so one pass is enough. Loops are the exception.
      const hasLoops = group.some((index) => this.#graph.loops.has(index))
      let isIncomplete = true
      while (isIncomplete) {
        isIncomplete = false
        for (const index of group) {
          if (row[index] === 1 || !reachesEnd(this.#graph.states[index]!, index)) continue
          row[index] = 1
          isIncomplete = hasLoops
        }
      }
    }
    return row
  }

  #neighbourOf(kind: number): Neighbour {
    return this.#hasWordEdges && (this.kinds[kind]! & WORD_CHARS) !== NO_CHARS ? 'word' : 'other'
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
function kindsOf(states: readonly State[], hasWordEdges: boolean): CharSet[] {
  const sets = new Set(states.flatMap((state) => (state.op === 'set' ? [state.set] : [])))
  if (hasWordEdges) sets.add(WORD_CHARS)
  let kinds = [PATH_CHARS]
  for (const set of sets) {
    kinds = kinds.flatMap((kind) => [kind & set, kind & ~set].filter((part) => part !== NO_CHARS))
  }
  return kinds
}

/** True if an assertion or a lookaround holds at a position. */
function holds(
  state: Extract<State, { op: 'assertion' | 'look' }>,
  { row, neighbourBefore, neighbourAfter, behind }: Omit<Position, 'next'>,
): boolean {
  if (state.op === 'look') {
    const { look, negative } = state
    return (look.behind ? behind[look.number]! : row[look.start] === 1) !== negative
  }
  if (state.at === 'start') return neighbourBefore === 'none'
  if (state.at === 'end') return neighbourAfter === 'none'
  return ((neighbourBefore === 'word') !== (neighbourAfter === 'word')) === (state.at === 'word')
}
