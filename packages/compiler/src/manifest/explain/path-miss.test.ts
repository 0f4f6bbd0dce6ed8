import { expect, it } from 'vitest'
import { compileRoutes } from '../../compile.ts'
import { pathMiss } from './path-miss.ts'

const pattern = (at: number, expected: string | null) => ({ reason: 'pattern', at, expected })

it.each<[string, Record<string, RegExp | string>, string, object]>([
  ['photos/new', {}, '/photos/next', pattern(8, 'new')],
  ['photos/:id/edit', {}, '/photos/7', pattern(9, '/edit')],
  ['photos', {}, '/photos/7', pattern(7, null)],
  ['photos/:id', { id: /\d+/ }, '/photos/a', { reason: 'requirement', param: 'id', value: 'a' }],
  // A requirement is the reason only if the rest of the path matches.
  ['photos/:id/edit', { id: /\d+/ }, '/photos/a/x', pattern(8, ':id')],
  ['photos/:id/edit', { id: 'new' }, '/photos/new/x', pattern(12, 'edit')],
  // The path is also compared without the group that it could begin with.
  ['(:locale)/photos/:id/edit', {}, '/photos/7/x', pattern(10, 'edit')],
  // A param leaves the literal after it, and a glob leaves none that begins with a slash.
  ['songs/:song-live/x', {}, '/songs/a-b-live/y', pattern(16, 'x')],
  ['files/*path.:format', { format: /json/ }, '/files/a/b.c', { reason: 'requirement', param: 'format', value: 'c' }],
  ['files/*path/edit', {}, '/files/a/b', pattern(10, '/edit')],
  // Rails compares whole words, so the complete pattern is the reason.
  ['a(/):b', {}, '/ab', pattern(0, '/a(/):b')],
])('explains why %s %o does not match %s', (path, constraints, requested, miss) => {
  const format = /:format/.test(path) ? {} : { format: false }
  const { manifest } = compileRoutes((r) => r.get(path, { to: 'a#b', constraints, ...format }))
  expect(pathMiss(manifest!.routes[0]!, requested)).toMatchObject(miss)
})
