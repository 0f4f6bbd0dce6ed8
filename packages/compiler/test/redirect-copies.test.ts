// A project may test its route functions with `@turnout/compiler`. They import the DSL of the plugin, which is another copy.
import { expect, test, vi } from 'vitest'
import { compileRoutes } from '../src/index.ts'
import { redirect as ownRedirect } from '../src/dsl.ts'

test('a redirect of another copy of the DSL is a redirect', async () => {
  vi.resetModules()
  const copy = await import('../src/dsl.ts')
  expect(copy.redirect).not.toBe(ownRedirect)
  const { manifest, diagnostics } = compileRoutes((r) => {
    r.get('old', { to: copy.redirect('/photos', { status: 302 }) })
  })
  expect(diagnostics).toEqual([])
  expect(manifest!.routes[0]!.endpoint).toMatchObject({ status: 302 })
})

test.each([
  [
    'a class of the same name',
    new (class RedirectTarget {
      target = '/photos'
    })(),
  ],
  ['its fields', { target: '/photos', status: 301, query: undefined }],
])('an object with %s is no redirect', (_, to) => {
  const { manifest, diagnostics } = compileRoutes((r) => r.get('old', { to: to as never }))
  expect(diagnostics).not.toEqual([])
  expect(manifest?.routes ?? []).toEqual([])
})
