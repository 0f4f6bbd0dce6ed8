import { describe, expect, it } from 'vitest'
import { outcome } from '../../../test/outcome.ts'
import { mountedName } from './route-name.ts'

it.each([
  ['app', 'app'],
  ['SidekiqWeb', 'sidekiq_web'],
  ['adminApp', 'admin_app'],
  ['HTTPServer', 'http_server'],
  ['v2Api', 'v2_api'],
  ['API', 'api'],
  ['_app', '_app'],
  ['a1B2', 'a1_b2'],
  ['ABc', 'a_bc'],
  ['$app', null],
  ['app$', null],
  ['1', null],
])('a function that is exported as %s is mounted as %s', (exported, name) => {
  expect(mountedName(() => {}, exported)).toBe(name)
})

it('mountedName returns null for an object, and for a function that no module exports', () => {
  expect(mountedName({ fetch() {} }, 'app')).toBeNull()
  expect(mountedName(() => {}, null)).toBeNull()
})

describe('the name of a route', () => {
  const named = (as: unknown) => outcome((r) => r.get('x', { to: 'a#b', as }))

  it('is null if the option `as` is empty', () => {
    for (const as of ['', '/', ' ', null, false]) expect(named(as)).toEqual(['- GET /x(.:format) a#b'])
  })

  it('is derived from the path if `as` is true', () => {
    expect(named(true)).toEqual(['x GET /x(.:format) a#b'])
  })

  it('contains no blank part', () => {
    expect(outcome((r) => r.scope({ as: ' ' }, () => r.get('x', { to: 'a#b' })))).toEqual(['x GET /x(.:format) a#b'])
  })
})
