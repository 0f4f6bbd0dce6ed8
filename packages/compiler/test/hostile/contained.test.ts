import { afterEach, describe, expect, it } from 'vitest'
import { action, redirect, type Routes } from '../../src/dsl.ts'
import { compileRoutes, type Block, type CompiledRoutes, type Diagnostic } from '../../src/index.ts'
import { compileProject, type CompileHost } from '../../src/compile.ts'
import { loosely, type Builder } from '../loosely.ts'

const boom = (): never => {
  throw new TypeError('boom')
}

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

const traps = Object.fromEntries(
  Object.getOwnPropertyNames(Reflect).map((trap) => [trap, boom]),
) as ProxyHandler<object>

/** Values that throw when they are read, each made anew. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  'a map with a getter': () => ({
    get to() {
      return boom()
    },
  }),
  'a list with a getter': () => Object.defineProperty(['a'], 0, { get: boom, enumerable: true }),
  'a list that contains itself': () => {
    const list: unknown[] = []
    list.push(list)
    return list
  },
  'a map that contains itself': () => {
    const map: Record<string, unknown> = {}
    return Object.assign(map, { defaults: map, constraints: map })
  },
  'an object without a prototype': () => Object.create(null),
  'an object whose text throws': () => ({ toString: boom, valueOf: boom }),
  'an object whose kind throws': () => Object.defineProperty({}, Symbol.toStringTag, { get: boom }),
  'what says that it is a regular expression': () => ({ [Symbol.toStringTag]: 'RegExp', source: '(', flags: 'q' }),
  'a regular expression that throws': () => Object.defineProperty(/a/, 'source', { get: boom }),
  'a proxy': () => new Proxy({}, traps),
  'a proxy of a list': () => new Proxy([], traps),
  'a proxy of a function': () => new Proxy(() => {}, traps),
  'a revoked proxy': () => revoked({}),
  'a revoked proxy of a list': () => revoked([]),
  'a revoked proxy of a function': () => revoked(() => {}),
  'a redirect with a revoked proxy': () => redirect('/a', { status: revoked({}) as never }),
  'a symbol': () => Symbol('s'),
  'half of a surrogate pair': () => '\ud800',
  NaN: () => Number.NaN,
}

const OPTIONS = (
  'as to via on controller action defaults constraints anchor format path only except param shallow shallowPath ' +
  'shallowPrefix module pathNames concerns at id other'
).split(' ')

const CALLS: Readonly<Record<string, readonly unknown[]>> = {
  resources: ['photos'],
  resource: ['photo'],
  namespace: ['admin'],
  scope: ['a'],
  controller: ['photos'],
  defaults: [],
  constraints: [],
  resourcesPathNames: [],
  match: ['a/:id'],
  get: ['a/:id'],
  root: [],
  mount: [() => {}],
  concern: ['c'],
  concerns: ['d'],
  resolve: ['Model'],
  direct: ['home'],
  draw: ['other'],
}

/** Compiles, emits, and checks what is promised for every route file. */
function compile(block: (r: Builder) => void): CompiledRoutes {
  const compiled = compileRoutes(
    loosely((r) => {
      r['concern']!('d', (c: Builder) => c['get']!('d', { to: 'd#d' }))
      block(r)
      // It is worked out, too, whatever came before.
      r['match']!('late', { to: 'late#it' })
    }),
    {
      draws: { other: () => {} },
      callables: 'by-name',
      // As a project does: the compiler's own files are not route files.
      locate: ({ url, line, column }) => (url.endsWith('contained.test.ts') ? { file: url, line, column } : null),
    },
  )
  const errors = compiled.diagnostics.filter(({ severity }) => severity === 'error')
  expect(compiled.manifest).toBeNull()
  expect(codesOf(errors)).toContain('missing-via')
  for (const { code, location } of errors) {
    expect(code).not.toBe('compilation-failed')
    expect(location).not.toBeNull()
  }
  return compiled
}

describe.each(Object.entries(VALUES))('%s', (_, make) => {
  it.each(Object.entries(CALLS))('as an argument of %s', (call, args) => {
    const block = () => {}
    compile((r) => r[call]!(make()))
    compile((r) => r[call]!(...args, make()))
    compile((r) => r[call]!(...args, make(), block))
    compile((r) => r[call]!(make(), { to: 'a#b' }, block))
    compile((r) => r[call]!([make()], { to: 'a#b' }))
  })

  it.each(Object.entries(CALLS))('as an option of %s', (call, args) => {
    for (const option of OPTIONS) {
      const options = call === 'match' ? { via: 'get', to: 'a#b' } : {}
      for (const value of [make(), [make()], { id: make() }, { nested: { id: make() } }]) {
        compile((r) =>
          r[call]!(...args, { ...options, [option]: value }, () => r['get']!('b/:id', { to: 'b#c', as: null })),
        )
      }
    }
  })

  it('as what a block throws', () => {
    const { diagnostics } = compile((r) =>
      r['scope']!('a', () => {
        throw make()
      }),
    )
    expect(diagnostics[0]).toMatchObject({ code: 'bad-block', severity: 'error' })
  })

  it('as a block, a concern, and what they return', () => {
    expect(compileRoutes(make() as Block).manifest?.routes ?? []).toEqual([])
    compile((r) => r['scope']!('a', make))
    compile((r) => {
      r['concern']!('c', make())
      r['concerns']!('c')
    })
    compile((r) => {
      r['direct']!('home', make)
      r['resolve']!('Model', make)
    })
  })
})

describe('errors of the user', () => {
  const thrown: Readonly<Record<string, () => [unknown, string]>> = {
    'a throwing stack': () => [Object.defineProperty(new Error('why'), 'stack', { get: boom }), 'Error: why'],
    'a throwing message': () => [Object.defineProperty(new Error('why'), 'message', { get: boom }), 'Error'],
    'a stack that is not a text': () => [Object.assign(new Error('why'), { stack: 42 }), 'Error: why'],
    'a message that is not a text': () => [Object.assign(new Error('why'), { message: Symbol('s') }), 'Error'],
    'nothing that can be read': () => [
      Object.create(Error.prototype, { name: { get: boom }, message: { get: boom }, stack: { get: boom } }),
      'an object that cannot be read',
    ],
    'no prototype': () => [Object.create(null), 'an object that cannot be read'],
    'a very long message': () => [new Error('x'.repeat(1_000_000)), `Error: ${'x'.repeat(993)}…`],
  }
  it.each(Object.keys(thrown))('with %s are reported', (name) => {
    const [error, words] = thrown[name]!()
    const { diagnostics } = compile((r) =>
      r['scope']!('a', () => {
        throw error
      }),
    )
    expect(diagnostics[0]).toMatchObject({ code: 'bad-block', message: `The block threw ${words}` })
  })

  it('end one declaration, at its place', () => {
    const { diagnostics } = compile((r) => {
      r['get']!('a', VALUES['a map with a getter']!())
    })
    expect(diagnostics[0]).toMatchObject({
      code: 'declaration-failed',
      message: '`get` could not be evaluated: TypeError: boom',
    })
  })

  it('of the rules of inflection are errors of that option', () => {
    const { manifest, diagnostics } = compileRoutes((r: Routes) => r.resources('photos'), { inflections: boom })
    expect(manifest).toBeNull()
    expect(diagnostics).toMatchObject([{ code: 'inflections-threw', message: '`inflections` threw TypeError: boom' }])
  })
})

describe('what the caller gives', () => {
  it('is contained', () => {
    const severities = new Proxy({}, traps)
    expect(codesOf(compileRoutes(() => {}, { severities }).diagnostics)).toEqual(['invalid-severity'])
    expect(codesOf(compileRoutes((r: Routes) => r.draw('x'), { draws: new Proxy({}, traps) }).diagnostics)).toEqual([
      'compilation-failed',
    ])
    const pathNames = new Proxy({}, traps)
    const { manifest, diagnostics } = compileRoutes(() => {}, { pathNames })
    expect(manifest).toBeNull()
    expect(diagnostics).toMatchObject([
      { code: 'compilation-failed', location: { file: 'routes', line: 1, column: 1 } },
    ])
  })

  it('costs a place at most where places are traced', () => {
    const { diagnostics } = compileRoutes((r: Routes) => r.get('a'), { locate: boom })
    expect(diagnostics).toMatchObject([{ code: 'missing-controller', location: null }])
  })

  it('names the declaration whose callable cannot be identified', async () => {
    const host: CompileHost = {
      draw: async () => ({ searched: [] }),
      locate: () => ({ file: 'config/routes.ts', line: 3, column: 5 }),
      identify: boom,
    }
    const block = (r: Routes) => r.get('a', { to: () => true })
    const { manifest, diagnostics } = await compileProject({ file: 'config/routes.ts', block }, host)
    expect(manifest).toBeNull()
    expect(diagnostics).toMatchObject([{ code: 'declaration-failed', location: { line: 3, column: 5 } }])
  })
})

describe('a lost call site', () => {
  const names = ['prepareStackTrace', 'stackTraceLimit', 'captureStackTrace'] as const
  const descriptors = names.map((name) => Object.getOwnPropertyDescriptor(Error, name))
  afterEach(() => {
    names.forEach((name, index) => {
      delete (Error as unknown as Record<string, unknown>)[name]
      if (descriptors[index] !== undefined) Object.defineProperty(Error, name, descriptors[index])
    })
  })
  const fix = (name: string, value: unknown) =>
    Object.defineProperty(Error, name, { value, writable: false, configurable: true })
  const take = (name: string) => Object.defineProperty(Error, name, { get: boom, set: boom, configurable: true })

  it.each<[string, () => void]>([
    ['`Error` as if it were frozen', () => names.forEach((name) => fix(name, Error[name]))],
    ['a taken `prepareStackTrace`', () => fix('prepareStackTrace', () => 'mine')],
    ['a `prepareStackTrace` that throws', () => take('prepareStackTrace')],
    ['a `stackTraceLimit` that throws', () => take('stackTraceLimit')],
    ['no `captureStackTrace`', () => fix('captureStackTrace', undefined)],
    ['a `stackTraceLimit` of 0', () => (Error.stackTraceLimit = 0)],
  ])('costs the place, never the build: %s', (_, spoil) => {
    const { manifest, diagnostics } = compileRoutes((r: Routes) => {
      spoil()
      r.get('a', { to: 'a#b' })
      r.resources('photos', (photos) => photos.member((m) => m.get(action('preview'))))
    })
    expect(codesOf(diagnostics)).toEqual([])
    expect(manifest?.routes).toHaveLength(10)
  })

  it('is read all the same where `stackTraceLimit` is 0, and left so', () => {
    Error.stackTraceLimit = 0
    const { manifest } = compileRoutes((r: Routes) => r.get('a', { to: 'a#b' }))
    expect(manifest?.routes[0]?.location).not.toBeNull()
    expect(Error.stackTraceLimit).toBe(0)
  })
})

function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => code)
}
