import { describe, expect, test } from 'vitest'
import { bySeverity, digest, NewProblems } from './digest.ts'
import type { Problem } from './problem.ts'

function problem(message: string, more: Partial<Problem> = {}): Problem {
  return {
    code: 'unreachable-route',
    severity: 'warning',
    message,
    why: '',
    fix: '',
    location: { file: 'config/routes.ts', line: 1, column: 1 },
    related: [],
    ...more,
  }
}

describe('digest', () => {
  test('shows some of each code, in order, and counts the rest', () => {
    const many = Array.from({ length: 30 }, (_, number) => problem(`route ${number}`))
    const last = problem('deep', { code: 'deep-nesting' })
    const { selected: shown, omittedCounts: rest } = digest([...many, last])
    expect(shown).toEqual([...many.slice(0, 5), last])
    expect(rest).toBe('25 unreachable-route')
  })

  test('is bounded, but for one of each code', () => {
    const codes = Array.from({ length: 30 }, (_, number) => `code-${number}` as Problem['code'])
    const all = codes.flatMap((code) => [problem('a', { code }), problem('b', { code })])
    expect(digest(all).selected).toEqual(all.filter(({ message }) => message === 'a'))
  })

  test('shows few problems whole', () => {
    const few = [problem('a'), problem('b')]
    expect(digest(few)).toEqual({ selected: few, omittedCounts: '' })
  })
})

test('what is worst comes last', () => {
  const [error, hint, warning] = (['error', 'hint', 'warning'] as const).map((severity) => problem('', { severity }))
  expect(bySeverity([error!, hint!, warning!, hint!])).toEqual([
    ['hint', [hint, hint]],
    ['warning', [warning]],
    ['error', [error]],
  ])
})

describe('new problems', () => {
  const moved = (line: number) =>
    problem(`is behind the mount at line ${line}`, {
      location: { file: 'config/routes.ts', line, column: 5 },
      related: [{ message: `see config/routes.ts:${line}:5`, location: { file: 'a', line, column: 5 } }],
    })

  test('are those that were not there the last time, wherever they stand', () => {
    const news = new NewProblems()
    const other = problem('other')
    expect(news.of([moved(4)])).toHaveLength(1)
    expect(news.of([moved(9)])).toEqual([])
    expect(news.of([moved(9), other])).toEqual([other])
    expect(news.of([])).toEqual([])
    expect(news.of([moved(4)])).toHaveLength(1)
  })

  test('are counted, where several say the same', () => {
    const news = new NewProblems()
    expect(news.of([moved(1), moved(2)])).toHaveLength(2)
    expect(news.of([moved(1), moved(2), moved(3)])).toEqual([moved(3)])
    expect(news.of([moved(1)])).toEqual([])
  })
})
