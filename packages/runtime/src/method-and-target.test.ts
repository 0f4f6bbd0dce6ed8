import { expect, it } from 'vitest'
import { methodAndTarget } from './method-and-target.ts'

it('returns the method and the target of a request', () => {
  expect(methodAndTarget({ method: 'GET', url: '/a' })).toEqual(['GET', '/a'])
  expect(methodAndTarget(undefined)).toEqual([undefined, undefined])
})

it('returns nothing for values that cannot be read', () => {
  const broken = {
    get method() {
      throw new Error('no')
    },
  }
  expect(methodAndTarget(broken)).toEqual([])
})
