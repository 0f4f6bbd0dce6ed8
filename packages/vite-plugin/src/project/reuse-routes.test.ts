import { expect, test } from 'vitest'
import { tableOf } from '../../test/fake-project.ts'
import { reuseRoutes } from './reuse-routes.ts'

const tableWith = (...names: readonly string[]) =>
  tableOf((r) => {
    for (const name of names) r.get(name, { to: 'pages#show', defaults: { locale: ['en', { of: name }] } })
  })

test('keeps the objects of equal routes before and after an edit', () => {
  const last = tableWith('a', 'b', 'c', 'd', 'e')
  const edited = tableWith('a', 'b', 'x', 'y', 'd', 'e')
  const reused = reuseRoutes(edited, last.routes)
  expect(reused).toEqual(edited)
  expect(reused.routes.map((route) => last.routes.indexOf(route))).toEqual([0, 1, -1, -1, 3, 4])
  expect([Object.isFrozen(reused), Object.isFrozen(reused.routes)]).toEqual([true, true])
})

test('uses each object once if equal routes are added or removed', () => {
  const three = tableWith('a', 'a', 'a')
  const two = tableWith('a', 'a')
  for (const [manifest, last] of [
    [three, two],
    [two, three],
  ] as const) {
    const { routes } = reuseRoutes(manifest, last.routes)
    expect(routes).toEqual(manifest.routes)
    expect(new Set(routes).size).toBe(manifest.routes.length)
    expect(routes.filter((route) => last.routes.includes(route))).toHaveLength(2)
  }
})

test.each([
  [{ list: [] }, { list: {} }],
  [{ list: [1] }, { list: [1, 2] }],
  [{ value: 1 }, { value: '1' }],
  [{ value: {} }, { value: 'text' }],
  [{ value: null }, { value: {} }],
  [{ a: 1 }, { b: 1 }],
])('tells %j from %j', (before, after) => {
  const [{ routes }, manifest] = [tableWith('a'), tableWith('a')]
  const withDefaults = (defaults: object) => ({ ...routes[0]!, defaults }) as (typeof routes)[number]
  const changed = withDefaults(after)
  expect(reuseRoutes({ ...manifest, routes: [changed] }, [withDefaults(before)]).routes[0]).toBe(changed)
  expect(reuseRoutes({ ...manifest, routes: [changed] }, [withDefaults(after)]).routes[0]).not.toBe(changed)
})
