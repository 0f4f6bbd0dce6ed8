import { expect, test } from 'vitest'
import { findMistake } from './find-mistake.ts'

test('finds the first mistake of JavaScript with the parser of Vite 7', () => {
  expect(findMistake('/a.js', 'let = = 1', {})).toEqual({ reason: expect.any(String), offset: expect.any(Number) })
  expect(findMistake('/a.mjs', 'let a = 1', {})).toBeNull()
  for (const file of ['/a.ts', '/a.js.ts', '/a.jsx']) expect(findMistake(file, 'let = = 1', {})).toBeNull()
  expect(findMistake('/a.cjs', 'let = = 1', {})).not.toBeNull()
})

test('finds the first mistake of a source', () => {
  expect(findMistake('/a.ts', 'const a: number = 1')).toBeNull()
  expect(findMistake('/a.ts', 'let = = 1')).toEqual({ reason: expect.any(String), offset: expect.any(Number) })
})
