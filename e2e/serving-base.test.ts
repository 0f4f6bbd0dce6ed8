// Under a base path, the dev server answers as what was built does, on Node and on workerd.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProject, type Files } from '../packages/vite-plugin/test/fixture.ts'
import { ask, type Asked } from '../packages/vite-plugin/test/serve.ts'
import { APPLICATION } from './serving/application.ts'
import { buildApplication, devHost, nodeHost, previewHost, workerdHost, type Host } from './serving/hosts.ts'

// As docs/deploying.md has it: the files of the client lie under the base as well.
const FILES: Files = {
  ...APPLICATION,
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default {
  base: '/app/',
  plugins: [turnout({ controllers: 'src/controllers', server: true, types: false, base: true })],
  environments: {
    client: { build: { outDir: 'dist/client/app', rollupOptions: { input: 'src/client.ts' } } },
  },
}`,
  'src/assets.ts': APPLICATION['src/assets.ts']!.replace('/dist/client/.vite', '/dist/client/app/.vite'),
  'src/controllers/pages.ts': `import { photoPath } from 'virtual:routes'
${APPLICATION['src/controllers/pages.ts']!.replace(
  `new Response('home of ' + context.name)`,
  `new Response('home of ' + context.name + ', photo at ' + photoPath(7))`,
)}`,
}

const KINDS: readonly { name: string; isBuilt: boolean; hasFiles: boolean; start: (root: string) => Promise<Host> }[] =
  [
    { name: 'dev', isBuilt: false, hasFiles: true, start: devHost },
    { name: 'Node', isBuilt: true, hasFiles: true, start: nodeHost },
    { name: 'the preview of Vite', isBuilt: true, hasFiles: true, start: previewHost },
    { name: 'workerd', isBuilt: true, hasFiles: false, start: workerdHost },
  ]

const HOME = { status: 200, body: 'home of app, photo at /app/photos/7' }
const ALLOW = { allow: 'GET, HEAD, POST, OPTIONS' }

describe.each(KINDS)('under a base, on $name', ({ isBuilt, hasFiles, start }) => {
  let host: Host
  let remove = () => {}
  const get = (target: string, asked?: Asked) => ask(host.port, target, asked)

  beforeAll(async () => {
    const root = makeProject(FILES, 'serving', (own) => (remove = own))
    if (isBuilt) await buildApplication(root)
    host = await start(root)
  })
  afterAll(async () => {
    await host?.close()
    remove()
  })

  test('actions answer, and links have the base', async () => {
    expect(await get('/app/')).toMatchObject(HOME)
    expect(await get('/app')).toMatchObject(HOME)
    expect(await get('/app?page=2')).toMatchObject(HOME)
    expect(await get('/app/photos?page=2')).toMatchObject({ status: 200, body: 'photos?page=2' })
    expect(await get('/app/photos', { method: 'POST', body: 'text' })).toMatchObject({ status: 201, body: 'text' })
    expect(await get('/app/apps/echo?a=1', { method: 'POST', body: 'text' })).toMatchObject({
      body: 'POST /echo?a=1 text',
    })
  })

  test('guards see the canonical path without it', async () => {
    expect(await get('/app//admin/users/')).toMatchObject({ status: 401, body: 'no entry to /admin/users' })
  })

  test('redirects lead into it', async () => {
    expect(await get('/app/old/7')).toMatchObject({ status: 301, headers: { location: '/app/photos/7' } })
  })

  test.each(['/photos', '/application', '/apps/own', '/old/7', '/App/photos'])(
    '%s is outside of it',
    async (target) => {
      expect((await get(target)).status).toBe(404)
      expect((await get(target, { method: 'DELETE' })).status).toBe(404)
    },
  )

  test('405, OPTIONS and 400 are as without it', async () => {
    expect(await get('/app/photos', { method: 'DELETE' })).toMatchObject({ status: 405, headers: ALLOW })
    expect(await get('/app/photos', { method: 'OPTIONS' })).toMatchObject({ status: 204, headers: ALLOW })
    expect((await get('/app/nowhere')).status).toBe(404)
    expect((await get('/app/photos/%zz')).status).toBe(400)
    expect((await get('/photos/%zz')).status).toBe(400)
  })

  if (hasFiles)
    test('pages bring the client along', async () => {
      expect(await get('/app/robots.txt')).toMatchObject({ status: 200, body: 'none' })
      const [, script] = /<script type="module" src="(\/app\/(?:assets|src)\/[^"]+)">/.exec(
        (await get('/app/page')).body,
      )!
      expect(await get(script!)).toMatchObject({ status: 200, body: expect.stringContaining('the client') })
    })
})
