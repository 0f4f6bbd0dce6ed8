import { describe, expect, it } from 'vitest'
import { outcome, routesOf } from '../../../test/outcome.ts'
import { redirect, trusted } from '../../dsl.ts'

describe('the option `format`', () => {
  const made = (format: unknown) => {
    const [{ pattern, defaults, requirements } = { pattern: '' }] = routesOf((r) => r.get('a', { to: 'b#c', format }))
    return { pattern, defaults, requirements }
  }

  it.each([
    [true, '/a.:format', {}, { format: { source: '.+', flags: '' } }],
    [false, '/a', {}, {}],
    [undefined, '/a(.:format)', {}, {}],
    ['json', '/a(.:format)', { format: 'json' }, { format: { source: 'json', flags: '' } }],
    [/json|xml/i, '/a(.:format)', { format: null }, { format: { source: 'json|xml', flags: 'i' } }],
  ])('%s', (format, pattern, defaults, requirements) => {
    expect(made(format)).toEqual({ pattern, defaults, requirements })
  })

  it('must not have the flag `s`, which only globs may have', () => {
    expect(outcome((r) => r.get('a', { to: 'b#c', format: /x/s }))).toEqual([
      'regexp-flags: The requirement on `format` has unsupported flags: /x/s.',
    ])
  })

  it('adds nothing if a nested group at the end of the path declares a format', () => {
    expect(outcome((r) => r.get('a(/b(.:format))', { to: 'b#c' }))).toEqual(['- GET /a(/b(.:format)) b#c'])
    expect(outcome((r) => r.get('a(/b(/:c(.:format)))', { to: 'b#c' }))).toEqual(['- GET /a(/b(/:c(.:format))) b#c'])
  })
})

describe('a regular expression that takes exponential time', () => {
  const slow = /(a+)+b/
  const codes = (options: object) =>
    outcome((r) => r.get(':a', { to: 'b#c', ...options })).map((line) => line.replace(/:.*/, ''))

  it('is accepted as a requirement and as a condition, because a scanner tests it', () => {
    for (const expression of [slow, trusted(slow)]) {
      expect(codes({ a: expression })).toEqual(['- GET /'])
      expect(codes({ format: expression })).toEqual(['- GET /'])
      expect(codes({ constraints: { host: expression } })).toEqual(['- GET /'])
    }
  })
})

describe('a key `__proto__`', () => {
  const proto = (value: unknown) => JSON.parse(`{ "__proto__": ${JSON.stringify(value)} }`) as object
  const refused = ['reserved-param: A default parameter or a requirement is named `__proto__`.']

  it('is refused in defaults and constraints of a route and of a scope', () => {
    expect(outcome((r) => r.get('a', { to: 'b#c', defaults: proto('x') }))).toEqual(refused)
    expect(outcome((r) => r.get('a', { to: 'b#c', constraints: proto('x') }))).toEqual(refused)
    expect(outcome((r) => r.scope({ defaults: proto('x') }, () => r.get('a', { to: 'b#c' })))).toEqual(refused)
    expect(outcome((r) => r.scope({ constraints: proto('x') }, () => r.get('a', { to: 'b#c' })))).toEqual(refused)
  })
})

describe('an undefined value', () => {
  it('in constraints and defaults has no effect', () => {
    const options = { to: 'b#c', constraints: { id: undefined }, defaults: { x: undefined } }
    expect(outcome((r) => r.get(':id', options))).toEqual(['- GET /:id(.:format) b#c'])
  })
})

describe('the endpoint', () => {
  it('of a scope is also a default if it is callable (Rails: `to` among the defaults)', () => {
    const [route] = routesOf((r) => r.scope({ to: function app() {} }, () => r.get('a')))
    expect(route!.defaults).toMatchObject({ to: { export: 'app' } })
    expect(routesOf((r) => r.scope({ to: 'x#y' }, () => r.get('a')))[0]!.defaults).toEqual({ to: 'x#y' })
  })

  it.each([
    [
      { to: 7 },
      'invalid-to: `to` is neither `controller#action`, nor a redirect, nor a function or object that can handle a request.',
    ],
    [{ controller: /x/, action: 'y' }, 'invalid-controller: `/x/` is not the name of a controller.'],
    [
      { to: 'admin/Photos#x' },
      'invalid-controller: `admin/Photos` is not the name of a controller. Did you mean `admin/photos#x`?',
    ],
    [{ to: 'a/b', controller: 'c' }, 'invalid-action: `a/b` is not the name of an action. Did you mean `a#b`?'],
  ])('is refused: %j', (options, expected) => {
    expect(outcome((r) => r.get('x', options))).toEqual([expected])
  })
})

describe('the namespace of a route', () => {
  const to = redirect('/b')

  it('is the module of its scopes, if the route has no controller', () => {
    const routes = routesOf((r) => {
      r.get('a', { to })
      r.namespace('admin', () => {
        r.get('a', { to })
        r.get('b', { to: 'b#c' })
        r.namespace('LineItems', () => r.get('a', { to }))
        r.scope({ module: 'api-v1/x' }, () => r.get('a', { to }))
        r.resources('photos', { only: [], module: 'gallery' }, () => r.member(() => r.get('a', { to })))
        r.namespace('other', { module: '/' }, () => r.get('a', { to }))
      })
      r.scope('admin', () => r.get('c', { to }))
    })
    expect(routes.map(({ namespace }) => namespace)).toEqual([
      undefined,
      'admin',
      undefined,
      'admin/line_items',
      'admin/api_v1/x',
      'admin/gallery',
      'admin',
      undefined,
    ])
  })
})
