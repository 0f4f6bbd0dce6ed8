// What `vite build` makes, on Bun and on Deno: on srvx, and with what these have themselves.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeProject, routesFile, type Files } from '../../packages/vite-plugin/test/fixture.ts'
import { filesOfPage } from '../pages.ts'
import { APPLICATION } from '../serving/application.ts'
import { buildApplication, listening, SRVX, START, type Host } from '../serving/hosts.ts'
import { testServing, type Trait } from '../serving/suite.ts'
import { install, type Installed } from './install.ts'

const PACKAGES = ['@oven/bun-linux-x64@1.4.5', '@deno/linux-x64-glibc@2.9.6']

let installed: Installed
beforeAll(async () => {
  installed = await install(PACKAGES)
})
afterAll(() => installed?.remove())

const bun = () => installed.file('@oven/bun-linux-x64/bin/bun')
const deno = () => installed.file('@deno/linux-x64-glibc/deno')
const ADDRESS = ['--port', '0', '--host', '127.0.0.1']

/** The ways to run a built server, by name. */
const ENGINES: Readonly<Record<string, (root: string) => Promise<Host>>> = {
  'Bun, by srvx': (root) => listening(bun(), ['--bun', SRVX, ...START, ...ADDRESS], root),
  'Deno, by srvx': (root) =>
    listening(deno(), ['run', '--allow-net', '--allow-read', '--allow-env', SRVX, ...START, ...ADDRESS], root),
  // Without `NODE_ENV`, Bun tells everyone what has been thrown.
  'Bun alone': (root) => listening(bun(), ['--port=0', 'dist/server/index.js'], root, { NODE_ENV: 'production' }),
  'Deno alone': (root) => listening(deno(), ['serve', ...ADDRESS, 'dist/server/index.js'], root),
}

/** What an engine cannot do. */
const LACKS: Readonly<Record<string, readonly Trait[]>> = {
  'Deno, by srvx': ['dot segments', 'encoded dot segments', 'truncated forms'],
  'Bun alone': ['broken responses', 'files'],
  'Deno alone': ['dot segments', 'encoded dot segments', 'files', 'truncated forms'],
}

for (const [name, run] of Object.entries(ENGINES)) {
  testServing({
    name,
    async start(atEnd) {
      const root = makeProject(APPLICATION, 'serving', atEnd)
      await buildApplication(root)
      return run(root)
    },
    isBuilt: true,
    lacks: LACKS[name] ?? [],
  })
}

/** The files of the recipe for compression, with an action that sends a long text. */
function compressingProject(): Files {
  const recipe = Object.entries(filesOfPage('recipes')).filter(([, code]) => code.includes('compress'))
  return {
    ...Object.fromEntries(recipe),
    'vite.config.ts': APPLICATION['vite.config.ts']!,
    'config/routes.ts': routesFile(`r.get('notes', { to: 'notes#index' })`),
    'src/client.ts': '',
    'src/controllers/notes.ts': `const headers = { 'content-type': 'text/plain', 'content-length': '60000', etag: '"1"' }
export const index = () => new Response('notes '.repeat(10_000), { headers })`,
  }
}

test.each(Object.entries(ENGINES))('the recipe for compression works on %s', async (_, run) => {
  const root = makeProject(compressingProject())
  await buildApplication(root)
  const { port, close } = await run(root)
  onTestFinished(close)
  const get = (accepted: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}/notes`, { method, headers: { 'accept-encoding': accepted } })
  const compressed = await get('gzip')
  // `fetch` decompresses it.
  expect(await compressed.text()).toBe('notes '.repeat(10_000))
  const names = ['content-encoding', 'vary', 'etag', 'content-length']
  const headersOf = ({ headers }: Response) => names.map((name) => headers.get(name))
  expect(headersOf(compressed)).toEqual(['gzip', 'Accept-Encoding', 'W/"1"', null])
  const plain = await get('identity')
  expect(await plain.text()).toBe('notes '.repeat(10_000))
  expect(headersOf(plain)).toEqual([null, 'Accept-Encoding', '"1"', '60000'])
  expect((await get('gzip', 'HEAD')).headers.get('content-encoding')).toBe('gzip')
})
