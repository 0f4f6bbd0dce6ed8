import { expect, it } from 'vitest'
import { methodAndTarget } from './method-and-target.ts'

it('a request names its method and its target', () => {
  expect(methodAndTarget({ method: 'GET', url: '/a' })).toEqual(['GET', '/a'])
  expect(methodAndTarget(undefined)).toEqual([undefined, undefined])
})

it('what cannot be read names nothing', () => {
  const broken = {
    get method() {
      throw new Error('no')
    },
  }
  expect(methodAndTarget(broken)).toEqual([])
})
