import { describe, expect, it } from 'vitest'
import { toQuery } from './query.ts'
import { defineHelper } from './values.ts'

/** Serialises a query as helpers do, which throw TypeErrors. */
const query: (value: unknown) => string = defineHelper('photosPath', '', ([value]) => toQuery(value))

describe('a query', () => {
  it.each([
    [{}, ''],
    [{ b: 2, a: 1 }, 'a=1&b=2'],
    [{ q: "a b+c&d=e/é~*'()!" }, 'q=a+b%2Bc%26d%3De%2F%C3%A9~%2A%27%28%29%21'],
    [{ a: null, b: undefined, c: [], d: {} }, ''],
    [{ a: true, b: false, c: 10n, d: -1.5 }, 'a=true&b=false&c=10&d=-1.5'],
    [{ ids: [2, 1] }, 'ids%5B%5D=2&ids%5B%5D=1'],
    [{ ids: [null, []] }, 'ids%5B%5D=&ids%5B%5D%5B%5D='],
    [
      { user: { name: 'D', age: null, tags: [], more: { z: 1, a: 2 } } },
      'user%5Bage%5D=&user%5Bmore%5D%5Ba%5D=2&user%5Bmore%5D%5Bz%5D=1&user%5Bname%5D=D',
    ],
    // Below a list nothing is sorted.
    [{ people: [{ name: 'B', age: 1 }] }, 'people%5B%5D%5Bname%5D=B&people%5B%5D%5Bage%5D=1'],
    [{ photo: { toParam: () => 7 } }, 'photo=7'],
    [JSON.parse('{"__proto__":{"x":1}}'), '__proto__%5Bx%5D=1'],
    [Object.assign(Object.create(null), { a: 1 }), 'a=1'],
    [{ 'a&b': { 'c=d': 1 } }, 'a%26b%5Bc%3Dd%5D=1'],
  ])('of %o is %s', (value, text) => {
    expect(query(value)).toBe(text)
  })

  it.each([Symbol('s'), () => 1, Number.NaN, new Date(0), new Map(), '\ud800', { deep: [new Date(0)] }])(
    'cannot hold %o',
    (value) => {
      expect(() => query({ value })).toThrow(TypeError)
    },
  )

  it('has at most 100 levels', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
    expect(query(nested(100))).toBe(`a${'%5Ba%5D'.repeat(99)}=1`)
    expect(() => query(nested(101))).toThrow(new TypeError('photosPath: query is too deep'))
    const self: Record<string, unknown> = {}
    self.self = self
    expect(() => query(self)).toThrow(new TypeError('photosPath: query is too deep'))
  })

  it('names the value that it cannot contain', () => {
    expect(() => query({ a: { b: () => 1 } })).toThrow('query a[b] is not a string')
    expect(() => query({ '\udfff': 1 })).toThrow('query is not a string')
  })

  it('refuses half a surrogate pair in a name', () => {
    expect(() => query({ '\udfff': 1 })).toThrow(TypeError)
  })
})
