import { expect, test } from 'vitest'
import { positionAt } from './position.ts'

test.each([
  [0, 1, 1],
  [2, 1, 3],
  [3, 2, 1],
  [6, 3, 1],
  [8, 4, 1],
])('the character at index %j is in line %j and column %j, whatever ends the lines', (index, line, column) => {
  expect(positionAt('ab\nc\r\nd\re', index)).toEqual({ line, column })
})
