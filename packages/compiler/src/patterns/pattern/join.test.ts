import { expect, it } from 'vitest'
import { escapePath, joinPath, normalizePath } from './join.ts'

it.each([
  [null, 'photos', '/photos'],
  ['/a/', '/b/', '/a/b'],
  ['/a', null, '/a'],
  ['/a', '', '/a'],
  [null, '/', '/'],
  ['/a', '(:lang)', '/a(/:lang)'],
  ['/(:lang)', 'b', '(/:lang)/b'],
  [null, '(:lang)', '/(:lang)'],
  [null, '(:a)(/:b)', '/(:a)(/:b)'],
  [null, '((:a)/b)', '((/:a)/b)'],
  ['/x', '%c3%a9', '/x/%C3%A9'],
])('joins %j and %j to %j', (parent, child, joined) => {
  expect(joinPath(parent, child)).toBe(joined)
})

it('returns a normalised path unchanged', () => {
  for (const path of ['/', '/a/b', '(/:lang)/photos', '/photos/:id(.:format)']) expect(normalizePath(path)).toBe(path)
})

it.each([
  ['/photos/:id(.:format)', '/photos/:id(.:format)'],
  ['/naïve', '/na%C3%AFve'],
  ['/a b"c', '/a%20b%22c'],
  ['/100%', '/100%25'],
  ['/a#b', '/a%23b'],
  ['/😀', '/%F0%9F%98%80'],
])('escapes %j as %j', (path, escaped) => {
  expect(escapePath(path)).toBe(escaped)
})
