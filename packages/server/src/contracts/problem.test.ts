import { expect, test } from 'vitest'
import { readIssues } from './problem.ts'

test('at most 100 issues are listed, because a long list of values may have as many', () => {
  const issues = Array.from({ length: 101 }, (_, index) => ({ message: 'bad', path: ['tags', index] }))
  const read = readIssues('body', issues)
  expect(read).toHaveLength(100)
  expect(read.at(-1)).toEqual({ in: 'body', name: 'tags[]', path: ['tags', 99], message: 'bad' })
})

test('an issue may have no path, and keys of all kinds', () => {
  const issues = [{ message: 'none' }, { message: 'keys', path: [{ key: 'a' }, Symbol.for('b'), { key: 7 }] }]
  expect(readIssues('query', issues).map(({ path }) => path)).toEqual([[], ['a', 'Symbol(b)', 7]])
})
