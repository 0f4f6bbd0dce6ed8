// A dev server under edits: what it serves, and what it tells pages and servers that run.
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { createLogger, createServerModuleRunner, type HotPayload, type ViteDevServer } from 'vite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { devServer, makeProject, ROUTE_FILES, routesFile, startDevServer, writeFiles } from './fixture.ts'

const files = {
  ...ROUTE_FILES,
  // It counts how often it is evaluated, holds what it imports, and would draw the page again itself.
  'src/main.ts': `import routes, { editPhotoPath, match } from 'virtual:routes'
import manifest from 'virtual:routes/manifest'
globalThis.evaluations = (globalThis.evaluations ?? 0) + 1
export const held = { editPhotoPath, match }
export const names = () => manifest.routes.map((route: { name: string }) => route.name)
export const call = (helper: string, ...args: unknown[]) => routes[helper](...args)
import.meta.hot?.on('vite:afterUpdate', () => {})`,
}

/** The same, but its page does not import the manifest. */
const pageFiles = {
  ...files,
  'src/main.ts': files['src/main.ts'].replace(/^(?:import|export const names).*manifest.*$/gm, ''),
}

interface Main {
  readonly held: {
    editPhotoPath(id: number): string
    match(method: string, path: string): { name: string } | null
  }
  names(): (string | null)[]
  call(helper: string, ...args: unknown[]): string
}

/** Evaluates `src/main.ts` as a request to an SSR server does. */
const load = (server: ViteDevServer) => server.ssrLoadModule('/src/main.ts') as unknown as Promise<Main>

/** Evaluates `src/main.ts` in a module runner that takes hot updates, as a server that runs on. */
async function run(server: ViteDevServer): Promise<Main> {
  const runner = createServerModuleRunner(server.environments.ssr, { hmr: { logger: false } })
  onTestFinished(() => runner.close())
  return runner.import<Main>('/src/main.ts')
}

const evaluations = () => (globalThis as { evaluations?: number }).evaluations

/** Asks for the modules as a page does. */
async function openPage(server: ViteDevServer): Promise<void> {
  await server.environments.client.transformRequest('/src/main.ts')
  await server.environments.client.transformRequest('\0virtual:routes')
}

/** What the server sends to the browser from now on. */
function sent(server: ViteDevServer): (HotPayload | string)[] {
  const payloads: (HotPayload | string)[] = []
  vi.spyOn(server.environments.client.hot, 'send').mockImplementation((payload: unknown) => {
    payloads.push(payload as HotPayload | string)
  })
  return payloads
}

const edit = (server: ViteDevServer, changed: Record<string, string>) => writeFiles(server.config.root, changed)

const update = (file: string) => ({ type: 'update', updates: [expect.objectContaining({ acceptedPath: file })] })
const routesUpdate = update('\0virtual:routes')

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

  test('reaches code that holds `match` and helpers, without evaluating it again', async () => {
    const server = await devServer(makeProject(files))
    const { held, names, call } = await run(server)
    const before = evaluations()
    const edited = (path: string) =>
      files['config/routes.ts'].replace(`'photos')`, `'photos', { path: '${path}', except: 'new' })`)
    edit(server, { 'config/routes.ts': edited('pictures') })
    await expect.poll(() => held.editPhotoPath(7)).toBe('/pictures/7/edit')
    expect(held.match('GET', '/pictures/7')).toMatchObject({ name: 'photo' })
    expect(held.match('GET', '/photos/7')).toBeNull()
    await expect.poll(names).not.toContain('new_photo')
    expect(() => call('newPhotoPath')).toThrow('newPhotoPath: no route has this helper any more')
    // Once more: the module that is now the old one is not the first.
    edit(server, { 'config/routes.ts': edited('images') })
    await expect.poll(() => held.editPhotoPath(7)).toBe('/images/7/edit')
    expect(names()).toContain('edit_photo')
    edit(server, { 'config/routes.ts': files['config/routes.ts'] })
    await expect.poll(() => held.editPhotoPath(7)).toBe('/photos/7/edit')
    expect(call('newPhotoPath')).toBe('/photos/new')
    expect(evaluations()).toBe(before)
  })

  test('updates the emitted module where the table is another, and nothing where it is the same', async () => {
    const server = await devServer(makeProject(pageFiles))
    await openPage(server)
    const payloads = sent(server)
    // Neither changes the table, and one moves every declaration.
    edit(server, { 'config/routes.ts': `// A comment.\n\n${files['config/routes.ts']}` })
    await expect
      .poll(async () => (await server.environments.client.transformRequest('\0virtual:routes'))!.code)
      .toContain('config/routes.ts:6:5')
    edit(server, { 'config/routes/api.ts': files['config/routes/api.ts'] })
    edit(server, {
      'config/routes.ts': files['config/routes.ts'].replace(`'photos'`, `'photos', { path: 'pictures' }`),
    })
    await expect.poll(() => payloads.length).toBeGreaterThan(0)
    expect(payloads).toEqual([routesUpdate])
    // From the next page on, it is the place that is new.
    await openPage(server)
    edit(server, { 'config/routes.ts': files['config/routes.ts'] })
    await expect.poll(() => payloads.length).toBeGreaterThan(1)
    expect(payloads).toEqual([routesUpdate, routesUpdate])
  })

  test('of names updates the modules that name them as well', async () => {
    const server = await devServer(
      makeProject({
        ...pageFiles,
        'src/other.ts': `import { apiUserPath } from 'virtual:routes'\nconsole.log(apiUserPath)\nimport.meta.hot.accept()`,
      }),
    )
    const { client } = server.environments
    await openPage(server)
    await client.transformRequest('/src/other.ts')
    const payloads = sent(server)
    edit(server, { 'config/routes/api.ts': routesFile(`  r.resource('profile')`) })
    await expect.poll(() => payloads).toEqual([routesUpdate, update('/src/other.ts')])
    await openPage(server)
    await expect(client.transformRequest('/src/other.ts')).rejects.toThrow('does not export `apiUserPath`')
    edit(server, { 'config/routes/api.ts': files['config/routes/api.ts'] })
    // The page has failed to load the module, so its document is loaded again.
    await expect.poll(() => payloads.slice(2)).toEqual([{ type: 'full-reload' }])
    expect(await client.transformRequest('/src/other.ts')).not.toBeNull()
  })

  test('evaluates the components again that import the routes, by themselves or through other modules', async () => {
    const component = `import { link } from './links'\nexport const App = link\nimport.meta.hot.accept()`
    const server = await devServer(
      makeProject({
        ...ROUTE_FILES,
        'src/main.ts': `import { App } from './app'\nimport './pure'\nconsole.log(App)`,
        'src/app.ts': component,
        'src/pure.ts': `console.log(1)`,
        'src/links.ts': `import { photosPath } from 'virtual:routes'\nexport const link = photosPath()`,
      }),
    )
    const { client } = server.environments
    for (const file of ['main', 'app', 'links']) await client.transformRequest(`/src/${file}.ts`)
    await client.transformRequest('\0virtual:routes')
    const payloads = sent(server)
    const moved = ROUTE_FILES['config/routes.ts'].replace(`'photos'`, `'photos', { path: 'pictures' }`)
    edit(server, { 'config/routes.ts': moved })
    await expect.poll(() => payloads).toEqual([routesUpdate, update('/src/app.ts')])
    // The browser asks for the module between the two again, whose link is made when it is evaluated.
    expect((await client.transformRequest('/src/app.ts'))!.code).toMatch(/"\/src\/links\.ts\?t=\d+"/)
  })

  test('of the table updates the manifest where it is imported, and evaluates its importers again', async () => {
    const component = (text: string) => `${text}\nimport.meta.hot.accept()`
    const server = await devServer(
      makeProject({
        ...ROUTE_FILES,
        'src/table.ts': component(`import manifest from 'virtual:routes/manifest'\nconsole.log(manifest.routes)`),
      }),
    )
    const { client } = server.environments
    await client.transformRequest('/src/table.ts')
    const { code } = (await client.transformRequest('\0virtual:routes/manifest'))!
    expect(code).toContain('/photos/:id')
    const payloads = sent(server)
    edit(server, { 'config/routes.ts': `// A comment.\n${ROUTE_FILES['config/routes.ts']}` })
    edit(server, { 'config/routes.ts': ROUTE_FILES['config/routes.ts'].replace(`'photos'`, `'albums'`) })
    await expect.poll(() => payloads).toEqual([update('\0virtual:routes/manifest'), update('/src/table.ts')])
    expect((await client.transformRequest('\0virtual:routes/manifest'))!.code).toContain('/albums/:id')
  })

  test('logs one line, however many modules are updated', async () => {
    const component = `import { photosPath } from 'virtual:routes'\nphotosPath()\nimport.meta.hot?.accept()`
    const files = Array.from({ length: 5 }, (_, index) => `src/card${index}.ts`)
    const lines: string[] = []
    const customLogger = {
      ...createLogger('info'),
      info: (line: string) => void lines.push(stripVTControlCharacters(line)),
    }
    const root = makeProject({ ...ROUTE_FILES, ...Object.fromEntries(files.map((file) => [file, component])) })
    const server = await devServer(root, {}, { logLevel: 'info', customLogger })
    for (const file of files) {
      await server.environments.client.transformRequest(`/${file}`)
      await server.ssrLoadModule(`/${file}`)
    }
    await server.environments.client.transformRequest('\0virtual:routes')
    edit(server, { 'config/routes.ts': ROUTE_FILES['config/routes.ts'].replace(`'photos'`, `'photos', { path: 'a' }`) })
    await expect.poll(() => lines).toEqual(['hmr update virtual:routes'])
    edit(server, { 'config/routes.ts': ROUTE_FILES['config/routes.ts'] })
    await expect.poll(() => lines).toHaveLength(2)
  })

  test('loads the page again where a module that imports the routes accepts no update', async () => {
    const server = await devServer(
      makeProject({
        ...ROUTE_FILES,
        'src/main.ts': `import { photosPath } from 'virtual:routes'\nimport './app'\ndocument.title = photosPath()`,
        'src/app.ts': `import { photosPath } from 'virtual:routes'\nconsole.log(photosPath)\nimport.meta.hot.accept()`,
      }),
    )
    await openPage(server)
    await server.environments.client.transformRequest('/src/app.ts')
    const payloads = sent(server)
    const moved = ROUTE_FILES['config/routes.ts'].replace(`'photos'`, `'photos', { path: 'pictures' }`)
    edit(server, { 'config/routes.ts': moved })
    await expect.poll(() => payloads).toContainEqual({ type: 'full-reload' })
    expect(payloads).toHaveLength(1)
  })

  test('that breaks the routes shows an error and keeps the last good table, until it is mended', async () => {
    const server = await devServer(makeProject(files))
    expect((await load(server)).held.editPhotoPath(7)).toBe('/photos/7/edit')
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
    await expect.poll(() => payloads).toHaveLength(3)
    expect(payloads.slice(1)).toEqual(['turnout:errors-fixed', { type: 'update', updates: [] }])
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

  test('that the watcher drops, as it follows another at once, is picked up', async () => {
    const server = await devServer(makeProject(files))
    const { held } = await run(server)
    const route = files['config/routes.ts']
    for (let number = 1; number <= 20; number += 1) {
      edit(server, { 'config/routes.ts': route.replace(`'photos'`, `'photos', { path: 'first' }`) })
      // The first state is compiled when the second one comes, most often less than 50 ms after the first event.
      await expect.poll(() => held.editPhotoPath(1), { interval: 1 }).toBe('/first/1/edit')
      edit(server, { 'config/routes.ts': route.replace(`'photos'`, `'photos', { path: 'p${number}' }`) })
      await expect.poll(() => held.editPhotoPath(1)).toBe(`/p${number}/1/edit`)
    }
  })

  test('that the watcher misses, as it has not come to the folder, is picked up', async () => {
    // Here it never comes to it.
    const server = await startDevServer(makeProject(files), {}, { server: { watch: { ignored: '**/config/**' } } })
    const { held } = await run(server)
    // The files have been compared at least once since it called itself ready.
    await delay(500)
    edit(server, {
      'config/routes.ts': files['config/routes.ts'].replace(`'photos'`, `'photos', { path: 'pictures' }`),
    })
    await expect.poll(() => held.editPhotoPath(7)).toBe('/pictures/7/edit')
  })

  test('of a file behind a link, and of the link itself, is picked up', async () => {
    const elsewhere = makeProject(
      { 'api.ts': files['config/routes/api.ts'], 'more/two.ts': routesFile('') },
      'elsewhere',
    )
    const root = makeProject({
      ...files,
      'config/routes.ts': routesFile(`  r.draw('api')\n  r.draw('more/two')`),
      'src/main.ts': files['src/main.ts'].replaceAll('editPhotoPath, ', ''),
    })
    rmSync(path.join(root, 'config/routes/api.ts'))
    symlinkSync(path.join(elsewhere, 'api.ts'), path.join(root, 'config/routes/api.ts'))
    symlinkSync(path.join(elsewhere, 'more'), path.join(root, 'config/routes/more'))
    const server = await devServer(root)
    const names = async () => (await load(server).catch(() => null))?.names()
    expect(await names()).toEqual(['api_user'])
    writeFiles(elsewhere, { 'api.ts': routesFile(`  r.get('linked', { to: 'pages#x' })`) })
    await expect.poll(names).toEqual(['linked'])
    writeFiles(elsewhere, { 'more/two.ts': routesFile(`  r.get('two', { to: 'pages#x' })`) })
    await expect.poll(names).toEqual(['linked', 'two'])
    rmSync(path.join(root, 'config/routes/api.ts'))
    writeFileSync(path.join(root, 'config/routes/api.ts'), routesFile(`  r.get('own', { to: 'pages#x' })`))
    await expect.poll(names).toEqual(['own', 'two'])
  })

  test('that ends an endless await is not held up by it', async () => {
    const error = vi.fn<(text: string) => void>()
    const logged = () => error.mock.calls.join('\n')
    const server = await devServer(makeProject(files))
    vi.spyOn(server.config.logger, 'error').mockImplementation(error)
    const { held } = await run(server)
    // The worker shares the environment of the process.
    const endless = `process.env['IS_WAITING'] = 'yes'\nawait new Promise(() => {})\nexport const fromOffice = () => true`
    edit(server, { 'src/constraints.ts': endless })
    await expect.poll(() => process.env['IS_WAITING']).toBe('yes')
    delete process.env['IS_WAITING']
    edit(server, {
      ...files,
      'config/routes.ts': files['config/routes.ts'].replace(`'photos'`, `'photos', { path: 'p' }`),
    })
    // Its limit alone would be 10 s.
    await expect.poll(() => held.editPhotoPath(1)).toBe('/p/1/edit')
    expect(logged()).not.toContain('module-never-ends')
  })
})
