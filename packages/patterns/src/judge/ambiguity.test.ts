import { expect, test } from 'vitest'
import { PositionBuilder } from '../automata/position-automaton.ts'
import { treeOf } from '../regexp/parse.ts'
import { AmbiguitySearch } from './ambiguity.ts'

const searchIn = (source: string) => {
  const builder = new PositionBuilder(1000)
  return new AmbiguitySearch(builder.finish(builder.build(treeOf({ source, flags: '' }))))
}

test('finds the examples of its documentation', () => {
  expect(searchIn('(a|a)*').exponential()).toEqual({ prefix: 'a', pump: 'aa' })
  expect(searchIn('(a(b?|c?)a)*').exponential()).toEqual({ prefix: 'a', pump: 'aa' })
  expect(searchIn('a*a*').exponential()).toBe(null)
  expect(searchIn('a*a*').polynomial()).toEqual({ prefix: 'a', pump: 'a' })
  expect(searchIn('a*b*').polynomial()).toBe(null)
})
