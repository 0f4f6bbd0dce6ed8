import { expect, test } from 'vitest'
import { messageOf } from './catalog.ts'

test('a message contains its arguments as they are, also those that look like placeholders', () => {
  const args = { controller: '$&{suggestion}', suggestion: '{controller}' }
  expect(messageOf('invalid-controller', args)).toBe(
    '`$&{suggestion}` is not the name of a controller. Did you mean `{controller}`?',
  )
})

test('a message without a suggestion ends before it', () => {
  expect(messageOf('invalid-controller', { controller: 'A', suggestion: null })).toBe(
    '`A` is not the name of a controller.',
  )
})

test('a thrown value is described, whatever it is', () => {
  const thrown = [new TypeError('boom'), null, Object.create(null) as object]
  expect(thrown.map((error) => messageOf('inflections-threw', { error }))).toEqual([
    '`inflections` threw TypeError: boom',
    '`inflections` threw null',
    '`inflections` threw an object that cannot be read',
  ])
})
