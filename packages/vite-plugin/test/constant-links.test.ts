// Links that are constants, in whole builds.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { build, type InlineConfig } from 'vite'
import { build as buildWithVite7 } from 'vite-7'
import { describe, expect, test } from 'vitest'
import { devServer, makeProject, routesFile, viteConfig } from './fixture.ts'

const ROUTES = routesFile(
  `  r.root('pages#home')\n  r.resources('photos')\n  r.direct('docs', 'https://docs.example.org')`,
)
const MAIN = `import routes, { docsUrl, photosPath, rootPath } from 'virtual:routes'
const links: string[] = [rootPath(), photosPath(), routes.newPhotoPath(), docsUrl()]
globalThis.answers = links`
const LINKS = ['/', '/photos', '/photos/new', 'https://docs.example.org']

const client: InlineConfig = {
  build: {
    rollupOptions: { input: '/src/main.ts' },
    modulePreload: { polyfill: false },
    sourcemap: true,
    minify: false,
  },
}
const project = (main = MAIN) => makeProject({ 'config/routes.ts': ROUTES, 'src/main.ts': main })
const answers = () => (globalThis as { answers?: unknown }).answers

function script(root: string, folder: string): { code: string; map: string } {
  const name = readdirSync(path.join(root, folder)).find((file) => file.endsWith('js'))!
  const text = (file: string) => readFileSync(path.join(root, folder, file), 'utf8')
  return { code: text(name), map: text(`${name}.map`) }
}

describe.each([
  ['Vite 8', build],
  ['Vite 7', buildWithVite7 as unknown as typeof build],
])('a build with %s', (_, build) => {
  test.each<[string, InlineConfig, string]>([
    ['a client', client, 'dist/assets'],
    ['a server', { build: { ssr: 'src/main.ts', sourcemap: true } }, 'dist'],
  ])('of %s has the texts, and nothing of the routes and the runtime', async (_, config, folder) => {
    const root = project()
    await build(viteConfig(root, {}, config))
    const { code, map } = script(root, folder)
    Object.assign(globalThis, { answers: undefined })
    await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
    expect(answers()).toEqual(LINKS)
    expect(code.length - '//# sourceMappingURL=main-12345678.js.map'.length).toBeLessThan(300)
    expect(code).not.toMatch(/pattern|openTable/)
    const at = code.indexOf('photos/new')
    const before = code.slice(0, at).split('\n')
    const trace = new TraceMap(JSON.parse(map))
    const found = originalPositionFor(trace, { line: before.length, column: before.at(-1)!.length - 2 })
    expect(found).toMatchObject({ source: expect.stringMatching(/src\/main\.ts$/), line: 2 })
    expect(found.column).toBe(MAIN.split('\n')[1]!.indexOf('routes.newPhotoPath()'))
  })

  test('has the helper where a call is not constant', async () => {
    const root = project(
      `import { photosPath } from 'virtual:routes'\nglobalThis.answers = [photosPath(), photosPath({ format: 'json' })]`,
    )
    await build(viteConfig(root, {}, client))
    const { code } = script(root, 'dist/assets')
    await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
    expect(answers()).toEqual(['/photos', '/photos.json'])
    expect(code).toContain('["/photos", "format"]')
  })
})

test('a client has no text of a helper that it does not see, even where that is not an error', async () => {
  const root = project(`import routes from 'virtual:routes'\nglobalThis.answers = routes.photosPath()`)
  const severities = { 'hidden-helper': 'warning' } as const
  await build(
    viteConfig(root, { clientRoutes: { except: 'photos' }, severities }, { ...client, logLevel: 'silent' }),
  ).catch(() => {})
  const code = readdirSync(root).includes('dist') ? script(root, 'dist/assets').code : ''
  expect(code).not.toContain('/photos')
})

test('a dev server leaves calls as they are, for the next table', async () => {
  const server = await devServer(project())
  const { code } = (await server.environments.client.transformRequest('/src/main.ts'))!
  expect(code).toContain('photosPath()')
})
