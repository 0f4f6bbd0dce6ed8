// Converts an expression, lookarounds included, to the deterministic automaton of the strings that it matches.
import { fact } from '../facts.ts'
import { TooManyStates, withinLimit } from './too-many-states.ts'
import { NO_CHARS, PATH_CHARS, WORD_CHARS, type CharSet } from '../regexp/char-set.ts'
import { treeOf } from '../regexp/parse.ts'
import type { RegExpTree } from '../regexp/syntax.ts'

/**
 * The strings that a regular expression matches completely, as a minimal deterministic automaton over the characters of
 * canonical paths. State 0 is the start. Every state leads to an accepting one, except the start if nothing matches.
 */
export interface TextDfa {
  /** For each state, the next states with the characters that enter them. */
  readonly next: readonly ReadonlyMap<number, CharSet>[]
  readonly accepting: readonly boolean[]
}

/**
 * Returns the automaton of all strings for which `new RegExp('^(?:source)$', flags).test(string)` is true. Assertions
 * see the ends of the string and nothing beyond. Returns null if the automaton would be too large.
 */
export const textDfaOf = fact((requirement): TextDfa | null =>
  withinLimit(() => smallest(determine(new Examination(treeOf(requirement))))),
)

// The algorithm examines strings from both ends, because an assertion may depend on either.
//
// 1. From the end to the start (`#explore`): the row of a position marks the states of the expression from which its
// end can be reached. A row follows from the row of the next position and the character in between, so there are
// finitely many. Lookaheads are part of the row.
// 2. From the start to the end (`determine`): the reached states of lookbehinds are tracked.
//
// A row also depends on the characters before it: is there one, is it a word character, does a lookbehind hold. Step 1
// guesses these facts, and each guess is a position of its own. Step 2 discards the positions with a wrong guess.

type State =
  | { readonly op: 'set'; readonly set: CharSet; readonly next: number }
  | { readonly op: 'split'; nexts: readonly number[] }
  | { readonly op: 'assertion'; readonly at: 'start' | 'end' | 'word' | 'not-word'; readonly next: number }
  | { readonly op: 'look'; readonly look: Look; readonly negative: boolean; readonly next: number }
  | { readonly op: 'match' }

interface Look {
  readonly behind: boolean
  /** Its number among the lookbehinds. */
  readonly number: number
  readonly start: number
  readonly match: number
}

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
interface Position extends Surroundings {
  /** For each state, 1 if the end of its expression can be reached from it. */
  readonly row: Uint8Array
  /** For each class of characters, the positions after a character of that class. */
  readonly next: Set<Position>[]
}

const MAX_STATES = 1500
const MAX_POSITIONS = 3000
/** The maximum number of computed rows. Each row is a walk through all states. */
const MAX_ROWS = 20_000
/** The maximum number of states that the walks for rows examine. */
const MAX_WORK = 1_000_000

class Examination {
  readonly kinds: readonly CharSet[]
  readonly positions = new Map<string, Position>()
  readonly main: number
  /** The match state of the main expression, valid only at the end of the string. Lookarounds may end anywhere. */
  readonly #end: number
  readonly #states: State[] = []
  /** The states of one expression each, those of inner ones first. */
  readonly #groups: number[][] = []
  readonly #behinds: Look[] = []
  readonly #loops = new Set<number>()
  readonly #words: boolean

  constructor(tree: RegExpTree) {
    let group: number[] = []
    const looks = new Map<RegExpTree, Look>()
    const add = (state: State): number => {
      if (this.#states.length >= MAX_STATES) throw new TooManyStates()
      group.push(this.#states.length)
      return this.#states.push(state) - 1
    }
    const buildGroup = (item: RegExpTree): { start: number; match: number } => {
      const outerGroup = group
      group = []
      const match = add({ op: 'match' })
      const start = build(item, match)
      this.#groups.push(group)
      group = outerGroup
      return { start, match }
    }
    const build = (item: RegExpTree, next: number): number => {
      switch (item.kind) {
        case 'set':
          return add({ op: 'set', set: item.set & PATH_CHARS, next })
        case 'sequence':
          return item.items.reduceRight((entry, child) => build(child, entry), next)
        case 'choice':
          return add({ op: 'split', nexts: item.items.map((child) => build(child, next)) })
        case 'repeat': {
          let entry = next
          if (item.max === Infinity) {
            const loop: Extract<State, { op: 'split' }> = { op: 'split', nexts: [] }
            entry = add(loop)
            this.#loops.add(entry)
            loop.nexts = [build(item.item, entry), next]
          } else {
            for (let turn = item.min; turn < item.max; turn += 1) {
              entry = add({ op: 'split', nexts: [build(item.item, entry), next] })
            }
          }
          for (let turn = 0; turn < item.min; turn += 1) entry = build(item.item, entry)
          return entry
        }
        case 'assertion':
          return add({ op: 'assertion', at: item.at, next })
        case 'look': {
          // A repeated group brings it several times.
          let look = looks.get(item)
          if (look === undefined) {
            const bounds = buildGroup(item.item)
            look = { behind: item.behind, number: this.#behinds.length, ...bounds }
            if (item.behind) this.#behinds.push(look)
            looks.set(item, look)
          }
          return add({ op: 'look', look, negative: item.negative, next })
        }
        case 'backreference':
          // `judgeRegExp` rejects back-references in any case. Their language is not regular.
          throw new TooManyStates()
      }
    }
    const { start, match: end } = buildGroup(tree)
    this.main = start
    this.#end = end
    this.#words = this.#states.some((state) => state.op === 'assertion' && /word/.test(state.at))
    this.kinds = this.#kindsOfCharacters()
    this.#explore()
  }

  /** Classes of characters that all states treat alike. */
  #kindsOfCharacters(): CharSet[] {
    const sets = new Set(this.#states.flatMap((state) => (state.op === 'set' ? [state.set] : [])))
    if (this.#words) sets.add(WORD_CHARS)
    let kinds = [PATH_CHARS]
    for (const set of sets)
      kinds = kinds.flatMap((kind) => [kind & set, kind & ~set].filter((part) => part !== NO_CHARS))
    return kinds
  }

  #neighbour(kind: number): Neighbour {
    return this.#words && (this.kinds[kind]! & WORD_CHARS) !== NO_CHARS ? 'word' : 'other'
  }

  /** Finds all positions, from the end of the strings to their start. */
  #explore(): void {
    const possibleNeighbours: Neighbour[] = this.#words ? ['none', 'word', 'other'] : ['none', 'other']
    let vectors: boolean[][] = [[]]
    for (const _ of this.#behinds) {
      vectors = vectors.flatMap((vector) => [
        [...vector, false],
        [...vector, true],
      ])
      if (vectors.length > 64) throw new TooManyStates()
    }
    let rows = 0
    const waiting: Position[] = []
    const enter = (kind: number | null, from: Position | null): Position[] =>
      possibleNeighbours.flatMap((neighbourBefore) =>
        vectors.map((behind): Position => {
          if (++rows > MAX_ROWS || rows * this.#states.length > MAX_WORK) throw new TooManyStates()
          const neighbourAfter = kind === null ? 'none' : this.#neighbour(kind)
          const surroundings = { neighbourBefore, neighbourAfter, behind }
          const row = this.#row(kind, from, surroundings)
          const key = `${row.join('')} ${neighbourBefore} ${neighbourAfter} ${behind.map(Number).join('')}`
          let position = this.positions.get(key)
          if (position === undefined) {
            position = { row, ...surroundings, next: this.kinds.map(() => new Set<Position>()) }
            this.positions.set(key, position)
            if (this.positions.size > MAX_POSITIONS) throw new TooManyStates()
            waiting.push(position)
          }
          return position
        }),
      )
    enter(null, null)
    for (let position = waiting.pop(); position !== undefined; position = waiting.pop()) {
      if (position.neighbourBefore === 'none') continue
      for (let kind = 0; kind < this.kinds.length; kind += 1) {
        if (this.#neighbour(kind) !== position.neighbourBefore) continue
        for (const previous of enter(kind, position)) previous.next[kind]!.add(position)
      }
    }
  }

  /**
   * Returns the row of a position before a character of a kind; null stands for the end of the string.
   *
   * @param from the position after the character
   */
  #row(kind: number | null, from: Position | null, surroundings: Surroundings): Uint8Array {
    const row = new Uint8Array(this.#states.length)
    const position = { row, ...surroundings }
    const reachesEnd = (state: State, index: number): boolean => {
      switch (state.op) {
        case 'match':
          return index !== this.#end || kind === null
        case 'set':
          return kind !== null && (this.kinds[kind]! & state.set) !== NO_CHARS && from!.row[state.next] === 1
        case 'split':
          return state.nexts.some((next) => row[next] === 1)
        default:
          return row[state.next] === 1 && holds(state, position)
      }
    }
    for (const group of this.#groups) {
      // States only continue to states with smaller indices, so one pass is enough. Loops are the exception.
      const loops = group.some((index) => this.#loops.has(index))
      for (let isIncomplete = true; isIncomplete;) {
        isIncomplete = false
        for (const index of group) {
          if (row[index] === 1 || !reachesEnd(this.#states[index]!, index)) continue
          row[index] = 1
          isIncomplete = loops
        }
      }
    }
    return row
  }

  /**
   * The states of lookbehinds that are reached at a position, from those that were reached one character before; null
   * where the position has guessed wrong.
   */
  reached(position: Position, previousStates: ReadonlySet<number>, kind: number | null): ReadonlySet<number> | null {
    const reached = new Set<number>()
    const reach = (index: number): void => {
      if (reached.has(index)) return
      reached.add(index)
      const state = this.#states[index]!
      if (state.op === 'split') state.nexts.forEach(reach)
      else if ((state.op === 'assertion' || state.op === 'look') && holds(state, position)) reach(state.next)
    }
    for (const { start } of this.#behinds) reach(start)
    for (const index of previousStates) {
      const state = this.#states[index]!
      if (state.op === 'set' && kind !== null && (this.kinds[kind]! & state.set) !== NO_CHARS) reach(state.next)
    }
    return this.#behinds.every(({ match }, number) => reached.has(match) === position.behind[number]) ? reached : null
  }
}

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

/** A deterministic automaton that is not yet minimal. */
interface Table {
  readonly kinds: readonly CharSet[]
  /** For each state and each kind of characters the next state. */
  readonly next: readonly (readonly number[])[]
  readonly accepting: readonly boolean[]
}

const MAX_SUBSETS = 2000
const MAX_STEPS = 300_000

/** Subset construction from the start: a state is the set of all positions that the prefix can have reached. */
function determine(examination: Examination): Table {
  interface Reached {
    readonly position: Position
    readonly behind: ReadonlySet<number>
  }
  const numbers = new Map<Position, number>(
    [...examination.positions.values()].map((position, index) => [position, index]),
  )
  const subsets: Reached[][] = []
  const indexBySubset = new Map<string, number>()
  const number = (subset: ReadonlyMap<string, Reached>): number => {
    const key = [...subset.keys()].sort().join()
    let index = indexBySubset.get(key)
    if (index === undefined) {
      indexBySubset.set(key, (index = subsets.push([...subset.values()]) - 1))
      if (subsets.length > MAX_SUBSETS) throw new TooManyStates()
    }
    return index
  }
  const add = (
    subset: Map<string, Reached>,
    position: Position,
    previousStates: ReadonlySet<number>,
    kind: number | null,
  ): void => {
    const behind = examination.reached(position, previousStates, kind)
    if (behind !== null)
      subset.set(`${numbers.get(position)} ${[...behind].sort((a, b) => a - b).join(' ')}`, { position, behind })
  }
  const startSubset = new Map<string, Reached>()
  for (const position of examination.positions.values()) {
    if (position.neighbourBefore === 'none' && position.row[examination.main] === 1)
      add(startSubset, position, new Set(), null)
  }
  number(startSubset)
  const next: number[][] = []
  let steps = 0
  for (let index = 0; index < subsets.length; index += 1) {
    next.push(
      examination.kinds.map((_, kind) => {
        const subset = new Map<string, Reached>()
        for (const { position, behind } of subsets[index]!) {
          steps += position.next[kind]!.size
          if (steps > MAX_STEPS) throw new TooManyStates()
          for (const nextPosition of position.next[kind]!) add(subset, nextPosition, behind, kind)
        }
        return number(subset)
      }),
    )
  }
  const accepting = subsets.map((subset) => subset.some(({ position }) => position.neighbourAfter === 'none'))
  return { kinds: examination.kinds, next, accepting }
}

/** Merges states that accept the same strings (Moore 1956), and removes states that accept none. */
function smallest({ kinds, next, accepting }: Table): TextDfa {
  let classes = accepting.map(Number)
  for (let count = 0; ;) {
    const numbers = new Map<string, number>()
    const refined = next.map((row, state) => {
      const key = [classes[state], ...row.map((target) => classes[target])].join()
      let number = numbers.get(key)
      if (number === undefined) numbers.set(key, (number = numbers.size))
      return number
    })
    classes = refined
    if (numbers.size === count) break
    count = numbers.size
  }
  // The first state of each class represents it. The start is the first state overall.
  const representatives = new Map<number, number>()
  classes.forEach((classNumber, state) => {
    if (!representatives.has(classNumber)) representatives.set(classNumber, state)
  })
  const isDead = (classNumber: number): boolean => {
    const state = representatives.get(classNumber)!
    return !accepting[state] && next[state]!.every((target) => classes[target] === classNumber)
  }
  const liveClasses = [...representatives.keys()].filter(
    (classNumber) => classNumber === classes[0] || !isDead(classNumber),
  )
  const newNumbers = new Map(liveClasses.map((classNumber, index) => [classNumber, index]))
  return {
    accepting: liveClasses.map((classNumber) => accepting[representatives.get(classNumber)!]!),
    next: liveClasses.map((classNumber) => {
      const row = new Map<number, CharSet>()
      next[representatives.get(classNumber)!]!.forEach((target, kind) => {
        const index = newNumbers.get(classes[target]!)
        if (index === undefined || isDead(classes[target]!)) return
        row.set(index, (row.get(index) ?? NO_CHARS) | kinds[kind]!)
      })
      return row
    }),
  }
}
