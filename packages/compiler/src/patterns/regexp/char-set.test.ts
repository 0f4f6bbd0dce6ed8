import { expect, test } from 'vitest'
import {
  asciiRanges,
  charsIn,
  charsOfAtom,
  DOT_CHARS,
  has,
  isAsciiOnly,
  PATH_CHARS,
  TEXT_CHARS,
  WORD_CHARS,
  rangesBeyondAscii,
} from './char-set.ts'
import { escapeRegExp } from './print.ts'

const ASCII = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code))
const allOf = (set: bigint) => ASCII.filter((character) => has(set, character))
const native = (expression: RegExp) => ASCII.filter((character) => expression.test(character))

test('the sets have the characters that expressions of the engine match', () => {
  expect(allOf(DOT_CHARS)).toEqual(native(/./))
  expect(allOf(WORD_CHARS)).toEqual(native(/\w/))
  // eslint-disable-next-line no-control-regex
  expect(allOf(TEXT_CHARS)).toEqual(native(/[^\x00-\x1f]/))
  expect(allOf(PATH_CHARS)).toEqual(
    native(/[!$-;=@-[\]_a-z~]/).filter((character) => !'"#<>?\\^`{|}'.includes(character)),
  )
  expect(has(PATH_CHARS, '%')).toBe(true)
  expect([DOT_CHARS, TEXT_CHARS].some(isAsciiOnly)).toBe(false)
  expect([WORD_CHARS, PATH_CHARS].every(isAsciiOnly)).toBe(true)
})

test('DEL and all later characters share one bit', () => {
  expect(charsIn('\u007f')).toBe(charsIn('é'))
  expect(charsIn('\u{1f600}')).toBe(charsIn('é'))
  expect(isAsciiOnly(charsIn('~'))).toBe(true)
  expect(isAsciiOnly(charsIn('\u007f'))).toBe(false)
})

test('ranges are adjacent characters', () => {
  expect(asciiRanges(WORD_CHARS)).toEqual([
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ])
  expect(asciiRanges(charsIn('\0~é'))).toEqual([
    [0, 0],
    [0x7e, 0x7e],
  ])
})

test.each<[string, string, boolean]>([
  ['a', '', true],
  ['a', 'i', true],
  // U+212A, the sign for kelvin, is a k for the flags `i` and `u`; U+017F is an s.
  ['s', 'iu', false],
  ['\\d', '', true],
  ['\\s', '', false],
  ['[\\u00a0]', '', false],
  ['\\x41', '', false],
  ['\\p{Lu}', 'u', false],
  ['[^a]', '', false],
  ['.', '', false],
  ['[à-é]', '', false],
  ['\\S', '', false],
  ['[\u2028]', '', false],
])('whether /%s/%s matches only ASCII: %j', (atom, flags, isAscii) => {
  const set = charsOfAtom(atom, flags)
  expect(allOf(set)).toEqual(native(new RegExp(`^${atom}$`, flags)))
  expect(isAsciiOnly(set)).toBe(isAscii)
  expect(charsOfAtom(atom, flags)).toBe(set)
})

test('flags belong to the atom', () => {
  expect(allOf(charsOfAtom('q', ''))).toEqual(['q'])
  expect(allOf(charsOfAtom('q', 'i'))).toEqual(['Q', 'q'])
})

test('escaped characters match themselves', () => {
  for (const character of ASCII) {
    const expression = new RegExp(`^${escapeRegExp(character)}$`)
    expect(native(expression).filter((other) => other === character)).toEqual([character])
    expect(native(expression)).toHaveLength(1)
  }
  expect(escapeRegExp('a.b*')).toBe('a\\.b\\*')
})

test.each([
  ['i/\\w', []],
  ['iu/\\w', [0x17f, 0x17f, 0x212a, 0x212a]],
  ['/[^a]', [0x7f, 0xffff]],
  ['u/[^a]', [0x7f, 0x10ffff]],
  ['u/[\\udfff\\ud800]', [0xd800, 0xd800, 0xdfff, 0xdfff]],
  ['u/[\\u{1f600}-\\u{20001}]', [0x1f600, 0x20001]],
  ['/[\\ue000-\\ue010\\x7f]', [0x7f, 0x7f, 0xe000, 0xe010]],
])('%s', (atom, ranges) => {
  expect(rangesBeyondAscii(atom)).toEqual(ranges)
})
