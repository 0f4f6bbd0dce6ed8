import { expect, it } from 'vitest'
import { partsOf } from './parts-of.ts'

it('a request names its method and its target', () => {
  expect(partsOf({ method: 'GET', url: '/a' })).toEqual(['GET', '/a'])
  expect(partsOf(undefined)).toEqual([undefined, undefined])
})

it('what cannot be read names nothing', () => {
  const broken = {
    get method() {
      throw new Error('no')
    },
  }
  expect(partsOf(broken)).toEqual([])
})
