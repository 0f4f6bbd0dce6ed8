import { expect, test } from 'vitest'
import { NO_CHARS } from './char-set.ts'
import { parseRegExp } from './parse.ts'
import { printRegExp } from './print.ts'

test.each<[RegExp, string]>([
  [/a-z/, '[a-a][\\x2d-\\x2d][z-z]'],
  [/[a-c_\]]/, '[\\x5d-\\x5d_-_a-c]'],
  [/\t/, '[\\x09-\\x09]'],
  [/ab|c|/, '(?:[a-a][b-b]|[c-c]|)'],
  [/a{2}b{1,3}c{4,}/, '(?:[a-a]){2,2}(?:[b-b]){1,3}(?:[c-c]){4,}'],
  [/a*b+?c??/, '(?:[a-a]){0,}(?:[b-b]){1,}?(?:[c-c]){0,1}?'],
  [/(?=a)(?!b)/, '(?=[a-a])(?![b-b])'],
  [/(?<=a)(?<!b)/, '(?<=[a-a])(?<![b-b])'],
  [/^\b\B$/, '^\\b\\B$'],
])('%s is printed as %s', ({ source, flags }, printed) => {
  expect(printRegExp(parseRegExp(source, flags))).toBe(printed)
})

test('an empty set matches nothing', () => {
  expect(new RegExp(printRegExp({ kind: 'set', set: NO_CHARS })).test('a')).toBe(false)
})
