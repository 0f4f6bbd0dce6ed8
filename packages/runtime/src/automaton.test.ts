import { describe, expect, it } from 'vitest'
import { automaton } from './automaton.ts'

// The operation of a state: its number, and two operands. A state follows the states that it continues with without a
// character.
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
const SETS = [LETTERS, 'aa', '//..', '!~']

/** Returns the part between marks 0 and 1 (empty without marks); null if the automaton does not match. */
function run(
  states: readonly (readonly number[])[],
  path: string,
  { start = states.length - 1, from = 0, to = path.length }: { start?: number; from?: number; to?: number } = {},
): string | null {
  const program = automaton(SETS, states.flat(), start)
  const captures = new Int32Array(8).fill(7)
  if (!program(path, from, to, captures, 1)) return null
  // Only its own captures may be written.
  expect([...captures.slice(0, 2), ...captures.slice(4)]).toEqual([7, 7, 7, 7, 7, 7])
  return captures[2] === 7 ? '' : path.slice(captures[2], captures[3])
}

describe('an automaton', () => {
  // ([a-z]+)a at the end of the match; lazy or not.
  const lettersThenA = (lazy: boolean) => [
    MATCH,
    assert('end', 0),
    set(1, 1),
    mark(1, 2),
    set(0, 5),
    lazy ? split(3, 4) : split(4, 3),
    mark(0, 4),
  ]

  it('writes the captures that a backtracking engine would write', () => {
    const states = [MATCH, mark(1, 0), split(3, 1), set(0, 2), mark(0, 3)]
    expect(run(states, 'abc-')).toBe('abc')
    expect(run([MATCH, mark(1, 0), split(1, 3), set(0, 2), mark(0, 3)], 'abc-')).toBe('a')
    expect(run(states, '-abc')).toBeNull()
    expect(run(states, '-abc', { from: 1 })).toBe('abc')
  })

  it('leaves the characters that the rest of the pattern needs', () => {
    expect(run(lettersThenA(false), 'banana')).toBe('banan')
    expect(run(lettersThenA(true), 'banana')).toBe('banan')
    expect(run(lettersThenA(false), 'banan')).toBeNull()
    expect(run(lettersThenA(false), 'banana/x', { to: 6 })).toBe('banan')
  })

  it('matches an end assertion only at the end of the matched part', () => {
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

  it('distinguishes previous characters that lead to the same row', () => {
    const states = [MATCH, assert('end', 0), set(3, 3), split(2, 1), assert('word', 3), set(3, 4)]
    const program = automaton(SETS, states.flat(), 5)
    const captures = new Int32Array(4)
    const paths = ['a-xy', '--xy', 'a-xy', '-axy', 'aaxy', '-axy']
    const answers = paths.map((path) => program(path, 0, path.length, captures, 0))
    expect(answers).toEqual([true, false, true, true, false, true])
  })

  it('tests lookaheads, positive and negative', () => {
    const states = [MATCH, set(1, 0), set(0, 0), ahead(1, 2), notAhead(1, 2)]
    expect(run(states, 'a', { start: 3 })).toBe('')
    expect(run(states, 'b', { start: 3 })).toBeNull()
    expect(run(states, 'a', { start: 4 })).toBeNull()
    expect(run(states, 'b', { start: 4 })).toBe('')
  })

  it('reads no character that a canonical path cannot contain', () => {
    expect(run([MATCH, set(3, 0)], '\u00e9')).toBeNull()
    expect(run([MATCH, set(3, 0)], '\u007f')).toBeNull()
  })

  it('considers the previous character without an end assertion', () => {
    const program = automaton(SETS, [MATCH, assert('word', 0), set(3, 1)].flat(), 2)
    const answers = ['ab', '-b', 'ab', 'a-', '--'].map((path) => program(path, 0, 1, new Int32Array(2), 0))
    expect(answers).toEqual([false, true, false, true, false])
  })

  it('uses cached rows only for paths for which they are right', () => {
    // [!-~]*(word edge)[a-z](no edge)[!-~]*(token)[a-z]+
    const states = [
      MATCH,
      assert('end', 0),
      set(0, 3),
      split(2, 1),
      set(0, 3),
      assert('token', 4),
      set(3, 7),
      split(6, 5),
      assert('not-word', 7),
      set(0, 8),
      assert('word', 9),
      set(3, 12),
      split(11, 10),
    ].flat()
    const shared = automaton(SETS, states, 12)
    let seed = 7
    const character = () => 'ab-/.'.charAt((seed = (seed * 48_271) % 0x7fffffff) % 5)
    let matches = 0
    for (let round = 0; round < 3000; round++) {
      const path = Array.from({ length: 3 + (round % 9) }, character).join('')
      const answer = shared(path, 0, path.length, new Int32Array(0), 0)
      expect([path, answer]).toEqual([path, automaton(SETS, states, 12)(path, 0, path.length, new Int32Array(0), 0)])
      expect([path, answer]).toEqual([
        path,
        /^[!-~]*\b[a-z]\B[!-~]*(?<=[/.])[a-z]+$|^[!-~]*\b[a-z]\B[!-~]*(?=[/.])[a-z]+$/.test(path),
      ])
      if (answer) matches++
    }
    expect(matches).toBeGreaterThan(100)
  })

  it('continues after an assertion only if the rest can match', () => {
    expect(run([MATCH, set(0, 0), assert('not-word', 1)], '--')).toBeNull()
    expect(run([MATCH, set(0, 0), assert('word', 1)], 'a-')).toBe('')
  })

  it('ignores delimiters elsewhere in the path when it tests for the end of a token', () => {
    const states = [MATCH, set(0, 0), assert('token', 1), set(0, 2)]
    expect(run(states, 'ab/.', { from: 0, to: 2 })).toBeNull()
    expect(run(states, '/.ab', { from: 2 })).toBeNull()
  })

  it('ends at the given position, whatever follows and whatever it matched before', () => {
    const program = automaton(SETS, [MATCH, set(0, 0)].flat(), 1)
    const matches = (from: number, to: number) => program('ab', from, to, new Int32Array(0), 0)
    expect([matches(0, 2), matches(0, 1), matches(0, 0), matches(1, 1), matches(1, 2)]).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
  })

  it.each([0, 2])('writes -1 for a mark that the match does not contain, from capture %i on', (first) => {
    // (a)|([a-z])
    const states = [MATCH, mark(1, 0), set(1, 1), mark(0, 2), mark(3, 0), set(0, 4), mark(2, 5), split(3, 6)]
    const captured = (path: string) => {
      const captures = new Int32Array(8).fill(7)
      expect(automaton(SETS, states.flat(), 7)(path, 0, 1, captures, first)).toBe(true)
      return Array.from(captures.slice(2 * first, 2 * first + 4))
    }
    expect(captured('a')).toEqual([0, 1, -1, -1])
    expect(captured('b')).toEqual([-1, -1, 0, 1])
  })

  it.each([254, 255, 256, 257, 600])('matches a string of %i characters', (length) => {
    const states = [MATCH, mark(1, 0), split(3, 1), set(0, 2), mark(0, 3)]
    expect(run(states, 'x'.repeat(length))).toBe('x'.repeat(length))
    expect(run(states, `--${'x'.repeat(length)}-`, { from: 2 })).toBe('x'.repeat(length))
  })

  it('forgets its rows when there are too many', () => {
    // .{12}a.* has thousands of rows.
    const states = [MATCH, assert('end', 0), set(3, 3), split(2, 1), set(1, 3)]
    for (let at = 0; at < 12; at++) states.push(set(3, states.length - 1))
    const program = automaton(SETS, states.flat(), states.length - 1)
    let seed = 1
    for (let round = 0; round < 60; round++) {
      let path = ''
      for (let at = 0; at < 300; at++) path += (seed = (seed * 48_271) % 0x7fffffff) % 2 === 0 ? 'a' : 'b'
      expect(program(path, 0, path.length, new Int32Array(0), 0)).toBe(path.charAt(12) === 'a')
    }
  })
})
