import type { Environment } from 'vite'
import { describe, expect, test } from 'vitest'
import { fakeProject, makeFolder, tableOf } from '../../test/fake-project.ts'
import { CLIENT, NAVIGATION, PAGES, REACT_ROUTER, SERVER, SERVER_ENTRY, TEMPLATE_MODULE, VUE_ROUTER } from '../ids.ts'
import type { Consumer, TurnoutOptions } from '../options.ts'
import { loadApplicationModule, loadedIds, type ApplicationServer } from './application-modules.ts'
import { lazyModule } from './emit-lazy-module.ts'
import { isLazyId, refuseLazyModule, type LazyId } from './lazy-modules.ts'

const table = tableOf((r) => {
  r.resources('photos', { only: 'index' })
  r.get('secret', { to: 'secrets#show', as: 'secret' })
})
const controllers = new Map([['photos', '/app/src/controllers/photos.ts']])
const pages = new Map([
  ['photos', '/app/src/pages/photos.ts'],
  ['secrets', '/app/src/pages/secrets.ts'],
])
const APPLICATION: TurnoutOptions = { server: true, pages: 'src/pages' }

interface LoadSettings {
  readonly options?: TurnoutOptions
  readonly consumer?: Consumer
  readonly mode?: 'build' | 'dev'
  readonly manifest?: typeof table | null
  readonly dev?: boolean
  readonly handlesRequests?: boolean
  readonly isInVitest?: boolean
  readonly files?: Readonly<Record<string, string>>
}

/** Loads a module in a project with some files. In an id, `~` is the root. */
async function load(id: string, settings: LoadSettings = {}) {
  const { options = APPLICATION, consumer = 'server', mode = 'build', manifest = table, files = {} } = settings
  const root = makeFolder(files)
  const project = fakeProject(root, manifest, options, {
    controllers,
    pages,
    actionsWithPage: new Set(['photos#index']),
  })
  const environment = {
    name: consumer === 'client' ? 'client' : 'ssr',
    mode,
    config: { consumer, base: '/', root, build: { outDir: 'dist/server' }, resolve: { conditions: [] } },
    getTopLevelConfig: () => ({ root, environments: { client: { build: { outDir: 'dist/client' } } } }),
  } as unknown as Environment
  const graph = {
    getModuleIds: () => new Set(Object.keys(files).map((file) => `${root}/${file}`)).values(),
    getModuleInfo: () => null,
    resolve: async (source: string) => ({ id: source.replace('~', root) }),
  }
  const dev = {
    vite: { config: { root, base: '/' }, transformIndexHtml: async () => 'transformed' },
    handlesRequests: settings.handlesRequests ?? true,
    session: { loadLazy: async (_environment: unknown, name: string) => `live ${name}` },
  } as unknown as ApplicationServer
  return loadApplicationModule({ ...graph, environment }, id.replace('~', root), {
    project,
    dev: settings.dev === true ? dev : null,
    isInVitest: settings.isInVitest ?? false,
  })
}

test('the filter has the folder of the controllers, if the application serves its routes', () => {
  const has = (folder: string | null, id: string) => loadedIds(folder).some((filter) => filter.test(id))
  expect(has('src/controllers', '/app/src/controllers/photos.ts')).toBe(true)
  expect(has(null, '/app/src/controllers/photos.ts')).toBe(false)
  expect(has(null, SERVER)).toBe(true)
  expect(has('src/controllers', SERVER)).toBe(true)
})

describe('the entry of a built server', () => {
  test('exports the module that receives requests', async () => {
    expect(await load(SERVER_ENTRY)).toContain("import own, { dispatch } from 'virtual:routes/server'")
    const code = await load(SERVER_ENTRY, { options: { server: 'api/main.ts' } })
    expect(code).toMatch(/^import \* as server from '\/.*\/api\/main\.ts'$/m)
  })

  test('exists in builds with a server only', async () => {
    expect(await load(SERVER_ENTRY, { mode: 'dev' })).toBeUndefined()
    expect(await load(SERVER_ENTRY, { options: {} })).toBeUndefined()
  })
})

describe('a controller', () => {
  const controller = '~/src/controllers/photos.ts'
  const files = { 'src/main.ts': `import '~/src/controllers/photos.ts'` }

  test('must not be in a client', async () => {
    await expect(load(`${controller}?v=1`, { consumer: 'client', files })).rejects.toMatchObject({
      code: 'server-in-client',
      message: expect.stringMatching(/`src\/main\.ts` imports `src\/controllers\/photos\.ts`/),
      loc: { line: 1, column: 9 },
    })
  })

  test.each<[string, LoadSettings, string?]>([
    ['in a server', { consumer: 'server' }],
    ['in Vitest', { consumer: 'client', isInVitest: true }],
    [
      'in an application that does not serve its routes',
      { consumer: 'client', options: { controllers: 'src/controllers' } },
    ],
    ['if it is another file', { consumer: 'client' }, '~/src/components/photos.ts'],
    ['if it is a test of one', { consumer: 'client' }, '~/src/controllers/photos.test.ts'],
  ])('is allowed %s', async (_place, settings, id = controller) => {
    expect(await load(id, settings)).toBeUndefined()
  })
})

describe('the document', () => {
  const files = { 'index.html': 'source', 'dist/client/index.html': 'built' }

  test('of a build is that of the built client, and only for servers', async () => {
    expect(await load(TEMPLATE_MODULE, { files })).toBe('export default "built"\n')
    expect(await load(TEMPLATE_MODULE, { files, dev: true })).toBe('export default "built"\n')
    expect(await load(TEMPLATE_MODULE, { files, mode: 'dev' })).toBe('export default "built"\n')
    expect(await load(TEMPLATE_MODULE, { files, consumer: 'client' })).toBeUndefined()
  })

  test('of a dev server is transformed by the module, or by the middleware with the response', async () => {
    const settings = { files, dev: true, mode: 'dev' } as const
    expect(await load(TEMPLATE_MODULE, { ...settings, handlesRequests: false })).toBe('export default "transformed"\n')
    expect(await load(TEMPLATE_MODULE, settings)).toBe('export default "source"\n')
  })
})

test('the client of links calls the server in its process', async () => {
  expect(await load(CLIENT)).toContain('dispatch')
  expect(await load(CLIENT, { consumer: 'client' })).not.toContain('dispatch')
  expect(await load(CLIENT, { options: {} })).not.toContain('dispatch')
})

test('other modules are not loaded', async () => {
  expect(await load('~/src/main.ts')).toBeUndefined()
})

describe('modules that load controllers and pages', () => {
  test('are made from the table, or by the dev server', async () => {
    expect(await load(SERVER)).toContain('src/controllers/photos.ts')
    expect(await load(PAGES, { consumer: 'client' })).toContain('src/pages/photos.ts')
    expect(await load(NAVIGATION, { consumer: 'client' })).toContain('src/pages/photos.ts')
    expect(await load(SERVER, { dev: true, mode: 'dev' })).toBe(`live ${SERVER}`)
    expect(await load(SERVER, { dev: true })).toContain('src/controllers/photos.ts')
    expect(await load(SERVER, { mode: 'dev' })).toContain('src/controllers/photos.ts')
    await expect(load(SERVER, { manifest: null })).rejects.toMatchObject({ code: 'missing-via' })
    await expect(load(SERVER_ENTRY, { manifest: null })).rejects.toMatchObject({ code: 'missing-via' })
  })

  test('of pages hide routes from clients only', async () => {
    const options: TurnoutOptions = { ...APPLICATION, clientRoutes: { except: ['secrets'] } }
    expect(await load(PAGES, { options, consumer: 'client' })).not.toContain('secret')
    expect(await load(PAGES, { options, consumer: 'server' })).toContain('secret')
  })

  const importing = (name: string) => ({ files: { 'src/main.ts': `\nimport '${name}'` } })

  test.each([
    [SERVER, {}, 'server', 'server-not-set'],
    [PAGES, { server: true }, 'client', 'pages-not-set'],
    [NAVIGATION, { server: true }, 'client', 'pages-not-set'],
    [REACT_ROUTER, APPLICATION, 'client', 'router-not-set'],
    [VUE_ROUTER, { ...APPLICATION, router: 'react-router' }, 'client', 'router-not-set'],
    [SERVER, APPLICATION, 'client', 'server-in-client'],
  ] as const)('%s with the options %j is refused in a %s', async (name, options, consumer, code) => {
    await expect(load(name, { options, consumer, ...importing(name) })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(name),
      loc: { line: 2, column: 9 },
    })
    // The importer may be unknown.
    await expect(load(name, { options, consumer })).rejects.toMatchObject({ code })
  })

  test('name the importer, and the environment', async () => {
    await expect(load(SERVER, { consumer: 'client', ...importing(SERVER) })).rejects.toMatchObject({
      message: expect.stringMatching(/`src\/main\.ts`/),
    })
    await expect(load(PAGES, { options: { server: true }, ...importing(PAGES) })).rejects.toMatchObject({
      message: expect.stringContaining('src/main.ts'),
    })
    await expect(load(SERVER, { options: {}, ...importing(SERVER) })).rejects.toMatchObject({
      message: expect.stringContaining('src/main.ts'),
    })
    await expect(load(SERVER, { consumer: 'client' })).rejects.toMatchObject({
      message: expect.stringContaining('`client`'),
    })
  })

  test('are allowed without a search for the importer', async () => {
    let searches = 0
    const find = async () => {
      searches += 1
      return null
    }
    const project = fakeProject(makeFolder(), table, APPLICATION)
    await refuseLazyModule(SERVER, { name: 'ssr', config: { consumer: 'server' } }, project, find)
    await refuseLazyModule(PAGES, { name: 'client', config: { consumer: 'client' } }, project, find)
    expect(searches).toBe(0)
  })
})

describe('lazyModule', () => {
  const outcome = { manifest: table, controllers, pages, actionsWithPage: new Set(['photos#index']), routerCode: null }
  const source = (id: LazyId, options: TurnoutOptions, dev: { showsDevBar: boolean } | null = null) =>
    (['client', 'server'] as const).map((consumer) =>
      lazyModule([id, consumer], outcome, fakeProject('/app', table, options), dev),
    )
  const IDS = [SERVER, PAGES, NAVIGATION] as const

  test('is for modules that import controllers or pages', () => {
    expect([...IDS, CLIENT, 'x'].map(isLazyId)).toEqual([true, true, true, false, false])
  })

  test('returns the same source for both consumers, unless routes are hidden', () => {
    for (const id of IDS) expect(new Set(source(id, APPLICATION)).size).toBe(1)
    expect(new Set(source(PAGES, { ...APPLICATION, clientRoutes: { only: ['photos'] } })).size).toBe(2)
  })

  test('lets a server accept the trusted origins', () => {
    const server = { trustedOrigins: ['https://pay.example'] }
    expect(source(SERVER, { server })[1]).toContain('https://pay.example')
    expect(source(SERVER, { server: true })[1]).not.toContain('https://pay.example')
  })

  test('lets modules of a dev server accept updates, and report matches to the bar', () => {
    const [build, dev, bar] = [null, { showsDevBar: false }, { showsDevBar: true }].map((devServer) =>
      IDS.map((id) => source(id, APPLICATION, devServer)[1]),
    )
    for (const index of IDS.keys()) expect(dev![index]).not.toEqual(build![index])
    expect(bar![0]).not.toEqual(dev![0])
    expect(bar!.slice(1)).toEqual(dev!.slice(1))
  })

  test('tells a server and the navigation which actions have a page', () => {
    expect(source(SERVER, APPLICATION)[1]).not.toBe(source(SERVER, { server: true })[1])
    expect(source(NAVIGATION, APPLICATION)[0]).toContain('photos#index')
  })
})
