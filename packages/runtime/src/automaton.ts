import type { Captures, Program, Rows } from './route-match.ts'

const MATCH = 0
const SET = 1
const SPLIT = 2
const MARK = 3
const ASSERT = 4
const LOOK = 5 // 6 is the negative one

/** What `\w` takes. */
const WORD = /\w/

const END = 0
const WORD_EDGE = 1
const INSIDE = 2 // `\B`

/** Of an automaton that has not run. */
export const NO_ROWS: Readonly<Rows> = { places: new Int32Array(0), count: 0, list: undefined }

/** When there are more rows than this, they are forgotten. Most automata have some tens. */
const MANY_ROWS = 1000

/**
 * A pattern that needs backtracking, without backtracking. Two passes, each linear in the text: from the end to the
 * start it settles for each position which states lead to a match; from the start to the end it then takes, at each
 * choice, the first way that does. So it finds what a backtracking engine finds first.
 *
 * The states that lead to a match are a row. A row depends on the one behind it and on the character before that, so it
 * is worked out once and then looked up (a lazy DFA): a long path takes as many look-ups as it has characters.
 *
 * @param sets characters, each as pairs of the first and the last of a range
 * @param code three numbers a state: what it does, and two operands; each state stands behind those that it goes on to
 *   without a character
 * @param start the first state
 * @param filter a state that must lead to a match as well; left out, none
 */
export function automaton(sets: readonly string[], code: readonly number[], start: number, filter?: number): Program {
  const size = code.length / 3
  /** What stands before a character decides as well. */
  const looksBack = code.some((op, at) => at % 3 === 0 && op === ASSERT && code[at + 1] !== END)
  let members: Uint8Array | undefined
  let rows: Uint8Array[] = []
  /** The row before a row, by that row, the character between them and, where it decides, the one before it. */
  const steps = new Map<number, number>()
  /** By a number that is most likely the row's own. */
  const known = new Map<number, number>()
  const trace = new Int32Array(256)

  /** The row at a position; `behind` is the row of the next one. */
  const makeRow = (path: string, position: number, to: number, behind: Uint8Array | undefined): number => {
    members ??= readSets(sets)
    const row = new Uint8Array(size)
    const character = codeAt(path, position)
    let print = 0
    for (let state = 0, at = 0; state < size; state++, at += 3) {
      const a = code[at + 1]!
      const b = code[at + 2]!
      let leads = 0
      switch (code[at]) {
        case MATCH:
          leads = 1
          break
        case SET:
          leads = behind !== undefined && members[128 * a + character] === 1 ? behind[b]! : 0
          break
        case SPLIT:
          leads = row[a]! | row[b]!
          break
        case MARK:
          leads = row[b]!
          break
        case ASSERT:
          leads = row[b] === 1 && asserts(a, path, position, to) ? 1 : 0
          break
        default:
          leads = (row[a] === 1) === (code[at] === LOOK) ? row[b]! : 0
      }
      row[state] = leads
      print = Math.imul(print ^ (leads + 1), 0x01000193) ^ (print >>> 15)
    }
    const same = known.get(print)
    if (same !== undefined && rows[same]!.every((leads, state) => leads === row[state])) return same
    known.set(print, rows.length)
    return rows.push(row) - 1
  }

  return (path, from, to, captures, first, shared) => {
    if (rows.length > MANY_ROWS && !shared?.count) {
      rows = []
      steps.clear()
      known.clear()
    }
    let places: Int32Array<ArrayBufferLike> = trace
    let distance = 0
    if (shared) {
      // The rows may have been forgotten since.
      if (shared.list !== rows) {
        shared.places = new Int32Array(to + 1)
        shared.count = 0
        shared.list = rows
      }
      places = shared.places
      distance = shared.count
      shared.count = Math.max(distance, to - from + 1)
      // What a long path needed is not kept.
    } else if (to - from >= trace.length) places = new Int32Array(to - from + 1)
    let row = distance > 0 ? places[distance - 1]! : -1
    for (let position = to - distance; position >= from; position--) {
      const before = looksBack ? codeAt(path, position - 1) : 0
      const key = (row * 128 + codeAt(path, position)) * 128 + before
      let next = steps.get(key)
      if (next === undefined) steps.set(key, (next = makeRow(path, position, to, rows[row])))
      places[to - position] = row = next
    }
    const begin = rows[places[to - from]!]!
    if (begin[start] === 0 || (filter !== undefined && begin[filter] === 0)) return false
    walk(code, rows, places, start, from, to, captures, first)
    return true
  }
}

/** No set has the character 127, which stands for all that no canonical path has. */
function codeAt(path: string, position: number): number {
  const character = path.charCodeAt(position)
  return character < 127 ? character : 127
}

function walk(
  code: readonly number[],
  rows: readonly Uint8Array[],
  places: Int32Array,
  start: number,
  from: number,
  to: number,
  captures: Captures,
  first: number,
): void {
  for (let at = 0; at < code.length; at += 3) if (code[at] === MARK) captures[2 * first + code[at + 1]!] = -1
  let position = from
  let state = start
  for (;;) {
    const at = 3 * state
    const a = code[at + 1]!
    const b = code[at + 2]!
    switch (code[at]) {
      case MATCH:
        return
      case SET:
        position++
        state = b
        break
      case SPLIT:
        state = rows[places[to - position]!]![a] === 1 ? a : b
        break
      case MARK:
        captures[2 * first + a] = position
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

/** A program for what is too large for an automaton: a regular expression that sees the whole path, with the flag `d`. */
export function expression(regexp: RegExp): Program {
  return (path, _from, _to, captures, first) => {
    const indices = regexp.exec(path)?.indices
    indices?.slice(1).forEach((bounds, i) => captures.set(bounds ?? [-1, -1], 2 * (first + i)))
    return indices !== undefined
  }
}
