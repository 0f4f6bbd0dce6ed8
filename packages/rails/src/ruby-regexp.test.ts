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
    // Possessive repeats and atomic groups: a lookahead excludes the matches that Ruby does not try.
    ['[^/]++', '', '[^/]+(?![^/])', ''],
    ['a*+b', '', 'a*(?!a)b', ''],
    ['a?+', '', '(?:(?!a)|a)', ''],
    ['(?>\\d+)', '', '\\d+(?!\\d)', ''],
    ['(?>a)', '', 'a', ''],
    ['(?>ab|a)b', '', '(?:(?:ab)|(?!ab)a)b', ''],
    ['(?>a+?)a', '', 'aa', ''],
    ['(?:ab)++', '', '(?:(?:ab))+(?!(?:ab))', ''],
    // A repeat after a count is another repeat in Ruby.
    ['a{2}+', '', '(?:a{2})+', ''],
    ['a{2}?', '', '(?:a{2})?', ''],
    // Classes that JavaScript writes in another way.
    ['[[:^digit:]]', '', '[^0-9]', ''],
    ['[[:^alpha:]]', '', '[^A-Za-z]', ''],
    ['[a&&b]', '', '[]', ''],
    ['[a-z&&[^aeiou]]', '', '[b-df-hj-np-tv-z]', ''],
    ['[a[bc]]', '', '[a-c]', ''],
    ['[^a[^ab]]', '', '[b]', ''],
    ['\\p{Alpha}', '', '[a-zA-Z]', ''],
    ['\\P{Alpha}', '', '[^A-Za-z]', ''],
    ['\\p{^Digit}', '', '[^0-9]', ''],
    ['\\p{lowercase letter}\\p{LATIN}', '', '[^\\x00-`\\x7b-~][^\\x00-@\\x5b-`\\x7b-~]', ''],
    ['[\\b]\\e\\cA\\101\\u{41}', '', '[\\b]\\x1b\\x01\\x41\\u0041', ''],
    ['\\X', '', '[^]', ''],
    ['(?a:\\w)', '', '(?:\\w)', ''],
    // Calls of groups, and absent operators.
    ['(?<x>a|b)-\\g<x>', '', '(?<x>a|b)-(?:(?:a|b))', ''],
    ['(?~a)', '', '(?:(?!a)[^])*', ''],
    ['(?~abc)', '', '(?:(?!abc)[^])*(?:a(?:b)?)?', ''],
  ])('writes %j %j as %j %j', (regexp, flags, source, own) => {
    expect(fromRuby({ regexp, flags })).toEqual({ source, flags: own })
  })

  it.each([
    ['(\\w)\\1', '(\\w)(?:(?:\\w))'],
    ['(?<x>a|b)\\k<x>', '(?<x>a|b)(?:(?:a|b))'],
    ['(a)(?i:\\1b)', '(a)(?:[^]*[bB])'],
    ['(?<x>a\\g<x>?b)', '(?<x>a(?:(?:(?:a(?:[^]*)?b)))?b)'],
    ['(?!(\\w)\\1)\\w+', '\\w+'],
    ['(?>\\w+\\d)', '(?:\\w+\\d)'],
    ['(?~a|bc)d', '[^]*d'],
    ['(a)?(?(1)b|c)', '(a)?(?:b|c)'],
  ])('writes %j as the wider %j', (regexp, source) => {
    expect(fromRuby({ regexp, flags: '' })).toEqual({ source, flags: '', isWider: true })
  })

  it('ends for expressions that grow with each call', () => {
    const groups = Array.from(
      { length: 30 },
      (_, index) => `(?<g${index}>${index === 0 ? 'a' : `\\g<g${index - 1}>\\g<g${index - 1}>`})`,
    )
    expect(fromRuby({ regexp: groups.join(''), flags: '' })).toBe(null)
    expect(fromRuby({ regexp: `${'('.repeat(5000)}a${')'.repeat(5000)}`, flags: '' })).toBe(null)
  })

  it.each(['a)', '(?i:a', '[[:nothing:]]', '(', '[a', '[', '*a', '\\', '', '\\p{Nothing}', '(?q:a)', 'a{3,2}'])(
    'cannot read %j',
    (regexp) => {
      expect(fromRuby({ regexp, flags: '' })).toBe(null)
    },
  )

  it('refuses flags that do not exist', () => {
    expect(fromRuby({ regexp: 'a', flags: 'g' })).toBe(null)
  })
})
