import { describe, expect, it, vi } from 'vitest'
import { catalog } from './catalog.ts'
import { Diagnostics } from './collector.ts'
import { codeFrame, formatDiagnostic } from './format.ts'
import { nearest } from './nearest.ts'
import { readOnce } from './source-text.ts'

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
    [
      '  2 |',
      '  3 | export default defineRoutes((r) => {',
      "> 4 |  r.match('search')",
      '    |    ^^^^^',
      '  5 | })',
    ].join('\n'),
  )
})

describe('the mark of a frame', () => {
  const call = "  r.resources('photos', { ony: 'show', only: [], path: '/写真/x' }, (photos) => {"
  const markOf = (lines: readonly string[], message: string, column = 5) => {
    const frame = codeFrame(lines.join('\n'), { line: 1, column }, message).split('\n')
    const at = frame.findIndex((line) => /^ +\| +\^+$/.test(line))
    const marked = frame[at - 1]!
    return marked.slice(frame[at]!.indexOf('^'), frame[at]!.length)
  }

  it.each([
    ['`resources` has no option `ony`. Did you mean `only`?', 'ony'],
    ['`photos` is the name of another route.', 'photos'],
    // Only complete words: `sho` is not `show`.
    ['`sho` is not `only`.', 'only'],
    ["`show'` ends outside of a word.", "show'"],
    // The path of the route, and as the call has it.
    ['The route `/photos(.:format)` is odd.', 'photos'],
    ['`GET /photos(.:format)` can never be reached.', 'photos'],
    // Nothing that the message quotes is in the call.
    ['`GET /albums` matches first.', 'resources'],
    ['It quotes nothing.', 'resources'],
    // Code of a regular expression, of a prototype and of many characters.
    ['`(.*` `__proto__` `\\` `', 'resources'],
    [`\`${'a'.repeat(3000)}\``, 'resources'],
  ])('for the message %j is below %j', (message, marked) => {
    expect(markOf([call], message)).toBe(marked)
  })

  it('begins after the dot, if the place is the dot', () => {
    expect(markOf([call], '', 4)).toBe('resources')
  })

  it('is below a later line of the same call', () => {
    const lines = ["  r.resources('photos', {", "    ony: 'show',", '  })']
    expect(markOf(lines, '`resources` has no option `ony`.')).toBe('ony')
  })

  it('is not below another call in the block', () => {
    const lines = ["  r.resources('photos', (photos) => {", "    photos.get('ony')", '  })']
    expect(markOf(lines, '`ony` is odd.')).toBe('resources')
  })

  it('is below a name that is not called', () => {
    const lines = ["import { albumPath } from 'virtual:routes'"]
    expect(markOf(lines, '`virtual:routes` does not export `albumPath`.', 10)).toBe('albumPath')
  })

  it('is not below the next call', () => {
    const lines = ["  r.resources('notes', { ony: [] })", "  r.resources('albums')"]
    expect(markOf(lines, '`resources` has no option `ony`.')).toBe('ony')
  })

  it('has the width of wide characters', () => {
    const [marked, mark] = codeFrame(call, { line: 1, column: 5 }, '`/写真/x` is odd.').split('\n')
    expect(mark!.indexOf('^')).toBe(marked!.indexOf('/写真'))
    expect(mark!.trim().replace('| ', '').trim()).toBe('^'.repeat(7))
  })

  it('is one character where the place has no name, or no code', () => {
    expect(codeFrame('a', { line: 1, column: 9 })).toBe('> 1 | a\n    |  ^')
    expect(codeFrame('( )', { line: 1, column: 1 })).toBe('> 1 | ( )\n    | ^')
  })
})

it('contains the message, the place, the reason and the fix', () => {
  const diagnostics = new Diagnostics()
  diagnostics.report('missing-via', null, () => location, {
    related: [{ message: 'It is also here.', location: { file: 'config/routes/api.ts', line: 1, column: 1 } }],
    trace: ['at expand (@turnout/compiler/dist/index.js:1:2)'],
  })
  const text = formatDiagnostic(diagnostics.all[0]!, (file) => (file === location.file ? source : null))
  expect(text).toContain('error[missing-via] The route has no `via`, so its HTTP methods are unknown.')
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

it('is reported once for the same message at the same place', () => {
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
])('takes %j for %j', (word, suggestion) => {
  expect(nearest(word, ['only', 'except', 'shallow', 'pathNames', 'path'])).toBe(suggestion)
})

describe('a frame of a long line', () => {
  const line = `${'a'.repeat(500)}X${'b'.repeat(500)}`

  it('is cut around the column', () => {
    const frame = codeFrame(`short\n${line}\n${line}`, { line: 2, column: 501 })
    const [above, marked, mark, below] = frame.split('\n')
    expect(above).toBe('  1 | …')
    expect(marked).toBe(`> 2 | …${'a'.repeat(60)}X${'b'.repeat(59)}…`)
    expect(mark!.indexOf('^')).toBe(marked!.indexOf('X'))
    expect(below).toHaveLength(marked!.length)
  })

  it.each([
    [1, `> 1 | ${'a'.repeat(120)}…`, 6],
    [1001, `> 1 | …${'b'.repeat(120)}`, 126],
    [9_999_999, `> 1 | …${'b'.repeat(120)}`, 127],
  ])('is cut at its ends: column %d', (column, expected, at) => {
    const [marked, mark] = codeFrame(line, { line: 1, column }).split('\n')
    expect(marked).toBe(expected)
    expect(mark!.indexOf('^')).toBe(at)
  })

  it('marks the column after escaped characters', () => {
    const [marked, mark] = codeFrame('\u001B[31m\u202EX', { line: 1, column: 7 }).split('\n')
    expect(marked).toBe(String.raw`> 1 | \u001b[31m\u202eX`)
    expect(mark!.indexOf('^')).toBe(marked!.indexOf('X'))
  })

  it('marks the column after wide characters, each of which takes two columns', () => {
    const [marked, mark] = codeFrame(`r.get('写真', { to: X })`, { line: 1, column: 19 }).split('\n')
    expect(marked).toBe(`> 1 | r.get('写真', { to: X })`)
    // Two characters before the X are wide.
    expect(mark!.indexOf('^')).toBe(marked!.indexOf('X') + 2)
  })

  it('is empty for a place that does not exist', () => {
    expect(codeFrame('a', { line: 99, column: 1 })).toBe('')
    expect(codeFrame('a', { line: 0, column: 0 })).toBe('  1 | a')
  })
})

it('reads a file once for many diagnostics', () => {
  const read = vi.fn(() => source)
  const sources = readOnce(read)
  const diagnostics = new Diagnostics()
  for (let line = 1; line <= 5; line += 1) diagnostics.report('missing-via', null, () => ({ ...location, line }))
  const texts = diagnostics.all.map((diagnostic) => formatDiagnostic(diagnostic, sources))
  expect(texts).toHaveLength(5)
  expect(texts).toEqual(diagnostics.all.map((diagnostic) => formatDiagnostic(diagnostic, () => source)))
  expect(read).toHaveBeenCalledTimes(1)
})

it('escapes text that would forge a line or control the terminal', () => {
  const diagnostics = new Diagnostics()
  diagnostics.report('missing-via', null, () => ({ file: 'a\u001B[2J\nerror[x].ts', line: 1, column: 1 }))
  const hostile = 'x\nerror[forged] all is lost\u001B]0;t\u0007\u009B\u202E'
  const stack = [`at a (${hostile})`]
  const text = formatDiagnostic({ ...diagnostics.all[0]!, message: hostile, stack, trace: stack })
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
  expect(text.split('\n').filter((line) => /^\S/.test(line))).toEqual(['error[missing-via] x'])
})

it('cuts a message that quotes too much', () => {
  const diagnostics = new Diagnostics()
  diagnostics.report('unknown-in-rails', { part: 'x'.repeat(1_000_000), path: '/', entry: 'routes[0]' }, () => null)
  expect(formatDiagnostic(diagnostics.all[0]!).length).toBeLessThan(6000)
})
