import { expect, test } from 'vitest'
import { rubySyntax } from './ruby-syntax.ts'

test.each<[string, string, string]>([
  ['\\Aa', 'u', '`\\A`'],
  ['a\\Z', 'u', '`\\Z` or `\\z`'],
  ['a\\z', 'v', '`\\Z` or `\\z`'],
  ['\\h+', 'u', '`\\h`'],
  ['\\H+', 'u', '`\\H`'],
  ['\\R', 'v', '`\\R`'],
  ['\\X', 'u', '`\\X`'],
  ['\\G', 'u', '`\\G` or `\\K`'],
  ['\\K', 'v', '`\\G` or `\\K`'],
  ['\\a', 'u', '`\\a` or `\\e`'],
  ['\\e', 'v', '`\\a` or `\\e`'],
  ['\\u{61}', 'u', '`\\u{…}`'],
  ['[a-z&&[^aeiou]]', 'v', 'an intersection of classes'],
  ['\\g<name>', 'u', 'a call of a group'],
  ['\\p{L}', 'u', '`\\p{…}`'],
  ['\\P{L}', 'v', '`\\p{…}`'],
])('/%s/ has a meaning of Ruby, unless it has the flag %s', (source, flag, start) => {
  const sentences = rubySyntax({ source, flags: 'i' })
  expect(sentences).toEqual([expect.stringMatching(/\.$/)])
  expect(sentences[0]!.startsWith(start)).toBe(true)
  expect(rubySyntax({ source, flags: `i${flag}` })).toEqual([])
})

test.each([
  ['[[:alpha:]]', 'a class of Ruby'],
  ['[[:^digit:]]', 'a class of Ruby'],
])('/%s/ has a meaning of Ruby with all flags', (source, start) => {
  for (const flags of ['', 'u', 'v']) expect(rubySyntax({ source, flags })[0]).toMatch(new RegExp(`^${start}`))
})

test.each(['[a-z]+', '\\\\A', '\\\\\\\\h', 'A', 'a&&b', '[&]&', 'u{1}', 'g<name>', '[:alpha:]', '\\d\\w\\s\\b'])(
  '/%s/ has the same meaning in both',
  (source) => {
    expect(rubySyntax({ source, flags: '' })).toEqual([])
  },
)

test('all uses are listed', () => {
  expect(rubySyntax({ source: '\\A\\h\\z', flags: '' })).toHaveLength(3)
})
