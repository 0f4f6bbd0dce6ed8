import { describe, expect, it } from 'vitest'
import { fromRuby } from './ruby-regexp.ts'

describe('fromRuby', () => {
  it.each([
    ['\\d+', '', '\\d+', ''],
    ['[^/]+', 'i', '[^/]+', 'i'],
    ['a.b', 'm', 'a.b', 's'],
    ['\\h{4}\\H', '', '[0-9a-fA-F]{4}[^0-9a-fA-F]', ''],
    ['[\\h-]+', '', '[\\-0-9A-Fa-f]+', ''],
    ['[[:alpha:]_]+', '', '[A-Z_a-z]+', ''],
    ['[]a]', '', '[\\]a]', ''],
    ['(?-mix:\\d+)', '', '(?:\\d+)', ''],
    ['(?i-mx:a)', 'i', '(?:a)', 'i'],
    // Options of a group: all that has letters ignores case …
    ['(?i-mx:[a-z]+)\\d', '', '(?:[a-z]+)\\d', 'i'],
    ['(?-mix:\\d)(?i:a)', '', '(?:\\d)(?:a)', 'i'],
    // … or only some of it.
    ['a(?i-mx:b1\\.C)d', '', 'a(?:[Bb]1\\.[Cc])d', ''],
    ['a(?i:b(?-i:c)d)', '', 'a(?:[Bb](?:c)[Dd])', ''],
    ['a(?-i:b)', 'i', '[Aa](?:b)', ''],
    ['x(?i:[c-eX_-])', '', 'x(?:[\\-C-EX_c-ex])', ''],
    ['x(?i:[^a-])', '', 'x(?:[^\\-Aa])', ''],
    ['x(?i:[-a])', '', 'x(?:[\\-Aa])', ''],
    ['x(?i:[Y-b])', '', 'x(?:[ABY-byz])', ''],
    ['x(?i:[[:upper:]\\h\\d])', '', 'x(?:[0-9A-Za-z])', ''],
    ['x(?i:\\x41\\u0062)', '', 'x(?:[Aa][Bb])', ''],
    ['a(?i)b|c', '', 'a(?:[Bb]|[Cc])', ''],
    ['(a(?i)b|c)d', '', '(a(?:[Bb]|[Cc]))d', ''],
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
    [' a b # a comment\n c [ #]\\ d', 'x', 'abc[ #] d', ''],
    ['(?<year>\\d{4})(?=-)(?!x)(?<=y)(?<!z)', '', '(\\d{4})(?=-)(?!x)(?<=y)(?<!z)', ''],
    ['\\u00e9\\x41', '', 'éA', ''],
  ])('makes %j %j into %j %j', (regexp, flags, source, own) => {
    expect(fromRuby({ regexp, flags })).toEqual({ source, flags: own })
  })

  it.each([
    // Possessive repeats and atomic groups: a lookahead excludes the matches that Ruby does not try.
    ['[^/]++', '', '[^/]+(?![^/])', ''],
    ['a*+b', '', 'a*(?!a)b', ''],
    ['(?>\\d+)', '', '(?:\\d+(?!\\d))', ''],
    ['(?>a)', '', '(?:a)', ''],
    ['(?>\\w\\.\\d{2,})', '', '(?:\\w\\.\\d{2,}(?!\\d))', ''],
    ['(?>ab|a)b', '', '(?:(?:ab|(?!ab)(?:a)))b', ''],
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
    ['\\p{Alpha}', '', '[A-Za-z]', ''],
    ['\\P{Alpha}', '', '[^A-Za-z]', ''],
    ['\\p{^Digit}', '', '[^0-9]', ''],
    ['\\p{Lu}', '', '[^\\u0000-@\\[-~]', ''],
    ['[\\b]\\e\\x41\\u{41}', '', '[\\u0008]\\u001bAA', ''],
    ['\\X', '', '[^]', ''],
    ['(?a:\\w)', '', '(?:\\w)', ''],
    ['(?i:a)[[:upper:]]', '', '(?:[Aa])[A-Z]', ''],
    ['(?i:a)[^[:lower:]]', '', '(?:[Aa])[^a-z]', ''],
    ['[]-a^]', '', '[\\]-a]', ''],
    ['[[:blank:]-x]', '', '[\\u0009 \\-x]', ''],
    ['(?i:[\\d\\-])x', '', '(?:[\\d\\-])x', ''],
    ['(?i:[A\\-])y', '', '(?:[\\-Aa])y', ''],
    ['(?i:[\\t-Z])b', '', '(?:[\\u0009-Za-z])b', ''],
    ['(?i:[a-c&&[A-C]])d', '', '(?:[])d', ''],
    // A character of two code units.
    ['a😀?', '', 'a(?:😀)?', ''],
    // Calls of groups, and absent operators.
    ['(?<x>a|b)-\\g<x>', '', '(a|b)-(?:a|b)', ''],
    ['(?~a)', '', '(?:(?!a)[^])*', ''],
  ])('writes %j %j as %j %j', (regexp, flags, source, own) => {
    expect(fromRuby({ regexp, flags })).toEqual({ source, flags: own })
  })

  it.each([
    ['(\\w)\\1', '(\\w)[^]*'],
    ['(?<x>a|b)\\k<x>', '(a|b)[^]*'],
    ['(a)(?i:\\1b)', '(a)(?:[^]*[Bb])'],
    ['(?<x>a\\g<x>?b)', '(a(?:[^]*)?b)'],
    ['(?!(\\w)\\1)\\w+', '\\w+'],
    ['(?>\\w+\\d)', '(?:\\w+\\d)'],
    ['(?~a|bc)d', '[^]*d'],
    ['(?~\\bfoo)', '[^]*'],
    ['(a\\1)', '(a[^]*)'],
    ['([^/]++)/\\1x', '([^/]+(?![^/]))/[^]*x'],
    ['(?:\\d+)*+\\d', '(?:\\d+)*\\d'],
    ['(?:a{2,}?)++', '(?:a{2,}?)+'],
    ['(?>a+?)a', '(?:a+?)a'],
    // Groups in comments and conditions do not count, so `\\10` may be a back-reference or an octal number.
    ['(?#(((((((((()\\10', '[^]*'],
    ['(?(1)a)\\10', '[^]*[^]*'],
    // Ruby has a meaning of its own for it.
    ['[+-\\h]', '[^]*'],
    ['[!-[b]]', '[^]*'],
    ['[a😀]', '[^]*'],
    // Beyond ASCII, Ruby ignores the case of more letters than JavaScript.
    ['b(?i:[[^s]])', 'b(?:[^]*)'],
    ['(a)?(?(1)b|c)', '(a)?[^]*'],
  ])('writes %j as the wider %j', (regexp, source) => {
    expect(fromRuby({ regexp, flags: '' })).toEqual({ source, flags: '', isWider: true })
  })

  it.each([
    [
      'calls that double',
      Array.from(
        { length: 30 },
        (_, index) => `(?<g${index}>${index === 0 ? 'a' : `\\g<g${index - 1}>`.repeat(2)})`,
      ).join(''),
    ],
    ['atomic groups that double', `${'(?>a|'.repeat(100)}b${')'.repeat(100)}`],
    ['groups', `${'('.repeat(5000)}a${')'.repeat(5000)}`],
    ['options', '(?i)'.repeat(5000)],
    ['repeats', `a${'+*'.repeat(50_000)}`],
    ['classes', `${'['.repeat(5000)}a${']'.repeat(5000)}`],
    ['alternatives', `(?>${'a|'.repeat(5000)}b)`],
  ])('gives up %s without an exception', (_, regexp) => {
    expect(fromRuby({ regexp, flags: '' })).toBe(null)
  })

  it.each(['a)', '(?i:a', '(', '[a', '[', '*a', '\\', '\\cA', '(?q:a)', '(?i:\\p{L})', '(?i:a)é', '(?i:\\u00df)'])(
    'cannot read %j',
    (regexp) => {
      expect(fromRuby({ regexp, flags: '' })).toBe(null)
    },
  )

  it('refuses flags that do not exist', () => {
    expect(fromRuby({ regexp: 'a', flags: 'g' })).toBe(null)
  })
})
