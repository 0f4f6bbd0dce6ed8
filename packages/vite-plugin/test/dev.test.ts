import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { HotPayload, ViteDevServer } from 'vite'
import { devServer, makeProject, routesFile, writeFiles } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(
    `  r.resources('photos')\n  r.constraints(fromOffice, () => r.get('office', { to: 'pages#office' }))\n  r.draw('api')`,
    `import { fromOffice } from '../src/constraints'`,
  ),
  'config/routes/api.ts': routesFile(`  r.namespace('api', (api) => api.resources('users', { only: 'show' }))`),
  'src/constraints.ts': `export const fromOffice = (request: { ip: string }) => request.ip === '10.0.0.1'`,
  'src/main.ts': `import routes, { editPhotoPath } from 'virtual:routes'
export const href = () => editPhotoPath(7)
export const user = () => routes.apiUserUrl(3, { host: 'example.org' })
export const names = () => routes.manifest.routes.map((route: { name: string }) => route.name)
export const found = (path: string, request?: object) => routes.match('GET', path, request)`,
}

interface Main {
  href(): string
  user(): string
  names(): (string | null)[]
  found(path: string, request?: object): { name: string; params: Record<string, string> } | null
}

const load = (server: ViteDevServer) => server.ssrLoadModule('/src/main.ts') as unknown as Promise<Main>

/** What the server sends to the browser. */
function sent(server: ViteDevServer): HotPayload[] {
  const payloads: HotPayload[] = []
  vi.spyOn(server.environments.client.hot, 'send').mockImplementation((payload: unknown) => {
    payloads.push(payload as HotPayload)
  })
  return payloads
}

/** Writes files; Vite's watcher sees it. */
function edit(server: ViteDevServer, changed: Record<string, string>) {
  writeFiles(server.config.root, changed)
}

describe('virtual:routes', () => {
  test('is served to a server environment', async () => {
    const main = await load(await devServer(makeProject(files)))
    expect(main.href()).toBe('/photos/7/edit')
    expect(main.user()).toBe('http://example.org/api/users/3')
    expect(main.names()).toContain('api_user')
    expect(main.found('/photos/7.json')).toMatchObject({ name: 'photo', params: { id: '7', format: 'json' } })
    expect(main.found('/office')).toBeNull()
    expect(main.found('/office', { ip: '10.0.0.1' })).toMatchObject({ name: 'office' })
  })

  test('is served to the browser, with everything that it imports', async () => {
    const server = await devServer(makeProject(files))
    const { client } = server.environments
    const main = await client.transformRequest('/src/main.ts')
    expect(main!.code).toContain('/@id/__x00__virtual:routes')
    const routes = await client.transformRequest('virtual:routes')
    expect(routes!.code).toContain('export const editPhotoPath')
    const imports = [...routes!.code.matchAll(/from ["']([^"']+)["']/g)].map(([, url]) => url!)
    expect(imports).toEqual(
      expect.arrayContaining([expect.stringContaining('runtime/src/index.ts'), '/src/constraints.ts']),
    )
    // Vite's middleware turns the address of a virtual module back into its id.
    const ids = imports.map((url) => url.replace('/@id/__x00__', '\0'))
    for (const id of ids) expect(await client.transformRequest(id)).not.toBeNull()
  })

  test('maps to the route files', async () => {
    const server = await devServer(makeProject(files))
    const routes = await server.environments.client.transformRequest('virtual:routes')
    const { sources } = routes!.map as { sources: string[] }
    expect(sources.map((file) => file.replace(/^.*(?=config\/)/, ''))).toEqual(
      expect.arrayContaining(['config/routes.ts', 'config/routes/api.ts']),
    )
  })

  test('follows the options', async () => {
    const root = makeProject({
      'app/paths.ts': routesFile(`  r.resources('kine')\n  r.draw('more')`),
      'app/draws/more.ts': routesFile(`  r.resource('profile')`),
      'src/main.ts': `import * as routes from 'virtual:routes'\nexport const names = () => Object.keys(routes)`,
    })
    const server = await devServer(root, {
      routes: 'app/paths.ts',
      drawPaths: 'app/draws',
      helpers: 'snake_case',
      apiOnly: true,
      pathNames: { new: 'neu' },
      inflections: (rules) => rules.irregular('cow', 'kine'),
    })
    const { names } = await load(server)
    expect(names()).toEqual(expect.arrayContaining(['cow_path', 'kine_path', 'profile_url']))
    expect(names()).not.toContain('new_cow_path')
  })
})

describe('a change', () => {
  test('of a route file, a drawn file or an import of theirs is served', async () => {
    const server = await devServer(makeProject({ ...files, 'config/name.ts': `export const name = 'one'` }))
    expect((await load(server)).names()).not.toContain('extra')
    edit(server, {
      'config/routes/api.ts': routesFile(`  r.get(name, { to: 'pages#x' })`, `import { name } from '../name'`),
    })
    await expect.poll(async () => (await load(server)).names()).toContain('one')
    edit(server, { 'config/name.ts': `export const name = 'two'` })
    await expect.poll(async () => (await load(server)).names()).toContain('two')
    expect((await load(server)).names()).not.toContain('one')
  })

  test('reloads the page where the table is another, and does nothing where it is the same', async () => {
    const server = await devServer(makeProject(files))
    await server.environments.client.transformRequest('/src/main.ts')
    await server.environments.client.transformRequest('virtual:routes')
    const payloads = sent(server)
    edit(server, { 'config/routes.ts': `${files['config/routes.ts']}\n// A comment.\n` })
    edit(server, { 'config/routes/api.ts': routesFile(`  r.get('new', { to: 'pages#x', as: 'brand_new' })`) })
    await expect.poll(() => payloads).toEqual([expect.objectContaining({ type: 'full-reload' })])
  })

  test('that breaks the routes shows an error and keeps the last good table, until it is mended', async () => {
    const server = await devServer(makeProject(files))
    expect((await load(server)).href()).toBe('/photos/7/edit')
    const payloads = sent(server)
    edit(server, { 'config/routes/api.ts': routesFile(`  r.get('fine', { to: 'pages#x' })\n  r.member(() => {})`) })
    await expect.poll(() => payloads).toHaveLength(1)
    expect(payloads[0]).toMatchObject({
      type: 'error',
      err: {
        plugin: 'turnout',
        pluginCode: 'outside-resource-scope',
        id: path.join(server.config.root, 'config/routes/api.ts'),
        loc: { line: 5, column: 5 },
      },
    })
    expect((payloads[0] as { err: { frame: string } }).err.frame).toContain('5 |   r.member(() => {})\n  |     ^')
    expect((await load(server)).names()).toContain('api_user')
    edit(server, { 'config/routes/api.ts': files['config/routes/api.ts'] })
    await expect.poll(() => payloads).toHaveLength(2)
    expect(payloads[1]).toEqual({ type: 'update', updates: [] })
  })

  test('that mends routes which never compiled reloads the page', async () => {
    const server = await devServer(makeProject({ ...files, 'config/routes/api.ts': 'export default 1' }))
    await expect(load(server)).rejects.toMatchObject({ plugin: 'turnout', pluginCode: 'no-routes-file' })
    const payloads = sent(server)
    edit(server, { 'config/routes/api.ts': files['config/routes/api.ts'] })
    await expect.poll(() => payloads).toContainEqual(expect.objectContaining({ type: 'full-reload' }))
    expect((await load(server)).names()).toContain('api_user')
  })

  test('that adds a missing draw, a missing import or the entry is picked up', async () => {
    const server = await devServer(makeProject({ 'src/main.ts': files['src/main.ts'] }))
    await expect(load(server)).rejects.toThrow('There is no route file.')
    edit(server, { 'config/routes.ts': files['config/routes.ts'] })
    await expect.poll(() => load(server).catch(String)).toMatch('imports `../src/constraints`')
    edit(server, { 'src/constraints.ts': files['src/constraints.ts'] })
    await expect.poll(() => load(server).catch(String)).toMatch("draw('api')")
    edit(server, { 'config/routes/api.ts': files['config/routes/api.ts'] })
    await expect.poll(async () => (await load(server).catch(() => null))?.names()).toContain('api_user')
  })
})

test('printRoutes prints the table', async () => {
  const lines: string[] = []
  const customLogger = {
    ...console,
    info: (line: string) => void lines.push(line),
    warnOnce: console.warn,
    clearScreen: () => {},
    hasErrorLogged: () => false,
    hasWarned: false,
  }
  await devServer(makeProject(files), { printRoutes: true }, { customLogger, logLevel: 'info' })
  await expect.poll(() => lines.join('\n')).toContain('api_user GET    /api/users/:id(.:format)')
})

test('the declarations are written once', async () => {
  const root = makeProject(files)
  await load(await devServer(root, { types: 'types/routes.d.ts' }))
  expect(readFileSync(path.join(root, 'types/routes.d.ts'), 'utf8')).toContain('export function editPhotoPath')
})
