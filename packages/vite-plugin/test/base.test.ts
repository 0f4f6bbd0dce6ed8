import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { plain } from '@turnout/compiler/internal/terminal/style'
import { main } from '../src/cli/main.ts'
import { silentProgress } from '../src/cli/progress.ts'
import type { TurnoutOptions } from '../src/index.ts'
import { devServer, loadedProject, makeProject, routesFile, viteConfig } from './fixture.ts'
import { servedProject } from './serve.ts'

const files = {
  'index.html': '<script type="module" src="/src/main.ts"></script>',
  'config/routes.ts': routesFile(`  r.resources('photos')\n  r.get('old/:id', { to: redirect('/photos/%{id}') })`),
  'src/main.ts': `import { match, matchAll, allowedMethods, photoPath, photosPath } from 'virtual:routes'
import * as photos from 'virtual:routes/actions/photos'
export const answers = globalThis.answers = () => [
  photoPath(7),
  photosPath(),
  photos.show(7).url,
  match('GET', '/app/photos/7')?.path,
  match('GET', '/photos/7'),
  [...matchAll('GET', '/app/photos/7')].length,
  allowedMethods('/app/photos').join(),
  match('GET', '/app/old/7')?.redirect?.location,
]`,
}

const ANSWERS = [
  '/app/photos/7',
  '/app/photos',
  '/app/photos/7',
  '/photos/7',
  null,
  1,
  'GET,HEAD,POST',
  '/app/photos/7',
]

type Answers = () => unknown[]

/** What the only script of a build answers. */
function built(root: string): unknown[] {
  const assets = path.join(root, 'dist/assets')
  const script = readdirSync(assets).find((file) => file.endsWith('.js'))
  // oxlint-disable-next-line no-eval -- what the build has written
  new Function(readFileSync(path.join(assets, script!), 'utf8').replace(/export\s*\{[^}]*\};?/, ''))()
  return (globalThis as unknown as { answers: Answers }).answers()
}

describe.each<[string, TurnoutOptions, string | undefined]>([
  ["Vite's own", { base: true }, '/app/'],
  ['a base of its own', { base: '/app' }, undefined],
  ["another than Vite's", { base: '/app/' }, '/assets/'],
])('%s', (_, options, base) => {
  test('is in front of links and off requests, in dev', async () => {
    const server = await devServer(makeProject(files), options, { ...(base && { base }) })
    const { answers } = (await server.ssrLoadModule('/src/main.ts')) as { answers: Answers }
    expect(answers()).toEqual(ANSWERS)
  })

  test('is in front of links and off requests, in a build', async () => {
    const root = makeProject(files)
    await build(viteConfig(root, options, { ...(base && { base }), build: { modulePreload: { polyfill: false } } }))
    expect(built(root)).toEqual(ANSWERS)
  })
})

test('is what a dev server serves controllers under', async () => {
  const root = makeProject({
    ...files,
    'src/controllers/photos.ts': `export const show = ({ params, route }) => Response.json([params.id, route.path])`,
  })
  const { get } = await servedProject(root, { base: true }, { base: '/app/' })
  expect(await get('/app/photos/7')).toMatchObject({ status: 200, body: '["7","/photos/7"]' })
  expect((await get('/app/old/7')).headers).toMatchObject({ location: '/app/photos/7' })
})

test('is not put in front of what a page has with it already', async () => {
  const page = `<!doctype html><html><head><link href='/app/style.css' rel="stylesheet"></head><body>
<img src="/app/a.png" srcset="/app/a.png 1x, /app/b.png 2x"><img src=/app/c.png><a href="/app/photos">/app/photos</a>
<script type="module" src="/app/src/main.ts"></script><script>const image = '<img src="/app/d.png">'</script></body></html>`
  const root = makeProject({
    ...files,
    'src/controllers/photos.ts': `export const index = () => new Response(${JSON.stringify(page)}, { headers: { 'content-type': 'text/html' } })`,
  })
  const { get } = await servedProject(root, { base: true }, { base: '/app/' })
  const { body } = await get('/app/photos')
  expect(body).toContain('<script type="module" src="/app/@vite/client"></script>')
  expect(body.replace(/\s*<script type="module" src="\/app\/@vite\/client"><\/script>\n*/, '')).toBe(page)
})

test('may be asked for without its slash, in dev as elsewhere', async () => {
  const root = makeProject({
    ...files,
    'config/routes.ts': routesFile(`r.root('photos#index')`),
    'src/controllers/photos.ts': `export const index = ({ request }) => new Response(new URL(request.url).search)`,
  })
  const { get } = await servedProject(root, { base: true }, { base: '/app/' })
  expect(await get('/app?page=2')).toMatchObject({ status: 200, body: '?page=2' })
  expect(await get('/app')).toMatchObject({ status: 200 })
  expect((await get('/apple')).status).toBe(404)
})

/** What the problems of a project are called. */
const codesOf = async (options: TurnoutOptions, base: string) => {
  const project = await loadedProject(makeProject(files), options, { base })
  const { problems, manifest } = await project.outcome()
  return [...problems.map(({ code, severity }) => `${severity} ${code}`), manifest === null ? 'no table' : 'a table']
}

describe('a base that the routes are without', () => {
  test('is told as a hint', async () => {
    expect(await codesOf({}, '/app/')).toEqual(['hint unused-base', 'a table'])
    expect(await codesOf({ severities: { 'unused-base': 'off' } }, '/app/')).toEqual(['a table'])
  })

  test.each([
    [{}, '/'],
    [{}, './'],
    [{}, 'https://cdn.test/app/'],
    [{ base: false }, '/app/'],
    [{ base: true }, '/app/'],
    [{ base: '/other' }, '/app/'],
    [{ base: true }, '/'],
  ])('is not taken with %j and %s', async (options, base) => {
    expect(await codesOf(options, base)).toEqual(['a table'])
  })
})

test.each(['./', '', 'https://cdn.test/app/'])("Vite's `base: '%s'` is not one of routes", async (base) => {
  expect(await codesOf({ base: true }, base)).toEqual(['error invalid-base', 'no table'])
})

test.each(['app', '//evil.test', '/a/../b', '/a?b'])("'%s' is not valid", async (base) => {
  expect(await codesOf({ base }, '/')).toEqual(['error invalid-base', 'no table'])
})

test('the option is a path or a switch', () => {
  expect(() => viteConfig('/', { base: 7 as never })).toThrow('The option `base` of `turnout()` must be')
})

test('turnout explain takes it off', async () => {
  const root = makeProject(files)
  const explain = async (...args: string[]) => {
    let text = ''
    const style = { out: plain, err: plain }
    const code = await main(['explain', ...args], {
      loadProject: () => loadedProject(root, { base: true }, { base: '/app/' }),
      out: (line) => (text += `${line}\n`),
      err: () => {},
      columns: undefined,
      progress: silentProgress,
      style,
    })
    return [code, text.split('\n').slice(0, 2).join(' ')]
  }
  expect(await explain('GET', '/app/photos/7')).toEqual([
    0,
    'GET /photos/7 matches photos#show.   route   GET /photos/:id(.:format)',
  ])
  expect(await explain('GET', 'http://h.test/photos/7')).toEqual([
    1,
    'GET /photos/7 matches no route. The path is outside the base /app.',
  ])
})
