import { expect, it } from 'vitest'
import { deepFreeze } from './deep-freeze.ts'

it('freezes a value and all values inside it', () => {
  const value = { a: { b: [{ c: 1 }] }, d: null, e: 'x', f: undefined }
  expect(deepFreeze(value)).toBe(value)
  for (const each of [value, value.a, value.a.b, value.a.b[0]]) expect(Object.isFrozen(each)).toBe(true)
})

it('does not freeze functions or their properties', () => {
  const app = Object.assign(() => {}, { routes: {} })
  deepFreeze({ app })
  expect(Object.isFrozen(app)).toBe(false)
  expect(Object.isFrozen(app.routes)).toBe(false)
})

it.each([null, undefined, 1, 'x'])('returns %o', (value) => {
  expect(deepFreeze(value)).toBe(value)
})
