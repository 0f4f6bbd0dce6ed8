import type { Match } from '@turnout/runtime'
import { describe, expect, it } from 'vitest'
import { compileRoutes, explainRequest, type Manifest } from '../src/index.ts'
import { findUnreachableRoutes } from '../src/phases/4-analyse/find-unreachable-routes.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { loadModule } from './load-module.ts'
import { referenceMatcher } from './reference-matcher.ts'

type Get = (path: string, options?: object) => void
interface Dsl {
  readonly get: Get
  readonly resources: (name: string, options: object, block?: () => void) => void
  readonly match: Get
}

function compile(block: (r: Dsl) => void): { manifest: Manifest; module: ReturnType<typeof loadModule> } {
  const { manifest, code, diagnostics } = compileRoutes(block)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return { manifest: manifest!, module: loadModule(code!) }
}

/** What all that answer requests make of a path: the emitted matcher, the reference matcher, explain. */
function answers(manifest: Manifest, module: ReturnType<typeof loadModule>, path: string): (object | null)[] {
  const emitted = (module['match'] as Match)('GET', path)
  const reference = referenceMatcher(manifest)('GET', path)
  const [explained] = explainRequest(manifest, 'GET', path).answers
  return [
    emitted === null ? null : { ...emitted.params },
    reference.status === 'match' ? reference.params : null,
    explained === undefined ? null : { ...explained.params },
  ]
}

const REQUIREMENTS: readonly RegExp[] = [
  /(?!admin$)[a-z]+/,
  /(?!admin|new)[a-z]+/,
  /(?!(?:admin|new)$)[^/.]+/i,
  /(?=a)\w+/,
  /[a-z]+(?!\/)/,
  /[a-z]+(?!\/|\.|-)/,
  /[a-z]+(?=\/)/,
  /[a-z]+(?=-)/,
  /[a-z]+(?=$)/,
  /(?:[a-z](?!d))+/,
  /(?:a(?=d)|[b-z]|a$)+/,
  /(?:(?!admin$)[a-z]+|\d+)/,
  /(?<=\/)\w+/,
  /(?<!\/)\w+/,
  /\w+(?<!min)/,
  /\w+(?<=a.*)n/,
  /(?<=^)\w+/,
  /(?:^a|b)\w*/,
  /x?(?:^|y)\w+/,
  /\b\w+\b/,
  /\B\w+/,
  /-?\B\w+/,
  /\w+\b-?/,
  /a(?:$|b$|dmin)/,
  /(?!.*(?<!a)dmin$)\w+/u,
  /(?=(?!admin$)[a-z]+$)\w+/,
  new RegExp('(?!a[a-d]min$)[a-z]+(?!-)', 'v'),
]

const TEXTS = [
  'admin',
  'Admin',
  'ADMIN',
  'a',
  'ab',
  'b',
  'new',
  'news',
  'ad',
  'da',
  'min',
  '7',
  'x-',
  '-a',
  'a-',
  'y',
  'xy',
  'n',
]

/** Patterns with one param `p`, and where its value stands in a path of each. */
const PLACES: [pattern: string, path: string, options?: object][] = [
  ['/:p', '/P'],
  ['/:p/edit', '/P/edit'],
  ['/:p/edit', '/P/edit.json'],
  ['/:p', '/P.json'],
  ['/:p', '/P', { format: false }],
  ['/:p', '/P.json', { format: true }],
  ['/users/:p/posts/:id', '/users/P/posts/7'],
  ['/(:locale/)users/:p', '/en/users/P'],
  ['/users(/:p)/all', '/users/P/all'],
  ['/users(/:p(/:id))', '/users/P/7'],
  ['/:p/edit', '/P/edit', { defaults: { p: 'admin' } }],
  ['/x.:p', '/x.P', { format: false }],
  ['/:id.:p', '/7.P', { format: false }],
  ['/:id/~:p', '/7/~P'],
  ['/:p~/x', '/P~/x'],
  ['/x~:p~:id', '/x~P~7'],
  ['/files/*p/end', '/files/P/end', { format: false }],
  ['/files/*p', '/files/P', { format: false }],
  ['/*rest/of/:p', '/a/b/of/P', { format: false }],
]

// The matcher would run the tail behind `:id` after the first end of the glob only, where `:id` may not match.
describe.each([/\w+/, /(?<!\/)\w+/])('a parameter with the requirement %s between a glob and a tail', (id) => {
  it.each<[pattern: string, path: string, params: object]>([
    ['*g/:id(/*h)', '/a-/a-/a/12', { g: 'a-/a-', id: 'a', h: '12' }],
    ['*g/:id(/*g)(/:a)', '/a-/a-/a/12', { g: '12', id: 'a' }],
    ['x/*g/:id(/*h)', '/x/a-/a-/a/12', { g: 'a-/a-', id: 'a', h: '12' }],
  ])('is tested for each end of the glob: %s %s', (pattern, path, params) => {
    const { manifest, module } = compile((r) => r.get(pattern, { to: 'a#b', constraints: { id } }))
    expect(answers(manifest, module, path)).toEqual([params, params, params])
  })
})

it('a parameter between a glob and parameters that share a segment is tested for each end of the glob', () => {
  const { manifest, module } = compile((r) =>
    r.get('*h/:id(/:a*g)', { to: 'a#b', constraints: { id: /[ab]{2}/ }, format: false }),
  )
  const params = { h: '-', id: 'bb', a: 'x', g: '/a-b-c' }
  expect(answers(manifest, module, '/-/bb/x/a-b-c')).toEqual([params, params, params])
})

describe('a requirement with assertions', () => {
  it.each(PLACES)('is about the whole parameter: %s, %s', (pattern, place, options) => {
    let refused = 0
    let taken = 0
    for (const requirement of REQUIREMENTS) {
      const { manifest, module } = compile((r) =>
        r.get(pattern, { to: 'a#b', as: 'it', constraints: { p: requirement }, ...options }),
      )
      const whole = new RegExp(`^(?:${requirement.source})$`, requirement.flags)
      for (const text of TEXTS) {
        const path = place.replace('P', text)
        const found = answers(manifest, module, path)
        const value = whole.test(text) ? text : undefined
        expect([requirement, path, ...found.map((params) => (params as { p?: string } | null)?.p)]).toEqual([
          requirement,
          path,
          value,
          value,
          value,
        ])
        if (value === undefined) refused++
        else taken++
      }
    }
    expect(Math.min(refused, taken)).toBeGreaterThan(50)
  })

  it('is the one that helpers ask', () => {
    for (const requirement of REQUIREMENTS) {
      const { manifest, module } = compile((r) =>
        r.get('/:p/edit', { to: 'a#b', as: 'it', constraints: { p: requirement } }),
      )
      for (const text of TEXTS) {
        const [found] = answers(manifest, module, `/${text}/edit`)
        const build = () => module['itPath']!(text)
        if (found === null) expect(build).toThrow(/is not/)
        else expect(build()).toBe(`/${text}/edit`)
      }
    }
  })

  it('holds for all routes of a resource', () => {
    const { manifest, module } = compile((r) =>
      r.resources('users', { constraints: { id: /(?!me$)[^/.]+/ } }, () => r.resources('posts', { only: 'index' })),
    )
    for (const rest of ['/edit', '.json', '', '/edit.json']) {
      expect(answers(manifest, module, `/users/me${rest}`)).toEqual([null, null, null])
      expect(answers(manifest, module, `/users/men${rest}`)).not.toContain(null)
    }
    // The nested parameter has another name, and the requirement goes with it.
    expect(answers(manifest, module, '/users/me/posts')).toEqual([null, null, null])
  })

  it('still says where a param ends, as in Rails', () => {
    const { manifest, module } = compile((r) => {
      r.get('domains/:id', { to: 'a#b', constraints: { id: /([^/]+?)(?=\.json|\.rss|$|\/)/ } })
      r.get('wiki/:id', { to: 'a#b', constraints: { id: /.+?(?=\.json|\.xml)|.+/ } })
    })
    const found = (path: string) => answers(manifest, module, path)
    const thrice = (params: object) => [params, params, params].map((each) => ({ ...each }))
    expect(found('/domains/a.org')).toEqual(thrice({ id: 'a.org' }))
    expect(found('/domains/a.org.json')).toEqual(thrice({ id: 'a.org', format: 'json' }))
    expect(found('/wiki/a/b.c')).toEqual(thrice({ id: 'a/b.c' }))
    expect(found('/wiki/a/b.c.xml')).toEqual(thrice({ id: 'a/b.c', format: 'xml' }))
  })

  it('is tried on every text that the param could be', () => {
    const { manifest, module } = compile((r) => {
      r.get(':a-:b', { to: 'a#b', constraints: { a: /(?!x$)[a-z-]+?/ }, format: false })
      r.get('files/*path/:id', { to: 'a#b', constraints: { path: /(?!.*\/secret$).+/, id: /.+/ }, format: false })
    })
    const found = (path: string) => answers(manifest, module, path)
    expect(found('/x-y-z')).toEqual(Array.from({ length: 3 }, () => ({ a: 'x-y', b: 'z' })))
    expect(found('/x-y')).toEqual([null, null, null])
    expect(found('/files/a/secret/b')).toEqual(Array.from({ length: 3 }, () => ({ path: 'a', id: 'secret/b' })))
    expect(found('/files/a/b/c')).toEqual(Array.from({ length: 3 }, () => ({ path: 'a/b', id: 'c' })))
  })

  it('is written twice in a large module, however many routes have it', () => {
    const id = /(?!(?:api|admin|help|uploads|users)\/)[a-zA-Z0-9_.][a-zA-Z0-9_.-]{0,254}(?<!\.git)/
    const { manifest } = compile((r) => {
      for (let index = 0; index < 10; index++) r.resources(`users${index}`, { constraints: { id } })
    })
    const { code } = emitModule(manifest)
    // As the expression that the helpers share, and as the scanner of the matcher.
    expect(code.split('admin|help|uploads').length - 1).toBe(2)
  })

  it('gives a format with a slash as its value', () => {
    const { manifest, module } = compile((r) => {
      r.get('photos/:id', { to: 'a#b', constraints: { format: /json|\*\/\*/ } })
      r.get('albums', { to: 'a#c', constraints: { format: /json|\*\/\*/ }, defaults: { format: 'json' } })
    })
    const found = (path: string) => answers(manifest, module, path)
    const thrice = (params: object) => [params, params, params].map((each) => ({ ...each }))
    expect(found('/photos/7.*/*')).toEqual(thrice({ id: '7', format: '*/*' }))
    expect(found('/photos/7.json')).toEqual(thrice({ id: '7', format: 'json' }))
    expect(found('/photos/7')).toEqual(thrice({ id: '7' }))
    expect(found('/photos/7.xml')).toEqual([null, null, null])
    expect(found('/albums.*/*')).toEqual(thrice({ format: '*/*' }))
    expect(found('/albums')).toEqual(thrice({ format: 'json' }))
  })

  it('proves nothing about a table', () => {
    const unreachable = (first: RegExp, second: string) => {
      const { manifest } = compile((r) => {
        r.get('/:p/edit', { to: 'a#b', as: null, constraints: { p: first } })
        r.get(second, { to: 'a#c', as: null })
      })
      return findUnreachableRoutes(manifest).get(1)?.kind
    }
    expect(unreachable(/[a-z]+/, '/users/edit')).toBe('unreachable')
    for (const looking of [/(?!admin$)[a-z]+/, /[a-z]+(?!\/)/, /(?<!\/)[a-z]+/]) {
      expect(unreachable(looking, '/admin/edit')).toBeUndefined()
      expect(unreachable(looking, '/users/edit')).toBeUndefined()
    }
  })

  it('is matched where the states of an automaton would double with each character', () => {
    const { manifest, module } = compile((r) =>
      r.get('*a/x-:id', { to: 'a#b', constraints: { id: /[ab.]*a[ab.]{12}(?!b)/ }, format: false }),
    )
    const answer = { a: 'q/x-b', id: `b${'ab'.repeat(6)}.` }
    const found = (path: string) => answers(manifest, module, path)
    expect(found(`/q/x-b/x-${answer.id}`)).toEqual(Array.from({ length: 3 }, () => ({ a: 'q/x-b', id: answer.id })))
    expect(found(`/q/x-${'b'.repeat(14)}`)).toEqual([null, null, null])
  })

  it('is checked by helpers as Rails checks it: of required parameters alone, before the value is escaped', () => {
    const { manifest } = compile((r) => {
      r.get('/a/:id(.:format)', { to: 'a#b', as: 'required', constraints: { id: /[a-z ]+/, format: /json/ } })
      r.get('/b(/:page)', { to: 'a#c', as: 'optional', constraints: { page: /\d+/ } })
    })
    const { match, requiredPath, optionalPath } = loadModule(emitModule(manifest).code)
    expect(() => requiredPath!('7')).toThrow(TypeError)
    for (const path of [requiredPath!('x', { format: 'xml' }), optionalPath!({ page: 'x' }), requiredPath!('a b')]) {
      expect((match as Match)('GET', path), path).toBeNull()
    }
  })
})

it.each([/.*/, /.*/s, /a*/, /[^]*/, /(?:.+|)/, /.*?/])(
  'a glob with the requirement %s, which may be empty, matches the root with and without a format',
  (rest) => {
    for (const format of [{}, { format: false }]) {
      const { manifest, module } = compile((r) => r.get('/*rest', { to: 'a#b', rest, ...format }))
      expect(answers(manifest, module, '/')).toEqual(Array.from({ length: 3 }, () => ({ rest: '' })))
    }
  },
)
