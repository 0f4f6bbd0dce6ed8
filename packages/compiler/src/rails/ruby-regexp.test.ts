import { describe, expect, it } from 'vitest'
import { fromRuby } from './ruby-regexp.ts'

describe('fromRuby', () => {
  it.each([
    ['\\d+', '', '\\d+', ''],
    ['[^/]+', 'i', '[^/]+', 'i'],
    ['a.b', 'm', 'a.b', 's'],
    ['\\h{4}\\H', '', '[0-9a-fA-F]{4}[^0-9a-fA-F]', ''],
    ['[\\h-]+', '', '[0-9a-fA-F-]+', ''],
    ['[[:alpha:]_]+', '', '[a-zA-Z_]+', ''],
    ['[]a]', '', '[\\]a]', ''],
    ['(?-mix:\\d+)', '', '(?:\\d+)', ''],
    ['(?i-mx:a)', 'i', '(?:a)', 'i'],
    ['\\Ahttp\\z', '', '^http$', ''],
    ['a{,3}b', '', 'a{0,3}b', ''],
    ['a{2,}?', '', 'a{2,}?', ''],
    ['a{,}', '', 'a\\{,\\}', ''],
    ['a(?# a comment )b', '', 'ab', ''],
    [' a b # a comment\n c [ #]\\ d', 'x', 'abc[ #]\\ d', ''],
    ['(?<year>\\d{4})(?=-)(?!x)(?<=y)(?<!z)', '', '(?<year>\\d{4})(?=-)(?!x)(?<=y)(?<!z)', ''],
    ['\\u00e9\\x41', '', '\\u00e9\\x41', ''],
  ])('makes %j %j into %j %j', (regexp, flags, source, own) => {
    expect(fromRuby({ regexp, flags })).toEqual({ source, flags: own })
  })

  it.each([
    'a++',
    'a*+',
    'a{2}+',
    '(?>a)',
    '\\g<x>',
    '(?i:a)',
    '[a&&b]',
    '[a[bc]]',
    '[[:^alpha:]]',
    '[[:nothing:]]',
    '\\R',
    '\\X',
    '\\Gx',
    '\\p{Alpha}',
    '[\\b]',
    '(',
    '[a',
    '',
    '\\u{41}',
  ])('has no words for %j', (regexp) => {
    expect(fromRuby({ regexp, flags: '' })).toBe(null)
  })

  it('refuses flags that do not exist', () => {
    expect(fromRuby({ regexp: 'a', flags: 'g' })).toBe(null)
  })
})
