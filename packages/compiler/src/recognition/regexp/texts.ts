import { TooManyStates } from '../too-many-states.ts'
import { NO_CHARS, PATH_CHARS, WORD_CHARS, type CharSet } from './char-set.ts'
import { parseRegExp } from './parse.ts'
import type { RegExpTree, Texts } from './syntax.ts'

const known = new Map<string, Texts | null>()

/**
 * The texts of which `new RegExp('^(?:source)$', flags).test(text)` is true: assertions see the ends of the text, and
 * nothing beyond.
 *
 * @throws TooManyStates
 */
export function textsOf(source: string, flags: string): Texts {
  const key = `${flags}/${source}`
  let texts = known.get(key)
  if (texts === undefined) {
    try {
      texts = smallest(determine(new Examination(parseRegExp(source, flags))))
    } catch (error) {
      if (!(error instanceof TooManyStates)) throw error
      texts = null
    }
    known.set(key, texts)
  }
  if (texts === null) throw new TooManyStates()
  return texts
}

// How it is done; the file is long because no step of it says anything without the others. A text is looked at from
// both ends, as the truth of an assertion may hang on either. From its end to its start: a row says, for a position, which
// states of the expression lead to its end from there. A row follows from the row behind it and the character between, so
// that there are finitely many; lookaheads are a part of the row. From the start to the end: which states of lookbehinds
// have been reached. What a row would need to know of the characters before it (is there one, is it one of a word, does a
// lookbehind hold) is guessed, and each guess is a position of its own; that the guess was right is checked on the way
// from the start.

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

/** What a position is next to. Without `\b` it does not matter whether it is a character of a word. */
type Neighbour = 'none' | 'word' | 'other'

/** A position of some texts: what is true there. */
interface Position {
  /** For each state, 1 if it leads to the end of its expression. */
  readonly row: Uint8Array
  readonly before: Neighbour
  readonly after: Neighbour
  /** Which lookbehinds hold. */
  readonly behind: readonly boolean[]
  /** Where a character of each kind leads. */
  readonly next: Set<Position>[]
}

const MAX_STATES = 1500
const MAX_POSITIONS = 3000
/** Rows that are worked out, each a walk through all states. */
const MAX_ROWS = 20_000
/** States that are looked at for them. */
const MAX_WORK = 1_000_000

class Examination {
  readonly kinds: readonly CharSet[]
  readonly positions = new Map<string, Position>()
  readonly main: number
  /** Reached at the end of the text only; lookarounds may end anywhere. */
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
    const whole = (item: RegExpTree): { start: number; match: number } => {
      const outer = group
      group = []
      const match = add({ op: 'match' })
      const start = build(item, match)
      this.#groups.push(group)
      group = outer
      return { start, match }
    }
    const build = (item: RegExpTree, next: number): number => {
      switch (item.kind) {
        case 'set':
          return add({ op: 'set', set: item.set & PATH_CHARS, next })
        case 'sequence':
          return item.items.reduceRight((after, each) => build(each, after), next)
        case 'choice':
          return add({ op: 'split', nexts: item.items.map((each) => build(each, next)) })
        case 'repeat': {
          let after = next
          if (item.max === Infinity) {
            const loop: Extract<State, { op: 'split' }> = { op: 'split', nexts: [] }
            after = add(loop)
            this.#loops.add(after)
            loop.nexts = [build(item.item, after), next]
          } else {
            for (let turn = item.min; turn < item.max; turn += 1) {
              after = add({ op: 'split', nexts: [build(item.item, after), next] })
            }
          }
          for (let turn = 0; turn < item.min; turn += 1) after = build(item.item, after)
          return after
        }
        case 'assertion':
          return add({ op: 'assertion', at: item.at, next })
        case 'look': {
          // A repeated group brings it several times.
          let look = looks.get(item)
          if (look === undefined) {
            const bounds = whole(item.item)
            look = { behind: item.behind, number: this.#behinds.length, ...bounds }
            if (item.behind) this.#behinds.push(look)
            looks.set(item, look)
          }
          return add({ op: 'look', look, negative: item.negative, next })
        }
        case 'backreference':
          // It is refused in any case; its texts are not a regular language.
          throw new TooManyStates()
      }
    }
    const { start, match: end } = whole(tree)
    this.main = start
    this.#end = end
    this.#words = this.#states.some((state) => state.op === 'assertion' && /word/.test(state.at))
    this.kinds = this.#kindsOfCharacters()
    this.#explore()
  }

  /** Sets of characters that no state tells apart. */
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

  /** Finds all positions, from the end of the texts to their start. */
  #explore(): void {
    const before: Neighbour[] = this.#words ? ['none', 'word', 'other'] : ['none', 'other']
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
      before.flatMap((neighbour) =>
        vectors.map((behind): Position => {
          if (++rows > MAX_ROWS || rows * this.#states.length > MAX_WORK) throw new TooManyStates()
          const after = kind === null ? 'none' : this.#neighbour(kind)
          const row = this.#row(kind, from, neighbour, after, behind)
          const key = `${row.join('')} ${neighbour} ${after} ${behind.map(Number).join('')}`
          let position = this.positions.get(key)
          if (position === undefined) {
            position = { row, before: neighbour, after, behind, next: this.kinds.map(() => new Set<Position>()) }
            this.positions.set(key, position)
            if (this.positions.size > MAX_POSITIONS) throw new TooManyStates()
            waiting.push(position)
          }
          return position
        }),
      )
    enter(null, null)
    for (let position = waiting.pop(); position !== undefined; position = waiting.pop()) {
      if (position.before === 'none') continue
      for (let kind = 0; kind < this.kinds.length; kind += 1) {
        if (this.#neighbour(kind) !== position.before) continue
        for (const earlier of enter(kind, position)) earlier.next[kind]!.add(position)
      }
    }
  }

  #row(
    kind: number | null,
    from: Position | null,
    before: Neighbour,
    after: Neighbour,
    behind: readonly boolean[],
  ): Uint8Array {
    const row = new Uint8Array(this.#states.length)
    const position = { row, before, after, behind }
    const leads = (state: State, index: number): boolean => {
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
      // A state goes on to those before it, so once is enough, but for loops.
      const loops = group.some((index) => this.#loops.has(index))
      for (let again = true; again;) {
        again = false
        for (const index of group) {
          if (row[index] === 1 || !leads(this.#states[index]!, index)) continue
          row[index] = 1
          again = loops
        }
      }
    }
    return row
  }

  /**
   * The states of lookbehinds that are reached at a position, from those that were reached one character before; null where
   * the position has guessed wrong.
   */
  reached(position: Position, earlier: ReadonlySet<number>, kind: number | null): ReadonlySet<number> | null {
    const reached = new Set<number>()
    const reach = (index: number): void => {
      if (reached.has(index)) return
      reached.add(index)
      const state = this.#states[index]!
      if (state.op === 'split') state.nexts.forEach(reach)
      else if ((state.op === 'assertion' || state.op === 'look') && holds(state, position)) reach(state.next)
    }
    for (const { start } of this.#behinds) reach(start)
    for (const index of earlier) {
      const state = this.#states[index]!
      if (state.op === 'set' && kind !== null && (this.kinds[kind]! & state.set) !== NO_CHARS) reach(state.next)
    }
    return this.#behinds.every(({ match }, number) => reached.has(match) === position.behind[number]) ? reached : null
  }
}

function holds(
  state: Extract<State, { op: 'assertion' | 'look' }>,
  { row, before, after, behind }: Pick<Position, 'row' | 'before' | 'after' | 'behind'>,
): boolean {
  if (state.op === 'look') {
    const { look, negative } = state
    return (look.behind ? behind[look.number]! : row[look.start] === 1) !== negative
  }
  if (state.at === 'start') return before === 'none'
  if (state.at === 'end') return after === 'none'
  return ((before === 'word') !== (after === 'word')) === (state.at === 'word')
}

/** A deterministic automaton, as it comes. The last state of each list is not there: nothing leads on. */
interface Table {
  readonly kinds: readonly CharSet[]
  /** For each state and each kind of characters the next state. */
  readonly next: readonly (readonly number[])[]
  readonly accepting: readonly boolean[]
}

const MAX_SUBSETS = 2000
const MAX_STEPS = 300_000

/** Walks from the start: a state is all positions that the text so far can have led to. */
function determine(examination: Examination): Table {
  interface Reached {
    readonly position: Position
    readonly behind: ReadonlySet<number>
  }
  const numbers = new Map<Position, number>(
    [...examination.positions.values()].map((position, index) => [position, index]),
  )
  const subsets: Reached[][] = []
  const known = new Map<string, number>()
  const number = (subset: ReadonlyMap<string, Reached>): number => {
    const key = [...subset.keys()].sort().join()
    let index = known.get(key)
    if (index === undefined) {
      known.set(key, (index = subsets.push([...subset.values()]) - 1))
      if (subsets.length > MAX_SUBSETS) throw new TooManyStates()
    }
    return index
  }
  const add = (
    subset: Map<string, Reached>,
    position: Position,
    earlier: ReadonlySet<number>,
    kind: number | null,
  ): void => {
    const behind = examination.reached(position, earlier, kind)
    if (behind !== null)
      subset.set(`${numbers.get(position)} ${[...behind].sort((a, b) => a - b).join(' ')}`, { position, behind })
  }
  const first = new Map<string, Reached>()
  for (const position of examination.positions.values()) {
    if (position.before === 'none' && position.row[examination.main] === 1) add(first, position, new Set(), null)
  }
  number(first)
  const next: number[][] = []
  let steps = 0
  for (let index = 0; index < subsets.length; index += 1) {
    next.push(
      examination.kinds.map((_, kind) => {
        const subset = new Map<string, Reached>()
        for (const { position, behind } of subsets[index]!) {
          steps += position.next[kind]!.size
          if (steps > MAX_STEPS) throw new TooManyStates()
          for (const later of position.next[kind]!) add(subset, later, behind, kind)
        }
        return number(subset)
      }),
    )
  }
  const accepting = subsets.map((subset) => subset.some(({ position }) => position.after === 'none'))
  return { kinds: examination.kinds, next, accepting }
}

/** Puts together the states that accept the same texts (Moore 1956), and leaves out those that accept none. */
function smallest({ kinds, next, accepting }: Table): Texts {
  let classes = accepting.map(Number)
  for (let count = 0; ;) {
    const numbers = new Map<string, number>()
    const refined = next.map((row, state) => {
      const key = [classes[state], ...row.map((each) => classes[each])].join()
      let number = numbers.get(key)
      if (number === undefined) numbers.set(key, (number = numbers.size))
      return number
    })
    classes = refined
    if (numbers.size === count) break
    count = numbers.size
  }
  // The first state of each class stands for it; the start is the first of all.
  const first = new Map<number, number>()
  classes.forEach((each, state) => {
    if (!first.has(each)) first.set(each, state)
  })
  const isDead = (each: number): boolean => {
    const state = first.get(each)!
    return !accepting[state] && next[state]!.every((target) => classes[target] === each)
  }
  const kept = [...first.keys()].filter((each) => each === classes[0] || !isDead(each))
  const newNumbers = new Map(kept.map((each, index) => [each, index]))
  return {
    accepting: kept.map((each) => accepting[first.get(each)!]!),
    next: kept.map((each) => {
      const row = new Map<number, CharSet>()
      next[first.get(each)!]!.forEach((target, kind) => {
        const index = newNumbers.get(classes[target]!)
        if (index === undefined || isDead(classes[target]!)) return
        row.set(index, (row.get(index) ?? NO_CHARS) | kinds[kind]!)
      })
      return row
    }),
  }
}
