import { expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { Diagnostics } from './collector.ts'
import { codeFrame, formatDiagnostic } from './format.ts'
import { nearest } from './nearest.ts'

const source = [
  "import { defineRoutes } from 'x'",
  '',
  'export default defineRoutes((r) => {',
  "\tr.match('search')",
  '})',
].join('\n')
const location = { file: 'config/routes.ts', line: 4, column: 4 }

it('marks the column', () => {
  expect(codeFrame(source, location)).toBe(
    ['  2 |', '  3 | export default defineRoutes((r) => {', "> 4 |  r.match('search')", '    |    ^', '  5 | })'].join(
      '\n',
    ),
  )
})

it('says what, where, why and how to fix it', () => {
  const diagnostics = new Diagnostics()
  diagnostics.report('missing-via', null, () => location, {
    related: [{ message: 'It is also here.', location: { file: 'config/routes/api.ts', line: 1, column: 1 } }],
    trace: ['at expand (@turnout/compiler/dist/index.js:1:2)'],
  })
  const text = formatDiagnostic(diagnostics.all[0]!, (file) => (file === location.file ? source : null))
  expect(text).toContain('error[missing-via] The route does not say which verbs it answers.')
  expect(text).toContain('at config/routes.ts:4:4')
  expect(text).toContain("> 4 |  r.match('search')")
  expect(text).toContain('It is also here.\n  at config/routes/api.ts:1:1')
  expect(text).toContain(`why: ${catalog['missing-via'].why}`)
  expect(text).toContain(`fix: ${catalog['missing-via'].fix}`)
  expect(text).toContain('see: vite-plugin-turnout/docs/diagnostics/missing-via.md')
  expect(text).toMatch(/\n {2}trace:\n {4}at expand \(@turnout\/compiler\/dist\/index\.js:1:2\)$/)
})

it('ends with the frames of the code that threw', () => {
  const diagnostics = new Diagnostics()
  diagnostics.report('missing-via', null, () => null)
  const thrown = { ...diagnostics.all[0]!, stack: ['at src/x.ts:1:2', 'at src/y.ts:3:4'] }
  expect(formatDiagnostic(thrown)).toMatch(/see: \S+\n {4}at src\/x\.ts:1:2\n {4}at src\/y\.ts:3:4$/)
  expect(formatDiagnostic(thrown, undefined, (code) => `/docs/${code}`)).toContain('see: /docs/missing-via\n')
})

it('reports the same thing at the same place once', () => {
  const diagnostics = new Diagnostics()
  for (const _ of [1, 2]) diagnostics.report('missing-via', null, () => location)
  diagnostics.report('missing-via', null, () => ({ ...location, line: 5 }))
  expect(diagnostics.all).toHaveLength(2)
  expect(diagnostics.hasErrors).toBe(true)
})

it.each([
  ['ony', 'only'],
  ['shalow', 'shallow'],
  ['pathnames', 'pathNames'],
  ['bucketType', null],
])('takes %j for %j', (word, guess) => {
  expect(nearest(word, ['only', 'except', 'shallow', 'pathNames', 'path'])).toBe(guess)
})
