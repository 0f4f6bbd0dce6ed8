import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { guessScopes } from './scope-guesses.ts'

/** `resources(albums) scope(admin)`: the calls of a guess, without their options. */
const namesOf = (calls: readonly Call[]) => calls.map(({ method, args }) => `${method}(${args.join()})`).join(' ')

test('a namespace is likelier than a scope', () => {
  const guesses = guessScopes('/admin', 'admin/photos', '').map(({ calls, module }) => [namesOf(calls), module])
  expect(guesses).toEqual([
    ['namespace(admin)', 'admin/'],
    ['scope(admin)', 'admin/'],
    ['scope(admin)', ''],
    ['scope(admin)', ''],
    ['resource(admin)', ''],
  ])
})

test('a word with a param is a resource, or the path of a scope', () => {
  const guesses = guessScopes('(/:locale)/albums/:album_id', 'photos', '').map(({ calls }) => namesOf(calls))
  expect(guesses).toEqual(['scope((:locale)) resources(albums)', 'scope((:locale)) scope(albums/:album_id)'])
})

test.each(['/albums/:album_id', '/admin', '/admin/albums/:album_id'])('guesses are limited: %s', (part) => {
  for (const repetitions of [7, 12]) {
    const guesses = guessScopes(part.repeat(repetitions), 'photos', '')
    expect(guesses.length).toBe(64)
    expect(namesOf(guesses[0]!.calls)).toMatch(/^(?:scope|resources)\(/)
  }
})
