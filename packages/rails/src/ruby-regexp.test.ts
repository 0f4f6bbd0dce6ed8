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
    // Options of a group: all that has letters ignores case …
    ['(?i-mx:[a-z]+)\\d', '', '(?:[a-z]+)\\d', 'i'],
    ['(?-mix:\\d)(?i:a)', '', '(?:\\d)(?:a)', 'i'],
    // … or only some of it.
    ['a(?i-mx:b1\\.C)d', '', 'a(?:[bB]1\\.[Cc])d', ''],
    ['a(?i:b(?-i:c)d)', '', 'a(?:[bB](?:c)[dD])', ''],
    ['a(?-i:b)', 'i', '[aA](?:b)', ''],
    ['x(?i:[c-eX_-])', '', 'x(?:[c-eX_\\-C-Ex])', ''],
    ['x(?i:[^a-])', '', 'x(?:[^a\\-A])', ''],
    ['x(?i:[-a])', '', 'x(?:[-aA])', ''],
    ['x(?i:[Y-b])', '', 'x(?:[Y-bA-By-z])', ''],
    ['x(?i:[[:upper:]\\h\\d])', '', 'x(?:[a-zA-Z0-9a-fA-F\\d])', ''],
    ['x(?i:\\x41\\u0062)', '', 'x(?:[Aa][bB])', ''],
    ['a(?i)b|c', '', 'a(?:[bB]|[cC])', ''],
    ['(a(?i)b|c)d', '', '(a(?:[bB]|[cC]))d', ''],
    ['a(?m:.).', '', 'a(?:[^]).', ''],
    ['a(?-m:.).', 'm', 'a(?:[^\\n]).', 's'],
    ['a b(?x: c # d\n e)f g', '', 'a b(?:ce)f g', ''],
    ['a(?-x: c) b', 'x', 'a(?: c)b', ''],
    ['(?=a)(?i:(?<!B))', '', '(?=a)(?:(?<![Bb]))', ''],
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
    '(a)(?i:\\1b)',
    '(?a:\\w)',
    'a)',
    '(?i:a',
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
