import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasCode } from './char-set.ts'
import { parseRegExp, RegExpError, regExpProblem } from './parse.ts'
import type { RegExpTree } from './syntax.ts'
import { fixedSeed, runsOf } from '../../../test/runs.ts'

/** A tree in short: sets as the printable ASCII characters that they take. */
function shown(tree: RegExpTree): unknown {
  switch (tree.kind) {
    case 'set': {
      let text = ''
      for (let code = 33; code < 127; code++) if (hasCode(tree.set, code)) text += String.fromCharCode(code)
      return text
    }
    case 'sequence':
      return tree.items.map(shown)
    case 'choice':
      return { or: tree.items.map(shown) }
    case 'repeat':
      return { of: shown(tree.item), from: tree.min, to: tree.max, ...(!tree.greedy && { lazy: true }) }
    case 'look':
      return { [`${tree.negative ? 'not ' : ''}${tree.behind ? 'behind' : 'ahead'}`]: shown(tree.item) }
    case 'assertion':
      return tree.at
  }
}

describe('the parser of regular expressions', () => {
  it.each<[RegExp, unknown]>([
    [/ab|c/, { or: [['a', 'b'], 'c'] }],
    [/(?:)/, []],
    [/a|/, { or: ['a', []] }],
    [/\d+/, { of: '0123456789', from: 1, to: Infinity }],
    [
      /a*?b??c{2,}?/,
      [
        { of: 'a', from: 0, to: Infinity, lazy: true },
        { of: 'b', from: 0, to: 1, lazy: true },
        { of: 'c', from: 2, to: Infinity, lazy: true },
      ],
    ],
    [
      /a{2}b{1,3}/,
      [
        { of: 'a', from: 2, to: 2 },
        { of: 'b', from: 1, to: 3 },
      ],
    ],
    [/a{,3}/, ['a', '{', ',', '3', '}']],
    [/(?=a)(?!b)(?<=c)(?<!d)/, [{ ahead: 'a' }, { 'not ahead': 'b' }, { behind: 'c' }, { 'not behind': 'd' }]],
    // A part that takes no characters is repeated at most once.
    [/(?:(?:){2}){3,}/, []],
    [/(?:(?:\b){2,5})*a/, [{ of: 'word', from: 0, to: 1 }, 'a']],
    [/(?:(?=a)(?:)?)+/, [{ ahead: 'a' }, { of: [], from: 0, to: 1 }]],
    [/(?:^|a){2}/, { of: { or: ['start', 'a'] }, from: 2, to: 2 }],
    [/^\b\B$/, ['start', 'word', 'not-word', 'end']],
    [/[a\]\-c]/, '-]ac'],
    [/[^!-~]/, ''],
    [/k/i, 'Kk'],
    [/\x61\u0062\//, ['a', 'b', '/']],
    [/\p{Lu}/u, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
    [new RegExp('[\\w--[a-z]]', 'v'), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_'],
  ])('%s', (regexp, expected) => {
    expect(shown(parseRegExp(regexp.source, regexp.flags))).toEqual(expected)
  })

  it.each([
    ['\\1a', ['', 'a']],
    ['[]', ''],
  ])('parses an expression that a linter would report: %s', (source, expected) => {
    expect(shown(parseRegExp(source, ''))).toEqual(expected)
  })

  it.each([
    ['\\u{000061}b', 'u', ['a', 'b']],
    ['\\x61\\u0062', '', ['a', 'b']],
    ['\\0', '', ''],
    ['\\1412', '', ['a', '2']],
    ['\\60', '', '0'],
    ['\\718', '', ['9', '8']],
    ['\\418', '', ['!', '8']],
    [']a', '', [']', 'a']],
    ['}{a', '', ['}', '{', 'a']],
    ['\\cab', '', ['', 'b']],
  ])('reads the escapes and characters of /%s/%s', (source, flags, expected) => {
    expect(shown(parseRegExp(source, flags))).toEqual(expected)
  })

  it('gives a group its own flags', () => {
    // Written as text: not every engine that runs this knows them.
    expect(shown(parseRegExp('(?i:a)b(?-i:c)', ''))).toEqual(['Aa', 'b', 'c'])
    expect(shown(parseRegExp('a(?-i:b)', 'i'))).toEqual(['Aa', 'b'])
  })

  const piece = fc.constantFrom(
    ...'ab01()[]{}|*+?^$.,-\\/!=<:>',
    '\\d',
    '\\b',
    '(?:',
    '(?=',
    '(?<=',
    '(?<a>',
    '\\k<a>',
    '{2,3}',
    '[^',
    '[[',
    '&&',
    '\\]',
    '\\1',
    '\\u{61}',
    '\\p{L}',
    '\\c',
    '\u{1f600}',
    '\n',
  )
  const flagged = fc.constantFrom('', 'i', 'u', 'v')

  it('parses every expression that the engine accepts, and throws its own error for all others', () => {
    let accepted = 0
    const ends = fc.property(fc.array(piece, { maxLength: 12 }), flagged, (pieces, flags) => {
      const source = pieces.join('')
      let problem: unknown = null
      try {
        parseRegExp(source, flags)
      } catch (error) {
        problem = error
      }
      if (problem !== null) expect(problem).toBeInstanceOf(RegExpError)
      try {
        void new RegExp(source, flags)
      } catch {
        expect(regExpProblem(source, flags)).toMatch(/./)
        return
      }
      accepted++
      expect(problem).toBeNull()
      expect(regExpProblem(source, flags)).toBeNull()
    })
    fc.assert(ends, { seed: fixedSeed(20261121), numRuns: runsOf(10_000) })
    expect(accepted).toBeGreaterThan(runsOf(1000))
  })

  it.each([
    ['[', '', 'Unterminated character class'],
    ['[a\\', '', 'Unterminated character class'],
    ['[[a]', 'v', 'Unterminated character class'],
    ['(', '', 'Unterminated group'],
    [')', '', 'Unmatched `)`'],
    ['c++', '', 'Nothing to repeat'],
    ['(a)\\1', '', 'a back-reference'],
    ['\\1(a)', '', 'a back-reference'],
    ['(?<year>a)\\k<year>', '', 'a back-reference'],
    ['(?=(a))(?:\\1)*', 'u', 'a back-reference'],
    ['a\\', '', '`\\` has no meaning'],
    ['[b-a]*', '', '`[b-a]` has no meaning'],
    [`[z-${'a'.repeat(60)}]`, '', `\`[z-${'a'.repeat(37)}\` has no meaning`],
    ['[\\q{ab}]', 'v', '`\\q{…}` puts texts into a class'],
    ['('.repeat(3000) + ')'.repeat(3000), '', 'Groups are nested more than 250 deep'],
    ['(?='.repeat(3000) + ')'.repeat(3000), '', 'Groups are nested more than 250 deep'],
  ])('refuses %.20s', (source, flags, message) => {
    expect(() => parseRegExp(source, flags)).toThrow(new RegExpError(message))
  })
})
