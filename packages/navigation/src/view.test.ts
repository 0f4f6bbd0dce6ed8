import { expect, test } from 'vitest'
import { INITIAL } from './snapshot.ts'
import { linkState } from './view.ts'

test.each([
  ['/photos', '/photos', '/photos', 'page'],
  ['/photos/', '/photos/7?page=2', '/photos/7', 'true'],
  ['/photos?page=2', '/photos/7', '/photos/7', 'true'],
  ['/photos', '/photos-of-fog', '/photos-of-fog', undefined],
  ['/photos/7', '/photos', '/photos', undefined],
  ['/', '/photos', '/photos', undefined],
  ['/app', '/app/photos', '/photos', undefined],
  ['/app/', '/app/photos', '/photos', undefined],
  ['/app/photos', '/app/photos/7', '/photos/7', 'true'],
  ['https://example.org/photos', '/photos/7', '/photos/7', undefined],
])('a link to %s, on the page of %s, has the state', (to, url, path, expected) => {
  const match = { name: null, params: {}, path }
  expect(linkState(to, { ...INITIAL, url, match }).current).toBe(expected)
})
