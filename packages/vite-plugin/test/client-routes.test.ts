// The option `clientRoutes`: what clients get, and that servers get all.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, createBuilder, type InlineConfig, type ViteDevServer } from 'vite'
import { build as buildWithVite7 } from 'vite-7'
import { describe, expect, test, vi } from 'vitest'
import { devServer, makeProject, routesFile, viteConfig, writeFiles } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(
    `  r.resources('photos', { only: ['index', 'show'] })\n  r.draw('backstage')\n  r.get('*path', { to: 'pages#any' })`,
  ),
  'config/routes/backstage.ts': routesFile(
    `  r.namespace('backstage', (backstage) => {
    r.constraints(isCrew, () => backstage.resources('passes', { param: 'badge' }))
  })
  r.get('artists', { to: 'backstage/artists#index', as: 'lineup' })`,
    `import { isCrew } from '../../src/crew'`,
  ),
  'src/crew.ts': `export const isCrew = (request: { ip: string }) => request.ip === 'CREW'`,
}
const clientRoutes = { except: 'backstage/*' }
const ALL = `import * as routes from 'virtual:routes'
import manifest from 'virtual:routes/manifest'
globalThis.answers = [Object.keys(routes), manifest, (globalThis.paths ?? []).map((path) => routes.match('GET', path)?.action ?? null)]`
const client: InlineConfig = { build: { rollupOptions: { input: '/src/main.ts' }, sourcemap: true } }

function project(main: string): string {
  return makeProject({ ...files, 'src/main.ts': main })
}

/** The text of every file in a folder. */
function written(root: string, folder: string): string {
  const found = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(path.join(entry.parentPath, entry.name), 'utf8')}`)
    .join('\n')
}

describe.each([
  ['Vite 8', build],
  ['Vite 7', buildWithVite7 as unknown as typeof build],
])('a build with %s', (_, build) => {
  test('of a client tells no name, file or function of what is left out, not even in its maps', async () => {
    const root = project(ALL)
    await build(viteConfig(root, { clientRoutes }, client))
    const text = written(root, 'dist')
    expect(text).toContain('photosPath')
    // The catch-all route might answer for them: so their paths are there.
    expect(text).toMatch(/\bbackstage passes\b/)
    expect(text).not.toMatch(/backstage\/passes|backstage[_P]|badge|isCrew|CREW|lineup|artists#|config\/routes\//i)
    expect(text).not.toContain('routes-manifest.json')
  })

  test('of a client fails where a module takes such a helper', async () => {
    const main = `import routes, { lineupPath } from 'virtual:routes'\nconsole.log(lineupPath(), routes.backstagePassUrl(1, { host: 'h.test' }))`
    const error = await build(viteConfig(project(main), { clientRoutes }, client)).catch(
      (thrown: Error) => thrown.message,
    )
    expect(error).toContain('hidden-helper')
    expect(error).toContain(
      '`lineupPath` is not available in the browser: `clientRoutes` excludes `backstage/artists#index`.',
    )
    expect(error).toContain(
      '`backstagePassUrl` is not available in the browser: `clientRoutes` excludes `backstage/passes#show`.',
    )
    expect(error).toContain('src/main.ts:1:18')
  })

  test('of a server has the whole table, and the manifest', async () => {
    const root = project(ALL)
    await build(viteConfig(root, { clientRoutes }, { build: { ssr: 'src/main.ts' } }))
    const text = written(root, 'dist')
    expect(text).toMatch(/lineupPath/)
    expect(text).toContain('routes-manifest.json')
  })
})

describe('a build', () => {
  test('of a client and a server writes the manifest with the server alone', async () => {
    const root = project(ALL)
    const environments = {
      client: { build: { outDir: 'dist/client', rollupOptions: { input: '/src/main.ts' } } },
      ssr: { build: { outDir: 'dist/server', ssr: true, rollupOptions: { input: '/src/main.ts' } } },
    }
    const builder = await createBuilder(viteConfig(root, { clientRoutes }, { builder: {}, environments }))
    await builder.buildApp()
    const found = readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    expect(found.filter((file) => file.endsWith('.json'))).toEqual([
      path.join('server', '.vite', 'routes-manifest.json'),
    ])
  })

  test('fails on a pattern that is about no route', async () => {
    const config = viteConfig(project(ALL), { clientRoutes: { except: 'backstge/*' } }, client)
    await expect(build(config)).rejects.toThrow('Did you mean `backstage/*`?')
  })
})

describe('a dev server', () => {
  const module = (server: ViteDevServer) => server.environments.client.transformRequest('\0virtual:routes')
  const page = (server: ViteDevServer) => server.environments.client.transformRequest('/src/main.ts')

  test('serves pages what they see, and servers the whole table', async () => {
    const server = await devServer(project(ALL), { clientRoutes })
    const { code } = (await module(server))!
    expect(code).toContain('photosPath')
    const { code: manifestCode } = (await server.environments.client.transformRequest('\0virtual:routes/manifest'))!
    expect(manifestCode).toContain('/photos/:id')
    expect(code + manifestCode).not.toMatch(/lineup|backstage\/passes|crew/i)
    Object.assign(globalThis, { paths: ['/photos/7', '/backstage/passes', '/artists', '/x'] })
    await server.ssrLoadModule('/src/main.ts')
    const [names, manifest, actions] = (
      globalThis as unknown as { answers: [string[], { routes: unknown[] }, unknown] }
    ).answers
    expect(names).toContain('backstagePassesPath')
    expect(manifest.routes).toHaveLength(12)
    expect(actions).toEqual(['show', 'any', 'index', 'any'])
  })

  test('refuses pages a helper that is left out, and servers not', async () => {
    const server = await devServer(project(`import { lineupPath } from 'virtual:routes'\nlineupPath()`), {
      clientRoutes,
    })
    await expect(page(server)).rejects.toThrow('`lineupPath` is not available in the browser')
    await expect(page(server)).rejects.toMatchObject({ pluginCode: 'hidden-helper', loc: { line: 1, column: 10 } })
    await server.ssrLoadModule('/src/main.ts')
  })

  test('tells pages of changes of what they see, and of nothing else', async () => {
    const server = await devServer(project(ALL), { clientRoutes })
    await page(server)
    await module(server)
    await server.ssrLoadModule('/src/main.ts')
    const sent: unknown[] = []
    vi.spyOn(server.environments.client.hot, 'send').mockImplementation((payload: unknown) => void sent.push(payload))
    const { root } = server.config
    const backstage = files['config/routes/backstage.ts']
    writeFiles(root, { 'config/routes/backstage.ts': backstage.replace("'lineup'", "'bill'") })
    await expect.poll(async () => Object.keys(await server.ssrLoadModule('virtual:routes'))).toContain('billPath')
    expect(JSON.stringify(sent)).not.toMatch(/"type":"(?:update|full-reload)"/)
    writeFiles(root, { 'config/routes.ts': files['config/routes.ts'].replace('photos', 'pictures') })
    // The page has no component that could be updated alone.
    await expect.poll(() => JSON.stringify(sent)).toContain('full-reload')
    expect((await module(server))!.code).toContain('picturesPath')
  })
})
