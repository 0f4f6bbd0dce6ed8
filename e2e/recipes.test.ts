// What was built, inside of applications of other frameworks, as docs/deploying.md has it, and in the functions of hosts, as
// docs/hosts.md has them.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import express from 'express'
import { H3, toNodeHandler as h3Handler } from 'h3'
import { Hono } from 'hono'
import { toNodeHandler } from 'srvx/node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeProject, routesFile } from '../packages/vite-plugin/test/fixture.ts'
import { ask, type Asked } from '../packages/vite-plugin/test/serve.ts'
import { APPLICATION } from './serving/application.ts'
import { filesOfPage, ROOT } from './pages.ts'
import { buildApplication, nodeHost, workerdHost, type Host } from './serving/hosts.ts'

let root: string
let fetch: (request: Request) => Promise<Response>
let remove = () => {}
afterAll(() => remove())
beforeAll(async () => {
  root = makeProject(APPLICATION, 'recipes', (own) => (remove = own))
  await buildApplication(root)
  const built = (await import(/* @vite-ignore */ pathToFileURL(path.join(root, 'dist/server/index.js')).href)) as {
    default: { fetch: typeof fetch }
  }
  fetch = built.default.fetch
})

const HOSTS: Record<string, () => RequestListener> = {
  Hono() {
    const app = new Hono()
    app.get('/own', (c) => c.text('own'))
    app.all('*', (c) => fetch(c.req.raw))
    return toNodeHandler(app.fetch) as RequestListener
  },
  h3() {
    const app = new H3()
    app.get('/own', () => 'own')
    app.all('/**', (event) => fetch(event.req))
    return h3Handler(app) as RequestListener
  },
  Express() {
    const app = express()
    app.disable('x-powered-by')
    app.get('/own', (_request, response) => void response.send('own'))
    app.use(toNodeHandler(fetch) as RequestListener)
    return app
  },
}

describe.each(Object.keys(HOSTS))('in %s', (name) => {
  async function started(): Promise<(target: string, asked?: Asked) => ReturnType<typeof ask>> {
    const server = createServer(HOSTS[name]!())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    return (target, asked) => ask(port, target, asked)
  }

  test('its own routes and ours answer', async () => {
    const get = await started()
    expect(await get('/own')).toMatchObject({ status: 200, body: 'own' })
    expect(await get('/')).toMatchObject({ status: 200, body: 'home of app' })
    expect(await get('/photos?page=2')).toMatchObject({ body: 'photos?page=2' })
    expect(await get('/photos', { method: 'POST', body: 'text' })).toMatchObject({ status: 201, body: 'text' })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const patch = { method: 'POST', headers: form, body: 'title=a&_method=patch' }
    expect(await get('/photos/7', patch)).toMatchObject({ body: 'PATCH 7 a' })
    const echo = await get('/apps/echo?a=1', { method: 'POST', body: 'text' })
    expect(echo.body).toBe('POST /echo?a=1 text')
  })

  test('so does what HTTP asks', async () => {
    const get = await started()
    expect(await get('/photos', { method: 'DELETE' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, POST, OPTIONS' },
    })
    expect(await get('/photos', { method: 'HEAD' })).toMatchObject({
      status: 200,
      body: '',
      headers: { 'x-page': '1' },
    })
    expect((await get('/nowhere')).status).toBe(404)
    expect((await get('/photos/%00')).status).toBe(400)
    expect(await get('/old/7')).toMatchObject({ status: 301, headers: { location: '/photos/7' } })
    expect((await get('/cookies')).headers).toMatchObject({ 'set-cookie': 'a=1 | b=2' })
  })
})

describe.each<[string, (root: string) => Promise<Host>, readonly string[]]>([
  ['Node', nodeHost, ['node', 'module']],
  ['workerd', workerdHost, ['workerd', 'worker', 'module']],
])('on %s', (_host, start, conditions) => {
  test('applications of Hono and h3 behind routes, and controllers behind Hono, share the context', async () => {
    const pages = filesOfPage('mounts')
    const files = ['src/logged.ts', 'src/controllers/application.ts', 'src/songs.ts', 'src/films.ts']
    const own = makeProject({
      ...Object.fromEntries(files.map((file) => [file, pages[file]!])),
      'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default {
  plugins: [turnout({ server: 'src/logged.ts', types: false })],
  environments: { ssr: { resolve: { noExternal: true, conditions: ${JSON.stringify(conditions)} } } },
}`,
      'config/routes.ts': routesFile(
        `  r.mount(songs, { at: '/songs' , as: 'songs' })
  r.mount(films, { at: '/films', as: 'films' })
  r.resources('photos', { only: 'show' })`,
        `import { films } from '../src/films'\nimport { songs } from '../src/songs'`,
      ),
      'src/controllers/photos.ts': `export const show = ({ params, context }) => new Response(params.id + ' of ' + context.user)`,
    })
    for (const name of ['hono', 'h3'])
      symlinkSync(path.join(ROOT, 'e2e/node_modules', name), path.join(own, 'node_modules', name))
    await buildApplication(own)
    const host = await start(own)
    onTestFinished(() => host.close())
    expect(await ask(host.port, '/photos/7')).toMatchObject({ status: 200, body: '7 of Ann' })
    for (const app of ['songs', 'films']) {
      const { status, headers, body } = await ask(host.port, `/${app}/7`)
      expect([status, headers['x-app'], JSON.parse(body)]).toEqual([200, app, { id: '7', user: 'Ann' }])
      expect((await ask(host.port, `/${app}/7/nothing`)).status).toBe(404)
    }
    expect((await ask(host.port, '/nowhere')).status).toBe(404)
    await expect
      .poll(() => host.printed())
      .toMatch(/GET \/photos\/:id\(\.:format\) 200[^]*GET \/songs 200[^]*GET \/films 200[^]*GET no route 404/)
  })
})

describe('a function for', () => {
  const files = filesOfPage('hosts')
  const load = async (file: string) =>
    (await import(/* @vite-ignore */ pathToFileURL(path.join(root, file)).href)) as { default: any; config?: object }

  async function check(respond: typeof fetch): Promise<void> {
    const get = (target: string, init?: RequestInit) => respond(new Request(`https://site.test${target}`, init))
    expect(await (await get('/')).text()).toBe('home of app')
    expect((await get('/nowhere')).status).toBe(404)
    expect((await get('/old/7')).headers.get('location')).toBe('/photos/7')
    const body = new URLSearchParams({ title: 'a', _method: 'patch' })
    expect(await (await get('/photos/7', { method: 'POST', body })).text()).toBe('PATCH 7 a')
  }

  test('Netlify receives requests', async () => {
    mkdirSync(path.join(root, 'netlify/functions'), { recursive: true })
    writeFileSync(path.join(root, 'netlify/functions/server.js'), files['netlify/functions/server.js']!)
    const { default: handle, config } = await load('netlify/functions/server.js')
    expect(config).toEqual({ path: '/*', preferStatic: true })
    await check((request) => handle(request, {}))
  })

  test('Vercel receives requests for which there is no file', async () => {
    writeFileSync(path.join(root, 'vercel.js'), files['vercel.js']!)
    execFileSync(process.execPath, ['vercel.js'], { cwd: root })
    const output = path.join(root, '.vercel/output')
    expect(existsSync(path.join(output, 'static/robots.txt'))).toBe(true)
    const { default: server } = await load('.vercel/output/functions/server.func/index.js')
    await check((request) => server.fetch(request))
  })
})
