// The modules that the worker and the main thread share: errors as data, stacks, inflections, prototypes.
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../test/files/make-folder.ts'
import { reportCircularImports } from './worker/circular-imports.ts'
import { errorData, errorFrom } from './common/error-data.ts'
import { EvaluationTimeout } from './common/evaluation-limit.ts'
import type { EvaluatedModule } from './worker/evaluation.ts'
import { recordInflections, replayInflections } from './common/inflections.ts'
import { frame, loadFailure, placeOfImport, strayFailure, type Sources } from './worker/load-failure.ts'
import { locate } from './common/locate.ts'
import { PrototypeGuard } from './worker/prototype-guard.ts'
import { onlyRegularFiles } from './host/regular-files.ts'
import { stackFrames } from './common/stack-frames.ts'
import { withoutStyles } from './host/without-styles.ts'

describe('errors as data', () => {
  test('keep their properties, and inner errors', () => {
    const error = Object.assign(new TypeError('no luck'), {
      id: '/a.ts',
      loc: { line: 1 },
      errors: [new Error('inner'), 'text'],
    })
    const data = structuredClone(errorData(error))
    expect(data).toMatchObject({ name: 'TypeError', message: 'no luck', id: '/a.ts', loc: { line: 1 } })
    expect(data['errors']).toMatchObject([{ name: 'Error', message: 'inner' }, 'text'])
    const copy = errorFrom(data)
    expect(copy).toBeInstanceOf(Error)
    expect(copy).toMatchObject({ name: 'TypeError', message: 'no luck', stack: error.stack, id: '/a.ts' })
  })

  test('have no properties that cannot be sent', () => {
    const error = Object.assign(new Error('x'), { self: null as unknown, call: () => {}, big: 1n })
    error.self = error
    Object.defineProperty(error, 'loc', {
      get: () => {
        throw new Error('getter')
      },
    })
    expect(Object.keys(errorData(error)).toSorted()).toEqual(['message', 'name', 'stack'])
  })

  test('describe values that are no errors', () => {
    expect(errorData('text')).toEqual({ name: 'Error', message: 'text' })
    expect(errorData(null)).toEqual({ name: 'Error', message: 'null' })
  })
})

test('stackFrames reads the frames of V8', () => {
  const stack = [
    'Error: at first (x:1:1',
    '    at show (turnout:/a.ts:3:4)',
    '    at async load (file:///b.ts:10:20)',
    '    at turnout:/c.ts:5:6',
    '    at async turnout:/d.ts:7:8',
    '    at new Photo (turnout:/e.ts:12:34)',
    '    at <anonymous>',
    '    at native',
    'x   at show (turnout:/f.ts:3:4)',
    '    at show (turnout:/g.ts:3:4) and more',
  ].join('\n')
  expect(stackFrames(Object.assign(new Error('x'), { stack }))).toEqual([
    { name: 'show', url: 'turnout:/a.ts', line: 3, column: 4 },
    { name: 'load', url: 'file:///b.ts', line: 10, column: 20 },
    { name: '', url: 'turnout:/c.ts', line: 5, column: 6 },
    { name: '', url: 'turnout:/d.ts', line: 7, column: 8 },
    { name: 'new Photo', url: 'turnout:/e.ts', line: 12, column: 34 },
  ])
  expect(stackFrames(Object.assign(new Error('x'), { stack: undefined }))).toEqual([])
})

describe('locate', () => {
  const site = { url: 'turnout:/app/a.ts', line: 1, column: 1 }
  // One line that comes from line 3, column 5 of `b.ts`.
  const map = { version: 3, sources: ['b.ts'], names: [], mappings: 'AAEI' }

  test('is the place in the source', () => {
    const module = { file: '/app/a.ts', viteFile: '/app/a.ts', map }
    expect(locate(site, (id) => (id === '/app/a.ts' ? module : null))).toEqual({
      file: '/app/b.ts',
      line: 3,
      column: 5,
    })
    expect(locate({ ...site, column: 9 }, () => module)).toMatchObject({ line: 3 })
    expect(locate({ ...site, line: 2 }, () => module)).toBeNull()
  })

  test('is the place in the code without a map', () => {
    expect(locate({ ...site, line: 7, column: 8 }, () => ({ file: '/app/a.ts', viteFile: '', map: null }))).toEqual({
      file: '/app/a.ts',
      line: 7,
      column: 8,
    })
  })

  test('is null for other code', () => {
    expect(locate({ ...site, url: 'file:///app/a.ts' }, () => ({ file: 'x', viteFile: 'x', map: null }))).toBeNull()
    expect(locate(site, () => null)).toBeNull()
  })
})

describe('inflections', () => {
  test('are the same in another thread', () => {
    const calls: unknown[] = []
    const record = recordInflections((inflections) => {
      inflections.plural('ox', 'oxen')
      inflections.uncountable('sheep')
    })
    replayInflections(structuredClone(record))({
      plural(...args: unknown[]) {
        calls.push(['plural', this !== undefined, args])
      },
      uncountable: (...args: unknown[]) => void calls.push(['uncountable', args]),
    } as never)
    expect(calls).toEqual([
      ['plural', true, ['ox', 'oxen']],
      ['uncountable', ['sheep']],
    ])
    expect(record.error).toBeNull()
  })

  test('throw the same error, after the same calls', () => {
    const record = recordInflections((inflections) => {
      inflections.plural('ox', 'oxen')
      throw new RangeError('no luck')
    })
    let count = 0
    const replay = () => replayInflections(structuredClone(record))({ plural: () => void (count += 1) } as never)
    expect(replay).toThrow('no luck')
    expect(count).toBe(1)
  })
})

describe('PrototypeGuard', () => {
  test('removes the properties that code has added to prototypes, and reports each', () => {
    const guard = new PrototypeGuard()
    onTestFinished(() => void Reflect.deleteProperty(Array.prototype, 'last'))
    Object.assign(Array.prototype, { last: 1 })
    Object.assign(Object.prototype, { extra: 1 })
    guard.restore('/a.ts')
    expect(guard.changes).toEqual([
      { object: 'Object.prototype', key: 'extra', file: '/a.ts' },
      { object: 'Array.prototype', key: 'last', file: '/a.ts' },
    ])
    expect([Object.hasOwn(Array.prototype, 'last'), Object.hasOwn(Object.prototype, 'extra')]).toEqual([false, false])
    guard.restore('/b.ts')
    expect(guard.changes).toHaveLength(2)
  })

  test('leaves earlier properties, and polyfills', () => {
    onTestFinished(() => {
      Reflect.deleteProperty(Map.prototype, 'early')
      Reflect.deleteProperty(Map.prototype, 'polyfill')
    })
    Object.assign(Map.prototype, { early: 1 })
    const guard = new PrototypeGuard()
    const prototype: object = Map.prototype
    Object.defineProperty(prototype, 'polyfill', { value: 1, configurable: true })
    guard.restore('/a.ts')
    expect(guard.changes).toEqual([])
    expect([Object.hasOwn(Map.prototype, 'early'), Object.hasOwn(Map.prototype, 'polyfill')]).toEqual([true, true])
  })
})

test('onlyRegularFiles lets files and modules load', () => {
  const { load, enforce, name } = onlyRegularFiles() as { load: (id: string) => unknown; enforce: string; name: string }
  expect([name, enforce]).toEqual(['turnout:regular-files', 'pre'])
  expect(load(import.meta.filename)).toBeNull()
  expect(load(`${import.meta.filename}?raw`)).toBeNull()
  expect(() => load('/dev/null')).toThrow('`/dev/null` is not a regular file')
  expect(() => load('/dev/null?raw#x')).toThrow('is not a regular file')
})

test('withoutStyles replaces styles, but not their texts and addresses', () => {
  const { resolveId, load, enforce, name } = withoutStyles() as unknown as {
    resolveId: (id: string) => string | null
    load: (id: string) => string | null
    enforce: string
    name: string
  }
  expect([name, enforce]).toEqual(['turnout:without-styles', 'pre'])
  const style = resolveId('./a.css')!
  expect(style).toMatch(/^\0/)
  expect(load(style)).toBe("export default ''")
  expect(resolveId('./a.module.scss?used')).toBe(style)
  for (const id of ['./a.ts', './a.css?raw', './a.css?url', './a.css?a&worker', './a.css?sharedworker'])
    expect(resolveId(id)).toBeNull()
  expect(resolveId('./a.css?rawer')).toBe(style)
  expect(load('/a.css')).toBeNull()
})

describe('circular imports', () => {
  const modules = new Map<string, { readonly file: string | null; readonly imports: string[] }>()
  const evaluated = (name: string): EvaluatedModule => {
    const { file, imports } = modules.get(name)!
    return { file, specifier: null, exports: {}, imports: () => imports.map(evaluated) }
  }
  const report = (
    contents: Readonly<Record<string, string>>,
    graph: Readonly<Record<string, string[]>>,
    routeFiles: readonly string[],
    severities?: object,
  ) => {
    const root = makeFolder(contents)
    modules.clear()
    for (const [name, imports] of Object.entries(graph))
      modules.set(name, { file: name.startsWith('!') ? null : `${root}/${name}`, imports })
    const relative = (file: string) => path.posix.relative(root, file)
    return reportCircularImports(
      new Set(routeFiles.map((name) => `${root}/${name}`)),
      [...modules.keys()].map(evaluated),
      { relative, severities },
    )
  }

  test('of a route file are reported with the shortest way, at the import', () => {
    const problems = report(
      { 'config/routes.ts': `\nimport { x } from '../src/a'`, 'src/a.ts': '' },
      {
        'config/routes.ts': ['src/a.ts', 'src/b.ts'],
        'src/a.ts': ['!virtual', 'src/c.ts', 'config/routes.ts'],
        'src/b.ts': [],
        'src/c.ts': ['src/a.ts', 'config/routes.ts'],
        '!virtual': ['src/b.ts'],
      },
      ['config/routes.ts'],
    )
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({
      code: 'circular-route-file',
      location: { file: 'config/routes.ts', line: 2, column: 19 },
    })
    expect(problems[0]!.message).toContain('config/routes.ts → src/a.ts → config/routes.ts')
  })

  test.each([
    [`import './other.ts'`, 8],
    [`import './other'`, 8],
    [`import './other.js'`, 8],
    [`import '@/other'`, 1],
  ])('have the place of %s', (code, column) => {
    const [problem] = report(
      { 'routes.ts': code, 'other.ts': '' },
      { 'routes.ts': ['other.ts'], 'other.ts': ['routes.ts'] },
      ['routes.ts'],
    )
    expect(problem!.location).toEqual({ file: 'routes.ts', line: 1, column })
  })

  test('are none of other files, and none without a circle', () => {
    const graph = { 'a.ts': ['b.ts'], 'b.ts': ['a.ts'], 'routes.ts': ['a.ts'], '!virtual': [] }
    expect(report({}, graph, ['routes.ts'])).toEqual([])
    expect(report({}, graph, [])).toEqual([])
    expect(report({}, graph, ['a.ts'], { 'circular-route-file': 'off' })).toEqual([])
    expect(report({}, graph, ['a.ts'])).toHaveLength(1)
  })
})

describe('the failure to load a route file', () => {
  const files = {
    'routes.ts': `import a from './missing'\nconst x = /[/\nlet y = 1 +`,
    'other.ts': `// from './missing'\nexport { b } from "./lib.js"\nimport("./lazy(1)")`,
  }
  const sourcesIn = (root: string, more: Partial<Sources> = {}): Sources => ({
    locate: ({ url, line, column }) =>
      url.startsWith('turnout:') ? { file: url.slice('turnout:'.length), line, column } : null,
    relative: (file) => path.posix.relative(root, file),
    findMistake: async () => null,
    ...more,
  })
  const fail = (makeError: (root: string) => unknown, more: Partial<Sources> = {}) => {
    const root = makeFolder(files)
    return loadFailure(makeError(root), `${root}/routes.ts`, sourcesIn(root, more))
  }
  const thrownAt = (root: string, message: string, more: object = {}) =>
    Object.assign(
      new TypeError(message),
      {
        stack: `TypeError: ${message}\n    at block (turnout:${root}/routes.ts:2:7)\n    at eval (turnout:${root}/routes.ts:1:1)\n    at run (node:vm:1:1)`,
      },
      more,
    )

  test('is what its code threw, with the frames of the project', async () => {
    expect(await fail((root) => thrownAt(root, 'no luck'))).toMatchObject({
      code: 'module-threw',
      message: expect.stringContaining('TypeError: no luck'),
      location: { file: 'routes.ts', line: 2, column: 7 },
      stack: ['at block (routes.ts:2:7)', 'at routes.ts:1:1'],
    })
    expect(await fail((root) => thrownAt(root, 'x', { code: 'outside-block', call: 'r.get' }))).toMatchObject({
      code: 'outside-block',
      message: expect.stringContaining('r.get'),
      location: { line: 2 },
    })
  })

  test('names the code that a plugin has added, without a position', async () => {
    const throwName = (name: string) =>
      fail((root) => thrownAt(root, `${name} is not defined`, { name: 'ReferenceError' }))
    expect(await throwName('__LEGACY__')).toMatchObject({
      code: 'injected-code-threw',
      message: expect.stringContaining('`__LEGACY__`'),
      location: null,
    })
    // This name is in the source.
    expect(await throwName('from')).toMatchObject({ code: 'module-threw', location: { line: 2 } })
  })

  test('is a timeout', async () => {
    expect(await fail((root) => new EvaluationTimeout(`${root}/other.ts`, 10))).toMatchObject({
      code: 'module-never-ends',
      message: expect.stringMatching(/other\.ts.*10/s),
      location: { file: 'other.ts', line: 1, column: 1 },
    })
  })

  test.each([
    ['text', 'text'],
    [null, 'null'],
    [{}, 'object'],
  ])('is the thrown value %j', async (value, text) => {
    const failure = await fail(() => value)
    expect(failure).toMatchObject({ code: 'module-threw', location: { file: 'routes.ts', line: 1, column: 1 } })
    expect(failure.message).toContain(text)
  })

  test('is found even if the error throws', async () => {
    const hostile = Object.defineProperty(new Error('x'), 'stack', {
      get: () => {
        throw new Error('getter')
      },
    })
    expect(await fail(() => hostile)).toMatchObject({ code: 'module-threw', location: { file: 'routes.ts' } })
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
  ])('is a missing import', async (messageIn, line, column, specifier) => {
    const failure = await fail((root) => Object.assign(new Error(messageIn(root)), { stack: '' }))
    expect(failure).toMatchObject({ code: 'module-not-loaded', location: { file: 'routes.ts', line, column } })
    expect(failure.message).toContain(specifier)
  })

  test('is a mistake that a parser finds', async () => {
    const findMistake: Sources['findMistake'] = async (_file, source) => ({
      reason: 'Unexpected end',
      offset: source.length,
    })
    expect(await fail(() => Object.assign(new SyntaxError('x'), { stack: '' }), { findMistake })).toMatchObject({
      code: 'module-not-loaded',
      message: expect.stringContaining('Unexpected end'),
      location: { file: 'routes.ts', line: 3, column: 12 },
    })
    // An error with a place needs no parser, unless Vite names the first line only.
    const placed = { loc: { file: 'other.ts', line: 2, column: 4 } }
    expect(
      await fail(
        (root) => Object.assign(new Error('bad'), { stack: '', loc: { ...placed.loc, file: `${root}/other.ts` } }),
        { findMistake },
      ),
    ).toMatchObject({
      location: { file: 'other.ts', line: 2, column: 5 },
    })
    expect(
      await fail(
        (root) =>
          Object.assign(new Error('contains invalid JS syntax'), {
            stack: '',
            loc: { ...placed.loc, file: `${root}/other.ts` },
          }),
        { findMistake },
      ),
    ).toMatchObject({
      message: expect.stringContaining('Unexpected end'),
      location: { file: 'other.ts', line: 3, column: 20 },
    })
  })

  test('is a regular expression that V8 refuses', async () => {
    const refused = (root: string, expression: string) =>
      Object.assign(new SyntaxError(`Invalid regular expression: ${expression}: Unterminated class`), {
        stack: `turnout:${root}/other.ts:1\nSyntaxError`,
        loc: { line: 1, column: 0 },
      })
    expect(await fail((root) => refused(root, `/export { b }/`))).toMatchObject({ code: 'module-not-loaded' })
    const own = await fail((root) =>
      Object.assign(new SyntaxError('Invalid regular expression: /[/: Unterminated character class'), {
        stack: `turnout:${root}/routes.ts:1`,
      }),
    )
    expect(own).toMatchObject({
      message: expect.stringContaining('Invalid regular expression: Unterminated character class'),
      location: { file: 'routes.ts', line: 2, column: 11 },
    })
  })

  test('is an error of a plugin, in one sentence', async () => {
    const failure = await fail(
      (root) =>
        Object.assign(new Error('Parse failed with 2 errors:\n[PARSE_ERROR] bad thing\nmore'), {
          name: 'RolldownError',
          stack: '',
          id: `${root}/other.ts?x`,
          loc: undefined,
          errors: undefined,
        }),
      {},
    )
    expect(failure).toMatchObject({ code: 'module-not-loaded', location: { file: 'other.ts', line: 1, column: 1 } })
    expect(failure.message).toContain('bad thing')
    expect(failure.message).not.toMatch(/PARSE_ERROR|Parse failed|more|RolldownError/)
    const inner = await fail((root) =>
      Object.assign(new Error('outer'), {
        stack: '',
        errors: [{ text: '\u001B[31mError: inner\u001B[0m', loc: { file: `${root}/other.ts`, line: 2, column: 3 } }],
      }),
    )
    expect(inner).toMatchObject({
      message: expect.stringContaining('inner'),
      location: { file: 'other.ts', line: 2, column: 4 },
    })
    const message = await fail(() =>
      Object.assign(new Error('outer'), { stack: '', errors: [{ message: 'inner message' }] }),
    )
    expect(message).toMatchObject({ message: expect.stringContaining('inner message'), location: null })
    const many = await fail(() => Object.assign(new Error('Parse failed with 12 errors:\nbad thing'), { stack: '' }))
    expect(many.message).toMatch(/: bad thing\W*$/)
    const inside = await fail(() => Object.assign(new Error('bad Error: thing'), { stack: '' }))
    expect(inside.message).toContain('bad Error: thing')
    const none = await fail(() => Object.assign(new Error('outer'), { stack: '', errors: [] }))
    expect(none).toMatchObject({ code: 'module-not-loaded', location: null })
    expect(none.message).toMatch(/\W outer\W*$/)
  })

  test.each(['Cannot find module', 'Failed to load url'])(
    'is no missing import if a plugin quotes "%s"',
    async (quote) => {
      const text = `[x] ${quote} './missing' (resolved id: ./missing) in /app/a.ts. Does the file exist? imported from '/app/a.ts'`
      const failure = await fail(() => Object.assign(new Error(text), { stack: '' }))
      expect(failure).toMatchObject({ code: 'module-not-loaded', location: null })
      expect(failure.message).toContain('[x]')
    },
  )

  test('of code that nothing caught is always what it threw', async () => {
    const root = makeFolder(files)
    const stray = (thrown: unknown) => strayFailure(thrown, `${root}/routes.ts`, sourcesIn(root))
    expect(await stray(thrownAt(root, 'late'))).toMatchObject({ code: 'module-threw', location: { line: 2 } })
    expect(await stray(Object.assign(new Error('plain'), { stack: '' }))).toMatchObject({
      code: 'module-threw',
      location: { file: 'routes.ts', line: 1, column: 1 },
    })
    expect(await stray('text')).toMatchObject({ code: 'module-threw', message: expect.stringContaining('text') })
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
