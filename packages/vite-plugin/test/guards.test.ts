// Guards of namespaces: `use` of the modules `application` in folders of controllers.
import { rmSync, symlinkSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createBuilder, preview } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeProject, routesFile, viteConfig, writeFiles, type Files } from './fixture.ts'
import { ask, servedProject, type Answer, type Asked } from './serve.ts'

type Ask = (target: string, asked?: Asked) => Promise<Pick<Answer, 'status' | 'headers' | 'body'>>

/** A guard that records its name in a header, and lets only requests with this header through. */
const guard = (name: string) => `
export const use = [async (request, next, { route }) => {
  if (!(request.headers.get('pass') ?? '').includes(${JSON.stringify(name)})) return new Response(${JSON.stringify(`stopped by ${name}`)}, { status: 401 })
  const response = await next()
  response.headers.append('guards', ${JSON.stringify(name)})
  return response
}]`
const action = (text: string) => `new Response('${text}', { headers: { 'content-type': 'text/plain' } })`

const FILES: Files = {
  'index.html': '<!doctype html><html><head></head><body>shell</body></html>',
  'config/routes.ts': routesFile(
    `
  r.get('open', { to: 'open#show' })
  r.mount(app, { at: '/app' })
  r.namespace('admin', () => {
    r.resources('users', { only: ['index', 'create', 'show'], shallow: true }, () => r.resources('notes', { only: ['show'] }))
    r.get('pages', { to: 'pages#show' })
    r.get('old', { to: redirect('/open') })
    r.get('moved', { to: redirect(target) })
    r.mount(app, { at: '/app' })
    r.get('declined', { to: declined })
    r.match('endpoint', { to: endpoint, via: 'all' })
    r.get('outside', { controller: '/open', action: 'show' })
    r.get('absolute', { to: '/open#show' })
    r.namespace('deep', () => r.namespace('er', () => {
      r.get('things', { to: 'things#index' })
      r.get('old', { to: redirect('/open') })
    }))
  })
  r.get('admin/declined', { to: 'admin/users#index' })
  r.get('admin', { to: 'admin#index' })
  r.scope({ module: 'admin' }, () => {
    r.get('people', { to: 'users#index' })
    r.get('people/old', { to: redirect('/open') })
  })
  r.scope('/admin', () => r.get('only-path', { to: 'open#show' }))
  r.namespace('adminArea', () => r.get('old', { to: redirect('/open') }))`,
    `import { app, declined, endpoint, target } from '../src/apps.ts'`,
  ),
  'src/apps.ts': `
export const app = { fetch: (request) => new Response('app ' + new URL(request.url).pathname) }
export const endpoint = () => new Response('endpoint')
export const declined = () => new Response(null, { status: 404, headers: { 'x-cascade': 'pass' } })
export const target = () => '/open'`,
  'src/pages/admin/pages.ts': `export const Show = () => 'page'`,
  'src/controllers/open.ts': `export const show = () => ${action('open')}`,
  'src/controllers/admin.ts': `export const index = () => ${action('dashboard')}`,
  'src/controllers/admin/application.ts': guard('admin'),
  'src/controllers/admin/users.ts': `
export const middleware = [async (request, next) => {
  const response = await next()
  response.headers.append('guards', 'users')
  return response
}]
export const index = () => ${action('users')}
export const create = async ({ request }) => new Response('created ' + await request.text())
export const show = () => ${action('user')}`,
  'src/controllers/admin/notes.ts': `export const show = () => ${action('note')}`,
  'src/controllers/admin/deep/er/application.ts': guard('deeper').replace(
    'export const use = [',
    'export function use(...args) { return all[0](...args) }\nconst all = [',
  ),
  'src/controllers/admin/deep/er/things.ts': `export const index = () => ${action('things')}`,
  'src/controllers/adminArea/application.ts': guard('area'),
}
const OPTIONS = { pages: 'src/pages', server: true }

async function builtProject(root: string, more = {}): Promise<Ask> {
  const config = viteConfig(root, OPTIONS, {
    ...more,
    environments: { ssr: { resolve: { noExternal: true }, ...more } },
  })
  await (await createBuilder(config)).buildApp()
  const { default: server } = (await import(pathToFileURL(path.join(root, 'dist/server/index.js')).href)) as {
    default: { fetch(request: Request): Promise<Response> }
  }
  return async (target, init) => {
    const response = await server.fetch(new Request(`http://app.test${target}`, init as RequestInit))
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }
}

let previewServer: Awaited<ReturnType<typeof preview>> | undefined
async function previewedProject(root: string): Promise<Ask> {
  const config = viteConfig(root, OPTIONS, { preview: { host: '127.0.0.1', port: 0 } })
  await (await createBuilder(config)).buildApp()
  previewServer = await preview(config)
  const { port } = previewServer.httpServer.address() as AddressInfo
  return (target, asked = {}) => ask(port, target, asked)
}

const ALL = { pass: 'admin deeper area' }

describe.each<[string, (root: string) => Promise<Ask>]>([
  ['a dev server', async (root) => (await servedProject(root, OPTIONS)).get],
  ['a built server', (root) => builtProject(root)],
  [
    'a built server in one file',
    (root) => builtProject(root, { build: { rollupOptions: { output: { codeSplitting: false } } } }),
  ],
  ['a preview', (root) => previewedProject(root)],
])('%s', (name, start) => {
  test('runs the guards of a namespace before all of its routes, the outermost first, and before no other', async () => {
    const get = await start(makeProject(FILES))
    if (name === 'a preview') onTestFinished(() => previewServer?.close())
    const seen: unknown[] = []
    const expected: unknown[] = []
    const rows: [target: string, asked: Asked, guards: string, status: number, body: string][] = [
      ['/open', {}, '', 200, 'open'],
      ['/app/x', {}, '', 200, 'app /x'],
      ['/admin/absolute', {}, '', 200, 'open'],
      ['/admin/outside', {}, '', 200, 'open'],
      ['/admin/only-path', {}, '', 200, 'open'],
      ['/admin', {}, 'admin', 200, 'dashboard'],
      ['/admin/users', {}, 'users, admin', 200, 'users'],
      ['/admin/users', { method: 'HEAD' }, 'users, admin', 200, ''],
      [
        '/admin/users',
        { method: 'POST', body: 'x', headers: { 'content-type': 'application/json' } },
        'users, admin',
        200,
        'created x',
      ],
      ['/admin/users/7', {}, 'users, admin', 200, 'user'],
      ['/admin/notes/7', {}, 'admin', 200, 'note'],
      ['/people', {}, 'users, admin', 200, 'users'],
      ['/admin/pages', { headers: { accept: 'text/html' } }, 'admin', 200, 'shell'],
      ['/admin/old', {}, 'admin', 301, ''],
      ['/admin/moved', {}, 'admin', 301, ''],
      ['/people/old', {}, 'admin', 301, ''],
      ['/adminArea/old', {}, 'area', 301, ''],
      ['/admin/app/x/y', {}, 'admin', 200, 'app /x/y'],
      ['/admin/app', { method: 'DELETE' }, 'admin', 200, 'app /'],
      ['/admin/app', { method: 'OPTIONS' }, 'admin', 200, 'app /'],
      [
        '/admin/endpoint',
        { method: 'PUT', body: 'x', headers: { 'content-type': 'application/json' } },
        'admin',
        200,
        'endpoint',
      ],
      // The target of this route declines, and the next route is in the same namespace.
      ['/admin/declined', {}, 'users, admin', 200, 'users'],
      ['/admin/deep/er/things', {}, 'deeper, admin', 200, 'things'],
      ['/admin/deep/er/old', {}, 'deeper, admin', 301, ''],
    ]
    for (const [target, asked, guards, status, body] of rows) {
      const request = `${asked.method ?? 'GET'} ${target}`
      const stopped = await get(target, asked)
      seen.push([request, stopped.status, asked.method === 'HEAD' ? '' : stopped.body.includes('stopped by')])
      expected.push([
        request,
        guards === '' ? status : 401,
        asked.method !== 'HEAD' && guards !== '' ? true : asked.method === 'HEAD' ? '' : false,
      ])
      const passed = await get(target, { ...asked, headers: { ...asked.headers, ...ALL } })
      seen.push([request, passed.headers['guards'] ?? '', passed.status, passed.body.includes(body)])
      expected.push([request, guards, status, true])
    }
    // Each guard of several can stop a request.
    seen.push((await get('/admin/deep/er/things', { headers: { pass: 'admin' } })).body)
    expected.push('stopped by deeper')
    // Without a route there is no namespace.
    for (const [target, method] of [
      ['/admin/users', 'DELETE'],
      ['/admin/nowhere', 'GET'],
      ['/admin/users', 'OPTIONS'],
    ] as const)
      seen.push((await get(target, { method })).status)
    expected.push(405, 404, 204)
    expect(seen).toEqual(expected)
  })
})

describe('a namespace without a valid guard', () => {
  const broken: [string, string][] = [
    ['a module that throws', `throw new Error('broken')`],
    ['a module that does not parse', `export const use = [`],
    ['no array of functions', `export const use = ['admin']`],
    ['an array with a hole', `export const use = [, (request, next) => next()]`],
    ['a promise', `export const use = Promise.resolve([])`],
    ['null', `export const use = null`],
    ['an empty array', `export const use = []`],
    ['an empty array that is made', `export const use = [].concat([])`],
    ['an array whose iterator is empty', `export const use = Object.assign([() => {}], { *[Symbol.iterator]() {} })`],
    ['an object with numbers as keys', `export const use = { 0: (request, next) => next(), length: 1 }`],
    ['a set', `export const use = new Set([(request, next) => next()])`],
    ['nested arrays', `export const use = [[(request, next) => next()]]`],
    ['a default export with the property', `export default { use: [(request, next) => next()] }`],
    ['a default export', `export default [(request, next) => next()]`],
    ['a class with the method', `export class Guard { use(request, next) { return next() } }`],
    ['a class', `export const use = class {}`],
    ['a generator', `export function* use(request, next) { yield next() }`],
    ['a proxy whose traps throw', `export const use = new Proxy([], { get() { throw new Error('no') } })`],
    ['a revoked proxy', `const { proxy, revoke } = Proxy.revocable([], {})\nrevoke()\nexport const use = proxy`],
    ['a function that throws a promise', `export const use = () => { throw Promise.reject(new Error('no')) }`],
    [
      '`next` called after a response of another kind',
      `export const use = async (request, next) => { void next(); return 'text' }`,
    ],
    [
      'a module that waits and fails',
      `await new Promise((resolve) => setTimeout(resolve, 5))\nthrow new Error('late')`,
    ],
    ['an import that does not exist', `import './nowhere'\nexport const use = [(request, next) => next()]`],
    ['a getter that throws', `export * from './_getter.cjs'`],
    ['a misspelt export', `export const uses = []`],
    ['a guard that returns nothing', `export const use = () => {}`],
    ['a guard that returns an object, as for a contract', `export const use = [() => ({ user: 7 })]`],
  ]
  test.each(broken)('is an error for every request: %s', async (_, source) => {
    const { get } = await servedProject(
      makeProject({
        ...FILES,
        'src/controllers/admin/application.ts': source,
        'src/controllers/admin/_getter.cjs': `Object.defineProperty(exports, 'use', { enumerable: true, get() { throw new Error('no') } })`,
      }),
      OPTIONS,
    )
    for (const target of ['/admin/users', '/admin/old', '/admin/app/x', '/admin/deep/er/things', '/admin/pages']) {
      expect([target, (await get(target, { headers: { ...ALL, accept: '*/*' } })).status]).toEqual([target, 500])
    }
    expect((await get('/open')).status).toBe(200)
  })

  test.each([
    'export const uses = []',
    'export const use = []',
    'export const use = [] as Middleware[]',
    'export const use = [] satisfies Middleware[]',
    'const guards: Middleware[] = []\nexport { guards as use }',
  ])('is an error of the build: %s', async (source) => {
    const files = { ...FILES, 'src/controllers/admin/application.ts': `type Middleware = unknown\n${source}` }
    await expect(builtProject(makeProject(files))).rejects.toThrow(
      /`src\/controllers\/admin\/application\.ts` exports no middleware as `use`.*\[no-guard\]/,
    )
  })
})

describe('two spellings of one folder', () => {
  const { 'src/controllers/admin/users.ts': users, ...others } = FILES

  test('a guard in the one folder runs for the controllers of the other', async () => {
    const root = makeProject({ ...others, 'src/controllers/Admin/users.ts': users! })
    for (const get of [(await servedProject(root, OPTIONS)).get, await builtProject(root)]) {
      expect((await get('/admin/users')).body).toBe('stopped by admin')
      expect((await get('/people')).body).toBe('stopped by admin')
      expect((await get('/admin/users', { headers: ALL })).body).toBe('users')
    }
  })

  test.each(['Admin/application.ts', 'admin/Application.ts', 'admin/applicationController.js'])(
    'two guards are an error, because only one of them could run: %s',
    async (file) => {
      const root = makeProject({ ...FILES, [`src/controllers/${file}`]: guard('other') })
      await expect(builtProject(root)).rejects.toThrow(
        /2 files have the name `admin\/application` in routes:.*\[duplicate-module\]/,
      )
      const { get } = await servedProject(root, OPTIONS)
      for (const target of ['/admin/users', '/admin/old', '/people'])
        expect([target, (await get(target, { headers: ALL })).status]).toEqual([target, 500])
    },
  )
})

describe('a folder of controllers that cannot be read', () => {
  const others = Object.fromEntries(
    Object.entries(FILES).filter(
      ([file]) => !/^src\/controllers\/admin(?:Area)?\//.test(file) && file !== 'config/routes.ts',
    ),
  )
  const routes = routesFile(
    `r.namespace('admin', () => r.get('old', { to: redirect('/open') }))\nr.get('open', { to: 'open#show' })`,
  )

  // Nobody would notice the missing guard of a namespace that has only redirects, mounted apps and pages.
  test.each([
    ['a link to itself', 'admin'],
    ['a link to a folder that does not exist', '../nowhere'],
  ])('is an error, because a guard may be in it: %s', async (_, target) => {
    const root = makeProject({ ...others, 'config/routes.ts': routes })
    symlinkSync(target, path.join(root, 'src/controllers/admin'))
    await expect(builtProject(root)).rejects.toThrow(/src\/controllers\/admin.*\[compilation-failed\]/s)
    const { get } = await servedProject(root, OPTIONS)
    expect((await get('/admin/old')).status).toBe(500)
  })

  test('is an error of its requests if it disappears while the server runs', async () => {
    const root = makeProject({ ...FILES })
    const { get } = await servedProject(root, OPTIONS)
    expect((await get('/admin/old')).status).toBe(401)
    rmSync(path.join(root, 'src/controllers/admin'), { recursive: true })
    symlinkSync('admin', path.join(root, 'src/controllers/admin'))
    writeFiles(root, { 'config/routes.ts': `${FILES['config/routes.ts']}\n` })
    await expect.poll(async () => (await get('/admin/old')).status, { timeout: 15_000 }).toBeGreaterThanOrEqual(401)
  })
})

describe('through symbolic links', () => {
  const { 'src/controllers/admin/application.ts': source, ...files } = FILES

  test('the guard of a linked folder runs, also if the namespace has no controller', async () => {
    const outside = makeProject({
      'admin/application.ts': guard('admin'),
      'admin/users.ts': FILES['src/controllers/admin/users.ts']!,
    })
    const root = makeProject({
      ...Object.fromEntries(Object.entries(files).filter(([file]) => !file.startsWith('src/controllers/admin/'))),
      'config/routes.ts': routesFile(
        `r.get('open', { to: 'open#show' })
  r.namespace('admin', () => {
    r.mount(app, { at: '/app' })
    r.get('old', { to: redirect('/open') })
    r.get('users', { to: 'users#index' })
  })`,
        `import { app } from '../src/apps.ts'`,
      ),
    })
    symlinkSync(path.join(outside, 'admin'), path.join(root, 'src/controllers/admin'))
    for (const get of [(await servedProject(root, OPTIONS)).get, await builtProject(root)]) {
      for (const target of ['/admin/app/x', '/admin/old', '/admin/users'])
        expect([target, (await get(target)).body]).toEqual([target, 'stopped by admin'])
      expect((await get('/open')).body).toBe('open')
    }
  })

  test('a linked module guards its namespace', async () => {
    const outside = makeProject({ 'guard.ts': source! })
    const root = makeProject(files)
    symlinkSync(path.join(outside, 'guard.ts'), path.join(root, 'src/controllers/admin/application.ts'))
    const get = await builtProject(root)
    expect((await get('/admin/old')).body).toBe('stopped by admin')
  })

  test('a link that leads nowhere lets no request through, and fails the build', async () => {
    const root = makeProject(files)
    symlinkSync('nowhere.ts', path.join(root, 'src/controllers/admin/application.ts'))
    const { get } = await servedProject(root, OPTIONS)
    for (const target of ['/admin/users', '/admin/old', '/admin/app/x', '/admin/deep/er/old'])
      expect([target, (await get(target, { headers: ALL })).status]).toEqual([target, 500])
    await expect(builtProject(root)).rejects.toThrow('application.ts')
  })
})

describe('in dev', () => {
  const SERVER = `
import { defineServer, dispatch } from 'virtual:routes/server'
export default defineServer({ fetch: (request) => dispatch(request) })`

  test.each([
    ['the default server', {}],
    ['a module of its own', { 'src/server.ts': SERVER }],
  ])('a new guard and a changed guard count for the next request: %s', async (_, server) => {
    const { 'src/controllers/admin/application.ts': source, ...files } = FILES
    const root = makeProject({ ...files, ...server })
    const { get } = await servedProject(root, OPTIONS)
    const body = async () => (await get('/admin/users')).body
    expect(await body()).toBe('users')
    writeFiles(root, { 'src/controllers/admin/application.ts': source! })
    await expect.poll(body, { timeout: 5000 }).toBe('stopped by admin')
    writeFiles(root, { 'src/controllers/admin/application.ts': guard('other') })
    await expect.poll(body, { timeout: 5000 }).toBe('stopped by other')
    writeFiles(root, { 'src/controllers/application.ts': guard('root') })
    await expect.poll(body, { timeout: 5000 }).toBe('stopped by root')
    expect((await get('/open')).body).toBe('stopped by root')
  })
})
