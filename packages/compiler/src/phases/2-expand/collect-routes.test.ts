import { describe, expect, it } from 'vitest'
import { outcome, routesOf } from '../../../test/outcome.ts'
import { Diagnostics, Rejection, type Locator } from '../../diagnostics/collector.ts'
import { RouteCollector } from './collect-routes.ts'
import { topScope } from './scope.ts'

describe('a name that another route has', () => {
  const related = (place: Locator) => {
    const collector = new RouteCollector(new Diagnostics(), () => place, '8.1')
    const add = (written: string) =>
      collector.add({
        declaredPath: written,
        isAction: false,
        options: { to: 'a#b', as: 'x' },
        scope: topScope({}),
        verbs: ['GET'],
        rest: {},
        site: null,
      })
    add('a')
    try {
      add('b')
    } catch (error) {
      return (error as Rejection).related
    }
    throw new Error('Nothing was thrown.')
  }

  it('is reported with the place of the other route, if it is known', () => {
    const location = { file: 'routes.ts', line: 1, column: 1 }
    expect(related(() => location)).toEqual([{ message: '`x` is first declared here, for `/a(.:format)`.', location }])
    expect(related(() => null)).toEqual([])
  })
})

it('a condition on an unreadable attribute is reported once', () => {
  const ask = { to: 'a#b', constraints: { cookies: 'x' } }
  const block = (r: Record<'get', (path: string, options: object) => void>) => {
    r.get('a', ask)
    r.get('b', ask)
  }
  expect(outcome(block)).toEqual(['unreadable-condition: `cookies` of a request cannot be a condition.'])
})

it('a route is anchored unless its option `anchor` is false', () => {
  const anchored = (options: object) => routesOf((r) => r.get('a', { to: 'a#b', ...options }))[0]!.anchored
  expect([{}, { anchor: true }, { anchor: false }, { anchor: null }].map(anchored)).toEqual([true, true, false, true])
})

it('the action is the path if the path is one word and no option names another action', () => {
  expect(outcome((r) => r.get('a-b', { controller: 'c' }))).toEqual(['a_b GET /a-b(.:format) c#a_b'])
  expect(outcome((r) => r.get(':a', { controller: 'c' }))).toEqual(['missing-action: The route `/:a` has no action.'])
  expect(outcome((r) => r.scope({ action: 'x', controller: 'c' }, () => r.get('a-b')))).toEqual([
    'a_b GET /a-b(.:format) c#x',
  ])
})
