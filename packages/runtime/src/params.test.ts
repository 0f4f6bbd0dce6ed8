import { describe, expect, it } from 'vitest'
import { genericParams, decodeParam } from './params.ts'

/** The shape with the number 64 is the first that its function knows. */
function make(names: readonly string[], path: string, captures: readonly number[]): object {
  return genericParams([names, ['b']])(64, '', '', '', '', path, new Int32Array(captures))
}

describe('params', () => {
  it('have a property for each capture that is set', () => {
    expect(make(['id', 'last'], '/7/x', [1, 2, -1, 4])).toStrictEqual({ id: '7' })
    expect(make(['id', 'last'], '/7/x', [0, 0, 3, 4, 1, 2])).toStrictEqual({ id: '', last: 'x' })
  })

  it('have no prototype if a name is that of an inherited property', () => {
    expect(Object.getPrototypeOf(make(['id', 'constructor'], '/', [-1, 0, -1, 0]))).toBeNull()
    expect(Object.getPrototypeOf(make(['id'], '/', [-1, 0]))).toBe(Object.prototype)
  })
})

it.each([
  ['a%20b', 'a b'],
  ['%2F%C3%A9', '/é'],
  // The parts of an escape that two parameters have split.
  ['%', '%'],
  ['%2', '%2'],
  ['%A9', '%A9'],
  ['%C3%A9%A9', '%C3%A9%A9'],
  ['a%20b%2', 'a b%2'],
  ['%41%42-%', 'AB-%'],
  ['%C3%A9x%C3', 'éx%C3'],
  ['%4G%41', '%4GA'],
])('%s is unescaped to %s', (text, unescaped) => {
  expect(decodeParam(text)).toBe(unescaped)
})
