import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../test/files/make-folder.ts'
import { fakeHost } from '../../test/dev-pages/fake-host.ts'
import { printError, reportError } from './error-report.ts'

/** Returns an error with a stack and other properties. */
function errorOf(message: string, stack: readonly string[] = [], more: object = {}): Error {
  const error = new Error(message)
  error.stack = [`Error: ${message}`, ...stack.map((line) => `    ${line}`)].join('\n')
  return Object.assign(error, more)
}

const files = {
  'src/a.ts': 'one\ntwo\nthree\n',
  'src/b.ts': `import x from './missing'\nimport y from "./other"\n`,
  'node_modules/pkg/index.js': 'installed',
  '.env': 'SECRET=1',
}
const makeReport = (makeError: (root: string) => unknown) => {
  const root = makeFolder(files)
  return reportError(makeError(root), fakeHost(root))
}

describe('reportError', () => {
  test('shows the first place in the project, with the lines around it', () => {
    const report = makeReport((root) =>
      errorOf(`no luck in ${root}/src/a.ts`, [
        'at Object.<anonymous> (node:internal/x:1:1)',
        `at install (${root}/node_modules/pkg/index.js:1:2)`,
        `at show (${root}/src/a.ts:2:3)`,
        `at file://${root}/src/b.ts:1:20`,
        `at up (${root}/src/../.env:1:1)`,
        `at env (${root}/.env:1:1)`,
        'at other (/elsewhere/a.ts:1:1)',
      ]),
    )
    expect(report).toEqual({
      message: 'Error: no luck in src/a.ts',
      plugin: null,
      place: { file: 'src/a.ts', line: 2, column: 3 },
      codeFrame: '  1 | one\n> 2 | two\n    |   ^\n  3 | three\n  4 |',
      stack: [
        { text: 'at Object.<anonymous> (node:internal/x:1:1)', place: null, codeFrame: null },
        { text: 'at install (node_modules/pkg/index.js:1:2)', place: null, codeFrame: null },
        {
          text: 'at show (src/a.ts:2:3)',
          place: { file: 'src/a.ts', line: 2, column: 3 },
          codeFrame: '  1 | one\n> 2 | two\n    |   ^\n  3 | three\n  4 |',
        },
        {
          text: 'at file://src/b.ts:1:20',
          place: { file: 'src/b.ts', line: 1, column: 20 },
          codeFrame: expect.stringContaining("> 1 | import x from './missing'"),
        },
        { text: 'at up (src/../.env:1:1)', place: null, codeFrame: null },
        { text: 'at env (.env:1:1)', place: null, codeFrame: null },
        { text: 'at other (/elsewhere/a.ts:1:1)', place: null, codeFrame: null },
      ],
      causes: [],
    })
  })

  test('escapes characters that control terminals or reorder text', () => {
    const report = makeReport(() => errorOf('a\u0007\u202eb', [], { cause: errorOf('\u2066c') }))
    expect(report.message).toBe('Error: a\\u0007\\u202eb')
    expect(report.causes[0]!.message).toBe('Error: \\u2066c')
  })

  test('shows no frames from the message, which may come from a request', () => {
    const { stack, place } = makeReport((root) =>
      errorOf(`bad\n    at fake (${root}/src/a.ts:1:1)`, ['at real (/x.ts:1:1)']),
    )
    expect(stack.map(({ text }) => text)).toEqual(['at real (/x.ts:1:1)'])
    expect(place).toBeNull()
  })

  test('shows 50 frames at most', () => {
    const { stack } = makeReport(() =>
      errorOf(
        'deep',
        Array.from({ length: 60 }, (_, index) => `at f${index} (/x.ts:1:1)`),
      ),
    )
    expect(stack).toHaveLength(50)
    const long = makeReport(() => errorOf('x', [`at ${'a'.repeat(5_000_000)} (/x.ts:1:1)`]))
    expect(long.stack[0]!.text.length).toBeLessThan(1001)
  })

  test('shows the lines of ten frames at most, and of no file that a page may not show', () => {
    const { stack } = makeReport((root) =>
      errorOf('deep', ['at env (/.env:1:1)', ...Array.from({ length: 12 }, () => `at f (${root}/src/a.ts:1:1)`)]),
    )
    expect(stack.map(({ codeFrame }) => codeFrame !== null)).toEqual([
      false,
      ...Array.from({ length: 12 }, (_, index) => index < 10),
    ])
  })

  test('removes the name `eval` that V8 gives to the code of evaluated modules', () => {
    const { stack } = makeReport(() =>
      errorOf('x', ['at eval (/x.ts:1:1)', 'at async eval (/x.ts:2:1)', 'at evaluate (/x.ts:3:1)']),
    )
    expect(stack.map(({ text }) => text)).toEqual(['at /x.ts:1:1', 'at async /x.ts:2:1', 'at evaluate (/x.ts:3:1)'])
  })

  test('cuts the name of a plugin', () => {
    expect(makeReport(() => errorOf('x', [], { plugin: 'p'.repeat(5000) })).plugin).toHaveLength(1000)
  })

  test.each([[null], ['text'], [{ stack: 7 }], [undefined]])('describes the thrown value %j', (thrown) => {
    const { stack, place, codeFrame, plugin, causes } = makeReport(() => thrown)
    expect({ stack, place, codeFrame, plugin, causes }).toEqual({
      stack: [],
      place: null,
      codeFrame: null,
      plugin: null,
      causes: [],
    })
  })

  test('never throws because of a getter', () => {
    const fail = () => {
      throw new Error('getter')
    }
    const error = Object.defineProperties(new Error('x'), {
      stack: { get: fail },
      plugin: { get: fail },
      id: { get: fail },
      cause: { get: fail },
      loc: { get: fail },
    })
    expect(makeReport(() => error)).toMatchObject({ stack: [], causes: [], plugin: null })
  })

  test('lists three causes at most, outermost first, with their stacks', () => {
    const inner = (depth: number): Error =>
      errorOf(`cause ${depth}`, [`at c${depth} (/x.ts:1:1)`], depth < 5 ? { cause: inner(depth + 1) } : {})
    const { causes } = makeReport((root) =>
      errorOf('top', [], { cause: Object.assign(inner(1), { message: `in ${root}/src` }) }),
    )
    expect(causes.map(({ message }) => message)).toEqual(['Error: in src', 'Error: cause 2', 'Error: cause 3'])
    expect(causes[1]!.stack).toEqual([{ text: 'at c2 (/x.ts:1:1)', place: null, codeFrame: null }])
  })

  describe('of a compiler', () => {
    const drawing = (line: number) => `Oops\n   ╭─[ src/a.ts:${line}:2 ]\n   │\n 1 │ SECRET\n───╯\nafter`

    test('has the place of the drawing, and not its lines', () => {
      const report = makeReport((root) =>
        errorOf(`Transform failed with 1 error:\n\n[PARSE_ERROR] ${drawing(2)}`, [], {
          id: `${root}/src/a.ts?v=1`,
          plugin: 'vite:oxc',
        }),
      )
      expect(report.message).toBe(
        'Error: Transform failed with 1 error:\n\n[PARSE_ERROR] Oops\nafter'.replace(
          'Error: Transform failed with 1 error:\n\n[PARSE_ERROR] ',
          'SyntaxError: ',
        ),
      )
      expect(report.plugin).toBe('vite:oxc')
      expect(report.place).toEqual({ file: 'src/a.ts', line: 2, column: 2 })
      expect(report.codeFrame).toContain('> 2 | two')
    })

    test('loses the introduction of several errors, and a drawing without an end', () => {
      const { message } = makeReport(() => 'Transform failed with 12 errors:\nfirst\n ╭─[ x:1:1 ]\nSECRET')
      expect(message).toBe('first')
    })

    test('has the place that Vite and Rollup add', () => {
      const place = (loc: unknown, id = 'src/a.ts') =>
        makeReport((root) => errorOf('x', [], { id: `${root}/${id}`, loc })).place
      expect(place({ line: 3, column: 0 })).toEqual({ file: 'src/a.ts', line: 3, column: 1 })
      expect(place({ line: 3, column: 7 })).toEqual({ file: 'src/a.ts', line: 3, column: 7 })
      expect(place({ line: '3', column: 0 })).toBeNull()
      expect(place({ line: 3 })).toBeNull()
      expect(place(undefined)).toBeNull()
      expect(place({ line: 1, column: 1 }, '.env')).toBeNull()
      expect(place({ line: 1, column: 1 }, 'node_modules/pkg/index.js')).toBeNull()
      expect(place({ line: 3, column: 7 }, 'src/a.ts#x')).toEqual({ file: 'src/a.ts', line: 3, column: 7 })
    })
  })

  describe('of an import that Vite cannot resolve', () => {
    const importError =
      (specifier: string, file = 'src/b.ts', prefix = '') =>
      (root: string) =>
        `${prefix}Failed to load url ${specifier} (resolved id: ${specifier}) in ${root}/${file}. Does the file exist?`
    const placeOf = (...parameters: Parameters<typeof importError>) =>
      makeReport((root) => new Error(importError(...parameters)(root))).place

    test('has the place of the import', () => {
      expect(placeOf('./missing')).toEqual({ file: 'src/b.ts', line: 1, column: 15 })
      expect(placeOf('./other')).toEqual({ file: 'src/b.ts', line: 2, column: 15 })
    })

    test('has none if the file does not contain it, or must not be shown', () => {
      expect(placeOf('./absent')).toBeNull()
      expect(placeOf('./missing', 'src/none.ts')).toBeNull()
      expect(placeOf('SECRET', '.env')).toBeNull()
      expect(placeOf('./missing', 'src/b.ts', 'Because: ')).toBeNull()
    })
  })

  test('shows no place whose file cannot be read', () => {
    expect(makeReport((root) => errorOf('x', [`at a (${root}/src/gone.ts:1:1)`]))).toMatchObject({
      place: null,
      codeFrame: null,
    })
  })
})

describe('printError', () => {
  const print = (error: unknown, root = '/app') => printError(error, fakeHost(root))

  test('indents further lines, so that a quotation looks like no entry of the log', () => {
    expect(print(errorOf('one\r\ntwo\nthree', ['at a (/a.ts:1:1)']))).toBe(
      'Error: one\n    two\n    three\n    at a (/a.ts:1:1)',
    )
  })

  test('has no colours, and each cause', () => {
    const cause = errorOf('why', ['at c (/c.ts:1:1)'])
    expect(print(errorOf('\u001B[31mred\u001B[39m', [], { cause }))).toBe(
      'Error: red\nCaused by: Error: why\n    at c (/c.ts:1:1)',
    )
    expect(print(errorOf('a', [], { cause: 'text' }))).toBe('Error: a\nCaused by: text')
  })

  test('shows the source and the frames of the project, without frames of packages and Node', () => {
    const root = makeFolder(files)
    const stack = ['at run (node:internal/x:1:1)', `at f (${root}/node_modules/pkg/index.js:1:2)`]
    const cause = errorOf('why', stack)
    expect(print(errorOf('no', [...stack, `at show (${root}/src/a.ts:2:3)`], { cause }), root)).toBe(
      'Error: no\n  at src/a.ts:2:3\n\n  1 | one\n> 2 | two\n    |   ^\n  3 | three\n  4 |\n\n' +
        '    at show (src/a.ts:2:3)\nCaused by: Error: why',
    )
    // Nothing else says where an error of a package comes from.
    expect(print(errorOf('no', stack), root)).toBe(
      'Error: no\n    at run (node:internal/x:1:1)\n    at f (node_modules/pkg/index.js:1:2)',
    )
  })
})
