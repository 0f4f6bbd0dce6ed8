// `virtual:routes/actions/<controller>` in dev and in builds.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, createServerModuleRunner, type InlineConfig, type ViteDevServer } from 'vite'
import { build as buildWithVite7 } from 'vite-7'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { devServer, makeProject, routesFile, viteConfig, writeFiles } from './fixture.ts'

const ROUTES = routesFile(
  `  r.resources('photos')\n  r.namespace('admin', (admin) => admin.resources('users', { only: ['index', 'update'] }))`,
)
const MAIN = `import { new as form, update } from 'virtual:routes/actions/photos'
import users from 'virtual:routes/actions/admin/users'
globalThis.answers = [update(7), form(), users.update(3, { format: 'json' })]
export const held = { update, users }`
const ANSWERS = [
  { url: '/photos/7', method: 'PATCH' },
  { url: '/photos/new', method: 'GET' },
  { url: '/admin/users/3.json', method: 'PATCH' },
]

const project = (main = MAIN) => makeProject({ 'config/routes.ts': ROUTES, 'src/main.ts': main })
const client: InlineConfig = { build: { rollupOptions: { input: '/src/main.ts' }, modulePreload: { polyfill: false } } }
const answers = () => (globalThis as { answers?: unknown }).answers

describe.each([
  ['Vite 8', build],
  ['Vite 7', buildWithVite7 as unknown as typeof build],
])('a build with %s', (_, build) => {
  test.each<[string, InlineConfig, string, string[]]>([
    ['a client', client, 'dist/assets', []],
    // What is exported as a whole is there as a whole.
    ['a server', { build: { ssr: 'src/main.ts' } }, 'dist', ['users#index']],
  ])('of %s has the actions that are used, and nothing else', async (_, config, folder, others) => {
    const root = project()
    await build(viteConfig(root, {}, config))
    const script = readdirSync(path.join(root, folder)).find((file) => file.endsWith('js'))
    Object.assign(globalThis, { answers: undefined })
    await import(/* @vite-ignore */ pathToFileURL(path.join(root, folder, script!)).href)
    expect(answers()).toEqual(ANSWERS)
    const code = readFileSync(path.join(root, folder, script!), 'utf8')
    expect([...new Set(code.match(/(?:photos|users)#(?!update|new)\w+/g))]).toEqual(others)
    expect(code).not.toMatch(/openTable/)
  })

  test('fails where there is no such controller or action, at its place', async () => {
    const main = `import { updat } from 'virtual:routes/actions/photos'\nimport 'virtual:routes/actions/admin/user'\nupdat(1)`
    const error = await build(viteConfig(project(main), {}, client)).catch((thrown: Error) => thrown.message)
    expect(error).toContain('`virtual:routes/actions/photos` does not export `updat`. Did you mean `update`?')
    expect(error).toContain('src/main.ts:1:10')
    expect(error).toContain('No route has an action of `virtual:routes/actions/admin/user`.')
    expect(error).toContain('Did you mean `virtual:routes/actions/admin/users`?')
    expect(error).toContain('src/main.ts:2:9')
  })

  test('of a client has no actions that it does not see', async () => {
    const config = (main: string) =>
      viteConfig(project(main), { clientRoutes: { except: ['admin/*', 'photos#destroy'] } }, client)
    const message = (main: string) => build(config(main)).catch((thrown: Error) => thrown.message)
    expect(await message(MAIN)).toContain(
      '`virtual:routes/actions/admin/users` is not available in the browser: `clientRoutes` excludes `admin/users`.',
    )
    expect(await message(`import { destroy } from 'virtual:routes/actions/photos'\ndestroy(1)`)).toContain(
      '`destroy` is not available in the browser: `clientRoutes` excludes `photos#destroy`.',
    )
  })
})

describe('a dev server', () => {
  const request = (server: ViteDevServer, url: string) => server.environments.client.transformRequest(url)
  const PHOTOS = '\0virtual:routes/actions/photos'

  test('serves them to pages and servers', async () => {
    const server = await devServer(project(), {}, { base: '/app/' })
    expect((await request(server, '/src/main.ts'))!.code).toContain('/app/@id/__x00__virtual:routes/actions/photos')
    const { code, map } = (await request(server, PHOTOS))!
    expect(code).toContain('photos#update')
    expect(JSON.stringify(map)).toContain('/app/config/routes.ts')
    await server.ssrLoadModule('/src/main.ts')
    expect(answers()).toEqual(ANSWERS)
  })

  test('goes on with a new table, without a new evaluation of what holds them', async () => {
    const server = await devServer(project())
    const runner = createServerModuleRunner(server.environments.ssr, { hmr: { logger: false } })
    onTestFinished(() => runner.close())
    const { held } = await runner.import<{ held: Record<string, any> }>('/src/main.ts')
    await request(server, '/src/main.ts')
    await request(server, PHOTOS)
    const sent: unknown[] = []
    vi.spyOn(server.environments.client.hot, 'send').mockImplementation((payload: unknown) => void sent.push(payload))
    Object.assign(globalThis, { answers: 'not again' })
    writeFiles(server.config.root, { 'config/routes.ts': ROUTES.replace(`'photos'`, `'photos', { path: 'pictures' }`) })
    await expect.poll(() => held['update'](7)).toEqual({ url: '/pictures/7', method: 'PATCH' })
    expect(held['users'].update(1)).toEqual({ url: '/admin/users/1', method: 'PATCH' })
    expect(answers()).toBe('not again')
    // The page has no component that could be updated alone.
    expect(sent).toEqual([{ type: 'full-reload' }])
    expect((await request(server, PHOTOS))!.code).toContain('/pictures/')
    // The place of a declaration is not a change of the table.
    sent.length = 0
    writeFiles(server.config.root, {
      'config/routes.ts': `\n${ROUTES.replace(`'photos'`, `'photos', { path: 'pictures' }`)}`,
    })
    await expect
      .poll(async () => JSON.stringify((await request(server, '\0virtual:routes'))!.code))
      .toContain('config/routes.ts:5:')
    expect(sent).toEqual([])
  })

  test('tells what imports an action that is gone, and heals when it is back', async () => {
    const server = await devServer(project())
    const page = () => request(server, '/src/main.ts').then(Boolean, String)
    expect(await page()).toBe(true)
    await request(server, PHOTOS)
    await request(server, '\0virtual:routes/actions/admin/users')
    writeFiles(server.config.root, { 'config/routes.ts': ROUTES.replace(`'photos'`, `'photos', { except: 'new' }`) })
    await expect.poll(page).toContain('`virtual:routes/actions/photos` does not export `new`')
    writeFiles(server.config.root, { 'config/routes.ts': routesFile(`  r.resources('photos')`) })
    await expect.poll(page).toContain('No route has an action of `virtual:routes/actions/admin/users`.')
    writeFiles(server.config.root, { 'config/routes.ts': ROUTES })
    await expect.poll(page).toBe(true)
  })

  test('answers for the controllers of the routes, and for no other name that a request may have', async () => {
    const server = await devServer(project())
    const { pluginContainer } = server.environments.client
    expect(await pluginContainer.resolveId('virtual:routes/actions/photos')).toMatchObject({ id: PHOTOS })
    for (const name of [
      '',
      '..',
      '../../package.json',
      'photo',
      'photos/',
      'Photos',
      '__proto__',
      'constructor',
      'photos?x',
      '/etc/passwd',
      '%2e%2e/x',
      'a\0b',
    ]) {
      expect(await pluginContainer.resolveId(`virtual:routes/actions/${name}`), name).toBeNull()
      expect(await pluginContainer.load(`\0virtual:routes/actions/${name}`), name).toBeNull()
    }
  })

  test('shows pages the actions that clients see', async () => {
    const server = await devServer(project(), { clientRoutes: { except: 'admin/*' } })
    await expect(request(server, '/src/main.ts')).rejects.toThrow('excludes `admin/users`')
    expect(await server.environments.client.pluginContainer.load('\0virtual:routes/actions/admin/users')).toBeNull()
    await server.ssrLoadModule('/src/main.ts')
    expect(answers()).toEqual(ANSWERS)
  })
})
