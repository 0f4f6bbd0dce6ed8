import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../test/files/make-folder.ts'
import { EvaluationTimeout } from './evaluation-limit.ts'
import { frame, loadFailure, placeOfImport, strayFailure, type Sources, findMistake } from './load-failure.ts'
import { LoadError } from './module-loader.ts'

describe('the failure to load a route file', () => {
  const files = {
    'routes.ts': `import a from './missing'\nconst x = /[b-a]/\nlet y = 1`,
    'broken.ts': `export { b } from './b'\n\nconst other = `,
    'other.ts': `// from './missing'\nexport { b } from "./lib.js"\nimport("./lazy(1)")`,
  }
  const sourcesIn = (root: string): Sources => ({
    locate: ({ url, line, column }) =>
      url.startsWith('turnout:') ? { file: url.slice('turnout:'.length), line, column } : null,
    relative: (file) => path.posix.relative(root, file),
  })
  const fail = (makeError: (root: string) => unknown) => {
    const root = makeFolder(files)
    return loadFailure(makeError(root), `${root}/routes.ts`, sourcesIn(root))
  }
  const thrownAt = (root: string, message: string, more: object = {}) =>
    Object.assign(
      new TypeError(message),
      {
        stack: `TypeError: ${message}\n    at block (turnout:${root}/routes.ts:2:7)\n    at eval (turnout:${root}/routes.ts:1:1)\n    at run (node:vm:1:1)`,
      },
      more,
    )

  test('is what its code threw, with the frames of the project', () => {
    expect(fail((root) => thrownAt(root, 'no luck'))).toMatchObject({
      code: 'module-threw',
      message: expect.stringContaining('TypeError: no luck'),
      location: { file: 'routes.ts', line: 2, column: 7 },
      stack: ['at block (routes.ts:2:7)', 'at routes.ts:1:1'],
    })
    expect(fail((root) => thrownAt(root, 'x', { code: 'outside-block', call: 'r.get' }))).toMatchObject({
      code: 'outside-block',
      message: expect.stringContaining('r.get'),
      location: { line: 2 },
    })
  })

  test('names the code that a plugin has added, without a position', () => {
    const throwName = (name: string) =>
      fail((root) => thrownAt(root, `${name} is not defined`, { name: 'ReferenceError' }))
    expect(throwName('__LEGACY__')).toMatchObject({
      code: 'injected-code-threw',
      message: expect.stringContaining('`__LEGACY__`'),
      location: null,
    })
    // This name is in the source.
    expect(throwName('from')).toMatchObject({ code: 'module-threw', location: { line: 2 } })
  })

  test('is a timeout', () => {
    expect(fail((root) => new EvaluationTimeout(`${root}/other.ts`))).toMatchObject({
      code: 'module-never-ends',
      message: expect.stringMatching(/other\.ts.*10/s),
      location: { file: 'other.ts', line: 1, column: 1 },
    })
  })

  test.each([
    ['text', 'text'],
    [null, 'null'],
    [{}, 'object'],
  ])('is the thrown value %j', (value, text) => {
    const failure = fail(() => value)
    expect(failure).toMatchObject({ code: 'module-threw', location: { file: 'routes.ts', line: 1, column: 1 } })
    expect(failure.message).toContain(text)
  })

  test('is found even if the error throws', () => {
    const hostile = Object.defineProperty(new Error('x'), 'stack', {
      get: () => {
        throw new Error('getter')
      },
    })
    expect(fail(() => hostile)).toMatchObject({ code: 'module-threw', location: { file: 'routes.ts' } })
  })

  test.each([
    [
      (root: string) =>
        `Failed to load url ./missing (resolved id: ./missing) in ${root}/routes.ts?v=1. Does the file exist?`,
      1,
      15,
      './missing',
    ],
    [(root: string) => `Cannot find module './missing' imported from '${root}/routes.ts'`, 1, 15, './missing'],
    [(root: string) => `Cannot find package './missing' imported from ${root}/routes.ts`, 1, 15, './missing'],
    [(root: string) => `Cannot find module './none' imported from '${root}/routes.ts'`, 1, 1, './none'],
  ])('is a missing import', (messageIn, line, column, specifier) => {
    const failure = fail((root) => Object.assign(new Error(messageIn(root)), { stack: '' }))
    expect(failure).toMatchObject({ code: 'module-not-loaded', location: { file: 'routes.ts', line, column } })
    expect(failure.message).toContain(specifier)
  })

  test('is a mistake that a parser finds', () => {
    const atEnd = {
      code: 'module-not-loaded',
      message: expect.stringContaining('Unexpected token'),
      location: { file: 'broken.ts', line: 3, column: 15 },
    }
    expect(fail((root) => Object.assign(new SyntaxError('x'), { stack: '', id: `${root}/broken.ts` }))).toMatchObject(
      atEnd,
    )
    // An error with a place needs no parser, unless Vite names the first line only.
    const placed = (message: string) =>
      fail((root) =>
        Object.assign(new Error(message), { stack: '', loc: { file: `${root}/broken.ts`, line: 2, column: 4 } }),
      )
    expect(placed('bad')).toMatchObject({ location: { file: 'broken.ts', line: 2, column: 5 } })
    expect(placed('contains invalid JS syntax')).toMatchObject(atEnd)
  })

  test('is the error of Vite, even if frames of route files wait for it', () => {
    const error = (root: string) => thrownAt(root, 'no luck', { id: `${root}/other.ts` })
    expect(fail((root) => new LoadError(error(root)))).toMatchObject({
      code: 'module-not-loaded',
      location: { file: 'other.ts', line: 1, column: 1 },
    })
    expect(fail(() => new LoadError('text'))).toMatchObject({ code: 'module-threw' })
  })

  test('is a regular expression that V8 refuses', () => {
    const refused = (root: string, expression: string) =>
      Object.assign(new SyntaxError(`Invalid regular expression: ${expression}: Unterminated class`), {
        stack: `turnout:${root}/other.ts:1\nSyntaxError`,
        loc: { line: 1, column: 0 },
      })
    expect(fail((root) => refused(root, `/export { b }/`))).toMatchObject({ code: 'module-not-loaded' })
    const own = fail((root) =>
      Object.assign(new SyntaxError('Invalid regular expression: /[b-a]/: Range out of order in character class'), {
        stack: `turnout:${root}/routes.ts:1`,
      }),
    )
    expect(own).toMatchObject({
      message: expect.stringContaining('Invalid regular expression: Range out of order in character class'),
      location: { file: 'routes.ts', line: 2, column: 11 },
    })
  })

  test('is an error of a plugin, in one sentence', () => {
    const failure = fail((root) =>
      Object.assign(new Error('Parse failed with 2 errors:\n[PARSE_ERROR] bad thing\nmore'), {
        name: 'RolldownError',
        stack: '',
        id: `${root}/other.ts?x`,
        loc: undefined,
        errors: undefined,
      }),
    )
    expect(failure).toMatchObject({ code: 'module-not-loaded', location: { file: 'other.ts', line: 1, column: 1 } })
    expect(failure.message).toContain('bad thing')
    expect(failure.message).not.toMatch(/PARSE_ERROR|Parse failed|more|RolldownError/)
    const inner = fail((root) =>
      Object.assign(new Error('outer'), {
        stack: '',
        errors: [{ text: '\u001B[31mError: inner\u001B[0m', loc: { file: `${root}/other.ts`, line: 2, column: 3 } }],
      }),
    )
    expect(inner).toMatchObject({
      message: expect.stringContaining('inner'),
      location: { file: 'other.ts', line: 2, column: 4 },
    })
    const message = fail(() => Object.assign(new Error('outer'), { stack: '', errors: [{ message: 'inner message' }] }))
    expect(message).toMatchObject({ message: expect.stringContaining('inner message'), location: null })
    const many = fail(() => Object.assign(new Error('Parse failed with 12 errors:\nbad thing'), { stack: '' }))
    expect(many.message).toMatch(/: bad thing\W*$/)
    const inside = fail(() => Object.assign(new Error('bad Error: thing'), { stack: '' }))
    expect(inside.message).toContain('bad Error: thing')
    const none = fail(() => Object.assign(new Error('outer'), { stack: '', errors: [] }))
    expect(none).toMatchObject({ code: 'module-not-loaded', location: null })
    expect(none.message).toMatch(/\W outer\W*$/)
  })

  test.each(['Cannot find module', 'Failed to load url'])('is no missing import if a plugin quotes "%s"', (quote) => {
    const text = `[x] ${quote} './missing' (resolved id: ./missing) in /app/a.ts. Does the file exist? imported from '/app/a.ts'`
    const failure = fail(() => Object.assign(new Error(text), { stack: '' }))
    expect(failure).toMatchObject({ code: 'module-not-loaded', location: null })
    expect(failure.message).toContain('[x]')
  })

  test('of code that nothing caught is always what it threw', () => {
    const root = makeFolder(files)
    const stray = (thrown: unknown) => strayFailure(thrown, `${root}/routes.ts`, sourcesIn(root))
    expect(stray(thrownAt(root, 'late'))).toMatchObject({ code: 'module-threw', location: { line: 2 } })
    expect(stray(Object.assign(new Error('plain'), { stack: '' }))).toMatchObject({
      code: 'module-threw',
      location: { file: 'routes.ts', line: 1, column: 1 },
    })
    expect(stray('text')).toMatchObject({ code: 'module-threw', message: expect.stringContaining('text') })
  })

  test('has the places of imports', () => {
    const root = makeFolder(files)
    expect(placeOfImport(`${root}/other.ts`, './lib.js')).toEqual({ line: 2, column: 19 })
    expect(placeOfImport(`${root}/other.ts`, './lazy(1)')).toEqual({ line: 3, column: 8 })
    expect(placeOfImport(`${root}/other.ts`, './libXjs')).toEqual({ line: 1, column: 1 })
    expect(placeOfImport(`${root}/gone.ts`, './lib.js')).toEqual({ line: 1, column: 1 })
  })

  test('has frames with and without a name', () => {
    const place = { file: '/a.ts', line: 1, column: 2 }
    expect(frame(place, '', (file) => file.slice(1))).toEqual({
      location: { ...place, file: 'a.ts' },
      text: 'at a.ts:1:2',
    })
    expect(frame(place, 'show', String).text).toBe('at show (/a.ts:1:2)')
  })
})

test('finds the first mistake of JavaScript with the parser of Vite 7', () => {
  expect(findMistake('/a.js', 'let = = 1', {})).toEqual({ reason: expect.any(String), offset: expect.any(Number) })
  expect(findMistake('/a.mjs', 'let a = 1', {})).toBeNull()
  for (const file of ['/a.ts', '/a.js.ts', '/a.jsx']) expect(findMistake(file, 'let = = 1', {})).toBeNull()
  expect(findMistake('/a.cjs', 'let = = 1', {})).not.toBeNull()
})

test('finds the first mistake of a source', () => {
  expect(findMistake('/a.ts', 'const a: number = 1')).toBeNull()
  expect(findMistake('/a.ts', 'let = = 1')).toEqual({ reason: expect.any(String), offset: expect.any(Number) })
})
