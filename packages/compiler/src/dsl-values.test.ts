import { expect, it } from 'vitest'
import { withoutUndefined } from './dsl-values.ts'

it('an undefined option counts as omitted', () => {
  const options = { a: 1, b: undefined, c: null, d: undefined, e: false }
  expect(Object.keys(withoutUndefined(options))).toEqual(['a', 'c', 'e'])
  expect(withoutUndefined(options)).toEqual({ a: 1, c: null, e: false })
  expect(Object.keys(options)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('options without undefined values are returned as the same object', () => {
  const options = { a: 1, c: null }
  expect(withoutUndefined(options)).toBe(options)
})
