import { parseAst, type ResolvedConfig } from 'vite'
import { describe, expect, test } from 'vitest'
import type { Manifest } from '@turnout/compiler'
import { fakeProject, makeFolder, recordLog, tableOf, withConstraint } from '../../test/fake-project.ts'
import { CLIENT, SERVER } from '../ids.ts'
import type { Consumer, TurnoutOptions } from '../options.ts'
import { callableId } from './callable-modules.ts'
import {
  checkClientBundle,
  loadModule,
  RESOLVED_IDS,
  resolveModule,
  transformImporter,
  type Importer,
  type ModuleContext,
  type ModuleSession,
  type ModuleTarget,
} from './module-server.ts'
import { standInId } from './server-only.ts'

const ACTIONS = 'virtual:routes/actions/photos'
const table = tableOf((r) => r.resources('photos', { only: 'index' }))
const reference = { module: 'a.server.ts', export: 'fromOffice' }

interface Settings {
  readonly mode?: 'build' | 'dev'
  readonly consumer?: Consumer
  readonly manifest?: Manifest | null
  readonly options?: TurnoutOptions
  readonly session?: Partial<ModuleSession>
  readonly addsWatchFiles?: boolean
  readonly files?: Readonly<Record<string, string>>
}

/** Makes the context of a hook, and the source of the modules. A session is a dev server. */
function make(settings: Settings = {}) {
  const { mode = 'build', consumer = 'client', manifest = table, options = {}, session } = settings
  const root = makeFolder(settings.files)
  const { logger, lines } = recordLog()
  const watched: string[] = []
  let parses = 0
  const context: ModuleContext = {
    environment: {
      mode,
      config: { consumer, base: '/app/' },
      logger,
      getTopLevelConfig: () =>
        ({
          root,
          server: { fs: { strict: true, allow: [root], deny: [] } },
          safeModulePaths: new Set(),
          fsDenyGlob: () => false,
        }) as unknown as ResolvedConfig,
    },
    addWatchFile: (file) => void watched.push(file),
    parse: (code) => {
      parses += 1
      return parseAst(code)
    },
    resolve: async (id) => (id.startsWith('virtual:') ? null : { id }),
  }
  const project = fakeProject(root, manifest, options, { files: new Set([`${root}/config/routes.ts`]) })
  const source = {
    project,
    session: session === undefined ? null : (session as ModuleSession),
    addsWatchFiles: settings.addsWatchFiles ?? false,
  }
  return { root, context, source, lines, watched, parses: () => parses }
}

test('the filter has misspelt imports', () => {
  expect(
    ['virtual:routes', 'virtual:route', 'react'].map((id) => RESOLVED_IDS.some((filter) => filter.test(id))),
  ).toEqual([true, true, false])
})

describe('resolveModule', () => {
  const resolve = (id: string, importer: string | undefined, settings: Settings = {}) => {
    const { context, source, root } = make(settings)
    return resolveModule(context, id, importer?.replace('~', root), source)
  }

  test('gives the emitted module an id without the null byte, except in the dev server of a browser', async () => {
    expect(await resolve('virtual:routes', '/a.ts')).toBe('virtual:routes')
    expect(await resolve('virtual:routes', '/a.ts', { mode: 'dev' })).toBe('\0virtual:routes')
    expect(await resolve('virtual:routes', '/a.ts', { mode: 'dev', consumer: 'server' })).toBe('virtual:routes')
    expect(await resolve(`${SERVER}/entry`, undefined)).toBe(`${SERVER}/entry`)
    expect(await resolve(`${SERVER}/entry`, undefined, { mode: 'dev' })).toBeNull()
  })

  test('refuses a misspelt import', async () => {
    await expect(resolve('virtual:route', '/a.ts')).rejects.toThrow('`virtual:routes`')
  })

  test('finds callables from the page of the project', async () => {
    expect(await resolve(callableId('/a.ts'), 'virtual:routes')).toEqual({
      id: callableId('/a.ts'),
      moduleSideEffects: false,
    })
  })

  test('finds modules of actions for importers, even if no route has the controller', async () => {
    expect(await resolve(`${ACTIONS}x`, '/a.ts')).toBe(`${ACTIONS}x`)
    expect(await resolve(ACTIONS, '/a.ts', { mode: 'dev' })).toBe(`\0${ACTIONS}`)
  })

  test.each([undefined, '~/index.html'])(
    'finds them for the request of %s only if a route has the controller',
    async (importer) => {
      expect(await resolve(ACTIONS, importer)).toBe(ACTIONS)
      expect(await resolve(`${ACTIONS}x`, importer)).toBeNull()
      expect(await resolve(ACTIONS, importer, { manifest: null })).toBeNull()
      const session = (has: boolean) => ({ mode: 'dev', session: { has: async () => has } }) as const
      expect(await resolve(ACTIONS, importer, session(true))).toBe(`\0${ACTIONS}`)
      expect(await resolve(ACTIONS, importer, session(false))).toBeNull()
      // A build of a dev server has no session of its own.
      expect(await resolve(ACTIONS, importer, { ...session(false), mode: 'build' })).toBe(ACTIONS)
      expect(await resolve(`${ACTIONS}x`, importer, { mode: 'dev' })).toBeNull()
    },
  )
})

describe('loadModule', () => {
  const load = async (id: string, settings: Settings = {}) => {
    const made = make(settings)
    const result = await loadModule(made.context, id.replace('~', made.root), made.source)
    return {
      ...made,
      result,
      code: typeof result === 'string' ? result : (result as { code: string } | undefined)?.code,
    }
  }

  test('returns the emitted modules of a build, and watches the route files', async () => {
    const { code, watched, root } = await load('virtual:routes')
    expect(code).toContain('photosPath')
    expect(watched).toEqual([`${root}/config/routes.ts`])
    expect((await load(ACTIONS)).code).toContain("'photos#index'")
    expect((await load(`${ACTIONS}x`)).result).toBeNull()
    await expect(load('virtual:routes', { manifest: null })).rejects.toMatchObject({ code: 'missing-via' })
  })

  test('writes locations into messages for servers only', async () => {
    for (const id of ['virtual:routes', ACTIONS]) {
      expect((await load(id, { consumer: 'server' })).code).toContain("at: '")
      expect((await load(id, { consumer: 'client' })).code).not.toContain("at: '")
    }
  })

  test('reports the routes that cannot be written as code', async () => {
    const broken = { ...table, routes: [null] } as unknown as Manifest
    await expect(load('virtual:routes', { manifest: broken })).rejects.toMatchObject({ code: 'compilation-failed' })
  })

  test('knows an emitted module by the id in its environment only', async () => {
    expect((await load('\0virtual:routes')).result).toBeUndefined()
    expect((await load('virtual:routes', { mode: 'dev' })).result).toBeUndefined()
    expect((await load('/src/a.ts')).result).toBeUndefined()
    expect((await load('/src/a.ts', { mode: 'dev' })).result).toBeUndefined()
  })

  test('returns replacements of server-only callables', async () => {
    const manifest = withConstraint(table, reference)
    expect((await load(standInId(reference), { manifest })).code).toContain('runs on servers only')
    expect((await load(standInId(reference))).result).toBeUndefined()
  })

  test('returns intermediate modules in builds only', async () => {
    const manifest = withConstraint(table, { module: '/a.ts', export: 'a' })
    expect((await load(callableId('/a.ts'), { manifest })).code).toContain('export { a }')
    expect((await load(callableId('/a.ts'), { manifest, mode: 'dev' })).result).toBeUndefined()
  })

  test('returns a file with a `#` in its path in dev, if the server may serve it', async () => {
    const files = { 'a#b/c.ts': 'content' }
    expect((await load('~/a#b/c.ts', { mode: 'dev', files })).result).toBe('content')
    expect((await load('~/a#b/c.ts', { files })).result).toBeUndefined()
    expect((await load('/etc/hosts#x', { mode: 'dev' })).result).toBeUndefined()
  })

  const map = (file: string) => ({
    version: 3 as const,
    sources: [file],
    sourcesContent: [null],
    names: [],
    mappings: '',
  })
  const session = (watchedFiles: readonly string[] = []) => ({
    load: async (_target: unknown, name: string) =>
      name === 'virtual:routes' ? { code: 'live', map: map('/config/routes.ts'), names: [], table: '' } : null,
    watched: new Set(watchedFiles),
  })

  test('returns the modules of a dev server: to browsers with URLs in their maps', async () => {
    const settings = { mode: 'dev', session: session() } as const
    const { result } = await load('\0virtual:routes', settings)
    expect(result).toMatchObject({
      code: 'live',
      map: { sources: [expect.stringMatching(/^\/app\/.*config\/routes\.ts$/)] },
    })
    expect((await load('virtual:routes', { ...settings, consumer: 'server' })).result).toEqual({
      code: 'live',
      map: map('/config/routes.ts'),
    })
    expect((await load(`\0${ACTIONS}`, settings)).result).toBeUndefined()
    // A build of a process with a dev server has modules of its own.
    expect((await load('virtual:routes', { ...settings, mode: 'build' })).code).toContain('photosPath')
    expect((await load('\0virtual:routes', { mode: 'dev' })).code).toContain('photosPath')
  })

  test('lets Vitest watch the files of the routes; in browsers those that exist', async () => {
    const file = import.meta.filename
    const watchedFiles = [file, '/no/such/file.ts']
    const settings = { mode: 'dev', session: session(watchedFiles), addsWatchFiles: true } as const
    expect((await load('\0virtual:routes', settings)).watched).toEqual([file])
    expect((await load('virtual:routes', { ...settings, consumer: 'server' })).watched).toEqual(watchedFiles)
    expect((await load('virtual:routes', { ...settings, consumer: 'server', addsWatchFiles: false })).watched).toEqual(
      [],
    )
  })

  test('watches them also if the routes have an error', async () => {
    const { context, source, watched } = make({
      mode: 'dev',
      consumer: 'server',
      addsWatchFiles: true,
      session: { load: () => Promise.reject(new Error('no luck')), watched: new Set(['/a.ts']) },
    })
    await expect(loadModule(context, 'virtual:routes', source)).rejects.toThrow('no luck')
    expect(watched).toEqual(['/a.ts'])
  })
})

describe('transformImporter', () => {
  const transform = async (code: string, settings: Settings = {}, id = '~/src/main.js') => {
    const made = make(settings)
    const result = await transformImporter(made.context, code, id.replace('~', made.root), made.source)
    return { ...made, code: result?.code }
  }
  const LINK = `import { photosPath } from 'virtual:routes'\nexport const href = photosPath()`

  test('replaces constant links in builds, and parses a module once', async () => {
    const { code, parses } = await transform(LINK)
    expect(code).toContain(`href = '/photos'`)
    expect(parses()).toBe(1)
    expect((await transform(LINK, { manifest: null })).code).toBeUndefined()
    expect((await transform(`import { match } from 'virtual:routes'\nmatch('/')`)).code).toBeUndefined()
  })

  test('replaces only links that the consumer has', async () => {
    const options: TurnoutOptions = { clientRoutes: { except: ['photos'] }, severities: { 'unknown-helper': 'off' } }
    const manifest = structuredClone(table)
    expect((await transform(LINK, { options, manifest, consumer: 'server' })).code).toContain(`'/photos'`)
    await expect(transform(LINK, { options, manifest })).rejects.toThrow('clientRoutes')
  })

  test('reports helpers that do not exist', async () => {
    await expect(transform(`import { photoPaht } from 'virtual:routes'\nphotoPaht()`)).rejects.toThrow('photoPaht')
  })

  test('passes over modules of this plugin', async () => {
    const wrong = `import { photoPaht } from 'virtual:routes'`
    for (const id of ['virtual:routes', `\0${ACTIONS}`, SERVER, CLIENT]) {
      expect((await transform(wrong, {}, id)).code).toBeUndefined()
    }
  })

  test('lets the session check the modules of a dev server', async () => {
    const checks: unknown[] = []
    const session = {
      check: async ({ parse, id, code }: Importer, { config }: ModuleTarget) => {
        checks.push([parse().type, parse().type, id, code, config.consumer])
      },
    }
    const { code, parses, root } = await transform(LINK, { mode: 'dev', session })
    expect(code).toBeUndefined()
    expect(checks).toEqual([['Program', 'Program', `${root}/src/main.js`, LINK, 'client']])
    expect(parses()).toBe(1)
    expect((await transform(LINK, { mode: 'build', session })).code).toContain(`'/photos'`)
    expect((await transform(LINK, { mode: 'dev' })).code).toContain(`'/photos'`)
  })
})

describe('checkClientBundle', () => {
  const bundle = { 'a.js': { modules: { [standInId(reference)]: { renderedLength: 5 } } } }
  const check = (settings: Settings) => {
    const { context, source } = make({ manifest: withConstraint(table, reference), ...settings })
    return checkClientBundle(context.environment, bundle, source)
  }

  test('fails the build of a client that contains a server module', async () => {
    await expect(check({})).rejects.toThrow('fromOffice')
    await expect(check({ consumer: 'server' })).resolves.toBeUndefined()
    await expect(check({ manifest: table })).resolves.toBeUndefined()
  })
})
