// One project with pages in its client and actions on its server.
import { existsSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createBuilder, preview, type InlineConfig } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { controllerStubs } from '../src/cli/controller-stubs.ts'
import { findUnused } from '../src/cli/routes.ts'
import type { TurnoutOptions } from '../src/index.ts'
import { loadedProject, makeProject, routesFile, viteConfig, writeFiles, type Files } from './fixture.ts'
import { ask, servedProject } from './serve.ts'

const NAVIGATION = { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } }
const JSON_ONLY = { headers: { accept: 'application/json' } }

const FILES: Files = {
  'index.html': `<!doctype html><html><head><script type="module" src="./src/main.ts"></script></head><body>shell</body></html>`,
  'config/routes.ts': routesFile(`
  r.root('home#show')
  r.resources('photos', { only: ['index', 'show', 'create'] })
  r.get('feed', { to: 'feeds#show' })`),
  'src/main.ts': `import { load } from 'virtual:routes/pages'\nload(location.pathname).then(console.log)`,
  'src/pages/home.ts': `export const Show = () => 'home'`,
  'src/pages/photos.ts': `const Index = () => 'photos'\nexport { Index as index }\nexport const Show = () => 'photo'`,
  'src/controllers/photos.ts': `
export const index = () => Response.json(['all'])
export const create = async ({ request }) => Response.json(await request.text(), { status: 201 })`,
  'src/controllers/feeds.ts': `export const show = () => new Response('feed')`,
}
const OPTIONS: TurnoutOptions = { pages: 'src/pages', server: true }

/** What a request for a path comes to: the document, or what the action sends. */
type Ask = (
  target: string,
  asked?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<{
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}>

/** Builds the project, and calls what was built. */
async function builtProject(root: string, options: TurnoutOptions = {}, more: InlineConfig = {}): Promise<Ask> {
  const config = viteConfig(
    root,
    { ...OPTIONS, ...options },
    { ...more, environments: { ssr: { resolve: { noExternal: true } } } },
  )
  await (await createBuilder(config)).buildApp()
  const { default: server } = (await import(pathToFileURL(path.join(root, 'dist/server/index.js')).href)) as {
    default: { fetch(request: Request): Promise<Response> }
  }
  return async (target, init) => {
    const response = await server.fetch(new Request(`http://app.test${target}`, init))
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }
}

/** Builds the project, and asks `vite preview`. */
async function previewedProject(root: string, base = '/'): Promise<Ask> {
  const config = viteConfig(root, { ...OPTIONS, base: base !== '/' }, { base, preview: { host: '127.0.0.1', port: 0 } })
  await (await createBuilder(config)).buildApp()
  const server = await preview(config)
  onTestFinished(() => server.close())
  const { port } = server.httpServer.address() as AddressInfo
  return (target, asked = {}) => ask(port, target, asked)
}

describe.each<[string, (root: string) => Promise<Ask>, RegExp]>([
  ['a dev server', async (root) => (await servedProject(root, OPTIONS)).get, /@vite\/client[^]*src="\/src\/main\.ts"/],
  ['what was built', (root) => builtProject(root), /src="\/assets\/index-[^"]+\.js"/],
  ['a preview', (root) => previewedProject(root), /src="\/assets\/index-[^"]+\.js"/],
])('%s', (_name, start, script) => {
  test('answers navigations with the document, and other requests with the action', async () => {
    const ask = await start(makeProject(FILES))
    for (const target of ['/', '/photos', '/photos/7', '/photos/7?a=1']) {
      const page = await ask(target, NAVIGATION)
      expect([target, page.status, page.headers['content-type']]).toEqual([target, 200, 'text/html; charset=utf-8'])
      expect(page.headers['vary']).toMatch(/(?:^|, )Accept$/)
      expect(page.body).toMatch(script)
      expect(page.body).toContain('<body>shell</body>')
    }
    expect(await ask('/photos', JSON_ONLY)).toMatchObject({ status: 200, body: '["all"]' })
    expect((await ask('/photos', JSON_ONLY)).headers['vary']).toMatch(/(?:^|, )Accept$/)
    expect((await ask('/photos', { headers: { accept: '*/*' } })).body).toBe('["all"]')
    expect((await ask('/photos.json', NAVIGATION)).body).toBe('["all"]')
    expect(await ask('/photos', { ...NAVIGATION, method: 'POST', body: 'new' })).toMatchObject({
      status: 201,
      body: '"new"',
    })
    expect(await ask('/photos/7', JSON_ONLY)).toMatchObject({
      status: 406,
      body: '{"title":"Not Acceptable","status":406}',
    })
    expect((await ask('/feed', NAVIGATION)).body).toBe('feed')
    const head = await ask('/photos', { ...NAVIGATION, method: 'HEAD' })
    expect([head.status, head.headers['content-type'], head.body]).toEqual([200, 'text/html; charset=utf-8', ''])
    expect((await ask('/nowhere', NAVIGATION)).status).toBe(404)
    expect((await ask('/photos', { method: 'DELETE' })).headers['allow']).toBe('GET, HEAD, POST, OPTIONS')
  })

  test('may have a function for documents', async () => {
    const ask = await start(
      makeProject({
        ...FILES,
        'src/controllers/application.ts': `
export const document = ({ template, route, params }) =>
  new Response(template.replace('shell', route === null ? 'none' : route.action + (params.id ?? '')), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })`,
      }),
    )
    const page = await ask('/photos/7', NAVIGATION)
    expect(page.body).toContain('<body>show7</body>')
  })
})

test('what is built for browsers has no document and no controller', async () => {
  const root = makeProject({ ...FILES, 'public/robots.txt': 'none' })
  const ask = await builtProject(root)
  const files = readdirSync(path.join(root, 'dist/client'), { recursive: true, encoding: 'utf8' })
  expect(files).toContain('robots.txt')
  expect(files).not.toContain('index.html')
  expect(existsSync(path.join(root, 'dist/client/assets'))).toBe(true)
  // The client shows its own page for what it does not find.
  expect(await ask('/nowhere', NAVIGATION)).toMatchObject({ status: 404, body: expect.stringContaining('shell') })
})

test('a route that matches every path leaves the document to the server', async () => {
  const routes = routesFile(`  r.get('*path', { to: 'home#show' })`)
  const ask = await builtProject(makeProject({ ...FILES, 'config/routes.ts': routes }))
  expect(await ask('/index', NAVIGATION)).toMatchObject({ status: 200, body: expect.stringContaining('shell') })
})

test('a preview serves the files of the client, and the server decides on everything else', async () => {
  const files = {
    ...FILES,
    'public/robots.txt': 'none',
    // A route has this path.
    'public/photos.html': 'a file',
  }
  const get = await previewedProject(makeProject(files))
  const { body } = await get('/photos/7', NAVIGATION)
  const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(body)!
  expect(await get(script)).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'max-age=31536000, immutable', 'content-type': expect.stringContaining('javascript') },
  })
  expect(await get('/robots.txt', NAVIGATION)).toMatchObject({ status: 200, body: 'none' })
  expect((await get('/photos.html', NAVIGATION)).body).toContain('shell')
  expect(await get('/index.html', NAVIGATION)).toMatchObject({ status: 404 })
  expect((await get('/server/index.js')).status).toBe(404)
  expect((await get('/photos/%zz', NAVIGATION)).status).toBe(400)
  expect((await get('/..%2fserver%2findex.js')).status).toBe(400)
})

test('a preview under a base has its documents there', async () => {
  const html = `<!doctype html><html><head><script type="module" src="/src/main.ts"></script></head></html>`
  const get = await previewedProject(makeProject({ ...FILES, 'index.html': html }), '/app/')
  const { status, body } = await get('/app/photos/7', NAVIGATION)
  expect([status, body]).toEqual([200, expect.stringMatching(/src="\/app\/assets\/index-/)])
  const [, script = ''] = /src="(\/app\/assets\/[^"]+)"/.exec(body)!
  expect((await get(script)).status).toBe(200)
  expect((await get('/app/photos', JSON_ONLY)).body).toBe('["all"]')
})

test('a document under a base has the addresses of its scripts', async () => {
  const html = `<!doctype html><html><head><script type="module" src="/src/main.ts"></script></head></html>`
  const files = { ...FILES, 'index.html': html }
  const { get } = await servedProject(makeProject(files), { ...OPTIONS, base: true }, { base: '/app/' })
  expect((await get('/app/photos/7', NAVIGATION)).body).toContain('src="/app/src/main.ts"')
  const ask = await builtProject(makeProject(files), { base: true }, { base: '/app/' })
  expect((await ask('/app/photos/7', NAVIGATION)).body).toMatch(/src="\/app\/assets\/index-/)
})

test('a dev server sees an edited document, a page that comes and one that goes', async () => {
  const root = makeProject(FILES)
  const { get } = await servedProject(root, OPTIONS)
  expect((await get('/photos/7', NAVIGATION)).body).toContain('shell')
  writeFiles(root, { 'index.html': FILES['index.html']!.replace('shell', 'edited') })
  await expect.poll(async () => (await get('/photos/7', NAVIGATION)).body).toContain('edited')
  writeFiles(root, { 'src/pages/photos.ts': `export const Show = () => 'photo'` })
  await expect.poll(async () => (await get('/photos', NAVIGATION)).body).toBe('["all"]')
  writeFiles(root, { 'src/pages/feeds.ts': `export const Show = () => 'feed'` })
  await expect.poll(async () => (await get('/feed', NAVIGATION)).body).toContain('edited')
})

describe('a check', () => {
  /** `code severity message` of each problem of a build. */
  async function problemsOf(files: Files, options: TurnoutOptions = {}): Promise<string[]> {
    const { problems } = await (await loadedProject(makeProject(files), { ...OPTIONS, ...options })).outcome()
    return problems.map(({ code, message }) => `${code} ${message}`)
  }

  test('finds nothing where each route has a page or an action', async () => {
    expect(await problemsOf(FILES)).toEqual([])
  })

  test('finds a route that has neither', async () => {
    const routes = routesFile(`
  r.resources('photos', { only: ['index', 'edit', 'update'] })
  r.resources('feeds', { only: ['show', 'index'] })
  r.get('lost', { to: 'lost#show' })
  r.post('home', { to: 'home#show' })`)
    expect(await problemsOf({ ...FILES, 'config/routes.ts': routes })).toEqual([
      'unknown-page The route `GET /photos/:id/edit(.:format)` has no page and no action `photos#edit`.',
      'unknown-action `src/controllers/photos.ts` does not export the action `update` of `PATCH /photos/:id(.:format)`.',
      'unknown-action `src/controllers/feeds.ts` does not export the action `index` of `GET /feeds(.:format)`.',
      'unknown-controller There is no controller `lost`, and there are no pages for it.',
      'unknown-controller There is no controller `home`.',
      expect.stringContaining('unused-action'),
    ])
  })

  test('needs no folder of controllers where there are pages', async () => {
    const { 'src/controllers/photos.ts': _p, 'src/controllers/feeds.ts': _f, ...files } = FILES
    expect(await problemsOf({ ...files, 'config/routes.ts': routesFile(`  r.root('home#show')`) })).toEqual([])
    expect(await problemsOf(files)).toContain(
      'unknown-controller There is no controller `feeds`, and there are no pages for it.',
    )
  })

  test('counts a page as none where clients do not see the route', async () => {
    expect(await problemsOf(FILES, { clientRoutes: { except: 'photos#show' } })).toEqual([
      'unknown-action `src/controllers/photos.ts` does not export the action `show` of `GET /photos/:id(.:format)`.',
    ])
  })

  test('asks for no action where a page is', async () => {
    const root = makeProject({ ...FILES, 'src/controllers/photos.ts': '' })
    const project = await loadedProject(root, OPTIONS)
    const { manifest } = await project.outcome()
    const { unhandled } = await findUnused(manifest!, project)
    expect(unhandled.map(({ route }) => route.action)).toEqual(['create'])
    expect((await controllerStubs('photos', manifest!, project)).actions).toEqual(['create'])
  })

  test('finds that there is no document', async () => {
    const { 'index.html': _, ...files } = FILES
    const message = 'no-document There is no `index.html`, so the server has no document for pages.'
    expect(await problemsOf(files)).toEqual([message])
    const document = { 'src/controllers/application.ts': `export const document = () => new Response('own')` }
    expect(await problemsOf({ ...files, ...document })).toEqual([])
    await expect(builtProject(makeProject(files))).rejects.toThrow('[no-document]')
  })

  test('fails a build where neither a page nor an action is there', async () => {
    const root = makeProject({ ...FILES, 'src/pages/photos.ts': `export const Index = () => 'photos'` })
    await expect(builtProject(root)).rejects.toThrow('has no page and no action `photos#show`')
  })
})
