/**
 * Tests strings against a requirement in time linear in the string, lookaheads and lookbehinds included. The compiler
 * emits a scanner for each requirement for which a backtracking engine may take longer.
 *
 *     /(?!admin)[a-z]+/ on `adam`
 *     before `a`    one thread at [a-z]+, with the duty that `admin` must not match
 *     after `ad`    the duty's thread is at `m`
 *     after `ada`   the duty's thread ended, so the duty is fulfilled
 *     after `adam`  the thread may match, so the scanner accepts
 *
 * A scanner runs its code forwards, one character at a time (as an alternating automaton):
 *
 * - a **thread** is an operation of the code that the scanner has reached, with a count (if the operation is a counter)
 *   and duties;
 * - a **duty** belongs to a thread that has passed a lookahead: one of the duty's threads has to match, or none may, before the
 *   owner of the duty may match;
 * - the threads of a lookbehind run next to the main ones, from each position;
 * - a **state** is all threads at a position. The step from a state by a character is computed once (a lazy DFA), so a long
 *   string takes one look-up for each character.
 */

// The operations of a scanner's code, for its writer (`scanner-code.ts` of the compiler) and its reader. Exported constants
// cost no bytes, because bundlers replace them by their values.
//
// An operation is four numbers: its kind, an operand, the next operation, and a detail.
//
//     kind          operand                     next              detail
//     SCAN_MATCH                                                  the requirement, or a lookaround, has matched
//     SCAN_SET      set                         next              reads a character of the set
//     SCAN_SPLIT    first branch                other branch      tries both
//     SCAN_COUNT    set                         next              reads some characters: min * COUNT_BASE + max
//     SCAN_ASSERT   start, end, word edge, …    next
//     SCAN_AHEAD    operation of the lookahead  next              1 if it is negative
//     SCAN_BEHIND   number of the lookbehind    next              1 if it is negative

export const SCAN_MATCH = 0
export const SCAN_SET = 1
export const SCAN_SPLIT = 2
export const SCAN_COUNT = 3
export const SCAN_ASSERT = 4
export const SCAN_AHEAD = 5
export const SCAN_BEHIND = 6

export const SCAN_START = 0
export const SCAN_END = 1
export const SCAN_WORD_EDGE = 2
export const SCAN_NO_WORD_EDGE = 3

/** The detail of a `SCAN_COUNT` is its minimum times this, plus its maximum. */
export const COUNT_BASE = 0x100000
export const NO_MAXIMUM = COUNT_BASE - 1

/** Tests strings against one requirement. */
export interface Scanner {
  /** Returns true if the requirement matches the complete string. */
  test(value: string): boolean
  /** Returns the state before the first character. */
  first(): ScannerState
  /** Returns the state after a character; undefined if no match begins with the characters so far. */
  step(state: ScannerState, character: number): ScannerState | undefined
  /** Returns true if the requirement matches the characters so far. */
  accepts(state: ScannerState): boolean
  /** Returns the requirement as error messages show it. */
  toString(): string
}

/** The threads at a position. They are numbers of threads in `Memory`. */
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

type Thread = readonly [operation: number, count: number, duties: readonly number[]]
type Duty = readonly [isNegative: boolean, threads: readonly number[]]

/** The cached results of a scanner. Each thread and each duty has a number here, so that lists of them are lists of numbers. */
interface Memory {
  readonly states: Map<string, ScannerState>
  readonly threads: Thread[]
  readonly duties: Duty[]
  readonly numbers: Map<string | number, number>
  first?: ScannerState
}

/** The surroundings of a position, which decide its assertions. */
interface Surroundings {
  readonly isStart: boolean
  readonly isEnd: boolean
  readonly isEdge: boolean
  /** The threads of each lookbehind, after their steps without a character. */
  readonly behinds: readonly (readonly number[])[]
  /** The results at this position: of duties by their number, and of lookaheads by -1 minus their operation. */
  readonly results: Map<number, boolean | number>
}

/** A scanner with more states than this forgets them. */
const MAX_STATES = 4000
const MAX_THREADS = 100_000

/**
 * A step stops, and the scanner rejects the string, if the step examines more threads than this plus four times
 * the length of the code: lookaheads in choices in loops may need an unlimited number of threads.
 */
const MAX_WORK = 20_000
const WORK_LIMIT_EXCEEDED = new Error('The requirement needs too many threads.')

const NO_COUNTED_GROUPS: readonly number[] = []

const newMemory = (): Memory => ({ states: new Map(), threads: [], duties: [], numbers: new Map() })

/**
 * Creates the scanner of a requirement from the code that `scanner-code.ts` of the compiler builds.
 *
 * @param source the requirement as error messages show it
 * @param sets characters, each set as pairs of the first and the last of a range: UTF-16 code units in a string, or numbers
 * @param code four numbers for each operation, see `SCAN_MATCH`
 * @param start the first operation
 * @param behinds the first operation of each lookbehind, inner ones first
 * @param words the number of the set of word characters, if the requirement has `\b` or `\B`
 * @param isUnicode true if characters are code points
 * @param rounds three numbers for each counted group, inner groups first: the first operation of its last round, the number
 *   of operations in a round, and the number of rounds. Operations of earlier rounds follow in the same order
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
  /** For each operation, the same operation in the last round of its counted groups. */
  const sameInLastRound = Int32Array.from({ length: code.length / 4 }, (_, at) => at)
  /** For each operation, the number of rounds that are left of each of its counted groups. */
  const roundsLeft: (readonly number[])[] = Array.from(sameInLastRound, () => NO_COUNTED_GROUPS)
  for (let group = 0; group < rounds.length; group += 3) {
    const size = rounds[group + 1]!
    for (let offset = 0; offset < size * rounds[group + 2]!; offset++) {
      const at = rounds[group]! + offset
      const remaining = Math.floor(offset / size)
      sameInLastRound[at]! -= remaining * size
      roundsLeft[at] = [remaining, ...roundsLeft[at]!]
    }
  }
  /** Characters in the same sets are of one kind. */
  const kinds = new Map<number, number>()
  /** The kinds of ASCII characters, for the loop over a string; -1 if the kind is not computed yet. */
  const asciiKinds = new Int16Array(128).fill(-1)
  /** For each kind and each set, true if the set contains the characters of the kind. */
  const membership: (readonly boolean[])[] = []
  let ranges: (readonly number[])[] | undefined
  let memory = newMemory()
  let { threads, duties, numbers } = memory
  /** The number of threads that the current step has examined. */
  let work = 0
  const switchMemory = (nextMemory: Memory): void => {
    memory = nextMemory
    ;({ threads, duties, numbers } = nextMemory)
  }

  function kindOf(character: number): number {
    let kind = character < 128 ? asciiKinds[character]! : (kinds.get(character) ?? -1)
    if (kind >= 0) return kind
    ranges ??= sets.map((set) => (typeof set === 'string' ? Array.from(set.split(''), (c) => c.charCodeAt(0)) : set))
    const isMember = ranges.map((bounds) => {
      for (let i = 0; i < bounds.length; i += 2) if (character >= bounds[i]! && character <= bounds[i + 1]!) return true
      return false
    })
    const existing = membership.findIndex((candidate) => candidate.every((is, set) => is === isMember[set]))
    kind = existing < 0 ? membership.push(isMember) - 1 : existing
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

  /** Returns whether a lookaround with these threads holds, if that is certain; otherwise the number of its duty. */
  function resultOfThreads(isNegative: boolean, list: readonly number[], isEnd: boolean): boolean | number {
    if (list.some((thread) => code[4 * threads[thread]![0]] === SCAN_MATCH && threads[thread]![2].length === 0))
      return !isNegative
    return list.length === 0 || isEnd ? isNegative : dutyOf(isNegative, list)
  }

  const dutyOf = (isNegative: boolean, list: readonly number[]): number =>
    numberOf(`${isNegative}${list.join()}`, duties, [isNegative, list])

  /** Follows steps without a character. Returns the threads that then wait for a character or match. */
  function followEmptySteps(list: readonly number[], surroundings: Surroundings): number[] {
    const waiting: number[] = []
    const strongest = new Map<number, Thread[]>()
    /** Follows the second branch of a split in a loop, not by recursion, because a choice of many words nests many splits. */
    const visit = (at: number, count: number, owed: readonly number[]): void => {
      for (;;) {
        if (isWeak(strongest, [at, count, owed])) return
        countWork(1)
        const a = code[4 * at + 1]!
        const detail = code[4 * at + 3]!
        const operation = code[4 * at]!
        if (operation < SCAN_SPLIT || (operation === SCAN_COUNT && count < maximumOf(at)))
          waiting.push(threadAt(at, count, owed))
        if (operation < SCAN_SPLIT) return
        if (operation === SCAN_SPLIT) visit(a, 0, owed)
        else if (operation === SCAN_COUNT) {
          if (count < minimumOf(at)) return
        } else if (operation === SCAN_ASSERT) {
          if (
            !(a === SCAN_START
              ? surroundings.isStart
              : a === SCAN_END
                ? surroundings.isEnd
                : surroundings.isEdge === (a === SCAN_WORD_EDGE))
          )
            return
        } else {
          const duty = operation === SCAN_AHEAD ? lookAhead(at, a, detail === 1) : lookBehind(at, a, detail === 1, owed)
          if (duty === false) return
          if (duty !== true) owed = sortedUnion(owed, [duty])
        }
        at = code[4 * at + 2]!
        count = 0
      }
    }
    const lookAhead = (at: number, firstOperation: number, isNegative: boolean): boolean | number =>
      cached(surroundings.results, -1 - at, () =>
        resultOfThreads(
          isNegative,
          followEmptySteps([threadAt(firstOperation, 0, [])], surroundings),
          surroundings.isEnd,
        ),
      )
    /** Threads of a positive lookbehind may have duties, so the thread continues once for each of them. */
    const lookBehind = (at: number, number: number, isNegative: boolean, owed: readonly number[]): boolean | number => {
      const matches = surroundings.behinds[number]!.filter((thread) => code[4 * threads[thread]![0]] === SCAN_MATCH)
      if (isNegative) return resultOfThreads(true, matches, surroundings.isEnd)
      for (const thread of matches) visit(code[4 * at + 2]!, 0, sortedUnion(owed, threads[thread]![2]))
      return false
    }
    for (const thread of list) {
      const [at, count, owed] = threads[thread]!
      const remainingDuties = remainingDutiesOf(owed, surroundings.results, ([isNegative, list]) =>
        resultOfThreads(isNegative, followEmptySteps(list, surroundings), surroundings.isEnd),
      )
      if (remainingDuties) visit(at, count, remainingDuties)
    }
    return withoutWeaker(waiting)
  }

  /** Returns the threads without those that a stronger thread makes superfluous. */
  function withoutWeaker(list: number[]): number[] {
    if (list.length < 2) return list
    const strongest = new Map<number, Thread[]>()
    const candidates = list.filter((thread) => !isWeak(strongest, threads[thread]!))
    // A stronger thread may have been added later.
    return candidates.filter((thread) => strongest.get(positionKeyOf(threads[thread]!))!.includes(threads[thread]!))
  }

  /** Returns true if `strongest` contains a stronger or equal thread. Otherwise replaces all weaker threads by this one. */
  function isWeak(strongest: Map<number, Thread[]>, thread: Thread): boolean {
    const positionKey = positionKeyOf(thread)
    const rivals = strongest.get(positionKey)
    if (!rivals) {
      strongest.set(positionKey, [thread])
      return false
    }
    countWork(rivals.length)
    if (rivals.some((rival) => isStronger(rival, thread))) return true
    strongest.set(positionKey, [...rivals.filter((rival) => !isStronger(thread, rival)), thread])
    return false
  }

  /** Returns a key that is equal for threads that differ only in the properties that `isStronger` compares. */
  function positionKeyOf([at, count]: Thread): number {
    return sameInLastRound[at]! * COUNT_BASE + Math.min(count, minimumOf(at))
  }

  /**
   * True if the first thread can match every string that the second can, because it has no further duties, no higher count if
   * both may leave the counter, and at least as many rounds left of each group that contains both.
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
  const minimumOf = (at: number): number =>
    code[4 * at] === SCAN_COUNT ? Math.floor(code[4 * at + 3]! / COUNT_BASE) : 0
  const maximumOf = (at: number): number => code[4 * at + 3]! % COUNT_BASE

  /** Returns the duties that are not decided yet; undefined if a duty has failed. */
  function remainingDutiesOf(
    owed: readonly number[],
    results: Map<number, boolean | number>,
    resultOf: (duty: Duty) => boolean | number,
  ): readonly number[] | undefined {
    let remaining = owed
    if (owed.length > 0) {
      remaining = []
      for (const duty of owed) {
        const result = cached(results, duty, () => resultOf(duties[duty]!))
        if (result === false) return undefined
        if (result !== true) remaining = sortedUnion(remaining, [result])
      }
    }
    return remaining
  }

  /** Returns the threads after a character of a kind. A duty's thread that has matched stays while it has duties itself. */
  function moveThreads(
    list: readonly number[],
    kind: number,
    isDuty: boolean,
    results = new Map<number, boolean | number>(),
  ): number[] {
    const moved = new Set<number>()
    for (const thread of list) {
      const [at, count, owed] = threads[thread]!
      const operation = code[4 * at]
      if (operation === SCAN_MATCH ? !isDuty : !membership[kind]![code[4 * at + 1]!]) continue
      const remainingDuties = remainingDutiesOf(owed, results, ([isNegative, list]) => {
        const movedThreads = moveThreads(list, kind, true, results)
        return movedThreads.length === 0 ? isNegative : dutyOf(isNegative, movedThreads)
      })
      if (!remainingDuties) continue
      if (operation === SCAN_SET) moved.add(threadAt(code[4 * at + 2]!, 0, remainingDuties))
      else if (operation === SCAN_MATCH) moved.add(threadAt(at, 0, remainingDuties))
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
      closed.push(followEmptySteps([...state.behinds[behind]!, threadAt(at, 0, [])], surroundings))
    })
    return surroundings
  }

  function stateOf(
    main: readonly number[],
    behindLists: readonly (readonly number[])[],
    isAfterWord: boolean,
    isStart: boolean,
  ): ScannerState {
    const key = `${main.join()} ${behindLists.join(' ')} ${isAfterWord} ${isStart}`
    const { states } = memory
    let state = states.get(key)
    if (state === undefined) {
      if (states.size > MAX_STATES) states.clear()
      states.set(key, (state = { main, behinds: behindLists, isAfterWord, isStart, next: [], memory }))
    }
    return state
  }

  function computeStep(state: ScannerState, kind: number): ScannerState | null {
    switchMemory(state.memory)
    const isWord = words >= 0 && membership[kind]![words]!
    return (state.next[kind] = withWorkLimit(null, () => {
      const surroundings = surroundingsOf(state, false, isWord)
      const main = moveThreads(followEmptySteps(state.main, surroundings), kind, false)
      if (main.length === 0) return null
      const lists = surroundings.behinds.map((list) => moveThreads(list, kind, false))
      return stateOf(main, lists, isWord, false)
    }))
  }

  function countWork(threadCount: number): void {
    if ((work += threadCount) > MAX_WORK + 4 * code.length) throw WORK_LIMIT_EXCEEDED
  }

  /** Returns the result of a step; `refused` if the step would take too much work. */
  function withWorkLimit<Result>(refused: Result, step: () => Result): Result {
    work = 0
    try {
      return step()
    } catch (error) {
      if (error !== WORK_LIMIT_EXCEEDED) throw error
      return refused
    }
  }

  const self: Scanner = {
    first() {
      // States that callers still hold keep the cache in which they were created.
      if (memory.states.size > MAX_STATES / 2 || threads.length > MAX_THREADS) switchMemory(newMemory())
      return (memory.first ??= stateOf(
        [threadAt(start, 0, [])],
        behinds.map(() => []),
        false,
        true,
      ))
    },
    step(state, character) {
      const kind = character < 128 && asciiKinds[character]! >= 0 ? asciiKinds[character]! : kindOf(character)
      const next = state.next[kind]
      return (next === undefined ? computeStep(state, kind) : next) ?? undefined
    },
    accepts(state) {
      if (state.accepts === undefined) {
        switchMemory(state.memory)
        state.accepts = withWorkLimit(false, () =>
          followEmptySteps(state.main, surroundingsOf(state, true, false)).some(
            (thread) => code[4 * threads[thread]![0]] === SCAN_MATCH,
          ),
        )
      }
      return state.accepts
    },
    test(value) {
      let state: ScannerState | undefined = self.first()
      for (let at = 0; at < value.length && state; at++) {
        const character = isUnicode ? value.codePointAt(at)! : value.charCodeAt(at)
        if (character > 0xffff) at++
        state = self.step(state, character)
      }
      return state !== undefined && self.accepts(state)
    },
    toString: () => source,
  }
  return self
}

function cached(cache: Map<number, boolean | number>, key: number, compute: () => boolean | number): boolean | number {
  let value = cache.get(key)
  if (value === undefined) cache.set(key, (value = compute()))
  return value
}

/** Returns the numbers of both lists, sorted, each once. */
function sortedUnion(a: readonly number[], b: readonly number[]): readonly number[] {
  return b.length === 0 ? a : a.length === 0 ? b : [...new Set([...a, ...b])].sort((m, n) => m - n)
}
