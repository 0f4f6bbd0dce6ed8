import type { Captures, Program } from './route-match.ts'

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

/**
 * A pattern that needs backtracking, without backtracking. Two passes, each linear in the text: from the end to the
 * start it settles for each position which states lead to a match; from the start to the end it then takes, at each
 * choice, the first way that does. So it finds what a backtracking engine finds first.
 *
 * @param sets characters, each as pairs of the first and the last of a range
 * @param code three numbers a state: what it does, and two operands; each state stands behind those that it goes on to
 *   without a character
 * @param start the first state
 * @param filter a state that must lead to a match as well; left out, none
 */
export function automaton(sets: readonly string[], code: readonly number[], start: number, filter?: number): Program {
  const size = code.length / 3
  let members: Uint8Array | undefined
  let buffer = new Uint8Array(0)
  return (path, from, to, captures, first) => {
    members ??= readSets(sets)
    const needed = (to - from + 2) * size
    // What a long path needed is not kept.
    const alive = needed <= buffer.length ? buffer : new Uint8Array(needed)
    if (needed <= 65_536) buffer = alive
    for (let position = to; position >= from; position--) {
      const row = (position - from) * size
      const character = position < to ? path.charCodeAt(position) : 0
      for (let state = 0, at = 0; state < size; state++, at += 3) {
        const a = code[at + 1]!
        const b = code[at + 2]!
        let leads = 0
        switch (code[at]) {
          case MATCH:
            leads = 1
            break
          case SET:
            leads = position < to && members[128 * a + character] === 1 ? alive[row + size + b]! : 0
            break
          case SPLIT:
            leads = alive[row + a]! | alive[row + b]!
            break
          case MARK:
            leads = alive[row + b]!
            break
          case ASSERT:
            leads = alive[row + b] === 1 && asserts(a, path, position, to) ? 1 : 0
            break
          default:
            leads = (alive[row + a] === 1) === (code[at] === LOOK) ? alive[row + b]! : 0
        }
        alive[row + state] = leads
      }
    }
    if (alive[start] === 0 || (filter !== undefined && alive[filter] === 0)) return false
    walk(code, alive, size, start, from, captures, first)
    return true
  }
}

function walk(
  code: readonly number[],
  alive: Uint8Array,
  size: number,
  start: number,
  from: number,
  captures: Captures,
  first: number,
): void {
  for (let at = 0; at < code.length; at += 3) if (code[at] === MARK) captures[2 * first + code[at + 1]!] = -1
  let row = 0
  let state = start
  for (;;) {
    const at = 3 * state
    const a = code[at + 1]!
    const b = code[at + 2]!
    switch (code[at]) {
      case MATCH:
        return
      case SET:
        row += size
        state = b
        break
      case SPLIT:
        state = alive[row + a] === 1 ? a : b
        break
      case MARK:
        captures[2 * first + a] = from + row / size
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

/** A program for what no automaton can do: a regular expression that sees the whole path, with the flag `d`. */
export function expression(regexp: RegExp, groups: readonly number[]): Program {
  return (path, _from, _to, captures, first) => {
    const indices = regexp.exec(path)?.indices
    if (indices === undefined) return false
    groups.forEach((group, i) => {
      const [start, end] = indices[group] ?? [-1, -1]
      captures[2 * (first + i)] = start
      captures[2 * (first + i) + 1] = end
    })
    return true
  }
}
