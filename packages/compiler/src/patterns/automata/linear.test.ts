import { expect, test } from 'vitest'
import { isLinear, isLinearSearch } from './linear.ts'

const of = (source: string, flags = '') => ({ source, flags })

test('the examples of the documentation are linear or not, as it says', () => {
  expect(isLinear(of('[a-z]+-\\d+'))).toBe(true)
  expect(isLinear(of('(a|a)*'))).toBe(false)
  expect(isLinear(of('\\w*\\d*x'))).toBe(false)
})

test('a search that can start anywhere must be short', () => {
  expect(isLinearSearch(of('^[a-z]+-\\d+'))).toBe(true)
  expect(isLinearSearch(of('^[a-z]+-\\d+', 'm'))).toBe(false)
  expect(isLinearSearch(of('[a-z]+-\\d+'))).toBe(false)
  expect(isLinearSearch(of('[a-z]{1,9}-\\d'))).toBe(true)
})
