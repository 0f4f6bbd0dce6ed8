/**
 * Tests strings against a requirement in time linear in the string, lookaheads and lookbehinds included. The compiler
 * emits a scanner for each requirement for which a backtracking engine may take longer.
 *
 * A scanner runs an alternating automaton forwards. A thread is a place in the expression. A lookahead makes a duty:
 * threads that have to reach their end, or must not, before the thread that owns the duty may match. Each lookbehind runs
 * alongside. A counter is one operation. The threads of a position are a state, and each step between two states is
 * computed once (a lazy DFA), so a long string takes one look-up for each character.
 */
export interface Scanner {
  /** True if the requirement matches the whole string. */
  test(text: string): boolean
  /** The state before the first character. */
  first(): ScannerState
  /** The state behind a character, or undefined if no match begins with the characters so far. */
  step(state: ScannerState, character: number): ScannerState | undefined
  /** True if the requirement matches the characters so far. */
  accepts(state: ScannerState): boolean
  /** The requirement as error messages show it. */
  toString(): string
}

/** The threads of a position. They are numbers: see `threads` of `scanner`. */
export interface ScannerState {
  readonly main: readonly number[]
  /** The threads of each lookbehind. */
  readonly behinds: readonly (readonly number[])[]
  /** True if the character before is one of a word. */
  readonly isAfterWord: boolean
  readonly isStart: boolean
  /** By the kind of the next character; null where no thread is left. */
  readonly next: (ScannerState | null | undefined)[]
  accepts?: boolean
  readonly memory: Memory
}

type Thread = readonly [at: number, count: number, duties: readonly number[]]
type Duty = readonly [isNegative: boolean, threads: readonly number[]]

/** What a scanner has computed. Each thread and each duty has a number, so that lists of them are lists of numbers. */
interface Memory {
  readonly states: Map<string, ScannerState>
  readonly threads: Thread[]
  readonly duties: Duty[]
  readonly numbers: Map<string | number, number>
  first?: ScannerState
}

/** What the assertions of a position see. */
interface Place {
  readonly isStart: boolean
  readonly isEnd: boolean
  readonly isEdge: boolean
  /** The threads of each lookbehind, closed. */
  readonly behinds: readonly (readonly number[])[]
  /** What is certain here about duties, by their numbers, and about lookaheads, by -1 minus their operations. */
  readonly certain: Map<number, boolean | number>
}

// Operations. Each has four numbers: what it does, and three operands.
const MATCH = 0
const SET = 1
const SPLIT = 2
const COUNT = 3
const ASSERT = 4
const AHEAD = 5 // otherwise a lookbehind

// What `ASSERT` asserts; otherwise that there is no edge of a word.
const START = 0
const END = 1
const WORD_EDGE = 2

const COUNT_BASE = 0x100000
const NO_MAXIMUM = COUNT_BASE - 1

/** When a scanner has more states than this, it forgets them. */
const MANY_STATES = 4000
const MANY_THREADS = 100_000

const newMemory = (): Memory => ({ states: new Map(), threads: [], duties: [], numbers: new Map() })

/**
 * Makes the scanner of a requirement (`scanner-program.ts` of the compiler).
 *
 * @param source the requirement as error messages show it
 * @param sets characters, each set as pairs of the first and the last of a range: UTF-16 code units in a string, or numbers
 * @param code four numbers an operation, see above
 * @param start the first operation
 * @param behinds the first operation of each lookbehind, inner ones first
 * @param words the number of the set of word characters, if the requirement has `\b` or `\B`
 * @param isUnicode true if characters are code points
 */
export function scanner(
  source: string,
  sets: readonly (string | readonly number[])[],
  code: readonly number[],
  start: number,
  behinds: readonly number[] = [],
  words = -1,
  isUnicode = false,
): Scanner {
  /** By a character, the number of the sets that it is in. */
  const kinds = new Map<number, number>()
  /** By the kind of ASCII characters, the same, for the loop over a string. */
  const asciiKinds = new Int16Array(128).fill(-1)
  /** For each kind, which sets it is in. */
  const members: (readonly boolean[])[] = []
  let ranges: (readonly number[])[] | undefined
  let memory = newMemory()
  let { threads, duties, numbers } = memory
  const use = (other: Memory): void => {
    memory = other
    ;({ threads, duties, numbers } = other)
  }

  function kindOf(character: number): number {
    let kind = character < 128 ? asciiKinds[character]! : (kinds.get(character) ?? -1)
    if (kind >= 0) return kind
    ranges ??= sets.map((set) => (typeof set === 'string' ? Array.from(set.split(''), (c) => c.charCodeAt(0)) : set))
    const member = ranges.map((bounds) => {
      for (let i = 0; i < bounds.length; i += 2) if (character >= bounds[i]! && character <= bounds[i + 1]!) return true
      return false
    })
    const same = members.findIndex((other) => other.every((is, set) => is === member[set]))
    kind = same < 0 ? members.push(member) - 1 : same
    if (character < 128) asciiKinds[character] = kind
    else kinds.set(character, kind)
    return kind
  }

  function numberOf<Item>(key: string | number, list: Item[], item: Item): number {
    let number = numbers.get(key)
    if (number === undefined) numbers.set(key, (number = list.push(item) - 1))
    return number
  }

  const threadAt = (at: number, count: number, owed: readonly number[]): number =>
    numberOf(owed.length > 0 ? `${at} ${count} ${owed.join()}` : at * COUNT_BASE + count, threads, [at, count, owed])

  /** True or false if that is certain already, otherwise the number of the duty. */
  function judge(isNegative: boolean, list: readonly number[], isEnd: boolean): boolean | number {
    if (list.some((thread) => code[4 * threads[thread]![0]] === MATCH && threads[thread]![2].length === 0))
      return !isNegative
    return list.length === 0 || isEnd ? isNegative : dutyOf(isNegative, list)
  }

  const dutyOf = (isNegative: boolean, list: readonly number[]): number =>
    numberOf(`${isNegative}${list.join()}`, duties, [isNegative, list])

  /** The threads that wait for a character or match, among those that the given ones become without a character. */
  function close(list: readonly number[], place: Place): number[] {
    const seen = new Set<number>()
    const visit = (at: number, count: number, owed: readonly number[]): void => {
      const thread = threadAt(at, count, owed)
      if (seen.has(thread)) return
      seen.add(thread)
      const a = code[4 * at + 1]!
      const next = code[4 * at + 2]!
      const detail = code[4 * at + 3]!
      switch (code[4 * at]) {
        case MATCH:
        case SET:
          return
        case SPLIT:
          visit(a, 0, owed)
          visit(next, 0, owed)
          return
        case COUNT:
          if (count >= Math.floor(detail / COUNT_BASE)) visit(next, 0, owed)
          return
        case ASSERT:
          if (a === START ? place.isStart : a === END ? place.isEnd : place.isEdge === (a === WORD_EDGE))
            visit(next, 0, owed)
          return
        case AHEAD:
          add(
            recall(place.certain, -1 - at, () => judge(detail === 1, close([threadAt(a, 0, [])], place), place.isEnd)),
            next,
            owed,
          )
          return
        default: {
          const matches = place.behinds[a]!.filter((behind) => code[4 * threads[behind]![0]] === MATCH)
          if (detail === 1) add(judge(true, matches, place.isEnd), next, owed)
          else for (const behind of matches) visit(next, 0, united(owed, threads[behind]![2]))
        }
      }
    }
    const add = (duty: boolean | number, next: number, owed: readonly number[]): void => {
      if (duty !== false) visit(next, 0, duty === true ? owed : united(owed, [duty]))
    }
    for (const thread of list) {
      const [at, count, owed] = threads[thread]!
      const left = settle(owed, place.certain, ([isNegative, list]) =>
        judge(isNegative, close(list, place), place.isEnd),
      )
      if (left) visit(at, count, left)
    }
    return withoutWeaker(
      [...seen].filter((thread) => {
        const [at, count] = threads[thread]!
        const operation = code[4 * at]!
        return operation < SPLIT || (operation === COUNT && count < maximumOf(at))
      }),
    )
  }

  /** Of two threads at one place, one that has all duties of the other and more says nothing. */
  function withoutWeaker(list: number[]): number[] {
    if (list.every((thread) => threads[thread]![2].length === 0)) return list
    const places = new Map<number, (readonly number[])[]>()
    for (const thread of list) {
      const [at, count, owed] = threads[thread]!
      const key = at * COUNT_BASE + count
      const lists = places.get(key)
      if (lists) lists.push(owed)
      else places.set(key, [owed])
    }
    return list.filter((thread) => {
      const [at, count, owed] = threads[thread]!
      const lists = places.get(at * COUNT_BASE + count)!
      return !lists.some((less) => less.length < owed.length && less.every((duty) => owed.includes(duty)))
    })
  }

  const maximumOf = (at: number): number => code[4 * at + 3]! % COUNT_BASE

  /** The duties that are left of some, or undefined if one has failed. */
  function settle(
    owed: readonly number[],
    certain: Map<number, boolean | number>,
    look: (duty: Duty) => boolean | number,
  ): readonly number[] | undefined {
    let left = owed
    if (owed.length > 0) {
      left = []
      for (const duty of owed) {
        const now = recall(certain, duty, () => look(duties[duty]!))
        if (now === false) return undefined
        if (now !== true) left = united(left, [now])
      }
    }
    return left
  }

  /** The threads behind a character. Those of a duty may have matched, and wait for duties of their own. */
  function move(
    list: readonly number[],
    kind: number,
    isDuty: boolean,
    certain = new Map<number, boolean | number>(),
  ): number[] {
    const moved = new Set<number>()
    for (const thread of list) {
      const [at, count, owed] = threads[thread]!
      const operation = code[4 * at]
      if (operation === MATCH ? !isDuty : !members[kind]![code[4 * at + 1]!]) continue
      const left = settle(owed, certain, ([isNegative, list]) => {
        const rest = move(list, kind, true, certain)
        return rest.length === 0 ? isNegative : dutyOf(isNegative, rest)
      })
      if (!left) continue
      if (operation === SET) moved.add(threadAt(code[4 * at + 2]!, 0, left))
      else if (operation === MATCH) moved.add(threadAt(at, 0, left))
      else {
        // Without a maximum, a count above the minimum says no more than the minimum.
        const detail = code[4 * at + 3]!
        const limit = detail % COUNT_BASE === NO_MAXIMUM ? Math.floor(detail / COUNT_BASE) : NO_MAXIMUM
        moved.add(threadAt(at, Math.min(count + 1, limit), left))
      }
    }
    return withoutWeaker([...moved]).sort((a, b) => a - b)
  }

  function placeOf(state: ScannerState, isEnd: boolean, isBeforeWord: boolean): Place {
    const { isStart, isAfterWord } = state
    const closed: number[][] = []
    const place: Place = { isStart, isEnd, isEdge: isAfterWord !== isBeforeWord, behinds: closed, certain: new Map() }
    behinds.forEach((at, behind) => {
      closed.push(close([...state.behinds[behind]!, threadAt(at, 0, [])], place))
    })
    return place
  }

  function enter(
    main: readonly number[],
    behindLists: readonly (readonly number[])[],
    isAfterWord: boolean,
    isStart: boolean,
  ): ScannerState {
    const key = `${main.join()} ${behindLists.join(' ')} ${isAfterWord} ${isStart}`
    const { states } = memory
    let state = states.get(key)
    if (state === undefined) {
      if (states.size > MANY_STATES) states.clear()
      states.set(key, (state = { main, behinds: behindLists, isAfterWord, isStart, next: [], memory }))
    }
    return state
  }

  function makeStep(state: ScannerState, kind: number): ScannerState | null {
    use(state.memory)
    const isWord = words >= 0 && members[kind]![words]!
    const place = placeOf(state, false, isWord)
    const main = move(close(state.main, place), kind, false)
    const next =
      main.length === 0
        ? null
        : enter(
            main,
            place.behinds.map((list) => move(list, kind, false)),
            isWord,
            false,
          )
    return (state.next[kind] = next)
  }

  const self: Scanner = {
    first() {
      // States that someone still holds keep the memory that they were made in.
      if (memory.states.size > MANY_STATES / 2 || threads.length > MANY_THREADS) use(newMemory())
      return (memory.first ??= enter(
        [threadAt(start, 0, [])],
        behinds.map(() => []),
        false,
        true,
      ))
    },
    step(state, character) {
      const kind = character < 128 && asciiKinds[character]! >= 0 ? asciiKinds[character]! : kindOf(character)
      const next = state.next[kind]
      return (next === undefined ? makeStep(state, kind) : next) ?? undefined
    },
    accepts(state) {
      if (state.accepts === undefined) {
        use(state.memory)
        const closed = close(state.main, placeOf(state, true, false))
        state.accepts = closed.some((thread) => code[4 * threads[thread]![0]] === MATCH)
      }
      return state.accepts
    },
    test(text) {
      let state: ScannerState | undefined = self.first()
      for (let at = 0; at < text.length && state; at++) {
        const character = isUnicode ? text.codePointAt(at)! : text.charCodeAt(at)
        if (character > 0xffff) at++
        state = self.step(state, character)
      }
      return state !== undefined && self.accepts(state)
    },
    toString: () => source,
  }
  return self
}

function recall(known: Map<number, boolean | number>, key: number, find: () => boolean | number): boolean | number {
  let value = known.get(key)
  if (value === undefined) known.set(key, (value = find()))
  return value
}

/** Both lists, sorted, each number once. */
function united(a: readonly number[], b: readonly number[]): readonly number[] {
  return b.length === 0 ? a : a.length === 0 ? b : [...new Set([...a, ...b])].sort((m, n) => m - n)
}
