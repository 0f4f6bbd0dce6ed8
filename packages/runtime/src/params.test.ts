import { describe, expect, it } from 'vitest'
import { otherParams, unescape } from './params.ts'

describe('params', () => {
  it('have a name for each value that there is', () => {
    const shape = [false, 'id', 'last'] as const
    expect(otherParams(shape, '/7/x', new Int32Array([1, 2, -1, 4]))).toStrictEqual({ id: '7' })
    expect(otherParams(shape, '/7/x', new Int32Array([0, 0, 3, 4, 1, 2]))).toStrictEqual({ id: '', last: 'x' })
  })

  it('have no prototype where a name would be taken for what is inherited', () => {
    expect(Object.getPrototypeOf(otherParams([true, 'constructor'], '/', new Int32Array([-1, 0])))).toBeNull()
    expect(Object.getPrototypeOf(otherParams([false, 'id'], '/', new Int32Array([-1, 0])))).toBe(Object.prototype)
  })
})

it.each([
  ['a%20b', 'a b'],
  ['%2F%C3%A9', '/é'],
  // What is left of an escape that two parameters have torn apart.
  ['%', '%'],
  ['%2', '%2'],
  ['%A9', '%A9'],
  ['%C3%A9%A9', '%C3%A9%A9'],
  ['a%20b%2', 'a b%2'],
  ['%41%42-%', 'AB-%'],
  ['%C3%A9x%C3', 'éx%C3'],
  ['%4G%41', '%4GA'],
])('%s is unescaped to %s', (text, unescaped) => {
  expect(unescape(text)).toBe(unescaped)
})
