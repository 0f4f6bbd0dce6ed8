import { expect, test } from 'vitest'
import { pathStart } from './mounted.ts'

test.each([
  ['http://h.test/a', '/a'],
  ['http://h.test?a', '?a'],
  ['http://h.test#a', '#a'],
  ['http://h.test', ''],
  ['http:///a', '/a'],
  ['https://h.test:1/a?b=http://c/d', '/a?b=http://c/d'],
])('the path of %s begins at %j', (url, path) => {
  expect(url.slice(pathStart(url))).toBe(path)
})
