import { describe, expect, it } from 'vitest'
import { outcome, routesOf } from '../../../test/outcome.ts'
import { action } from '../../dsl.ts'

describe('verbs', () => {
  it.each(['GET', 'HEAD', 'MKACTIVITY', 'VERSION-CONTROL', 'GETT'])(
    'accept every word that can be a method: %s',
    (verb) => {
      expect(outcome((r) => r.match('a', { to: 'b#c', via: verb }))).toEqual([`a ${verb} /a(.:format) b#c`])
    },
  )

  it('may be symbols, and are an error if there are none', () => {
    const via = (verbs: unknown) => outcome((r) => r.match('a', { to: 'b#c', via: verbs }))
    expect(via(null)).toEqual(['missing-via: The route has no `via`, so its HTTP methods are unknown.'])
    expect(via([])).toEqual(['missing-via: The route has no `via`, so its HTTP methods are unknown.'])
    expect(via(action('get'))).toEqual(['a GET /a(.:format) b#c'])
    expect(via({})).toEqual(['unknown-verb: `[object Object]` is not a verb.'])
  })
})

describe('a lone map', () => {
  it('contains the path in its first key that cannot be a name', () => {
    const [route] = routesOf((r) => r.match({ page: 'x', 'a/b': 'c#d', 'e/f': 'x', via: 'get' }))
    expect(route).toMatchObject({ pattern: '/a/b(.:format)', controller: 'c', defaults: { page: 'x' } })
  })

  it('without a path is an error in Rails 7.2', () => {
    expect(outcome((r) => r.match({ via: 'get' }), { rails: '7.2' })).toEqual([
      'path-not-specified: None of the keys of the object is a path.',
    ])
  })
})

describe('the endpoint', () => {
  const missing = (path: string) => [`missing-controller: The route \`${path}\` has no controller.`]

  it('is derived from a path of two or more words', () => {
    expect(outcome((r) => r.get('a/b(.:format)'))).toEqual(['- GET /a/b(.:format) a#b'])
    expect(outcome((r) => r.get('/a-x/b/c'))).toEqual(['a_x_b_c GET /a-x/b/c(.:format) a_x/b#c'])
    expect(outcome((r) => r.get('a(.:format)/b'))).toEqual(missing('/a(.:format)/b'))
    expect(outcome((r) => r.get(':a/b/c'))).toEqual(missing('/:a/b/c'))
    expect(outcome((r) => r.get('a/b/:c'))).toEqual(missing('/a/b/:c'))
  })

  it('is that of the scope if the route sets none, and overrides the one derived from the path', () => {
    expect(outcome((r) => r.scope({ controller: 'y', action: 'x' }, () => r.get('b/c')))).toEqual([
      'b_c GET /b/c(.:format) y#x',
    ])
    expect(outcome((r) => r.scope({ to: 'y#x' }, () => r.get('b/c')))).toEqual(['b_c GET /b/c(.:format) y#x'])
    expect(outcome((r) => r.scope({ to: 'y#x' }, () => r.get('b', { to: 'c#d' })))).toEqual(['b GET /b(.:format) c#d'])
  })
})
