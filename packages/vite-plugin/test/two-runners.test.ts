// Several module runners of one process under edits: each sees the current table, although Vite evaluates a new module only
// in the runner that requests it first.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { createServerModuleRunner, isRunnableDevEnvironment, type ViteDevServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { devServer, makeProject, routesFile, writeFiles } from './fixture.ts'
import { servedProject } from './serve.ts'

const files = {
  'config/routes.ts': routesFile(`r.resources('photos', { only: 'index' })`),
  'src/server.ts': `import { match } from 'virtual:routes'\nexport { match }`,
  'src/main.ts': `import routes, { match } from 'virtual:routes'
import manifest from 'virtual:routes/manifest'
export const state = () => [manifest.routes[0].name, match('GET', '/albums')?.name, routes.albumsPath?.()]`,
}

/** The ways in which plugins evaluate modules on a server. */
function importers(server: ViteDevServer): Readonly<Record<string, (url: string) => Promise<unknown>>> {
  const cold = createServerModuleRunner(server.environments.ssr, { hmr: false })
  onTestFinished(() => cold.close())
  const environment = (name: string) => {
    const found = server.environments[name]!
    if (!isRunnableDevEnvironment(found)) throw new TypeError(name)
    return found
  }
  return {
    ssrLoadModule: (url) => server.ssrLoadModule(url),
    'the runner of ssr': (url) => environment('ssr').runner.import(url),
    'the runner of another environment': (url) => environment('other').runner.import(url),
    'a runner without updates': (url) => cold.import(url),
  }
}

test('every module runner sees the table of an edit, and the helpers that it adds', async () => {
  const root = makeProject(files)
  const server = await devServer(root, {}, { environments: { other: {} } })
  const runners = Object.entries(importers(server))
  const states = (file: string) =>
    Promise.all(
      runners.map(async ([name, load]) => [name, ((await load(file)) as { state(): unknown }).state()] as const),
    ).then(Object.fromEntries)
  const all = (state: unknown) => Object.fromEntries(runners.map(([name]) => [name, state]))
  for (const [, load] of runners) await load('/src/server.ts')
  expect(await states('/src/main.ts')).toEqual(all(['photos', undefined, undefined]))

  writeFiles(root, { 'config/routes.ts': routesFile(`r.resources('albums', { only: 'index' })`) })
  await expect.poll(() => states('/src/main.ts')).toEqual(all(['albums', 'albums', '/albums']))

  // Each of these is new to one runner, which has an older instance of the routes.
  for (const [index, [name, load]] of runners.entries()) {
    const file = `src/new${index}.ts`
    writeFiles(root, { [file]: `import { albumsPath } from 'virtual:routes'\nexport const path = albumsPath()` })
    expect(await load(`/${file}`), name).toMatchObject({ path: '/albums' })
  }
})

/** The modules of an application that a server and a plugin of its have loaded. */
const application = {
  'config/routes.ts': routesFile(`r.resources('photos', { only: ['index', 'create'] })`),
  'index.html': '<p>first</p>',
  'src/controllers/photos.ts': `export const index = () => new Response('photos')`,
  'src/pages/photos.ts': `export const index = () => 'photos page'`,
  'src/held.ts': `import { dispatch } from 'virtual:routes/server'
import { load } from 'virtual:routes/pages'
import { open } from 'virtual:routes/navigation'
const html = { headers: { accept: 'text/html' } }
export const respond = async (path, init) => {
  const response = await dispatch(new Request('http://a' + path, init)).catch((error) => new Response(error.message))
  return response.status === 200 ? response.text() : response.status
}
export const page = (path) => respond(path, html)
export const loaded = async (path) => (await load(path))?.page?.() ?? null
export const opened = async (path) => (await open('http://a' + path)).snapshot.match?.controller ?? null`,
}

interface Held {
  respond(path: string, init?: RequestInit): Promise<unknown>
  page(path: string): Promise<unknown>
  loaded(path: string): Promise<unknown>
  opened(path: string): Promise<unknown>
}

test('functions that a runner holds see every edit, whichever runner evaluated it first', async () => {
  const root = makeProject(application)
  const options = { server: true, pages: 'src/pages' }
  const server = await devServer(root, options, { environments: { other: {} } })
  const held: Record<string, Held> = {}
  for (const [name, load] of Object.entries(importers(server))) held[name] = (await load('/src/held.ts')) as Held
  const [, first] = Object.values(held) as [Held, Held]
  /** Waits until the server's own runner has the result, and expects it from all others. */
  const all = async (call: (held: Held) => Promise<unknown>, expected: unknown) => {
    await expect.poll(() => call(first)).toEqual(expected)
    for (const [name, functions] of Object.entries(held)) expect(await call(functions), name).toEqual(expected)
  }
  await all(({ respond }) => respond('/photos'), 'photos')
  await all(({ page }) => page('/photos'), '<p>first</p>')

  // A controller and a page are added, for new routes and for a route of the first table.
  writeFiles(root, {
    'config/routes.ts': routesFile(`r.resources('photos', { only: ['index', 'create'] })
r.resources('albums', { only: 'index' })
r.namespace('admin', (admin) => admin.resources('users', { only: 'index' }))`),
    'src/controllers/albums.ts': `export const index = () => new Response('albums')`,
    'src/controllers/admin/users.ts': `export const index = () => new Response('users')`,
    'src/pages/albums.ts': `export const index = () => 'albums page'`,
  })
  await all(({ respond }) => respond('/albums'), 'albums')
  await all(({ respond }) => respond('/admin/users'), 'users')
  await all(({ loaded }) => loaded('/albums'), 'albums page')
  await all(({ opened }) => opened('/albums'), 'albums')
  await all(({ page }) => page('/albums'), '<p>first</p>')

  writeFiles(root, { 'src/controllers/admin/application.ts': `export const use = () => new Response('guarded')` })
  await all(({ respond }) => respond('/admin/users'), 'guarded')

  rmSync(path.join(root, 'src/controllers/admin/application.ts'))
  await all(({ respond }) => respond('/admin/users'), 'users')

  // Renamed: another file of the same controller.
  rmSync(path.join(root, 'src/controllers/albums.ts'))
  writeFiles(root, { 'src/controllers/albums_controller.ts': `export const index = () => new Response('renamed')` })
  await all(({ respond }) => respond('/albums'), 'renamed')

  rmSync(path.join(root, 'src/controllers/albums_controller.ts'))
  await all(({ respond }) => respond('/albums'), '<p>first</p>')

  rmSync(path.join(root, 'src/pages/albums.ts'))
  await all(({ respond }) => respond('/albums'), expect.stringContaining('There is no controller `albums`'))
  await all(({ loaded }) => loaded('/albums'), null)

  writeFiles(root, { 'index.html': '<p>second</p>' })
  await all(({ page }) => page('/photos'), '<p>second</p>')
})

/** A controller whose contract has a schema of a module of its own. */
const withContract = (title: string) => ({
  'src/controllers/photos.ts': `import { action } from 'virtual:routes/server'
import { Title, text } from '../title'
export const index = action('photos#index', { query: { title: Title } }, ({ query }) => new Response(query.title + text))`,
  'src/title.ts': `export const text = '!'
export const Title = { '~standard': { version: 1, vendor: 'test', validate: () => ({ value: '${title}' }) } }`,
})

test('a contract that ssrLoadModule loads first is also current in the responses of the dev server', async () => {
  const root = makeProject({ 'config/routes.ts': application['config/routes.ts'], ...withContract('first') })
  const { server, get } = await servedProject(root)
  const respondFirst = async () => {
    const { dispatch } = await server.ssrLoadModule('virtual:routes/server')
    return ((await dispatch(new Request('http://a/photos?title=a'))) as Response).text()
  }
  const respond = async () => (await get('/photos?title=a')).body
  expect([await respondFirst(), await respond()]).toEqual(['first!', 'first!'])
  writeFiles(root, { 'src/title.ts': withContract('second')['src/title.ts'] })
  await expect.poll(respondFirst).toBe('second!')
  expect(await respond()).toBe('second!')
})

test('a file that changes while a request fetches its module does not fail the request', async () => {
  const root = makeProject({ 'config/routes.ts': application['config/routes.ts'], ...withContract('first') })
  const { server, get } = await servedProject(root)
  const respond = () => get('/photos?title=a')
  expect(await respond()).toMatchObject({ body: 'first!' })
  const environment = server.environments['ssr']!
  const fetchModule = environment.fetchModule.bind(environment)
  let changes = 0
  environment.fetchModule = async (...args) => {
    const result = await fetchModule(...args)
    // The runner has evaluated this module, and does not receive it again.
    if (!args[0].includes('title') || !('cache' in result)) return result
    changes += 1
    writeFiles(root, { 'src/title.ts': withContract('second')['src/title.ts'] })
    server.watcher.emit('all', 'change', path.join(root, 'src/title.ts'))
    return result
  }
  const controller = withContract('first')['src/controllers/photos.ts'].replace('+ text', `+ '?'`)
  writeFiles(root, { 'src/controllers/photos.ts': controller })
  const statuses = new Set<number>()
  await expect
    .poll(async () => {
      const { status, body } = await respond()
      statuses.add(status)
      return body
    })
    .toBe('second?')
  expect([...statuses]).toEqual([200])
  expect(changes).toBeGreaterThan(0)
})

test('a controller that ssrLoadModule loads first is also current in the responses of the dev server', async () => {
  const root = makeProject({
    'config/routes.ts': application['config/routes.ts'],
    'src/controllers/photos.ts': `import { text } from '../text'\nexport const index = () => new Response(text)`,
    'src/text.ts': `export const text = 'photos'`,
  })
  const { server, get } = await servedProject(root)
  const respond = async () => (await get('/photos')).body
  const respondFirst = async () => {
    const { dispatch } = await server.ssrLoadModule('virtual:routes/server')
    return ((await dispatch(new Request('http://a/photos'))) as Response).text()
  }
  expect([await respondFirst(), await respond()]).toEqual(['photos', 'photos'])
  writeFiles(root, { 'src/text.ts': `export const text = 'edited'` })
  await expect.poll(respondFirst).toBe('edited')
  expect(await respond()).toBe('edited')
})

test('a controller that a runner without updates loads after another runner is as old there as any other module in Vite', async () => {
  const root = makeProject({
    'config/routes.ts': application['config/routes.ts'],
    'src/controllers/photos.ts': `export const index = () => new Response('first')`,
    'src/plain.ts': `export const text = 'first'`,
    'src/held.ts': `import { dispatch } from 'virtual:routes/server'
export const respond = async () => (await dispatch(new Request('http://a/photos'))).text()
export const plain = async () => (await import('./plain')).text`,
  })
  const { server, get } = await servedProject(root)
  interface HeldModule {
    respond(): Promise<string>
    plain(): Promise<string>
  }
  const held = (await server.ssrLoadModule('/src/held.ts')) as HeldModule
  const environment = server.environments['ssr']!
  if (!isRunnableDevEnvironment(environment)) throw new TypeError('ssr')
  const own = (await environment.runner.import('/src/held.ts')) as HeldModule
  const respond = async () => (await get('/photos')).body
  expect([await respond(), await held.respond(), await own.plain(), await held.plain()]).toEqual(Array(4).fill('first'))
  writeFiles(root, {
    'src/controllers/photos.ts': `export const index = () => new Response('second')`,
    'src/plain.ts': `export const text = 'second'`,
  })
  await expect.poll(respond).toBe('second')
  await expect.poll(() => own.plain()).toBe('second')
  // Vite sends the new code only to the first runner that requests it. A later version of Vite may change both results.
  expect(await held.respond()).toBe(await held.plain())
  expect(await held.plain()).toBe('first')

  // A new `ssrLoadModule` of the server also has the old instance, until the file changes again and this runner is the first.
  writeFiles(root, {
    'src/controllers/photos.ts': `export const index = () => new Response('third')`,
    'src/plain.ts': `export const text = 'third'`,
  })
  await expect.poll(() => held.respond()).toBe('third')
  await expect.poll(() => held.plain()).toBe('third')
  expect(await respond()).toBe('third')
})
