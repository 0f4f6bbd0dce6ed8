import { expect, it } from 'vitest'
import { withoutUndefined } from './options.ts'

it('an option that is undefined is one that is not given', () => {
  const options = { a: 1, b: undefined, c: null, d: undefined, e: false }
  expect(Object.keys(withoutUndefined(options))).toEqual(['a', 'c', 'e'])
  expect(withoutUndefined(options)).toEqual({ a: 1, c: null, e: false })
  expect(Object.keys(options)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('options that are all given stay the object that they are', () => {
  const options = { a: 1, c: null }
  expect(withoutUndefined(options)).toBe(options)
})
