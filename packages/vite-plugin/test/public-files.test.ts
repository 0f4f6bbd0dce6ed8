// Files and routes that have the same path: what dev servers serve, what builds publish, and what they report.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, createBuilder, createLogger, type InlineConfig } from 'vite'
import { describe, expect, test } from 'vitest'
import type { TurnoutOptions } from '../src/index.ts'
import { loadedProject, makeProject, routesFile, viteConfig, type Files } from './fixture.ts'
import { servedProject } from './serve.ts'

const ROUTES = `
  r.root('pages#home')
  r.resources('photos', { only: ['index', 'show'] })
  r.post('upload.json', { to: 'pages#home', format: false })
  r.get('assets/:id', { to: 'pages#home' })
  r.get(':slug', { to: 'pages#home' })
  r.get('*path', { to: 'pages#missing' })`

const FILES: Files = {
  'config/routes.ts': routesFile(ROUTES),
  'src/controllers/pages.ts': `
export const home = () => new Response('home')
export const missing = () => new Response('missing', { status: 404 })`,
  'src/controllers/photos.ts': `
export const middleware = [() => new Response('no entry', { status: 401 })]
export const index = () => new Response('photos')
export const show = index`,
  'public/photos.html': 'file',
  'public/photos/7.html': 'file',
  'public/upload.json': 'file',
  'public/favicon.ico': 'file',
  'public/images/a b.png': 'file',
  'public/index.html': 'file',
  'public/.hidden': 'file',
  'public/.well-known/security.txt': 'file',
}

const OPTIONS: TurnoutOptions = { server: true }
const CLIENT: InlineConfig = { environments: { client: { build: { rollupOptions: { input: 'src/client.ts' } } } } }

/** What a build of client and server prints and writes. */
async function built(files: Files, more: InlineConfig = {}) {
  const root = makeProject(files)
  const printed: string[] = []
  const customLogger = createLogger('info', { allowClearScreen: false })
  for (const level of ['info', 'warn', 'error'] as const) customLogger[level] = (text) => void printed.push(text)
  const builder = await createBuilder(viteConfig(root, OPTIONS, { ...more, customLogger }))
  await builder.buildApp()
  const entry = path.join(root, 'dist/server/index.js')
  const code = readFileSync(entry, 'utf8')
  const list = (name: string) =>
    JSON.parse(new RegExp(String.raw`\b${name}"?: (\[[^\]]*\])`).exec(code)?.[1] ?? 'null') as string[] | null
  return { root, entry, printed: printed.join('\n'), hashed: list('hashed'), unhashed: list('unhashed') }
}

describe('a dev server', () => {
  test.each([
    ['/photos.html', 401, 'no entry'],
    ['/photos/7.html', 401, 'no entry'],
    ['/photos/7.html?v=1', 401, 'no entry'],
    ['//photos//7.html', 401, 'no entry'],
    ['/photos/%37.html', 401, 'no entry'],
    ['/favicon.ico', 200, 'file'],
    ['/upload.json', 200, 'file'],
    ['/images/a%20b.png', 200, 'file'],
    ['/index.html', 200, 'file'],
    ['/', 200, 'home'],
    ['/nothing/here', 404, 'missing'],
  ])('%s: %i %s', async (target, status, body) => {
    const { get } = await servedProject(makeProject(FILES), OPTIONS)
    expect(await get(target)).toMatchObject({ status, body })
  })

  test('gives no file for a HEAD request that a route claims, under a base either', async () => {
    const { get } = await servedProject(makeProject(FILES), { ...OPTIONS, base: true }, { base: '/app/' })
    expect(await get('/app/photos.html', { method: 'HEAD' })).toMatchObject({ status: 401 })
    expect(await get('/app/photos.html')).toMatchObject({ status: 401, body: 'no entry' })
    expect(await get('/app/favicon.ico')).toMatchObject({ status: 200, body: 'file' })
  })
})

describe('a build', () => {
  test('publishes no file that a route hides, and names both', async () => {
    const { root, printed, unhashed } = await built(FILES)
    expect(readdirSync(path.join(root, 'dist/client'), { recursive: true }).sort()).toEqual([
      '.hidden',
      '.well-known',
      '.well-known/security.txt',
      'favicon.ico',
      'images',
      'images/a b.png',
      'index.html',
      'upload.json',
    ])
    expect(unhashed).toEqual(['.well-known/security.txt', 'favicon.ico', 'images/a b.png', 'index.html', 'upload.json'])
    expect(printed).toContain('[route-hides-file] The route `GET /photos(.:format)` hides `public/photos.html`.')
    expect(printed).toContain('[route-hides-file] The route `GET /photos/:id(.:format)` hides `public/photos/7.html`.')
    expect(printed).toContain(
      '[file-hides-route] `public/favicon.ico`, `public/index.html`, `public/upload.json` hide the route `GET /:slug(.:format)`.',
    )
    expect(printed).toContain('hide the route `GET /*path(.:format)`.')
    expect(existsSync(path.join(root, 'dist/server/favicon.ico'))).toBe(false)
  })

  test('marks the files whose names hold a hash, and names a route that they hide', async () => {
    const { printed, hashed, unhashed } = await built({ ...FILES, 'src/client.ts': `console.log('client')` }, CLIENT)
    expect(hashed).toEqual([expect.stringMatching(/^assets\/client-[\w-]{8}\.js$/)])
    expect(unhashed).not.toContain(hashed![0])
    expect(printed).toMatch(
      /\[file-hides-route\] `dist\/client\/assets\/client-[\w-]{8}\.js` hides the route `GET \/assets\/:id\(\.:format\)`\./,
    )
  })

  test('does not take a file without a hash in its name for one with it', async () => {
    const input = { input: 'src/client.ts', output: { entryFileNames: 'assets/[name].js' } }
    const { hashed, unhashed } = await built(
      { ...FILES, 'config/routes.ts': routesFile(`  r.root('pages#home')`), 'src/client.ts': `console.log('client')` },
      { environments: { client: { build: { rollupOptions: input } } } },
    )
    expect(hashed).toEqual([])
    expect(unhashed).toContain('assets/client.js')
  })

  test('fails if the project makes an error of the diagnostic', async () => {
    const project = await loadedProject(makeProject(FILES), {
      ...OPTIONS,
      severities: { 'route-hides-file': 'error' },
    })
    const { problems, manifest } = await project.outcome()
    expect(problems.map(({ code }) => code)).toContain('route-hides-file')
    expect(manifest).toBeNull()
  })

  test('leaves the exports of the server module as they are, and its middleware behind the files', async () => {
    const { entry } = await built({
      ...FILES,
      'src/server.ts': `import { dispatch } from 'virtual:routes/server'
class Server { #name = 'own'; fetch = (request: Request) => dispatch(request); middleware = [this.#log]; #log(_: unknown, next: () => unknown) { return next() } name() { return this.#name } }
export const other = 1
export default new Server()`,
    })
    const module = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as {
      default: { name(): string; middleware: unknown[] }
      other: number
      middleware: unknown[]
    }
    expect(module.default.name()).toBe('own')
    expect(module.other).toBe(1)
    expect(module.middleware).toHaveLength(2)
    expect(module.middleware[1]).toBe(module.default.middleware[0])
  })

  test('without the option `server` publishes all files: their host decides', async () => {
    const root = makeProject({ ...FILES, 'src/main.ts': `console.log('main')` })
    await build(viteConfig(root, {}, { build: { rollupOptions: { input: path.join(root, 'src/main.ts') } } }))
    expect(existsSync(path.join(root, 'dist/photos.html'))).toBe(true)
  })
})
