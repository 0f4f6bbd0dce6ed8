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
    ['[[:blank:]-x]', '', '[ \\t-\\t-x]', ''],
    ['[^[:lower:]]', '', '[^a-z]', ''],
    ['[]a]', '', '[\\]a]', ''],
    ['[]-a^]', '', '[\\]-a^]', ''],
    ['[\\w\\-\\d]', '', '[\\w\\-\\d]', ''],
    ['[-\\d]', '', '[-\\d]', ''],
    ['[\\b]\\e\\x41', '', '[\\x08]\\x1b\\x41', ''],
    ['\\p{Alpha}\\P{Alpha}\\p{^Digit}', '', '[a-zA-Z][^a-zA-Z][^0-9]', ''],
    ['\\p{ASCII}+\\p{Cntrl}\\p{Space}\\p{Word}', '', '[\\x00-\\x7f]+[\\x7f\\x00-\\x1f][\\s][\\w]', ''],
    ['\\P{ASCII}\\p{^Cntrl}[\\p{ASCII}-]', '', '[^\\x00-\\x7f][^\\x7f\\x00-\\x1f][\\x00-\\x7f-]', ''],
    ['(?-mix:\\d+)', '', '(?:\\d+)', ''],
    // Flags without a colon apply up to the end of the group that they are in, alternatives included.
    ['a(?m).|b', '', 'a(?:[^]|b)', ''],
    ['(a(?m).|b).', '', '(a(?:[^]|b)).', ''],
    ['a(?m)b(?x) c | d', '', 'a(?:b(?:c|d))', ''],
    ['(?x) a b', '', '(?:ab)', ''],
    ['(?i-mx:a)', 'i', '(?:a)', 'i'],
    ['(?a:\\w)', '', '(?:\\w)', ''],
    ['a(?m:.).', '', 'a(?:[^]).', ''],
    ['a(?-m:.).', 'm', 'a(?:[^\\n]).', 's'],
    ['a b(?x: c # d\n e)f g', '', 'a b(?:ce)f g', ''],
    ['a(?-x: c) b', 'x', 'a(?: c)b', ''],
    [' a b # a comment\n c [ #]\\ d', 'x', 'abc[ #]\\ d', ''],
    ['a(?# a comment )b', '', 'ab', ''],
    ['\\Ahttp\\z', '', '^http$', ''],
    ['\\ba\\B', '', '\\ba\\B', ''],
    ['a{,3}b', '', 'a{0,3}b', ''],
    ['a{2,}?', '', 'a{2,}?', ''],
    ['a{,}', '', 'a\\{,\\}', ''],
    ['(?<year>\\d{4})(?=-)(?!x)(?<=y)(?<!z)', '', '(\\d{4})(?=-)(?!x)(?<=y)(?<!z)', ''],
    // A possessive repeat: a lookahead excludes the matches that Ruby does not try.
    ['[^/]++', '', '[^/]+(?![^/])', ''],
    ['a*+b', '', 'a*(?!a)b', ''],
    ['', '', '(?:)', ''],
  ])('translates %j %j to %j %j', (regexp, flags, source, own) => {
    expect(fromRuby({ regexp, flags })).toEqual({ source, flags: own })
  })

  it.each([
    ['a back-reference', '(\\w)\\1', '(?<x>a|b)\\k<x>', '(?(1)a)\\10'],
    ['the call of a group', '(?<x>a|b)-\\g<x>'],
    ['an absent operator', '(?~a)'],
    ['a condition', '(a)?(?(1)b|c)'],
    ['an atomic group', '(?>\\d+)', '(?>ab|a)b'],
    ['a possessive repeat of several characters', '(?:ab)++', '(?:\\d+)*+\\d', '\\b++', 'a?+', 'a{2,}+'],
    ['a repeat of a count', 'a{2}+', 'a{2}?'],
    ['a group that ignores case, or does not', 'a(?i-mx:b)', 'a(?i)b|c'],
    ['a class in a class', '[a[bc]]', '[a-z&&[^aeiou]]', '[[:^digit:]]', '[\\H]', '[\\P{Alpha}]'],
    ['the end of a range that is a class', '[+-\\h]', '[a-[:alpha:]]'],
    [
      'a property or an escape that JavaScript lacks',
      '\\p{Lu}',
      '\\p{constructor}',
      '[[:constructor:]]',
      '[[:__proto__:]]',
      '\\X',
      '\\R',
      '\\u{41}',
      '\\xe9',
      '\\cA',
      '\\G',
    ],
    ['a character of two code units', 'a😀?', '[a😀]'],
    ['what Ruby cannot read', 'a)', '(?i:a', '(', '[a', '[', '*a', '\\', '(?q:a)'],
  ])('does not translate %s', (_, ...regexps) => {
    for (const regexp of regexps) expect(fromRuby({ regexp, flags: '' }), regexp).toBe(null)
  })

  it.each(['\\p{L}', 'é', '\\u00df', '(?-i:b)'])('does not ignore the case of %j', (regexp) => {
    expect(fromRuby({ regexp, flags: 'i' })).toBe(null)
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
    ['flags', '(?i)'.repeat(5000)],
    ['groups of flags', '(?m)'.repeat(5000)],
    ['repeats', `a${'+*'.repeat(50_000)}`],
    ['classes', `${'['.repeat(5000)}a${']'.repeat(5000)}`],
    ['alternatives', `(?>${'a|'.repeat(5000)}b)`],
  ])('gives up %s without an exception', (_, regexp) => {
    expect(fromRuby({ regexp, flags: '' })).toBe(null)
  })

  it('refuses flags that do not exist', () => {
    expect(fromRuby({ regexp: 'a', flags: 'g' })).toBe(null)
  })
})
