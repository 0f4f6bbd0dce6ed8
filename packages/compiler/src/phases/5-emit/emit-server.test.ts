import { expect, test } from 'vitest'
import { compileBlock } from '../../compile.ts'
import { emitServer } from './emit-server.ts'

const { manifest } = compileBlock((r) => {
  r.resources('photos')
  r.namespace('admin', (admin) => admin.resources('users'))
  r.get('lost', { to: 'lost#show' })
})
const controllers = new Map([
  ['unused', '/src/controllers/unused.ts'],
  ['photos', '/src/controllers/photos.ts'],
  ['admin/users', "/src/controllers/admin/user's.ts"],
])

test('the table contains the controllers that routes name and that have a file', () => {
  const code = emitServer(manifest!, { controllers })
  expect(code.slice(code.indexOf('const controllers'))).toBe(`const controllers = {
  ['admin/users']: () => import('/src/controllers/admin/user\\'s.ts'),
  ['photos']: () => import('/src/controllers/photos.ts'),
}
export const dispatch = createDispatch({ allowedMethods, match, matchAll, refusal }, controllers, {  })
export default defineServer({ fetch: (request, context) => dispatch(request, context) })
`)
})

test('the table contains the modules `application` of all folders, although no route names them', () => {
  const sources = new Map([
    ...controllers,
    ['application', '/a.ts'],
    ['admin/application', '/b.ts'],
    ['my_application', '/c.ts'],
  ])
  const code = emitServer(manifest!, { controllers: sources })
  expect(code.slice(code.indexOf('const controllers'), code.indexOf('export const dispatch')))
    .toBe(`const controllers = {
  ['admin/application']: () => import('/b.ts'),
  ['admin/users']: () => import('/src/controllers/admin/user\\'s.ts'),
  ['application']: () => import('/a.ts'),
  ['photos']: () => import('/src/controllers/photos.ts'),
}
`)
})

test('dispatch is told if a condition reads the address of the client', () => {
  for (const attribute of ['ip', 'remote_ip', 'remote_addr', 'client_ip']) {
    const { manifest } = compileBlock((r) => r.get('a', { to: 'a#b', constraints: { [attribute]: '10.0.0.1' } }))
    expect(emitServer(manifest!, { controllers })).toContain('controllers, { needsAddress: true })')
  }
})

test('origins that may send forms are passed to dispatch', () => {
  const code = emitServer(manifest!, { controllers, trustedOrigins: ['https://pay.test', 'http://localhost:8080'] })
  expect(code).toContain("controllers, { trustedOrigins: ['https://pay.test', 'http://localhost:8080'] })")
})

test('in dev each request uses the table of the latest instance', () => {
  const code = emitServer(manifest!, { controllers, dev: { sharedState: 'globalThis.shared' } })
  expect(code).toContain('import.meta.hot?.accept()')
  expect(code).toContain('const state = globalThis.shared\n')
  expect(code).toContain(
    `['photos']: () => load(() => import('/src/controllers/photos.ts'), '/src/controllers/photos.ts'),`,
  )
  expect(code).toContain('controllers, { dev: true, needsAddress })(request, context)')
})
