import { expect, test } from 'vitest'
import type { Requirement } from '../requirement.ts'
import { satisfies } from './satisfies.ts'

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
