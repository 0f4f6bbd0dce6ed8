import { expect, test } from 'vitest'
import { rangesBeyondAscii } from './beyond-ascii.ts'

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
