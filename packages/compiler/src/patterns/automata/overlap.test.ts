import { expect, test } from 'vitest'
import { parseRegExp } from '../regexp/parse.ts'
import { commonPath, coveredBy } from './overlap.ts'
import { PositionBuilder } from './position-automaton.ts'

function automatonOf({ source }: RegExp) {
  const builder = new PositionBuilder(1000)
  return builder.finish(builder.build(parseRegExp(source, '')))
}

const words = automatonOf(/\/[a-z]+/)
const letters = automatonOf(/\/[a-c]/)
const digits = automatonOf(/\/\d+/)
/** The word that is twenty letters before the end doubles the states of the search with each letter. */
const tooLong = automatonOf(/\/[ab]*a[ab]{20}/)

test('a path that is in both languages', () => {
  expect(commonPath([words, letters])).toEqual({ exists: 'yes', path: '/a' })
  expect(commonPath([words, digits])).toEqual({ exists: 'no', path: null })
  expect(commonPath([words])).toEqual({ exists: 'yes', path: '/a' })
})

test('a path that is in none of the excluded languages', () => {
  expect(commonPath([words], [letters])).toEqual({ exists: 'yes', path: '/d' })
  expect(commonPath([letters], [digits, words])).toEqual({ exists: 'no', path: null })
})

test('without an automaton, the result is unknown', () => {
  const unknown = { exists: 'unknown', path: null }
  expect(commonPath([null])).toEqual(unknown)
  expect(commonPath([null, words])).toEqual(unknown)
  expect(commonPath([words, null])).toEqual(unknown)
  expect(coveredBy(null, [words])).toBe('unknown')
})

test('if a search takes too long, the result is unknown', () => {
  const superset = automatonOf(/\/[ab]*a[ab]{20}|\/[ab]*b[ab]{20}/)
  expect(commonPath([superset], [tooLong, automatonOf(/\/[ab]{1,20}|\/[ab]*b[ab]{20}/)])).toEqual({
    exists: 'unknown',
    path: null,
  })
})

test('languages cover another one together', () => {
  expect(coveredBy(letters, [words])).toBe('yes')
  expect(coveredBy(words, [letters])).toBe('no')
  expect(coveredBy(automatonOf(/\/(?:a|1)/), [letters, digits])).toBe('yes')
  expect(coveredBy(letters, [])).toBe('no')
  expect(coveredBy(automatonOf(/a/), [])).toBe('yes')
})
