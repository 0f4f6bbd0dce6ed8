import { expect, test } from 'vitest'
import { limitLines, limitList } from './limits.ts'

test('a list is cut to the limit', () => {
  expect(limitList(['a', 'b', 'c'], 2)).toEqual({ items: ['a', 'b'], omittedCount: 1 })
  expect(limitList(['a', 'b'], 2)).toEqual({ items: ['a', 'b'], omittedCount: 0 })
})

test('lines name the number of omitted lines, and how to see them', () => {
  expect(limitLines(['a', 'b', 'c'], 'routes', '--json lists them all', 1)).toEqual([
    'a',
    '… and 2 more routes; --json lists them all.',
  ])
  expect(limitLines(['a', 'b', 'c'], 'routes', '', 2)).toEqual(['a', 'b', '… and 1 more routes.'])
  expect(limitLines(['a', 'b'], 'routes', '', 2)).toEqual(['a', 'b'])
  expect(limitLines(Array.from({ length: 600 }, String), 'routes')).toHaveLength(501)
})
