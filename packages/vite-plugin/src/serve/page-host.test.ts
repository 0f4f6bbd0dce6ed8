import { expect, test } from 'vitest'
import { fakeConfig, makeFolder } from '../../test/fake-project.ts'
import { pageHost } from './page-host.ts'

test('pages get the addresses of the dev server, the nonce of its pages, and the files that it may show', () => {
  const root = makeFolder({ 'src/a.ts': 'one', '.env': 'SECRET=1' })
  const { sources, ...addresses } = pageHost(fakeConfig(root, { base: '/app/', html: { cspNonce: 'abc' } }))
  expect(addresses).toEqual({ root, base: '/app/', inspector: '/app/__turnout/', scriptNonce: 'abc' })
  expect([sources.read('src/a.ts'), sources.mayShow('src/a.ts')]).toEqual(['one', true])
  expect([sources.read('.env'), sources.mayShow('.env')]).toEqual([null, false])
  expect(pageHost(fakeConfig(root)).scriptNonce).toBeNull()
})
