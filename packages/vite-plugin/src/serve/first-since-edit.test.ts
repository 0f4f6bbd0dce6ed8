import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { firstSinceEdit } from './first-since-edit.ts'

test('a text is first once, and again after a change of a file', () => {
  const watcher = new EventEmitter()
  const isFirst = firstSinceEdit(watcher as never)
  expect(['a', 'b', 'a', 'b'].map(isFirst)).toEqual([true, true, false, false])
  watcher.emit('all', 'change', '/app/a.ts')
  expect(['a', 'a'].map(isFirst)).toEqual([true, false])
})

test('the oldest of more than 100 texts is forgotten', () => {
  const isFirst = firstSinceEdit(new EventEmitter() as never)
  const texts = [...Array(101).keys()].map(String)
  expect(texts.map(isFirst)).not.toContain(false)
  expect(texts.slice(1).map(isFirst)).not.toContain(true)
  expect(isFirst('0')).toBe(true)
})
