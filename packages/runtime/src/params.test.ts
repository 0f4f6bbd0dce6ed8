import { describe, expect, it } from 'vitest'
import { otherParams, unescape } from './params.ts'

describe('params', () => {
  it('have a name for each value that there is', () => {
    expect(otherParams([false, 'id', 'format'], ['7', undefined])).toStrictEqual({ id: '7' })
    expect(otherParams([false, 'id', 'format'], ['', 'json'])).toStrictEqual({ id: '', format: 'json' })
  })

  it('have no prototype where a name would be taken for what is inherited', () => {
    expect(Object.getPrototypeOf(otherParams([true, 'constructor'], []))).toBeNull()
    expect(Object.getPrototypeOf(otherParams([false, 'id'], []))).toBe(Object.prototype)
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
