import { describe, expect, test } from 'vitest'
import { NAVIGATION, PAGES, SERVER, SERVER_ENTRY, CLIENT, RESOLVED_ROUTES, ROUTES, TEMPLATE_MODULE } from '../ids.ts'
import { callableId } from './callable-modules.ts'
import { IMPORTED, inFolder, LOADED, MISSPELT, refuseMisspelt, resolveRoutesImport, type Resolver } from './resolve.ts'
import { resolveRuntimeImport } from './runtime-modules.ts'
import { standInId } from './server-only.ts'

const isIn = (filters: readonly RegExp[], id: string) => filters.some((filter) => filter.test(id))

describe('the filters', () => {
  test.each([
    ['virtual:routes', true],
    ['virtual:routes/server', true],
    ['virtual:routesx', false],
    ['x/virtual:routes', false],
    ['@turnout/runtime', true],
    ['@turnout/server', true],
    ['@turnout/runtime/pages', true],
    ['@turnout/server/client', true],
    ['@turnout/runtime/other', false],
    ['@turnout/runtime/server', false],
    ['@turnout/server/other', false],
    ['@turnout/serverx', false],
    ['x@turnout/runtime', false],
    ['@turnout/navigation', true],
    ['@turnout/navigation/x', false],
    ['x@turnout/navigation', false],
    ['srvx/static', true],
    ['srvx/statics', false],
    ['xsrvx/static', false],
  ])('resolve %s: %s', (id, isResolved) => {
    expect(isIn(IMPORTED, id)).toBe(isResolved)
  })

  test.each([
    ['virtual:route', true],
    ['virtual:router', true],
    ['virtual:Routes', true],
    ['virtual:rout/server', true],
    ['virtual:rotes', true],
    ['virtual:turnout', true],
    ['virtual:turnout-routes', true],
    ['virtual:Turnout/routes', true],
    ['virtual:route/pages', true],
    ['virtual:route/navigation', true],
    ['virtual:route/client', true],
    ['virtual:route/actions/admin/photos', true],
    ['virtual:routesx', true],
    ['virtual:routes', false],
    ['virtual:routes/server', false],
    ['virtual:routes/x', false],
    ['virtual:route/x', false],
    ['virtual:route/serverx', false],
    ['virtual:roads', false],
    ['xvirtual:route', false],
    ['virtual:route1', false],
  ])('call %s a mistake: %s', (id, isMistake) => {
    expect(MISSPELT.test(id)).toBe(isMistake)
  })

  test.each([
    ['virtual:routes', true],
    ['\0virtual:routes', true],
    ['virtual:routes/server', true],
    ['virtual:routesx', false],
    ['x/virtual:routes', false],
    ['\0turnout:runtime/index.js', true],
    ['x\0turnout:runtime/index.js', false],
    ['/a#b/c.ts', true],
    ['/a.ts?raw', true],
    ['/a.ts', false],
  ])('load %j: %s', (id, isLoaded) => {
    expect(isIn(LOADED, id)).toBe(isLoaded)
  })

  test.each([
    ['src/controllers', '/app/src/controllers/photos.ts', true],
    ['src/controllers', 'src/controllers/photos.ts', true],
    ['src/controllers/', '/app/src/controllers/photos.ts', true],
    ['./src/controllers', '/app/src/controllers/photos.ts', true],
    ['../../api/controllers', '/api/controllers/photos.ts', true],
    ['src\\controllers', '/app/src/controllers/photos.ts', true],
    ['/abs/controllers', '/abs/controllers/photos.ts', true],
    ['a.b/c+', '/app/a.b/c+/photos.ts', true],
    ['a.b/c+', '/app/aXb/c+/photos.ts', false],
    ['src/controllers', '/app/src/controllers.ts', false],
    ['src/controllers', '/app/mysrc/controllers/photos.ts', false],
    ['src/../lib', '/app/lib/photos.ts', true],
    ['.a/b', '/app/.a/b/x.ts', true],
    ['a.', '/app/a./x.ts', true],
    ['a./b', '/app/a./b/x.ts', true],
    ['a/b', '/app/ab/x.ts', false],
  ])('the folder %s contains %s: %s', (folder, id, isInside) => {
    expect(inFolder(folder).test(id)).toBe(isInside)
  })
})

/** A context that resolves the imports of a list, and records for which importer. */
function makeContext(resolutions: Readonly<Record<string, { id: string; external?: boolean }>> = {}) {
  const calls: unknown[][] = []
  const context: Resolver = {
    resolve: async (source, importer, options) => {
      calls.push([source, importer, options])
      return resolutions[source] ?? (source.startsWith('/') ? { id: source } : null)
    },
  }
  return { context, calls }
}

describe('resolveRoutesImport', () => {
  const page = '/app/index.html'
  const resolve = (
    source: string,
    importer?: string,
    { isBuild = false, resolved = RESOLVED_ROUTES, context = makeContext().context } = {},
  ) => resolveRoutesImport(context, source, importer, { root: '/app', resolved, isBuild })

  test('finds the emitted module for every importer', async () => {
    expect(await resolve(ROUTES)).toBe(RESOLVED_ROUTES)
    expect(await resolve(ROUTES, '/app/a.ts', { resolved: ROUTES })).toBe(ROUTES)
  })

  test.each([SERVER, PAGES, NAVIGATION, CLIENT, TEMPLATE_MODULE])('finds %s by its name', async (name) => {
    expect(await resolve(name)).toBe(name)
  })

  test('finds no entry of a built server in dev', async () => {
    expect(await resolve(SERVER_ENTRY)).toBeNull()
    expect(await resolve(SERVER_ENTRY, undefined, { isBuild: true })).toBe(SERVER_ENTRY)
  })

  test('finds the parts of the runtime for the modules that need them, and for no request', async () => {
    const file = expect.stringMatching(/\/server\/dist\/index\.js$/)
    expect(await resolve('@turnout/server', SERVER)).toEqual(file)
    expect(await resolve('@turnout/server', SERVER_ENTRY)).toEqual(file)
    for (const importer of [undefined, page, ROUTES, PAGES])
      expect(await resolve('@turnout/server', importer)).toBeNull()
    for (const importer of [PAGES, NAVIGATION]) {
      expect(await resolve('@turnout/runtime/pages', importer)).toBe('\0turnout:runtime/pages.js')
      expect(await resolve('@turnout/runtime/pages', importer, { resolved: ROUTES })).toMatch(/^\/.*\/pages\.js$/)
    }
    expect(await resolve('@turnout/server/client', CLIENT)).toBe('\0turnout:runtime/client.js')
    expect(await resolve('@turnout/server/client', CLIENT, { resolved: ROUTES })).toMatch(/^\/.*\/client\.js$/)
    for (const importer of [undefined, page, SERVER]) {
      expect(await resolve('@turnout/runtime/pages', importer)).toBeNull()
      expect(await resolve('@turnout/server/client', importer)).toBeNull()
    }
    for (const importer of [RESOLVED_ROUTES, `\0${ROUTES}/actions/photos`, `${ROUTES}/actions/photos`])
      expect(await resolve('@turnout/runtime', importer)).toMatch(/^\0turnout:runtime\/index\.[jt]s$/)
    expect(await resolve('@turnout/runtime', ROUTES, { resolved: ROUTES })).toMatch(/^\/.*\/index\.[jt]s$/)
    for (const importer of [undefined, page, SERVER]) expect(await resolve('@turnout/runtime', importer)).toBeNull()
  })

  test('leaves the static files to the library of the host', async () => {
    expect(await resolve('srvx/static', SERVER_ENTRY)).toEqual({ id: 'srvx/static', external: true })
    expect(await resolve('srvx/static', SERVER)).toBeNull()
    expect(await resolve('srvx/static')).toBeNull()
  })

  test('lets Vite resolve the package of navigations, as an import of a page', async () => {
    const { context, calls } = makeContext()
    const { id } = (await resolve('@turnout/navigation', NAVIGATION, { context })) as { id: string }
    expect(calls).toEqual([[id, page, { skipSelf: true }]])
    expect(await resolve('@turnout/navigation', PAGES, { context })).toBeNull()
    expect(calls).toHaveLength(1)
  })

  test('finds modules of the runtime by the imports between them, in dev only', async () => {
    const source = `${ROUTES}/runtime/index.js`
    expect(await resolve(source)).toBe(resolveRuntimeImport(source))
    expect(await resolve(source, undefined, { isBuild: true })).toBeNull()
    expect(await resolve(`${ROUTES}/runtime/../package.json`)).toBeNull()
  })

  const source = '/app/src/constraints.ts'
  const callable = callableId(source)

  test('finds callables for the emitted module alone', async () => {
    for (const importer of [undefined, page, SERVER, `\0${ROUTES}/actions/photos`]) {
      expect(await resolve(callable, importer)).toBeNull()
      expect(await resolve(standInId({ module: 'a.server.ts', export: 'a' }), importer)).toBeNull()
    }
    const { context, calls } = makeContext()
    expect(await resolve(callable, RESOLVED_ROUTES, { context })).toEqual({ id: source })
    expect(calls).toEqual([[source, page, { skipSelf: true }]])
    expect(await resolve('/etc/passwd', RESOLVED_ROUTES, { context })).toBeNull()
  })

  test('marks modules as free of side effects, so that bundles without `match` omit them', async () => {
    const standIn = standInId({ module: 'a.server.ts', export: 'a' })
    expect(await resolve(standIn, RESOLVED_ROUTES)).toEqual({ id: standIn, moduleSideEffects: false })
    const settings = { isBuild: true, resolved: ROUTES }
    expect(await resolve(callable, ROUTES, settings)).toEqual({ id: callable, moduleSideEffects: false })
    const { context } = makeContext({ acme: { id: 'acme', external: true } })
    expect(await resolve(callableId('acme'), ROUTES, { ...settings, context })).toEqual({ id: 'acme', external: true })
    expect(await resolve(callableId('missing'), ROUTES, { ...settings, context })).toBeNull()
  })

  test('finds the source of an intermediate module in builds', async () => {
    const { context, calls } = makeContext()
    const settings = { isBuild: true, resolved: ROUTES, context }
    expect(await resolve(`${ROUTES}/source:${source}!`, callable, settings)).toEqual({ id: source })
    expect(calls).toEqual([[source, page, { skipSelf: true }]])
    expect(await resolve('/etc/passwd', callable, settings)).toBeNull()
    expect(await resolve(`${ROUTES}/source:${source}!`, callable)).toBeNull()
    expect(await resolve(`${ROUTES}/source:${source}!`, undefined, settings)).toBeNull()
  })
})

describe('refuseMisspelt', () => {
  const refuse = (source: string, importer?: string) =>
    refuseMisspelt(makeContext({ 'virtual:router': { id: 'theirs' } }).context, source, importer)

  test('leaves a module of another plugin alone', async () => {
    expect(await refuse('virtual:router', '/app/a.ts')).toEqual({ id: 'theirs' })
    const { context, calls } = makeContext()
    expect(await refuseMisspelt(context, 'virtual:route', undefined)).toBeNull()
    expect(calls).toEqual([['virtual:route', undefined, { skipSelf: true }]])
  })

  test.each([
    ['virtual:route', 'virtual:routes'],
    ['virtual:turnout/server', 'virtual:routes/server'],
    ['virtual:route/pages', 'virtual:routes/pages'],
    ['virtual:route/actions/admin/photos', 'virtual:routes/actions/admin/photos'],
    ['virtual:turnout/routes', 'virtual:routes'],
  ])('names the module that %s probably means', async (source, name) => {
    await expect(refuse(source, '/app/a.ts')).rejects.toThrow(
      `There is no module \`${source}\`. Did you mean \`${name}\`?`,
    )
  })
})
