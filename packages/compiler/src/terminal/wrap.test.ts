import { expect, test } from 'vitest'
import { wrapReport } from './wrap.ts'

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
