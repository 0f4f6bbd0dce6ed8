import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger, createServerModuleRunner, type ViteDevServer } from 'vite'
import { devServer, makeProject, ROUTE_FILES, routesFile, writeFiles } from './fixture.ts'

const files = {
  ...ROUTE_FILES,
  'src/main.ts': `import routes, { editPhotoPath } from 'virtual:routes'
import manifest from 'virtual:routes/manifest'
export const href = () => editPhotoPath(7)
export const user = () => routes.apiUserUrl(3, { host: 'example.org' })
export const names = () => manifest.routes.map((route: { name: string }) => route.name)
export const found = (path: string, request?: object) => routes.match('GET', path, request)`,
}

interface Main {
  href(): string
  user(): string
  names(): (string | null)[]
  found(path: string, request?: object): { name: string; params: Record<string, string> } | null
}

const load = (server: ViteDevServer) => server.ssrLoadModule('/src/main.ts') as unknown as Promise<Main>

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
    expect(routes!.code).toContain('export let editPhotoPath')
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
    const { sources, sourcesContent } = routes!.map as { sources: string[]; sourcesContent: string[] }
    expect(sources).toEqual(['/config/routes.ts', '/config/routes/api.ts'])
    expect(sourcesContent).toEqual([files['config/routes.ts'], files['config/routes/api.ts']])
    const onServer = await server.environments.ssr.transformRequest('virtual:routes')
    expect((onServer!.map as { sources: string[] }).sources).toContain(
      path.join(server.config.root, 'config/routes.ts'),
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

describe('a host', () => {
  test('like a worker, of an environment of its own, is served', async () => {
    const server = await devServer(makeProject(files), {}, { environments: { edge: { consumer: 'server' } } })
    const runner = createServerModuleRunner(server.environments['edge']!, { hmr: { logger: false } })
    onTestFinished(() => runner.close())
    const main = await runner.import<Main>('/src/main.ts')
    expect(main.href()).toBe('/photos/7/edit')
    writeFiles(server.config.root, {
      'config/routes.ts': files['config/routes.ts'].replace(`'photos'`, `'photos', { path: 'pictures' }`),
    })
    await expect.poll(() => main.href()).toBe('/pictures/7/edit')
  })
})

test('the stack of a helper that throws names the declaration', async () => {
  const server = await devServer(
    makeProject({
      ...files,
      'src/main.ts': `import { photoPath } from 'virtual:routes'\nexport const go = () => photoPath()`,
    }),
  )
  const runner = createServerModuleRunner(server.environments.ssr, {
    hmr: false,
    sourcemapInterceptor: 'prepareStackTrace',
  })
  onTestFinished(() => runner.close())
  const { go } = await runner.import<{ go(): string }>('/src/main.ts')
  const error = (() => {
    try {
      return go()
    } catch (thrown) {
      return thrown as Error
    }
  })() as Error
  expect(error.message).toContain('(config/routes.ts:4:5)')
  const frames = error.stack!.split('\n').filter((line) => /^\s+at /.test(line))
  expect(frames.join('\n')).toMatch(/at photoPath \(.*config\/routes\.ts:4:5\)/)
})

test('a target without its slash causes one warning, which says what to do', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const main = await load(await devServer(makeProject(files)))
  for (const path of ['/photos/7', '', '?a=b', '#top', 'http://h.test/photos/7']) main.found(path)
  expect(warn).not.toHaveBeenCalled()
  expect(main.found('photos/7')).toBeNull()
  expect(main.found('photos/8')).toBeNull()
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^\[turnout\] No route can match "photos\/7", .*originalUrl/)],
  ])
})

test('the address of the inspector is in the form of the lines of Vite', async () => {
  const lines: string[] = []
  const logger = { ...createLogger('silent'), info: (line: string) => void lines.push(line) }
  const server = await devServer(
    makeProject(files),
    {},
    { customLogger: logger, server: { middlewareMode: false, port: 0, host: '127.0.0.1' } },
  )
  await server.listen()
  server.printUrls()
  const withoutColours = lines.map((line) => stripVTControlCharacters(line))
  const local = withoutColours.find((line) => line.includes('Local:'))!
  expect(withoutColours).toContain(`${local.replace('Local:   ', 'Routes:  ')}__turnout/`)
})

test('the declarations are written once', async () => {
  const root = makeProject(files)
  await load(await devServer(root, { types: 'types/routes.d.ts' }))
  expect(readFileSync(path.join(root, 'types/routes.d.ts'), 'utf8')).toContain('\neditPhotoPath: Path[')
})
