import { describe, expect, it } from 'vitest'
import { automaton } from './automaton.ts'

// What a state does: its number, and two operands. A state stands behind those that it goes on to without a character.
const MATCH = [0, 0, 0]
const set = (members: number, next: number) => [1, members, next]
const split = (first: number, second: number) => [2, first, second]
const mark = (slot: number, next: number) => [3, slot, next]
const assert = (kind: 'end' | 'word' | 'not-word' | 'token', next: number) => [
  4,
  ['end', 'word', 'not-word', 'token'].indexOf(kind),
  next,
]
const ahead = (item: number, next: number) => [5, item, next]
const notAhead = (item: number, next: number) => [6, item, next]

const LETTERS = 'az'

/** The text between marks 0 and 1 (empty where there are none); null where nothing matches. */
function run(
  states: readonly (readonly number[])[],
  path: string,
  {
    start = states.length - 1,
    from = 0,
    to = path.length,
    filter,
  }: { start?: number; from?: number; to?: number; filter?: number } = {},
): string | null {
  const program = automaton([LETTERS, 'aa', '//..', '!~'], states.flat(), start, filter)
  const captures = new Int32Array(8).fill(7)
  if (!program(path, from, to, captures, 1)) return null
  // Only its own captures may be written.
  expect([...captures.slice(0, 2), ...captures.slice(4)]).toEqual([7, 7, 7, 7, 7, 7])
  return captures[2] === 7 ? '' : path.slice(captures[2], captures[3])
}

describe('an automaton', () => {
  // ([a-z]+)a at the end of what is matched; lazy or not.
  const lettersThenA = (lazy: boolean) => [
    MATCH,
    assert('end', 0),
    set(1, 1),
    mark(1, 2),
    set(0, 5),
    lazy ? split(3, 4) : split(4, 3),
    mark(0, 4),
  ]

  it('marks what a backtracking engine would', () => {
    const states = [MATCH, mark(1, 0), split(3, 1), set(0, 2), mark(0, 3)]
    expect(run(states, 'abc-')).toBe('abc')
    expect(run([MATCH, mark(1, 0), split(1, 3), set(0, 2), mark(0, 3)], 'abc-')).toBe('a')
    expect(run(states, '-abc')).toBeNull()
    expect(run(states, '-abc', { from: 1 })).toBe('abc')
  })

  it('gives back what the rest needs', () => {
    expect(run(lettersThenA(false), 'banana')).toBe('banan')
    expect(run(lettersThenA(true), 'banana')).toBe('banan')
    expect(run(lettersThenA(false), 'banan')).toBeNull()
    expect(run(lettersThenA(false), 'banana/x', { to: 6 })).toBe('banan')
  })

  it('tells the end of what is matched from other places', () => {
    const states = [MATCH, assert('end', 0), set(0, 1)]
    expect(run(states, 'a')).toBe('')
    expect(run(states, 'ab')).toBeNull()
    expect(run(states, 'ab', { to: 1 })).toBe('')
  })

  it.each([
    ['word', 'a', '', true],
    ['word', 'a', 'b', false],
    ['word', 'a', '-', true],
    ['word', '-', '-', false],
    ['word', '-', 'b', true],
    ['not-word', 'a', 'b', true],
    ['not-word', 'a', '-', false],
    ['not-word', '-', '-', true],
    ['token', 'a', '', true],
    ['token', 'a', 'b', false],
    ['token', 'a', '/', true],
    ['token', 'a', '.', true],
    ['token', '.', 'b', true],
    ['token', '-', 'b', false],
  ] as const)('finds that %s holds between %j and %j: %s', (kind, before, after, holds) => {
    // Any character, the assertion, any others.
    const states = [MATCH, split(2, 0), set(3, 1), assert(kind, 1), set(3, 3)]
    expect(run(states, before + after) !== null).toBe(holds)
  })

  it('does not take the character before for another one that led to the same row', () => {
    const states = [MATCH, assert('end', 0), set(3, 3), split(2, 1), assert('word', 3), set(3, 4)]
    const program = automaton([LETTERS, 'aa', '//..', '!~'], states.flat(), 5)
    const captures = new Int32Array(4)
    const paths = ['a-xy', '--xy', 'a-xy', '-axy', 'aaxy', '-axy']
    const answers = paths.map((path) => program(path, 0, path.length, captures, 0))
    expect(answers).toEqual([true, false, true, true, false, true])
  })

  it('looks ahead, and says no where it must not', () => {
    const states = [MATCH, set(1, 0), set(0, 0), ahead(1, 2), notAhead(1, 2)]
    expect(run(states, 'a', { start: 3 })).toBe('')
    expect(run(states, 'b', { start: 3 })).toBeNull()
    expect(run(states, 'a', { start: 4 })).toBeNull()
    expect(run(states, 'b', { start: 4 })).toBe('')
  })

  it('has a filter that must match as well', () => {
    const states = [MATCH, set(0, 0), set(1, 0)]
    expect(run(states, 'a', { start: 1, filter: 2 })).toBe('')
    expect(run(states, 'b', { start: 1, filter: 2 })).toBeNull()
    expect(run(states, 'b', { start: 1 })).toBe('')
  })

  it('takes no character that no canonical path has', () => {
    expect(run([MATCH, set(3, 0)], '\u00e9')).toBeNull()
    expect(run([MATCH, set(3, 0)], '\u007f')).toBeNull()
  })

  it('forgets rows, and takes texts longer than its trace', () => {
    // (.*[a])(.{12}) has thousands of rows.
    const states: (readonly number[])[] = [MATCH, assert('end', 0)]
    for (let at = 0; at < 12; at++) states.push(set(3, states.length - 1))
    states.push(set(1, states.length - 1))
    states.push(set(3, states.length + 1))
    const loop = states.push(split(states.length - 1, states.length - 2)) - 1
    const program = automaton([LETTERS, 'aa', '//..', '!~'], states.flat(), loop)
    const captures = new Int32Array(4)
    let seed = 1
    for (let round = 0; round < 60; round++) {
      let path = ''
      for (let at = 0; at < 300; at++) {
        seed = (seed * 48_271) % 0x7fffffff
        path += seed % 2 === 0 ? 'a' : 'b'
      }
      expect(program(path, 0, path.length, captures, 0)).toBe(path.at(-13) === 'a')
    }
  })
})
