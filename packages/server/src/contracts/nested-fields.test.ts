import { expect, test, vi } from 'vitest'
import { toQuery } from '../../../runtime/src/query.ts'
import { nestFields, parseUrlEncoded, type Fields } from './nested-fields.ts'
import { UnreadableInput } from './unreadable-input.ts'

test.each<[string, Fields]>([
  ['', {}],
  ['a', { a: '' }],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2', { a: '2' }],
  ['a=b+c%20d&%C3%A9=%F0%9F%98%80', { a: 'b c d', é: '😀' }],
  ['a=b=c', { a: 'b=c' }],
  ['&&a=1&', { a: '1' }],
  ['=1', {}],
  ['photo[title]=x&photo[tags][]=a&photo[tags][]=b', { photo: { title: 'x', tags: ['a', 'b'] } }],
  ['photo%5Btitle%5D=x', { photo: { title: 'x' } }],
  ['a[][x]=1&a[][y]=2&a[][x]=3', { a: [{ x: '1', y: '2' }, { x: '3' }] }],
  ['a[][x][]=1&a[][x][]=2', { a: [{ x: ['1', '2'] }] }],
  ['a[][x][z]=1&a[][x][w]=2&a[][x][z]=3', { a: [{ x: { z: '1', w: '2' } }, { x: { z: '3' } }] }],
  ['a[][]=1&a[][]=2', { a: [['1'], ['2']] }],
  ['a[b][c][d]=1', { a: { b: { c: { d: '1' } } } }],
  ['a[0]=x&a[1]=y', { a: { 0: 'x', 1: 'y' } }],
  // Brackets that are unbalanced or misplaced are parts of names, as in Rack.
  ['[]=1&[a]=2', { '[]': '1', '[a]': '2' }],
  ['a[=1', { 'a[': '1' }],
  ['a[b=1', { a: { '[b': '1' } }],
  ['a[b]c=1', { a: { b: { c: '1' } } }],
  ['a[b]c]=1', { a: { b: { 'c]': '1' } } }],
  [`${'&'.repeat(5000)}a=1`, { a: '1' }],
  ['a[b][=1', { a: { '[b][': '1' } }],
  ['a[]b=1', { a: [{ b: '1' }] }],
  ['constructor=1&prototype=2&toString[x]=3', { constructor: '1', prototype: '2', toString: { x: '3' } } as Fields],
])('%j is parsed', (query, expected) => {
  const fields = parseUrlEncoded(query)
  expect(fields).toEqual(expected)
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
})

test.each([
  ['a text and a map', 'a=1&a[b]=2'],
  ['a text and a list', 'a=1&a[]=2'],
  ['a list and a map', 'a[]=1&a[b]=2'],
  ['a map and a list', 'a[b]=1&a[]=2'],
  ['a text and a map in a list', 'a[][b]=1&a[][b][c]=2&a[][b][c]=3&a[][b]=1&a[][c]=1&a[][c][d]=1&a[][b][x]=1'],
  ['a prototype', '__proto__=1'],
  ['a prototype in a map', 'a[__proto__][b]=1'],
  ['a prototype in a list', 'a[][__proto__]=1'],
  ['the prototype of a constructor', 'constructor[prototype][a]=1'],
  ['the prototype of a constructor in a map', 'a[constructor][prototype]=1'],
  ['a broken escape', 'a=%'],
  ['another broken escape', 'a=%zz'],
  ['bytes that are not UTF-8', 'a=%ff'],
  ['half a surrogate pair', 'a=%ED%A0%80'],
  ['too many levels', `a${'[b]'.repeat(32)}=1`],
  ['too many lists', `a${'[]'.repeat(32)}=1`],
  ['too many fields', 'a&'.repeat(4097)],
])('%s is refused', (_, query) => {
  expect(() => parseUrlEncoded(query)).toThrow(UnreadableInput)
  expect(({} as { readonly a?: unknown }).a).toBe(undefined)
})

test.each([
  ['a=1&a[b]=2', 'Two fields give one name values of different kinds.'],
  ['__proto__=1', 'A name would reach a prototype.'],
  ['a=%', 'An escape is broken, or is not UTF-8.'],
  [`a${'[b]'.repeat(32)}=1`, 'A name is nested deeper than 32 levels.'],
  ['a&'.repeat(4097), 'There are more than 4096 fields.'],
])('the error names the reason: %s', (query, message) => {
  expect(() => parseUrlEncoded(query)).toThrow(message)
})

test('names and fields may be as deep and as many as the limits allow', () => {
  expect(Object.keys(parseUrlEncoded(Array.from({ length: 4096 }, (_, index) => `a${index}`).join('&')))).toHaveLength(
    4096,
  )
  expect(parseUrlEncoded(`a${'[b]'.repeat(31)}=1`)).toHaveProperty(['a', ...Array<string>(31).fill('b')], '1')
})

test.each<Fields>([
  { page: '2', by: 'a b' },
  { photo: { title: 'Ä & ~*', tags: ['a', 'b'] } },
  {
    a: [
      { x: '1', y: '2' },
      { x: '3', y: '4' },
    ],
  },
  { a: { b: { c: ['1'] } }, d: '' },
])('the query that helpers write is parsed to the original values: %j', (value) => {
  expect(parseUrlEncoded(toQuery(value))).toEqual(value)
})

test('files are not converted', () => {
  const file = new File(['bytes'], 'a.png')
  expect(nestFields([['photo[files][]', file]])).toEqual({ photo: { files: [file] } })
  expect(() =>
    nestFields([
      ['a', file],
      ['a[name]', 'x'],
    ]),
  ).toThrow(UnreadableInput)
})

/** The string functions that the parser calls, each with the number of characters that it may examine for a result. */
const EXAMINED = {
  indexOf: (text: string, result: unknown, start: unknown) => {
    const from = Number(start ?? 0)
    return (result === -1 ? text.length : Number(result)) - from
  },
  slice: (_: string, result: unknown) => String(result).length,
  replaceAll: (text: string) => text.length,
  endsWith: () => 1,
}

/** Counts the characters that the parser examines. A parser without a call of these functions would examine none. */
function examinedCharacters(text: string): number {
  let count = 0
  const spies = Object.entries(EXAMINED).map(([name, countOf]) => {
    const original = String.prototype[name as 'indexOf'] as (...values: unknown[]) => unknown
    return vi.spyOn(String.prototype, name as 'indexOf').mockImplementation(function (
      this: string,
      ...values: unknown[]
    ) {
      const result = original.apply(this, values)
      count += 1 + countOf(String(this), result, values[1])
      return result as number
    })
  })
  try {
    parseUrlEncoded(text)
  } catch (error) {
    if (!(error instanceof UnreadableInput)) throw error
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return count
}

test.each([
  ['a[', (size: number) => 'a['.repeat(size / 2)],
  ['a[]', (size: number) => 'a[]'.repeat(size / 3)],
  ['[', (size: number) => '['.repeat(size)],
  ['a[a]', (size: number) => `a${'[a]'.repeat(size / 3)}`],
  ['&', (size: number) => '&'.repeat(size)],
  ['a[][b]', (size: number) => 'a[][b]=1&'.repeat(size / 9)],
  ['a=1&', (size: number) => 'a=1&'.repeat(size / 4)],
  ['%5B', (size: number) => `a${'%5B'.repeat(size / 3)}`],
  ['+', (size: number) => '+'.repeat(size)],
  ['a long name', (size: number) => `${'a'.repeat(size / 2)}[${'b'.repeat(size / 2)}]=1`],
])('the parser examines each character a limited number of times: %s', (_, make) => {
  for (const size of [3600, 36_000, 1_048_320]) {
    const count = examinedCharacters(make(size))
    expect(count).toBeGreaterThan(0)
    expect(count / size).toBeLessThan(16)
  }
})
