import { build, createServer } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadedProject, makeProject, routesFile, viteConfig, writeFiles, type Files } from './fixture.ts'
import { servedProject } from './serve.ts'

const HTML = { headers: { accept: 'text/html' } }

const FILES: Files = {
  'config/routes.ts': routesFile(`
  r.resources('photos', { only: ['index', 'show', 'create'], constraints: { id: /\\d+/ } })
  r.get('page', { to: 'pages#show' })
  r.get('part', { to: 'pages#part' })
  r.get('broken', { to: 'broken#show' })
  r.get('threw', { to: 'pages#threw' })
  r.get('old', { to: redirect('/photos') })`),
  'src/controllers/photos.ts': `
export const index = () => new Response('all photos')
export const show = ({ params }: { params: { id: string } }) => Response.json(params)
export const create = async ({ request }: { request: Request }) => new Response(await request.text(), { status: 201 })`,
  'src/controllers/pages.ts': `
export const show = () => new Response('<!doctype html><html><head></head><body>page</body></html>', { headers: { 'content-type': 'text/html', 'content-length': '62' } })
export const part = () => new Response('<p>part</p>', { headers: { 'content-type': 'text/html' } })

export function threw({ request }: { request: Request }) {
  throw new Error('no <b>luck</b>: ' + new URL(request.url).search)
}`,
  'src/controllers/broken.ts': `export const show = () => new Response('mended')`,
}

describe('a dev server', () => {
  test('answers what routes lead to', async () => {
    const { get } = await servedProject(makeProject(FILES))
    expect(await get('/photos')).toMatchObject({ status: 200, body: 'all photos' })
    expect(await get('/photos/7')).toMatchObject({ status: 200, body: '{"id":"7"}' })
    expect(await get('/photos', { method: 'POST', body: 'text' })).toMatchObject({ status: 201, body: 'text' })
    expect(await get('/old')).toMatchObject({ status: 301, headers: { location: '/photos' } })
    expect(await get('/photos', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })

  test('sends every cookie, and the headers that Vite sets beside its own', async () => {
    const controller = `export const index = () => new Response('', { headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ['vary', 'accept']] })`
    const { get } = await servedProject(makeProject({ ...FILES, 'src/controllers/photos.ts': controller }))
    expect((await get('/photos')).headers).toMatchObject({ 'set-cookie': 'a=1 | b=2', vary: 'Origin, accept' })
  })

  test('adds to whole pages what Vite adds to pages, and nothing to parts', async () => {
    const { get } = await servedProject(makeProject(FILES))
    const page = await get('/page')
    expect(page.body).toContain('<script type="module" src="/@vite/client"></script>')
    expect(page.body).toContain('<body>page</body>')
    expect(await get('/part')).toMatchObject({ body: '<p>part</p>' })
  })

  test('sees an edited controller, one that comes, and one that goes', async () => {
    const root = makeProject(FILES)
    const { get } = await servedProject(root)
    expect((await get('/photos')).body).toBe('all photos')
    writeFiles(root, {
      'src/controllers/photos.ts': `export const index = () => new Response('edited')`,
      'config/routes.ts': routesFile(
        `  r.resources('photos', { only: 'index' })\n  r.get('news', { to: 'news#index' })`,
      ),
    })
    await expect.poll(async () => (await get('/photos')).body).toBe('edited')
    await expect.poll(async () => (await get('/news')).body).toContain('There is no controller `news`.')
    writeFiles(root, { 'src/controllers/news.ts': `export const index = () => new Response('news')` })
    await expect.poll(async () => (await get('/news')).body).toBe('news')
  })

  test('keeps the state of modules that were not edited', async () => {
    const root = makeProject({
      ...FILES,
      'src/server.ts': `import { dispatch } from 'virtual:routes/server'
let asked = 0
export default { fetch: async (request: Request) => {
  asked++
  const response = await dispatch(request)
  return new Response(asked + ' ' + await response.text())
} }`,
    })
    const { get } = await servedProject(root)
    expect((await get('/photos')).body).toBe('1 all photos')
    writeFiles(root, { 'src/controllers/photos.ts': `export const index = () => new Response('edited')` })
    await expect.poll(async () => (await get('/photos')).body).toMatch(/edited$/)
    expect((await get('/photos')).body).not.toBe('1 edited')
  })

  test('breaks the routes of a broken controller only, and shows where', async () => {
    const root = makeProject({
      ...FILES,
      'src/controllers/broken.ts': `export const show = () => {\n  return new Response(\n}`,
    })
    const { get } = await servedProject(root)
    expect((await get('/photos')).body).toBe('all photos')
    const broken = await get('/broken')
    expect(broken.status).toBe(500)
    expect(broken.body).toContain('src/controllers/broken.ts')
    writeFiles(root, { 'src/controllers/broken.ts': FILES['src/controllers/broken.ts']! })
    await expect.poll(async () => (await get('/broken')).body).toBe('mended')
  })
})

describe('the page of an error', () => {
  test('shows the mapped place, escapes what a request brought along, and runs nothing', async () => {
    // Vitest maps the modules of tests. A dev server has Node do it.
    const { prepareStackTrace } = Error
    onTestFinished(() => void (Error.prepareStackTrace = prepareStackTrace))
    Error.prepareStackTrace = undefined as never
    const { get } = await servedProject(makeProject(FILES))
    const { status, headers, body } = await get('/threw?<script>alert(1)</script>', HTML)
    expect(status).toBe(500)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'nonce-[\w+/=]+'; style-src 'nonce-[\w+/=]+'; connect-src 'self'/,
    )
    // The page's own script.
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).not.toMatch(/<b>/)
    expect(body).toContain('src/controllers/pages.ts:6:9')
    expect(body).toContain('&#62; 6 |   throw new Error(')
  })

  test('says that a Response was sent before', async () => {
    const controller = `const all = new Response('all photos')\nexport const index = () => all`
    const { get } = await servedProject(makeProject({ ...FILES, 'src/controllers/photos.ts': controller }))
    expect(await get('/photos')).toMatchObject({ status: 200, body: 'all photos' })
    expect(await get('/photos')).toMatchObject({
      status: 500,
      body: expect.stringContaining('500: TypeError: The body of the Response was already used.'),
    })
  })

  test('is JSON for clients that ask for JSON', async () => {
    const { get } = await servedProject(makeProject(FILES))
    const { status, headers, body } = await get('/threw', { headers: { accept: 'application/json' } })
    expect([status, headers['content-type']]).toEqual([500, 'application/problem+json'])
    expect(JSON.parse(body)).toMatchObject({
      title: 'Internal Server Error',
      status: 500,
      detail: 'Error: no <b>luck</b>:',
      request: { method: 'GET', target: '/threw' },
      route: { endpoint: 'pages#threw' },
    })
    const unmatched = await get('/phtoos', { headers: { accept: 'application/json' } })
    expect([unmatched.status, JSON.parse(unmatched.body)]).toEqual([
      404,
      {
        title: 'Not Found',
        status: 404,
        detail: 'No route matches GET /phtoos.',
        suggestions: expect.arrayContaining([{ method: 'GET', path: '/photos', endpoint: 'photos#index' }]),
      },
    ])
  })

  test('of a form has the verb of the form, and does not reload', async () => {
    const server = `import { dispatch, methodOverride } from 'virtual:routes/server'
export default { fetch: async (request) => dispatch(await methodOverride(request)) }`
    const routes = FILES['config/routes.ts']!.replace(/\n\}\)/, `\n  r.delete('threw', { to: 'pages#threw' })\n})`)
    const { get } = await servedProject(makeProject({ ...FILES, 'config/routes.ts': routes, 'src/server.ts': server }))
    const { body } = await get('/threw', {
      method: 'POST',
      headers: { ...HTML.headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: '_method=delete',
    })
    expect(body).toContain('verb delete')
    expect(body).not.toMatch(/data-client|@vite/)
  })

  test('is text for who does not ask for HTML', async () => {
    const { get } = await servedProject(makeProject(FILES))
    const { headers, body } = await get('/threw')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain('500: Error: no <b>luck</b>')
  })
})

describe('what no route answers', () => {
  test('gets the table, and why each near route does not', async () => {
    const { get } = await servedProject(makeProject(FILES))
    const { status, body, headers } = await get('/photos/x"><script>', HTML)
    expect([status, body]).toEqual([404, expect.any(String)])
    expect(headers).not.toHaveProperty('x-turnout-default-response')
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).toContain('photos#show')
    const text = (await get('/photos/x')).body
    expect(text).toContain('404: No route matches GET /photos/x')
    expect(text).toMatch(/photos#show +:id cannot be "x"/)
    expect(text).toMatch(/old\(\.:format\)/)
  })

  test('is 405 with Allow, 204 for OPTIONS, 400 for what is malformed', async () => {
    const { get } = await servedProject(makeProject(FILES))
    const refused = await get('/photos', { method: 'DELETE' })
    expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST, OPTIONS' } })
    const options = { status: 204, headers: { allow: 'GET, HEAD, POST, OPTIONS' } }
    expect(await get('/photos', { method: 'OPTIONS' })).toMatchObject(options)
    for (const target of ['/photos/%zz', '/photos/%', '/%c3%28', '/photos/%00', '/photos/..%2f..']) {
      expect([target, (await get(target)).status]).toEqual([target, 400])
    }
  })

  test('depends on the method in the form', async () => {
    const server = `import { dispatch, methodOverride } from 'virtual:routes/server'
export default { fetch: async (request) => dispatch(await methodOverride(request)) }`
    const { get } = await servedProject(makeProject({ ...FILES, 'src/server.ts': server }))
    const { body } = await get('/photos', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '_method=delete',
    })
    expect(body).toContain('405: No route matches DELETE /photos')
    expect(body).toContain('DELETE /photos matches no route.')
  })

  test('is what the application makes of it', async () => {
    const root = makeProject({
      ...FILES,
      'src/server.ts': `import { dispatch } from 'virtual:routes/server'
export default { fetch: async (request: Request) => {
  const response = await dispatch(request)
  return response.status === 404 ? new Response('our own', { status: 404 }) : response
} }`,
    })
    const { get } = await servedProject(root)
    expect(await get('/nowhere')).toMatchObject({ status: 404, body: 'our own' })
  })

  test('is a page of Vite where the application has one', async () => {
    const root = makeProject({ ...FILES, 'index.html': '<!doctype html><html><body>shell</body></html>' })
    const { get } = await servedProject(root, {}, { appType: 'spa' })
    expect((await get('/anything', HTML)).body).toContain('shell')
    expect((await get('/photos', HTML)).body).toBe('all photos')
  })
})

test('who may not ask gets nothing', async () => {
  const { get } = await servedProject(makeProject(FILES))
  const { status, body } = await get('/photos', { headers: { host: 'evil.test' } })
  expect(status).toBe(403)
  expect(body).not.toContain('photos')
})

test('pages of another origin get the headers of `server.cors`', async () => {
  const { get } = await servedProject(makeProject(FILES))
  const preflight = (origin: string) =>
    get('/src/main.ts', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } })
  expect(await preflight('http://localhost:5000')).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-origin': 'http://localhost:5000' },
  })
  expect((await preflight('http://evil.test')).headers).not.toHaveProperty('access-control-allow-origin')
})

describe('a page of another site', () => {
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const SHOWN = /No route matches|no <b>luck|src\/controllers|photos#/

  test('reaches no action by a form or a `no-cors` request', async () => {
    const { get } = await servedProject(makeProject(FILES))
    for (const type of [{}, { 'content-type': 'text/plain;charset=UTF-8' }]) {
      const sent = { method: 'POST', headers: { ...image, ...type }, body: 'text' }
      expect(await get('/photos', sent)).toMatchObject({ status: 403, body: expect.not.stringMatching(SHOWN) })
    }
    const old = { method: 'POST', headers: { origin: 'http://evil.test', 'content-type': 'text/plain' }, body: 'text' }
    expect((await get('/photos', old)).status).toBe(403)
  })

  test('gets none of the pages for 404, 405 and 500, by whatever method', async () => {
    const { get } = await servedProject(makeProject(FILES))
    for (const headers of [image, { ...image, 'sec-fetch-site': 'same-site' }, { origin: 'http://evil.test' }]) {
      for (const [method, target, status] of [
        ['GET', '/nowhere', 404],
        ['GET', '/threw?%3Cb', 500],
        ['DELETE', '/page', 405],
        ['POST', '/nowhere', 404],
      ] as const) {
        const sent = { method, headers: { ...headers, 'content-type': 'application/json' } }
        expect(await get(target, sent)).toMatchObject({ status, body: expect.not.stringMatching(SHOWN) })
      }
    }
  })

  test('may link to one', async () => {
    const { get } = await servedProject(makeProject(FILES))
    expect((await get('/nowhere', { headers: visit })).body).toMatch(SHOWN)
    const frame = { ...visit, 'sec-fetch-dest': 'iframe' }
    expect((await get('/nowhere', { headers: frame })).body).not.toMatch(SHOWN)
  })

  test('may send forms where its origin is trusted', async () => {
    const { get } = await servedProject(makeProject(FILES), { server: { trustedOrigins: ['https://pay.test'] } })
    const sent = (origin: string) => get('/photos', { method: 'POST', headers: { ...image, origin }, body: 'text' })
    expect((await sent('https://pay.test')).status).toBe(201)
    expect((await sent('https://evil.test')).status).toBe(403)
  })
})

test('a malformed query is for the application, and for Vite no error', async () => {
  const index = `export const index = ({ request }: { request: Request }) => new Response(request.url.replace(/.*\\?/, '?'))`
  const files = { ...FILES, 'src/controllers/photos.ts': index, 'src/main.ts': 'export const a = 1' }
  const { get } = await servedProject(makeProject(files))
  expect(await get('/photos?q=%zz&r=%')).toMatchObject({ status: 200, body: '?q=%zz&r=%' })
  expect(await get('/nowhere?q=%zz', HTML)).toMatchObject({ status: 404, body: expect.stringContaining('%zz') })
  expect(await get('/src/main.ts?q=%zz')).toMatchObject({ status: 200, body: expect.stringContaining('const a = 1') })
  expect((await get('/photos/%zz?q=%zz')).status).toBe(400)
})

describe('src/server', () => {
  test('may have the middleware and the limit of srvx', async () => {
    const root = makeProject({
      ...FILES,
      'src/server.ts': `import { dispatch } from 'virtual:routes/server'
export default {
  fetch: (request: Request) => dispatch(request),
  maxRequestBodySize: 10,
  middleware: [async (request: Request, next: () => Promise<Response>) => {
    const response = await next()
    response.headers.set('x-own', '1')
    return response
  }],
}`,
    })
    const { get } = await servedProject(root)
    expect(await get('/photos', { method: 'POST', body: 'short' })).toMatchObject({
      status: 201,
      headers: { 'x-own': '1' },
    })
    expect((await get('/photos', { method: 'POST', body: 'x'.repeat(11) })).status).toBe(413)
  })

  test('without fetch is an error that says so', async () => {
    const { get } = await servedProject(makeProject({ ...FILES, 'src/server.ts': 'export const a = 1' }))
    expect(await get('/photos')).toMatchObject({
      status: 500,
      body: expect.stringContaining('no default export with `fetch`'),
    })
  })
})

describe('virtual:routes/server', () => {
  test('is refused in a client, in dev and in builds', async () => {
    const root = makeProject({
      ...FILES,
      'src/main.ts': `import { dispatch } from 'virtual:routes/server'\nconsole.log(dispatch)`,
    })
    const { get, server } = await servedProject(root)
    await expect(server.environments.client.transformRequest('virtual:routes/server')).rejects.toThrow(
      'A module imports `virtual:routes/server` in the environment `client`, which is a client. [server-in-client]',
    )
    const message =
      '`src/main.ts` imports `virtual:routes/server` in the environment `client`, which is a client. [server-in-client]'
    await server.environments.client.transformRequest('/src/main.ts')
    await expect(server.environments.client.transformRequest('virtual:routes/server')).rejects.toThrow(message)
    expect((await get('/@id/virtual:routes/server')).body).not.toContain('createDispatch')
    const input = { build: { write: false, rollupOptions: { input: `${root}/src/main.ts` } } }
    await expect(build(viteConfig(root, { server: true }, input))).rejects.toThrow(message)
  })

  test('is refused with the controllers, by the name of the module that imports one', async () => {
    const root = makeProject({
      ...FILES,
      'src/main.ts': `/* import './controllers/photos' */\nimport { text } from './text'\nconsole.log(text)`,
      // What it imports of a type is gone in JavaScript.
      'src/a.ts': `import type { show } from './controllers/photos'\nexport type Show = typeof show`,
      'src/text.ts': `import './a'\nimport { help } from './controllers/_help'\nimport {\n  index,\n} from '@/controllers/photos'\nexport const text = [index, help]`,
      'src/controllers/_help.ts': `export const help = 'both may have it'`,
    })
    const message =
      '`src/text.ts` imports `src/controllers/photos.ts` in the environment `client`, which is a client. [server-in-client]'
    const alias = [...(viteConfig(root).resolve!.alias as []), { find: '@', replacement: `${root}/src` }]
    const { server, get } = await servedProject(root, {}, { resolve: { alias } })
    const { client } = server.environments
    for (const file of ['main', 'text']) await client.transformRequest(`/src/${file}.ts`)
    await expect(client.transformRequest('/src/controllers/photos.ts')).rejects.toMatchObject({
      message: expect.stringContaining(message),
      loc: { line: 5, column: 9 },
    })
    expect((await get('/src/controllers/photos.ts?import&t=1')).body).not.toContain('all photos')
    expect(await client.transformRequest('/src/controllers/_help.ts')).not.toBeNull()
    expect((await get('/photos')).body).toBe('all photos')
    const input = { write: false, rollupOptions: { input: `${root}/src/main.ts` } }
    await expect(build(viteConfig(root, { server: true }, { build: input, resolve: { alias } }))).rejects.toThrow(
      message,
    )
  })

  test('needs the option', async () => {
    const root = makeProject(FILES)
    const server = await createServer(viteConfig(root, {}, { server: { middlewareMode: true, ws: false } }))
    try {
      await expect(server.environments.ssr.transformRequest('virtual:routes/server')).rejects.toThrow(
        'A module imports `virtual:routes/server`, but the option `server` is not set. [server-not-set]',
      )
    } finally {
      await server.close()
    }
  })

  test('has one lazy import for each controller that routes name', async () => {
    const root = makeProject({ ...FILES, 'src/controllers/unused.ts': 'export const show = () => new Response()' })
    const { server } = await servedProject(root)
    const { code } = (await server.environments.ssr.transformRequest('virtual:routes/server'))!
    expect([...code.matchAll(/import__?\(.*?controllers\/(\w+)/g)].map(([, name]) => name)).toEqual([
      'broken',
      'pages',
      'photos',
    ])
  })
})

describe('actions', () => {
  const files = {
    'config/routes.ts': routesFile(
      `  r.get('a', { to: 'steps#then' })\n  r.get('b', { to: 'steps#middleware' })\n  r.get('c', { to: 'steps#lost' })\n  r.get('d', { to: 'gone#show' })\n  r.get('e', { to: 'whole#show' })`,
    ),
    'src/controllers/steps.ts': `export const then = () => new Response()\nexport const middleware = []`,
    'src/controllers/application.ts': `export const middleware = [() => new Response()]`,
    'src/controllers/whole.ts': `export default { show: () => new Response() }`,
  }

  test('that cannot be called fail a build', async () => {
    const error: Error = await build(viteConfig(makeProject(files), { server: true })).then(
      () => expect.fail('built'),
      (thrown: unknown) => thrown as Error,
    )
    for (const code of ['reserved-action', 'unknown-action', 'unknown-controller'])
      expect(error.message).toContain(code)
    expect(error.message).toContain('`src/controllers/whole.ts` does not export the action `show`')
    expect(error.message).toContain('src/controllers/steps.ts:1:14')
  })

  test('are warned of in dev, but for those that break others', async () => {
    const { problems } = await (await loadedProject(makeProject(files), { server: true })).outcome()
    const severities = Object.fromEntries(problems.map(({ code, severity }) => [code, severity]))
    expect(severities).toMatchObject({
      'reserved-action': 'error',
      'unknown-action': 'warning',
      'unknown-controller': 'warning',
    })
    expect(problems.map(({ code }) => code)).not.toContain('unused-controller')
  })
})
