/**
 * Runs an automaton over some segments of a path, and writes its captures.
 *
 *     /:id-live   reads one character or more, then `-live`, then the end of the segment
 *     path        /a-b-live, from 1 to 9
 *     captures    1 to 4: `a-b`
 */
import type { Captures, RunProgram, SharedRows } from './route-match.ts'

// The codes of an automaton, for its writer (`automaton-code.ts` of the compiler) and its reader. Exported constants cost no
// bytes, because bundlers replace them by their values.

// The operations. A state is three numbers: an operation, and the operands `a` and `b`.

/** The automaton has matched. */
export const OP_MATCH = 0
/** Reads a character of set `a`, and continues with state `b`. */
export const OP_SET = 1
/** Continues with state `a` or, if no match is reachable there, with state `b`. */
export const OP_SPLIT = 2
/**
 * Writes the position to slot `a`, and continues with state `b`. Slot `2 * i` is the start of capture `i`, and the next slot
 * its end. A negative slot is a border of a section that a scanner tests (`with-scanners.ts`).
 */
export const OP_MARK = 3
/** Continues with state `b` if assertion `a` holds at the position. */
export const OP_ASSERT = 4
/** Continues with state `b` if a match is reachable from state `a`. */
export const OP_LOOKAHEAD = 5
/** Continues with state `b` if no match is reachable from state `a`. */
export const OP_NEGATIVE_LOOKAHEAD = 6

// The assertions.

/** The end of the segments that the automaton matches. */
export const ASSERT_END = 0
/** `\b` */
export const ASSERT_WORD_EDGE = 1
/** `\B` */
export const ASSERT_NO_WORD_EDGE = 2
/** Next to `/`, `.` or the end. */
export const ASSERT_TOKEN_EDGE = 3

/** Matches the characters of `\w`. */
const WORD = /\w/

/** The rows of an automaton that has not run. */
export const NO_ROWS: Readonly<SharedRows> = {
  rowNumbers: new Int32Array(0),
  count: 0,
  list: undefined,
  visited: undefined,
}

/** When an automaton has more rows than this, it forgets them. Most automata have some tens. */
const MAX_ROWS = 1000

/**
 * Follows the matching path through an automaton that a backtracking engine would find first, and writes its captures. The
 * rows contain the states from which a match is reachable: those at a position are `rows[rowNumbers[to - position]]`.
 *
 * @returns false if a scanner rejects all paths
 */
export type WriteCaptures = (
  code: readonly number[],
  rows: readonly Uint8Array[],
  rowNumbers: Int32Array,
  start: number,
  path: string,
  from: number,
  to: number,
  captures: Captures,
  firstCapture: number,
  shared: SharedRows | undefined,
) => boolean

/**
 * Matches a pattern that needs backtracking, without backtracking, in two passes that are linear in the path:
 *
 * 1. from the end to the start, it computes for each position the states from which a match is reachable: the row;
 * 2. from the start to the end, it takes at each choice the first branch that reaches a match. This is the match that a
 *    backtracking engine finds first.
 *
 * A row depends only on the row of the next position and on the characters around it, so each row is computed once and then
 * looked up (a lazy DFA).
 *
 * @param sets characters, each set as pairs of the first and the last of a range: `azAZ`
 * @param code three numbers for each state; a state follows the states that it continues with without a character
 * @param start the first state
 * @param writeCaptures the second pass: `withScanners` if requirements are tested by scanners
 */
export function automaton(
  sets: readonly string[],
  code: readonly number[],
  start: number,
  writeCaptures: WriteCaptures = followFirstBranches,
): RunProgram {
  const size = code.length / 3
  /** True if an assertion depends on the previous character. */
  const looksBack = code.some((op, at) => at % 3 === 0 && op === OP_ASSERT && code[at + 1] !== ASSERT_END)
  let members: Uint8Array | undefined
  let rows: Uint8Array[] = []
  /**
   * The number of the row at a position: by 1 + the number of the row at the next position, then by the character between
   * them and, if `looksBack`, the character before that.
   */
  let previousRows: number[][] = []
  const rowsByHash = new Map<number, number>()
  const shortRowNumbers = new Int32Array(256)

  /** Returns the number of the row at a position. */
  const computeRow = (path: string, position: number, to: number, nextRow: Uint8Array | undefined): number => {
    members ??= readSets(sets)
    const row = new Uint8Array(size)
    const character = codeAt(path, position)
    let hash = 0
    for (let state = 0, at = 0; state < size; state++, at += 3) {
      const a = code[at + 1]!
      const b = code[at + 2]!
      let reachesMatch = 0
      switch (code[at]) {
        case OP_MATCH:
          reachesMatch = 1
          break
        case OP_SET:
          reachesMatch = nextRow !== undefined && members[128 * a + character] === 1 ? nextRow[b]! : 0
          break
        case OP_SPLIT:
          reachesMatch = row[a]! | row[b]!
          break
        case OP_MARK:
          reachesMatch = row[b]!
          break
        case OP_ASSERT:
          reachesMatch = row[b] === 1 && holds(a, path, position, to) ? 1 : 0
          break
        default:
          reachesMatch = (row[a] === 1) === (code[at] === OP_LOOKAHEAD) ? row[b]! : 0
      }
      row[state] = reachesMatch
      hash = Math.imul(hash ^ (reachesMatch + 1), 0x01000193) ^ (hash >>> 15)
    }
    const existing = rowsByHash.get(hash)
    if (existing !== undefined && rows[existing]!.every((isReached, state) => isReached === row[state])) return existing
    rowsByHash.set(hash, rows.length)
    return rows.push(row) - 1
  }

  return (path, from, to, captures, firstCapture, shared) => {
    if (rows.length > MAX_ROWS && !shared?.count) {
      rows = []
      previousRows = []
      rowsByHash.clear()
    }
    let rowNumbers: Int32Array<ArrayBufferLike> = shortRowNumbers
    let knownCount = 0
    if (shared) {
      // The rows may have been forgotten since.
      if (shared.list !== rows) {
        shared.rowNumbers = new Int32Array(to + 1)
        shared.count = 0
        shared.list = rows
        shared.visited = undefined
      }
      rowNumbers = shared.rowNumbers
      knownCount = shared.count
      shared.count = Math.max(knownCount, to - from + 1)
      // The array for a long path is not kept.
    } else if (to - from >= shortRowNumbers.length) rowNumbers = new Int32Array(to - from + 1)
    let row = knownCount > 0 ? rowNumbers[knownCount - 1]! : -1
    for (let position = to - knownCount; position >= from; position--) {
      const previousCode = looksBack ? 128 * codeAt(path, position - 1) : 0
      const rowsBefore = (previousRows[row + 1] ??= [])
      row = rowsBefore[codeAt(path, position) + previousCode] ??= computeRow(path, position, to, rows[row])
      rowNumbers[to - position] = row
    }
    if (rows[rowNumbers[to - from]!]![start] === 0) return false
    return writeCaptures(code, rows, rowNumbers, start, path, from, to, captures, firstCapture, shared)
  }
}

/** Returns a character's code, and 127 for all characters that no canonical path contains. No set contains 127. */
function codeAt(path: string, position: number): number {
  const character = path.charCodeAt(position)
  return character < 127 ? character : 127
}

/** Takes the first branch that reaches a match. Without scanners, this branch is always the right one. */
const followFirstBranches: WriteCaptures = (code, rows, rowNumbers, start, _path, from, to, captures, firstCapture) => {
  for (let at = 0; at < code.length; at += 3) if (code[at] === OP_MARK) captures[2 * firstCapture + code[at + 1]!] = -1
  let position = from
  let state = start
  for (;;) {
    const at = 3 * state
    const a = code[at + 1]!
    const b = code[at + 2]!
    switch (code[at]) {
      case OP_MATCH:
        return true
      case OP_SET:
        position++
        state = b
        break
      case OP_SPLIT:
        state = rows[rowNumbers[to - position]!]![a] === 1 ? a : b
        break
      case OP_MARK:
        captures[2 * firstCapture + a] = position
        state = b
        break
      default:
        state = b
    }
  }
}

/** True if an assertion holds at a position. `end` is the end of the segments that the automaton matches. */
function holds(assertion: number, path: string, position: number, end: number): boolean {
  if (assertion === ASSERT_END) return position === end
  if (assertion === ASSERT_TOKEN_EDGE)
    return position === end || /[/.]/.test(path.charAt(position) + path.charAt(position - 1))
  const isWordEdge = WORD.test(path.charAt(position)) !== WORD.test(path.charAt(position - 1))
  return isWordEdge === (assertion === ASSERT_WORD_EDGE)
}

/** Returns for each set, at the index `128 * set + character`, 1 if the set contains the character. */
function readSets(sets: readonly string[]): Uint8Array {
  const members = new Uint8Array(128 * sets.length)
  sets.forEach((ranges, set) => {
    for (let i = 0; i < ranges.length; i += 2) {
      members.fill(1, 128 * set + ranges.charCodeAt(i), 128 * set + ranges.charCodeAt(i + 1) + 1)
    }
  })
  return members
}
