// `virtual:routes/client`: in the bundle of a client, and on a server, where requests stay in the process.
import { gzipSync } from 'node:zlib'
import { build, createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { makeProject, routesFile, viteConfig } from './fixture.ts'

const FILES = {
  'config/routes.ts': routesFile(`  r.scope('(:locale)', () => r.resources('photos', { only: ['index', 'update'] }))`),
  'src/controllers/photos.ts': `
import { action } from 'virtual:routes/server'
import { send } from 'virtual:routes/client'
import { index as list } from 'virtual:routes/actions/photos'
const anything = { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } }
export const index = action('photos#index', { query: anything }, ({ query, params, request, context, json }) =>
  json({ query, params, url: request.url, context, cookie: request.headers.get('cookie') }))
export const update = action('photos#update', { body: anything }, async ({ body, params, request, json }) => {
  const list_ = await send(list({ query: { page: 2 } }))
  return json({ method: request.method, body, id: params.id, list: list_.data.query }, { status: 201 })
})`,
}

/** The code of a client, minified. */
async function bundle(entry: string, base = '/'): Promise<string> {
  const root = makeProject({ ...FILES, 'src/main.ts': entry })
  const result = await build({
    ...viteConfig(root, { server: true, controllers: 'src/controllers', base }),
    logLevel: 'silent',
    environments: {
      client: {
        build: {
          write: false,
          minify: true,
          modulePreload: { polyfill: false },
          rollupOptions: { input: 'src/main.ts', preserveEntrySignatures: 'strict' },
        },
      },
    },
  })
  return (result as unknown as { readonly output: readonly [{ readonly code: string }] }).output[0].code
}

test('a client has 600 bytes of it at most, and none where nothing is sent', async () => {
  const without = await bundle(`export const a = () => 1`)
  const unused = await bundle(`import { createSend, send } from 'virtual:routes/client'\nexport const a = () => 1`)
  const used = await bundle(`import { createSend, send } from 'virtual:routes/client'\nexport { send, createSend }`)
  expect(unused).toBe(without)
  expect(used).not.toMatch(/dispatch|localhost/)
  expect(gzipSync(used).byteLength).toBeLessThanOrEqual(600)
})

test('on a server, requests go to `dispatch`', async () => {
  const root = makeProject(FILES)
  const server = await createServer({
    ...viteConfig(root, { server: true, controllers: 'src/controllers', base: '/app' }),
    server: { middlewareMode: true, ws: false, watch: null },
  })
  onTestFinished(() => server.close())
  const { send, createSend } = await server.ssrLoadModule('virtual:routes/client')
  const { index, update } = await server.ssrLoadModule('virtual:routes/actions/photos')
  const { urlDefaults } = await server.ssrLoadModule('virtual:routes')
  const file = new File(['bytes'], 'a.txt')
  expect(await send(update({ id: 7 }), { body: { title: 'Fog', tags: ['a'] } })).toMatchObject({
    status: 201,
    ok: true,
    data: { method: 'PATCH', id: '7', body: { title: 'Fog', tags: ['a'] }, list: { page: '2' } },
  })
  expect(await send(update({ id: 7 }), { body: { file } })).toMatchObject({ status: 201 })
  expect((await send(update({ id: 7 }), { body: {}, headers: { 'content-type': 'text/plain' } })).status).toBe(201)
  urlDefaults(() => ({ locale: 'de' }))
  const own = createSend({ context: { user: 'Mia' }, origin: 'https://a.test', headers: { cookie: 'a=1' } })
  expect((await own(index({ query: { tags: ['a', 'b'] } }))).data).toEqual({
    query: { tags: ['a', 'b'] },
    params: { locale: 'de' },
    url: 'https://a.test/app/de/photos?tags%5B%5D=a&tags%5B%5D=b',
    context: { user: 'Mia' },
    cookie: 'a=1',
  })
  expect((await own({ url: '/app/nothing', method: 'get' })).status).toBe(404)
})

test('while a page is drawn, requests carry its cookies, and the document returns those of their responses', async () => {
  const root = makeProject({
    ...FILES,
    'index.html': '<!doctype html>',
    'src/pages/photos.ts': 'export const index = 1',
    'src/controllers/application.ts': `
import { createSend, send } from 'virtual:routes/client'
import { index } from 'virtual:routes/actions/photos'
const forwarding = createSend({ forward: ['x-language'] })
export const middleware = [async (request, next) => {
  const response = await next()
  const language = request.headers.get('x-language')
  if (language) response.headers.append('set-cookie', 'language=' + language)
  return response
}]
export async function document({ template }) {
  const plain = await send(index())
  const forwarded = await forwarding(index())
  return new Response(JSON.stringify([plain.data, forwarded.headers.get('set-cookie')]), { headers: { 'content-type': 'text/html' } })
}`,
  })
  const server = await createServer({
    ...viteConfig(root, { server: true, controllers: 'src/controllers', pages: 'src/pages' }),
    server: { middlewareMode: true, ws: false, watch: null },
  })
  onTestFinished(() => server.close())
  const { dispatch } = await server.ssrLoadModule('virtual:routes/server')
  const headers = { accept: 'text/html', cookie: 'session=7', 'x-language': 'de' }
  const response = (await dispatch(new Request('https://a.test/photos', { headers }), { db: 1 })) as Response
  expect(await response.json()).toEqual([
    { query: {}, params: {}, url: 'https://a.test/photos', context: { db: 1 }, cookie: 'session=7' },
    'language=de',
  ])
  expect(response.headers.getSetCookie()).toEqual(['language=de', 'language=de'])
})
