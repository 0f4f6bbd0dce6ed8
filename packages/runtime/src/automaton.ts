// Runs an automaton over a part of a path, once, and returns its captures.
import type { Captures, Program, Rows } from './route-match.ts'

export const MATCH = 0
export const SET = 1
export const SPLIT = 2
/** The operand is the slot of a capture; if negative, a border of a part that a scanner tests, see `guarded.ts`. */
export const MARK = 3
const ASSERT = 4
const LOOK = 5 // 6 is the negative one

/** Matches the characters of `\w`. */
const WORD = /\w/

const END = 0
const WORD_EDGE = 1
const INSIDE = 2 // `\B`

/** The rows of an automaton that has not run. */
export const NO_ROWS: Readonly<Rows> = { places: new Int32Array(0), count: 0, list: undefined, visited: undefined }

/** When there are more rows than this, they are forgotten. Most automata have some tens. */
const MANY_ROWS = 1000

/**
 * Follows the matching path through an automaton that a backtracking engine would find first, and writes its captures. The
 * rows contain the states from which a match is reachable: `rows[places[to - position]]`.
 *
 * @returns false if a scanner rejects all paths
 */
export type Take = (
  code: readonly number[],
  rows: readonly Uint8Array[],
  rowNumbers: Int32Array,
  start: number,
  path: string,
  from: number,
  to: number,
  captures: Captures,
  firstCapture: number,
  shared: Rows | undefined,
) => boolean

/**
 * Matches a pattern that needs backtracking, without backtracking. It makes two passes, each linear in the path. The first
 * runs from the end to the start, and computes for each position the states from which a match is reachable. The second
 * runs from the start to the end, and at each choice takes the first branch that reaches a match. So it finds the match
 * that a backtracking engine finds first.
 *
 * A row is the set of states from which a match is reachable. A row depends only on the row of the next position and the
 * characters around it, so it is computed once and then looked up (a lazy DFA): a path takes one look-up per character.
 *
 * @param sets characters, each set as pairs of the first and the last of a range
 * @param code three numbers a state: its operation, and two operands; each state follows the states that it continues with
 *   without a character
 * @param start the first state
 * @param take follows the matching path; tables with requirements on scanners pass `guarded`
 */
export function automaton(
  sets: readonly string[],
  code: readonly number[],
  start: number,
  take: Take = takeFirst,
): Program {
  const size = code.length / 3
  /** True if an assertion depends on the previous character. */
  const looksBack = code.some((op, at) => at % 3 === 0 && op === ASSERT && code[at + 1] !== END)
  let members: Uint8Array | undefined
  let rows: Uint8Array[] = []
  /**
   * The number of the previous row, by 1 + the number of the row, then by the character between them and, if `looksBack`,
   * the character before that.
   */
  let steps: number[][] = []
  /** The row's number by its hash. */
  const numbersByHash = new Map<number, number>()
  const trace = new Int32Array(256)

  /** Returns the number of the row at a position; `behind` is the row of the next position. */
  const makeRow = (path: string, position: number, to: number, behind: Uint8Array | undefined): number => {
    members ??= readSets(sets)
    const row = new Uint8Array(size)
    const character = codeAt(path, position)
    let print = 0
    for (let state = 0, at = 0; state < size; state++, at += 3) {
      const a = code[at + 1]!
      const b = code[at + 2]!
      let reachesMatch = 0
      switch (code[at]) {
        case MATCH:
          reachesMatch = 1
          break
        case SET:
          reachesMatch = behind !== undefined && members[128 * a + character] === 1 ? behind[b]! : 0
          break
        case SPLIT:
          reachesMatch = row[a]! | row[b]!
          break
        case MARK:
          reachesMatch = row[b]!
          break
        case ASSERT:
          reachesMatch = row[b] === 1 && asserts(a, path, position, to) ? 1 : 0
          break
        default:
          reachesMatch = (row[a] === 1) === (code[at] === LOOK) ? row[b]! : 0
      }
      row[state] = reachesMatch
      print = Math.imul(print ^ (reachesMatch + 1), 0x01000193) ^ (print >>> 15)
    }
    const existing = numbersByHash.get(print)
    if (existing !== undefined && rows[existing]!.every((isReached, state) => isReached === row[state])) return existing
    numbersByHash.set(print, rows.length)
    return rows.push(row) - 1
  }

  return (path, from, to, captures, firstCapture, shared) => {
    if (rows.length > MANY_ROWS && !shared?.count) {
      rows = []
      steps = []
      numbersByHash.clear()
    }
    let rowNumbers: Int32Array<ArrayBufferLike> = trace
    let distance = 0
    if (shared) {
      // The rows may have been forgotten since.
      if (shared.list !== rows) {
        shared.places = new Int32Array(to + 1)
        shared.count = 0
        shared.list = rows
        shared.visited = undefined
      }
      rowNumbers = shared.places
      distance = shared.count
      shared.count = Math.max(distance, to - from + 1)
      // The array for a long path is not kept.
    } else if (to - from >= trace.length) rowNumbers = new Int32Array(to - from + 1)
    let row = distance > 0 ? rowNumbers[distance - 1]! : -1
    for (let position = to - distance; position >= from; position--) {
      const previousCode = looksBack ? 128 * codeAt(path, position - 1) : 0
      const rowSteps = (steps[row + 1] ??= [])
      row = rowSteps[codeAt(path, position) + previousCode] ??= makeRow(path, position, to, rows[row])
      rowNumbers[to - position] = row
    }
    if (rows[rowNumbers[to - from]!]![start] === 0) return false
    return take(code, rows, rowNumbers, start, path, from, to, captures, firstCapture, shared)
  }
}

/** No set contains the character 127. It replaces all characters that no canonical path contains. */
function codeAt(path: string, position: number): number {
  const character = path.charCodeAt(position)
  return character < 127 ? character : 127
}

/** Takes the first branch that reaches a match. Without scanners, it is always the right one. */
const takeFirst: Take = (code, rows, rowNumbers, start, _path, from, to, captures, firstCapture) => {
  for (let at = 0; at < code.length; at += 3) if (code[at] === MARK) captures[2 * firstCapture + code[at + 1]!] = -1
  let position = from
  let state = start
  for (;;) {
    const at = 3 * state
    const a = code[at + 1]!
    const b = code[at + 2]!
    switch (code[at]) {
      case MATCH:
        return true
      case SET:
        position++
        state = b
        break
      case SPLIT:
        state = rows[rowNumbers[to - position]!]![a] === 1 ? a : b
        break
      case MARK:
        captures[2 * firstCapture + a] = position
        state = b
        break
      default:
        state = b
    }
  }
}

function asserts(kind: number, path: string, position: number, end: number): boolean {
  if (kind === END) return position === end
  if (kind > INSIDE) return position === end || /[/.]/.test(path.charAt(position) + path.charAt(position - 1))
  const edge = WORD.test(path.charAt(position)) !== WORD.test(path.charAt(position - 1))
  return edge === (kind === WORD_EDGE)
}

function readSets(sets: readonly string[]): Uint8Array {
  const members = new Uint8Array(128 * sets.length)
  sets.forEach((ranges, set) => {
    for (let i = 0; i < ranges.length; i += 2) {
      members.fill(1, 128 * set + ranges.charCodeAt(i), 128 * set + ranges.charCodeAt(i + 1) + 1)
    }
  })
  return members
}
