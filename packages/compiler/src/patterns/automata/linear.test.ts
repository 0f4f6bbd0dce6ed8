import { expect, test } from 'vitest'
import { isLinear, isLinearSearch, satisfies } from './linear.ts'
import type { Requirement } from '../requirement.ts'

const of = (source: string, flags = '') => ({ source, flags })

test('the examples of the documentation are linear or not, as it says', () => {
  expect(isLinear(of('[a-z]+-\\d+'))).toBe(true)
  expect(isLinear(of('(a|a)*'))).toBe(false)
  expect(isLinear(of('\\w*\\d*x'))).toBe(false)
})

test('the work for nested lookarounds and for nested empty rounds does not double with each level', () => {
  const nested = (before: string, item: string, after: string) => of(before.repeat(60) + item + after.repeat(60))
  expect(isLinear(nested('(?=', 'a', ')'))).toBe(true)
  expect(isLinear(nested('(?!', '(?:a|a)*', ')'))).toBe(false)
  expect(isLinear(nested('(?:', '', '){2}'))).toBe(true)
  expect(isLinear(nested('(?:', '(?=a)', '){2}'))).toBe(true)
})

test('a search that can start anywhere must be short', () => {
  expect(isLinearSearch(of('^[a-z]+-\\d+'))).toBe(true)
  expect(isLinearSearch(of('^[a-z]+-\\d+', 'm'))).toBe(false)
  expect(isLinearSearch(of('[a-z]+-\\d+'))).toBe(false)
  expect(isLinearSearch(of('[a-z]{1,9}-\\d'))).toBe(true)
})

test.each<[string, Requirement, boolean]>([
  ['json', 'json', true],
  ['jso', 'json', false],
  ['json', ['html', 'json'], true],
  ['js', ['html', 'json'], false],
  ['7', { source: '\\d+', flags: '' }, true],
  ['7a', { source: '\\d+', flags: '' }, false],
  ['7\na', { source: '\\d+', flags: 'm' }, false],
  ['B', { source: 'a|b', flags: 'gi' }, true],
  ['cb', { source: 'a|b', flags: '' }, false],
  // Expressions that the engine may search in exponential time have a scanner.
  ['aaaa', { source: '(?:a|a)*', flags: '' }, true],
  ['a'.repeat(5000), { source: '(?:a|a)*b', flags: '' }, false],
])('whether %.20j satisfies %j: %j', (text, requirement, isSatisfied) => {
  expect(satisfies(text, requirement)).toBe(isSatisfied)
})
