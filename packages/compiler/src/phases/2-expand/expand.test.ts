import { describe, expect, it } from 'vitest'
import { outcome } from '../../../test/outcome.ts'
import { action } from '../../dsl.ts'
import { compileRoutes } from '../../index.ts'

it('inflections that throw are reported, and the routes are expanded without them', () => {
  const inflections = () => {
    throw new Error('boom')
  }
  const { diagnostics, manifest } = compileRoutes((r) => r.resources('photos', { only: ['show', 'indx' as never] }), {
    inflections,
  })
  expect(manifest).toBeNull()
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['inflections-threw', '`inflections` threw Error: boom'],
    ['unknown-only', '`only` contains `indx`, which is not an action of a resource. Did you mean `index`?'],
  ])
  expect(diagnostics[0]!.location).toBeNull()
})

describe('a scope', () => {
  it('with several paths joins them', () => {
    expect(outcome((r) => r.scope('a', ['b'], () => r.get('x', { to: 'c#d' })))).toEqual(['x GET /a/b/x(.:format) c#d'])
  })

  it.each(['defaults', 'resourcesPathNames'] as const)('`%s` of nothing changes nothing', (call) => {
    expect(
      outcome((r) => {
        r[call](undefined, () => {})
        r.get('a', { to: 'b#c' })
      }),
    ).toEqual(['a GET /a(.:format) b#c'])
  })
})

describe('a resource', () => {
  it('is a scope, so a mapping inside it is refused', () => {
    const refused = (call: string) => [`inside-scope: \`${call}\` is used inside a scope.`]
    expect(outcome((r) => r.resources('photos', { only: [] }, () => r.direct('x', '/a')))).toEqual(refused('direct'))
    expect(outcome((r) => r.resource('photo', { only: [] }, () => r.resolve('User', ['a'])))).toEqual(
      refused('resolve'),
    )
  })

  it('accepts only a name as `param`', () => {
    expect(outcome((r) => r.resources('photos', { param: 'a:b' }))).toEqual([
      'param-colon: `param` contains a colon: `a:b`.',
    ])
    expect(outcome((r) => r.resources('photos', { param: '', only: [] }))[0]).toMatch(/^bad-param-name/)
  })

  it('accepts strings and symbols as names of actions', () => {
    expect(outcome((r) => r.resources('photos', { only: [action('show')] }))).toEqual([
      'photo GET /photos/:id(.:format) photos#show',
    ])
    expect(outcome((r) => r.resources('photos', { only: [{}] }))).toEqual([
      'unknown-only: `only` contains `[object Object]`, which is not an action of a resource.',
    ])
    expect(outcome((r) => r.resource('photo', { only: 'index' }))).toEqual([
      'unknown-only: `only` contains `index`, which is not an action of a singular resource.',
    ])
  })
})

describe('`root`', () => {
  it('has the path of the resource around it', () => {
    const root = (call: 'resource' | 'resources') =>
      outcome((r) => r[call]('photos', { only: [] }, () => r.root('a#b')))
    expect(root('resources')).toEqual(['photos_root GET /photos(.:format) a#b'])
    expect(root('resource')).toEqual(['root_photos GET /photos(.:format) a#b'])
  })

  it('accepts a map, or a target and a map', () => {
    expect(outcome((r) => r.root({ to: 'a#b' }, { as: 'x' }))).toEqual([
      'root-arguments: The first argument of `root` is an object, which is neither a target nor options.',
    ])
  })
})

describe('`mount`', () => {
  it('accepts a function or an object', () => {
    expect(outcome((r) => r.mount({ fetch() {} }, { at: '/x', as: 'y' }))).toEqual(['y  /x'])
    for (const app of ['text', null, 7]) {
      expect(outcome((r) => r.mount(app, { at: '/x' }))).toEqual([
        "invalid-to: `mount` has no app. The app is the first argument: `mount(app, { at: '/path' })`.",
      ])
    }
  })
})

describe('a route', () => {
  it('may be for OPTIONS', () => {
    expect(outcome((r) => r.options('a', { to: 'b#c' }))).toEqual(['a OPTIONS /a b#c'])
  })

  it('needs a path', () => {
    expect(outcome((r) => r.get())).toEqual(['no-path: `get` has no path, so it declares no route.'])
    expect(outcome((r) => r.get({ x: 'a#b' }, 'y'), { rails: '7.2' })).toEqual([
      'bad-argument: The first argument of `get` is an object. `get` accepts a path, then options.',
    ])
  })

  it('accepts only existing levels in `on`', () => {
    expect(outcome((r) => r.get('a', { to: 'b#c', on: 'x' }))).toEqual(['invalid-on: `x` is not a level for `on`.'])
    expect(outcome((r) => r.get('a', { to: 'b#c', on: {} }))).toEqual([
      'invalid-on: `[object Object]` is not a level for `on`.',
    ])
  })
})
