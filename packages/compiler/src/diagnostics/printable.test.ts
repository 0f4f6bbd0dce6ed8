import { expect, test } from 'vitest'
import { printable, printableLine } from './printable.ts'

test.each([
  ['plain é 日本 👍', 'plain é 日本 👍'],
  ['a\u001B[31mb\u001B]0;title\u0007', String.raw`a\u001b[31mb\u001b]0;title\u0007`],
  ['C1: \u009B2J \u0085', String.raw`C1: \u009b2J \u0085`],
  ['\u0000\b\u007F', String.raw`\u0000\u0008\u007f`],
  ['\u2028\u2029', String.raw`\u2028\u2029`],
  ['\u202Etxt.exe\u2066\u200F\u061C', String.raw`\u202etxt.exe\u2066\u200f\u061c`],
  ['half \uD83D', String.raw`half \ud83d`],
  ['a\tb', 'a b'],
])('escapes what is no text: %j', (text, expected) => {
  expect(printable(text)).toBe(expected)
  expect(printableLine(text)).toBe(expected)
  expect(printable(printable(text))).toBe(expected)
})

test('line feeds stay only in a text of several lines', () => {
  expect(printable('a\nb\r\nc\rd')).toBe('a\nb\nc\\u000dd')
  expect(printableLine('a\nb\r\nc')).toBe(String.raw`a\u000ab\u000d\u000ac`)
})

test('JSON keeps its meaning', () => {
  const value = { 'k\u009B\u202E': 'v\u2028\u0007\n' }
  expect(JSON.parse(printable(JSON.stringify(value, null, 2)))).toEqual(value)
})
