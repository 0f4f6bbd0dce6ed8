import { deepStrictEqual } from 'node:assert'
import { unpack } from '@turnout/runtime'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../manifest/manifest.ts'
import { pack } from './pack.ts'

const word = fc.constantFrom(
  'photo',
  'photos',
  'edit_photo',
  '/photos/:id',
  '/photos/:id/edit',
  '',
  '\u{1f600}',
  "'\\<!--",
)
const key = fc.constantFrom('name', 'kind', '__proto__', 'constructor', '0', 'a b')
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(word, fc.string({ unit: 'binary' }), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
})).value

function expectFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  expect(Object.isFrozen(value)).toBe(true)
  Object.values(value).forEach(expectFrozen)
}

describe('pack', () => {
  it('writes JSON from which `unpack` makes the same value, frozen', () => {
    fc.assert(
      fc.property(json, (value) => {
        const same = JSON.parse(JSON.stringify(value)) as Json
        const unpacked = unpack(pack(value))
        // `toStrictEqual` compares the keys `constructor`.
        deepStrictEqual(unpacked, same)
        expect(JSON.stringify(unpacked)).toBe(JSON.stringify(same))
        expectFrozen(unpacked)
      }),
      { numRuns: 500 },
    )
  })

  it('restores objects with more keys than a shape has places, and `__proto__` as a key', () => {
    const wide = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key${index}`, `value ${index % 3}`]))
    const value = { routes: [wide, { ...wide, key7: 'other' }], own: JSON.parse('{"__proto__":{"a":1}}') as Json }
    const unpacked = unpack(pack(value)) as typeof value
    expect(unpacked).toStrictEqual(value)
    expect(Object.keys(unpacked.own as object)).toEqual(['__proto__'])
  })

  it('writes repeated values once', () => {
    const route = (id: number) => ({
      pattern: `/photos/${id}`,
      requirements: { id: { source: '\\d'.repeat(300), flags: '' } },
    })
    const packed = pack(Array.from({ length: 1000 }, (_, id) => route(id)))
    expect(packed.split('\\\\d'.repeat(300))).toHaveLength(2)
    expect(packed.length).toBeLessThan(20_000)
    const [first, second] = unpack(packed) as ReturnType<typeof route>[]
    expect(first!.requirements).toBe(second!.requirements)
  })
})
