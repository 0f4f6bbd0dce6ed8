import { expect, test } from 'vitest'
import { limitLines, limitList, wrapReport } from './lines.ts'

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

const REPORT = `warning[unknown-option] \`resources\` has no option \`onyl\`. Did you mean \`only\`?
  at config/routes.ts:4:5

> 4 |   r.resources('photos', { onyl: ['index', 'show'], constraints: { id: /[0-9]+/ }, path: 'pictures' })
    |     ^

  why: The method does not have this option. Turnout treats an unknown option as a default parameter.
  see: node_modules/vite-plugin-turnout/docs/diagnostics/a-very-long-name-of-a-diagnostic.md`

test('breaks lines between words, and leaves code and paths as they are', () => {
  expect(wrapReport(REPORT, 60)).toBe(`warning[unknown-option] \`resources\` has no option
    \`onyl\`. Did you mean \`only\`?
  at config/routes.ts:4:5

> 4 |   r.resources('photos', { onyl: ['index', 'show'], constraints: { id: /[0-9]+/ }, path: 'pictures' })
    |     ^

  why: The method does not have this option. Turnout treats
       an unknown option as a default parameter.
  see: node_modules/vite-plugin-turnout/docs/diagnostics/a-very-long-name-of-a-diagnostic.md`)
})

test('keeps every word, at any width', () => {
  const words = REPORT.split(/\s+/)
  for (const width of [0, 1, 20, 40, 41, 79, 80, 1000]) expect(wrapReport(REPORT, width).split(/\s+/)).toEqual(words)
  expect(wrapReport(REPORT, undefined)).toBe(REPORT)
})
