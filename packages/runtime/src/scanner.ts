/**
 * Tests strings against a requirement in time linear in the string, lookaheads and lookbehinds included. The compiler
 * emits a scanner for each requirement for which a backtracking engine may take longer.
 *
 * A scanner runs an alternating automaton forwards. A thread is a position in the expression. A lookahead creates a duty:
 * threads that have to reach their end, or must not, before the thread that owns the duty may match. Each lookbehind runs
 * alongside. A counter is one operation. The threads of a position are a state, and each step between two states is
 * computed once (a lazy DFA), so a long string takes one look-up for each character.
 */
export interface Scanner {
  /** True if the requirement matches the whole string. */
  test(text: string): boolean
  /** The state before the first character. */
  first(): ScannerState
  /** The state after a character, or undefined if no match begins with the characters so far. */
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
  /** True if the previous character is a word character. */
  readonly isAfterWord: boolean
  readonly isStart: boolean
  /** The next states by the kind of the next character; null if no thread is left. */
  readonly next: (ScannerState | null | undefined)[]
  accepts?: boolean
  readonly memory: Memory
}

type Thread = readonly [at: number, count: number, duties: readonly number[]]
type Duty = readonly [isNegative: boolean, threads: readonly number[]]

/** The cached results of a scanner. Each thread and each duty has a number, so that lists of them are lists of numbers. */
interface Memory {
  readonly states: Map<string, ScannerState>
  readonly threads: Thread[]
  readonly duties: Duty[]
  readonly numbers: Map<string | number, number>
  first?: ScannerState
}

/** The surroundings of a position, for its assertions. */
interface Surroundings {
  readonly isStart: boolean
  readonly isEnd: boolean
  readonly isEdge: boolean
  /** The threads of each lookbehind, closed. */
  readonly behinds: readonly (readonly number[])[]
  /** The known results at this position: of duties, by number, and of lookaheads, by -1 minus their operation. */
  readonly results: Map<number, boolean | number>
}

// Operations. Each has four numbers: its kind, and three operands.
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

/**
 * A step stops, and the scanner rejects the string, if the step examines more threads than this plus four for each number
 * of the program: lookaheads in choices in loops may need an unlimited number of threads.
 */
const MAX_WORK = 20_000
const TOO_MUCH = new Error('The requirement needs too many threads.')

const NO_ROUNDS: readonly number[] = []

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
 * @param rounds counted groups, the inner ones first: the first operation of the last round, how many a round has, and the
 *   number of rounds. Operations of earlier rounds follow in the same order
 */
export function scanner(
  source: string,
  sets: readonly (string | readonly number[])[],
  code: readonly number[],
  start: number,
  behinds: readonly number[] = [],
  words = -1,
  isUnicode = false,
  rounds: readonly number[] = [],
): Scanner {
  /** For each operation, the same one in the last round of the counted groups that it is in. */
  const sameInLastRound = Int32Array.from({ length: code.length / 4 }, (_, at) => at)
  /** For each operation, the rounds that are left of these groups. */
  const roundsLeft: (readonly number[])[] = Array.from(sameInLastRound, () => NO_ROUNDS)
  for (let group = 0; group < rounds.length; group += 3) {
    const size = rounds[group + 1]!
    for (let offset = 0; offset < size * rounds[group + 2]!; offset++) {
      const at = rounds[group]! + offset
      const remaining = Math.floor(offset / size)
      sameInLastRound[at]! -= remaining * size
      roundsLeft[at] = [remaining, ...roundsLeft[at]!]
    }
  }
  /** By a character, the number of the sets that it is in. */
  const kinds = new Map<number, number>()
  /** By the kind of ASCII characters, the same, for the loop over a string. */
  const asciiKinds = new Int16Array(128).fill(-1)
  /** For each kind, which sets it is in. */
  const members: (readonly boolean[])[] = []
  let ranges: (readonly number[])[] | undefined
  let memory = newMemory()
  let { threads, duties, numbers } = memory
  /** The number of threads that the current step has examined. */
  let work = 0
  const use = (nextMemory: Memory): void => {
    memory = nextMemory
    ;({ threads, duties, numbers } = nextMemory)
  }

  function kindOf(character: number): number {
    let kind = character < 128 ? asciiKinds[character]! : (kinds.get(character) ?? -1)
    if (kind >= 0) return kind
    ranges ??= sets.map((set) => (typeof set === 'string' ? Array.from(set.split(''), (c) => c.charCodeAt(0)) : set))
    const member = ranges.map((bounds) => {
      for (let i = 0; i < bounds.length; i += 2) if (character >= bounds[i]! && character <= bounds[i + 1]!) return true
      return false
    })
    const existing = members.findIndex((candidate) => candidate.every((is, set) => is === member[set]))
    kind = existing < 0 ? members.push(member) - 1 : existing
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

  /** Returns true or false if the result is known already, otherwise the number of the duty. */
  function judge(isNegative: boolean, list: readonly number[], isEnd: boolean): boolean | number {
    if (list.some((thread) => code[4 * threads[thread]![0]] === MATCH && threads[thread]![2].length === 0))
      return !isNegative
    return list.length === 0 || isEnd ? isNegative : dutyOf(isNegative, list)
  }

  const dutyOf = (isNegative: boolean, list: readonly number[]): number =>
    numberOf(`${isNegative}${list.join()}`, duties, [isNegative, list])

  /** The threads that wait for a character or match, among those that the given ones become without a character. */
  function close(list: readonly number[], surroundings: Surroundings): number[] {
    const waiting: number[] = []
    const strongest = new Map<number, Thread[]>()
    /** Follows the second branch of a split in the loop, not by recursion: a choice of many words nests splits as deeply. */
    const visit = (at: number, count: number, owed: readonly number[]): void => {
      for (;;) {
        if (isWeak(strongest, [at, count, owed])) return
        spend(1)
        const a = code[4 * at + 1]!
        const detail = code[4 * at + 3]!
        const operation = code[4 * at]!
        if (operation < SPLIT || (operation === COUNT && count < maximumOf(at))) waiting.push(threadAt(at, count, owed))
        if (operation < SPLIT) return
        if (operation === SPLIT) visit(a, 0, owed)
        else if (operation === COUNT) {
          if (count < minimumOf(at)) return
        } else if (operation === ASSERT) {
          if (
            !(a === START
              ? surroundings.isStart
              : a === END
                ? surroundings.isEnd
                : surroundings.isEdge === (a === WORD_EDGE))
          )
            return
        } else {
          const duty = operation === AHEAD ? ahead(at, a, detail === 1) : behind(at, a, detail === 1, owed)
          if (duty === false) return
          if (duty !== true) owed = united(owed, [duty])
        }
        at = code[4 * at + 2]!
        count = 0
      }
    }
    const ahead = (at: number, firstOperation: number, isNegative: boolean): boolean | number =>
      recall(surroundings.results, -1 - at, () =>
        judge(isNegative, close([threadAt(firstOperation, 0, [])], surroundings), surroundings.isEnd),
      )
    /** Threads of a positive lookbehind may have duties, so each of them goes on by itself. */
    const behind = (at: number, number: number, isNegative: boolean, owed: readonly number[]): boolean | number => {
      const matches = surroundings.behinds[number]!.filter((thread) => code[4 * threads[thread]![0]] === MATCH)
      if (isNegative) return judge(true, matches, surroundings.isEnd)
      for (const thread of matches) visit(code[4 * at + 2]!, 0, united(owed, threads[thread]![2]))
      return false
    }
    for (const thread of list) {
      const [at, count, owed] = threads[thread]!
      const remainingDuties = settle(owed, surroundings.results, ([isNegative, list]) =>
        judge(isNegative, close(list, surroundings), surroundings.isEnd),
      )
      if (remainingDuties) visit(at, count, remainingDuties)
    }
    return withoutWeaker(waiting)
  }

  /** Returns the list without superfluous threads, see `isStronger`. */
  function withoutWeaker(list: number[]): number[] {
    if (list.length < 2) return list
    const strongest = new Map<number, Thread[]>()
    const candidates = list.filter((thread) => !isWeak(strongest, threads[thread]!))
    // A stronger thread may have been added later.
    return candidates.filter((thread) => strongest.get(positionKeyOf(threads[thread]!))!.includes(threads[thread]!))
  }

  /** Returns true if there is a stronger or equal thread. Otherwise the thread replaces all weaker threads. */
  function isWeak(strongest: Map<number, Thread[]>, thread: Thread): boolean {
    const positionKey = positionKeyOf(thread)
    const rivals = strongest.get(positionKey)
    if (!rivals) {
      strongest.set(positionKey, [thread])
      return false
    }
    spend(rivals.length)
    if (rivals.some((rival) => isStronger(rival, thread))) return true
    strongest.set(positionKey, [...rivals.filter((rival) => !isStronger(thread, rival)), thread])
    return false
  }

  /** Threads at one position only differ in the properties that `isStronger` compares. */
  function positionKeyOf([at, count]: Thread): number {
    return sameInLastRound[at]! * COUNT_BASE + Math.min(count, minimumOf(at))
  }

  /**
   * True if the first thread can match every string that the second can: it has no further duties, no higher count if both
   * may leave the counter, and at least as many rounds left of each group that contains both.
   */
  function isStronger([at, count, owed]: Thread, [otherAt, otherCount, otherOwed]: Thread): boolean {
    const rounds = roundsLeft[otherAt]!
    return (
      count <= otherCount &&
      owed.length <= otherOwed.length &&
      roundsLeft[at]!.every((remaining, group) => remaining >= rounds[group]!) &&
      owed.every((duty) => otherOwed.includes(duty))
    )
  }

  /** Returns the minimum of a counter; 0 for every other operation. */
  const minimumOf = (at: number): number => (code[4 * at] === COUNT ? Math.floor(code[4 * at + 3]! / COUNT_BASE) : 0)
  const maximumOf = (at: number): number => code[4 * at + 3]! % COUNT_BASE

  /** Returns the remaining duties, or undefined if a duty has failed. */
  function settle(
    owed: readonly number[],
    results: Map<number, boolean | number>,
    look: (duty: Duty) => boolean | number,
  ): readonly number[] | undefined {
    let remaining = owed
    if (owed.length > 0) {
      remaining = []
      for (const duty of owed) {
        const result = recall(results, duty, () => look(duties[duty]!))
        if (result === false) return undefined
        if (result !== true) remaining = united(remaining, [result])
      }
    }
    return remaining
  }

  /** Returns the threads after a character. Threads of a duty may have matched, and wait for their own duties. */
  function move(
    list: readonly number[],
    kind: number,
    isDuty: boolean,
    results = new Map<number, boolean | number>(),
  ): number[] {
    const moved = new Set<number>()
    for (const thread of list) {
      const [at, count, owed] = threads[thread]!
      const operation = code[4 * at]
      if (operation === MATCH ? !isDuty : !members[kind]![code[4 * at + 1]!]) continue
      const remainingDuties = settle(owed, results, ([isNegative, list]) => {
        const movedThreads = move(list, kind, true, results)
        return movedThreads.length === 0 ? isNegative : dutyOf(isNegative, movedThreads)
      })
      if (!remainingDuties) continue
      if (operation === SET) moved.add(threadAt(code[4 * at + 2]!, 0, remainingDuties))
      else if (operation === MATCH) moved.add(threadAt(at, 0, remainingDuties))
      else {
        // Without a maximum, a count above the minimum is equivalent to the minimum.
        const detail = code[4 * at + 3]!
        const limit = detail % COUNT_BASE === NO_MAXIMUM ? Math.floor(detail / COUNT_BASE) : NO_MAXIMUM
        moved.add(threadAt(at, Math.min(count + 1, limit), remainingDuties))
      }
    }
    return withoutWeaker([...moved]).sort((a, b) => a - b)
  }

  function surroundingsOf(state: ScannerState, isEnd: boolean, isBeforeWord: boolean): Surroundings {
    const { isStart, isAfterWord } = state
    const closed: number[][] = []
    const surroundings: Surroundings = {
      isStart,
      isEnd,
      isEdge: isAfterWord !== isBeforeWord,
      behinds: closed,
      results: new Map(),
    }
    behinds.forEach((at, behind) => {
      closed.push(close([...state.behinds[behind]!, threadAt(at, 0, [])], surroundings))
    })
    return surroundings
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
    return (state.next[kind] = bounded(null, () => {
      const surroundings = surroundingsOf(state, false, isWord)
      const main = move(close(state.main, surroundings), kind, false)
      if (main.length === 0) return null
      const lists = surroundings.behinds.map((list) => move(list, kind, false))
      return enter(main, lists, isWord, false)
    }))
  }

  function spend(threadCount: number): void {
    if ((work += threadCount) > MAX_WORK + 4 * code.length) throw TOO_MUCH
  }

  /** Returns the result of a step, or `refused` if the step would take too much work. */
  function bounded<Result>(refused: Result, step: () => Result): Result {
    work = 0
    try {
      return step()
    } catch (error) {
      if (error !== TOO_MUCH) throw error
      return refused
    }
  }

  const self: Scanner = {
    first() {
      // States that callers still hold keep the cache in which they were created.
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
        state.accepts = bounded(false, () =>
          close(state.main, surroundingsOf(state, true, false)).some(
            (thread) => code[4 * threads[thread]![0]] === MATCH,
          ),
        )
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

function recall(cache: Map<number, boolean | number>, key: number, find: () => boolean | number): boolean | number {
  let value = cache.get(key)
  if (value === undefined) cache.set(key, (value = find()))
  return value
}

/** Both lists, sorted, each number once. */
function united(a: readonly number[], b: readonly number[]): readonly number[] {
  return b.length === 0 ? a : a.length === 0 ? b : [...new Set([...a, ...b])].sort((m, n) => m - n)
}
