import { describe, expect, it } from 'vitest'
import { outcome, routesOf } from '../../../test/outcome.ts'

describe('the options that routes inherit from a scope', () => {
  it('contain both `only` and `except` if both are set', () => {
    const both = { only: ['index', 'show'], except: ['show'] }
    expect(outcome((r) => r.scope(both, () => r.resources('photos')))).toEqual([
      'photos GET /photos(.:format) photos#index',
    ])
  })

  it('keep the defaults of the outer scope if `defaults` is null', () => {
    const [route] = routesOf((r) =>
      r.scope({ defaults: { a: 1 } }, () => r.scope({ defaults: null }, () => r.get('x', { to: 'a#b' }))),
    )
    expect(route!.defaults).toEqual({ a: 1 })
    expect(outcome((r) => r.scope({ defaults: 7 }, () => r.get('x', { to: 'a#b' })))).toEqual([
      'bad-argument: `defaults` is not an object of names and values.',
    ])
  })

  it('end the prefix of names with an underscore if `as` is null in the inner scope (Rails: `merge_as_scope`)', () => {
    expect(outcome((r) => r.scope({ as: 'x' }, () => r.scope({ as: null }, () => r.get('a', { to: 'b#c' }))))).toEqual([
      'x__a GET /a(.:format) b#c',
    ])
  })

  it('contain each condition on the URL as a default as well', () => {
    const conditions = { protocol: 'https', subdomain: 'a', domain: 'b.org', host: 'a.b.org', port: 8080 }
    const constraints = { ...conditions, ip: '127.0.0.1' }
    const [own, outer, inner] = routesOf((r) => {
      r.get('own', { to: 'a#b', constraints })
      r.scope({ constraints }, () => r.get('outer', { to: 'a#b' }))
      r.constraints(constraints, () => r.get('inner', { to: 'a#b' }))
    })
    for (const route of [own!, outer!, inner!]) {
      expect(route.defaults).toEqual(conditions)
      expect(route.conditions).toEqual(constraints)
    }
  })

  it('do not contain `anchor`', () => {
    expect(outcome((r) => r.scope({ anchor: false }, () => r.get('a', { to: 'a#b' })))).toEqual([
      'scope-anchor: A scope has the option `anchor`.',
    ])
  })
})

describe('a namespace', () => {
  const likes = (as: string | null | undefined) =>
    outcome((r) =>
      r.namespace('x', { as }, () =>
        r.resources('photos', { shallow: true, only: [] }, () => r.resources('likes', { only: 'show' })),
      ),
    )

  it('is the prefix of shallow members', () => {
    expect(likes(undefined)).toEqual(['x_like GET /x/likes/:id(.:format) x/likes#show'])
    expect(likes('y')).toEqual(['y_like GET /x/likes/:id(.:format) x/likes#show'])
    expect(likes(null)).toEqual(['like GET /x/likes/:id(.:format) x/likes#show'])
  })

  // `namespace :x, path: false` in `mapper.rb`: `path_scope(path)` writes `"#{parent}/#{path}"`.
  it.each(['8.1', '7.2'] as const)('writes a boolean path as a word, as Rails %s does', (rails) => {
    const routes = (path: unknown) =>
      outcome(
        (r) =>
          r.namespace('x', { path: path as string }, () =>
            r.resources('photos', { shallow: true, only: [] }, () => r.resources('likes', { only: ['show', 'index'] })),
          ),
        { rails },
      )
    expect(routes(false)).toEqual([
      'x_photo_likes GET /false/photos/:photo_id/likes(.:format) x/likes#index',
      'x_like GET /false/likes/:id(.:format) x/likes#show',
    ])
    expect(routes(true)[1]).toBe('x_like GET /true/likes/:id(.:format) x/likes#show')
    expect(routes(null)[1]).toBe('x_like GET /likes/:id(.:format) x/likes#show')
  })

  it('has no prefix and no module if they are false, unless there are outer ones', () => {
    const options = { path: '', as: false as never, module: false as never }
    expect(outcome((r) => r.scope(options, () => r.get('a', { to: 'a#b' })))).toEqual(['a GET /a(.:format) a#b'])
    expect(outcome((r) => r.namespace('x', () => r.scope(options, () => r.get('a', { to: 'a#b' }))))).toEqual([
      'x_false_a GET /x/a(.:format) x/false/a#b',
    ])
  })
})
