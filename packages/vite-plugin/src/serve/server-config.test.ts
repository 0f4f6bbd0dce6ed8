import { existsSync, lstatSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import type { ResolvedConfig, UserConfig, ViteBuilder } from 'vite'
import { describe, expect, test } from 'vitest'
import type { Manifest } from '@turnout/compiler'
import { filesIn } from '../files/paths.ts'
import { fakeConfig, fakeProject, makeFolder, recordLog, tableOf } from '../../test/fake-project.ts'
import { finishClient } from '../build/client-files.ts'
import { serverEntryModule } from '../build/server-entry-module.ts'
import { SERVER, SERVER_ENTRY } from '../ids.ts'
import type { TurnoutOptions } from '../options.ts'
import { buildApplication, hasBuiltEntry, refuseSecondPlugin, serverConfig, viteUse } from './server-config.ts'

describe('serverConfig', () => {
  const own = {
    appType: 'custom',
    server: { cors: { origin: expect.any(RegExp), preflightContinue: true } },
    builder: {},
    environments: {
      client: { build: { outDir: 'dist/client', manifest: true } },
      ssr: {
        build: { outDir: 'dist/server', copyPublicDir: false, rollupOptions: { input: { index: SERVER_ENTRY } } },
      },
    },
  }

  test('builds a client and a server, and lets the routes respond', () => {
    expect(serverConfig({})).toEqual(own)
  })

  test('follows the settings of the user', () => {
    expect(
      serverConfig({ appType: 'spa', server: { cors: false }, build: { outDir: 'out', manifest: false } }),
    ).toEqual({
      builder: {},
      environments: {
        client: { build: { outDir: 'out/client' } },
        ssr: { build: { ...own.environments.ssr.build, outDir: 'out/server' } },
      },
    })
    const builder = { sharedPlugins: true }
    const environments = {
      client: { build: { outDir: 'c', manifest: 'm.json' } },
      ssr: { build: { outDir: 's', copyPublicDir: true, rolldownOptions: { input: 'a.ts' } } },
    }
    expect(serverConfig({ builder, environments })).toEqual({
      ...own,
      builder,
      environments: { client: { build: {} }, ssr: { build: {} } },
    })
    expect(
      serverConfig({ environments: { ssr: { build: { rollupOptions: { input: 'a.ts' } } } } }).environments!['ssr']!
        .build,
    ).toEqual({
      outDir: 'dist/server',
      copyPublicDir: false,
    })
  })

  test('builds nothing else for `vite build --ssr`, and for a platform', () => {
    const { appType, server } = own
    expect(serverConfig({ build: { ssr: true } })).toEqual({ appType, server })
    const plugins = (name: unknown) => [[null, [{ name }]], { name: 'other' }] as UserConfig['plugins'] & {}
    expect(serverConfig({ plugins: plugins('vite-plugin-cloudflare') })).toEqual({ appType, server })
    expect(serverConfig({ plugins: plugins('vite-plugin-cloudflare:dev') })).toEqual({ appType, server })
    for (const name of ['vite-plugin-cloudflarex', 'x-vite-plugin-cloudflare', 7, undefined])
      expect(serverConfig({ plugins: plugins(name) })).toHaveProperty('builder')
  })
})

test('viteUse describes how Vite uses the plugin', () => {
  const use = (more: object, server: boolean) =>
    viteUse(fakeConfig('/', { build: {}, command: 'build', ...more }), {
      server: server ? { entry: null, trustedOrigins: [] } : null,
    })
  const nothing = { isServerBuild: false, buildsBoth: false, isInVitest: false, isBundledDev: false }
  expect(use({}, true)).toEqual(nothing)
  expect(use({ builder: {} }, true)).toEqual({ ...nothing, buildsBoth: true })
  expect(use({ builder: {} }, false)).toEqual(nothing)
  expect(use({ builder: {}, plugins: [{ name: 'vite-plugin-cloudflare' }] }, true)).toEqual(nothing)
  expect(use({ build: { ssr: 'a.ts' } }, false)).toEqual({ ...nothing, isServerBuild: true })
  expect(use({ build: { ssr: true }, builder: {} }, false)).toEqual(nothing)
  for (const name of ['vitest', 'vitest:resolve'])
    expect(use({ plugins: [{ name: 'a' }, { name }] }, false)).toEqual({ ...nothing, isInVitest: true })
  for (const name of ['vitestx', 'my-vitest']) expect(use({ plugins: [{ name }] }, false)).toEqual(nothing)
  const experimental = { bundledDev: true }
  expect(use({ command: 'serve', experimental }, false)).toEqual({ ...nothing, isBundledDev: true })
  expect(use({ experimental }, false)).toEqual(nothing)
  expect(use({ command: 'serve' }, false)).toEqual(nothing)
})

test('refuseSecondPlugin refuses a config with two route tables', () => {
  const check = (...names: readonly string[]) =>
    refuseSecondPlugin({ plugins: names.map((name) => ({ name })) } as unknown as ResolvedConfig)
  expect(() => check('turnout', 'other', 'other')).not.toThrow()
  expect(() => check('turnout', 'turnout')).toThrow(
    '`turnout()` is among the plugins more than once. A Vite config has one route table: keep one `turnout()`, and draw the other route files from its own.',
  )
})

test('hasBuiltEntry is true if this plugin builds the entry', () => {
  const withInput = (input: unknown, key = 'rolldownOptions') =>
    ({ environments: { ssr: { build: { [key]: { input } } } } }) as never
  expect(hasBuiltEntry(withInput({ index: SERVER_ENTRY }))).toBe(true)
  expect(hasBuiltEntry(withInput({ index: SERVER_ENTRY }, 'rollupOptions'))).toBe(true)
  expect(hasBuiltEntry(withInput({ index: 'a.ts' }))).toBe(false)
  expect(hasBuiltEntry(withInput('a.ts'))).toBe(false)
  expect(hasBuiltEntry(withInput(undefined))).toBe(false)
  expect(hasBuiltEntry({ environments: {} })).toBe(false)
})

describe('buildApplication', () => {
  const robots = tableOf((r) => r.get('robots.txt', { to: 'pages#robots' }))

  interface BuildSettings {
    readonly options?: TurnoutOptions
    readonly files?: Readonly<Record<string, string>>
    /** Targets of links by the path of the link. */
    readonly links?: Readonly<Record<string, string>>
    readonly manifest?: Manifest | null
    readonly buildsBoth?: boolean
    readonly environments?: readonly string[]
    readonly built?: readonly string[]
    readonly build?: object
    readonly input?: object
    readonly publicDir?: string
    readonly outDir?: string
  }

  /** Runs the builds of an application, and returns the names of the built environments, and the files in the root. */
  async function run(settings: BuildSettings) {
    const {
      files = {},
      manifest = robots,
      environments = ['client', 'ssr'],
      built = [],
      outDir = 'dist/client',
    } = settings
    const root = makeFolder(files)
    for (const [file, target] of Object.entries(settings.links ?? {})) symlinkSync(target, path.join(root, file))
    const { logger } = recordLog()
    const builds: string[] = []
    const publicDir = settings.publicDir ?? path.join(root, 'public')
    const config = fakeConfig(root, {
      publicDir,
      logger,
      build: { outDir: 'dist', ...settings.build },
      environments: { client: { build: { outDir, ...settings.input } } },
    })
    const make = (name: string) => ({
      name,
      isBuilt: built.includes(name),
      config: {
        root,
        publicDir,
        build: { outDir: name === 'client' ? outDir : 'dist/server', copyPublicDir: true, ...settings.build },
      },
      logger,
      getTopLevelConfig: () => config,
    })
    const builder = {
      config,
      environments: Object.fromEntries(environments.map((name) => [name, make(name)])),
      build: async ({ name }: { name: string }) => void builds.push(name),
    }
    const project = fakeProject(root, manifest, settings.options ?? { server: true })
    await buildApplication(builder as unknown as ViteBuilder, project, settings.buildsBoth ?? true)
    const entry = () =>
      serverEntryModule(
        SERVER,
        { base: '/', root, build: { outDir: 'dist/server' }, resolve: { conditions: [] } } as never,
        project,
        robots,
      )
    return {
      root,
      project,
      logger,
      builds,
      entry,
      files: filesIn(root, (_name, file) => !existsSync(file)).map((file) => path.posix.relative(root, file)),
    }
  }

  test('deletes the client of an earlier build without a server, and what belongs to it', async () => {
    const files = {
      'dist/index.html': '',
      'dist/assets/index-old.js': '',
      'dist/client/.vite/manifest.json': '',
      'dist/server/index.js': '',
    }
    expect((await run({ files })).files).toEqual(['dist/server/index.js'])
    expect((await run({ files, build: { emptyOutDir: false } })).files).toEqual(Object.keys(files).toSorted())
    const { 'dist/index.html': _document, ...otherFiles } = files
    expect((await run({ files: otherFiles })).files).toContain('dist/assets/index-old.js')
    const more = { 'dist/.git/config': '', 'dist/server-old/a.js': '', 'dist/clients': '' }
    expect((await run({ files: { ...files, ...more } })).files).toEqual(['dist/.git/config', 'dist/server/index.js'])
  })

  test('builds the client, then the server', async () => {
    expect((await run({ files: { 'index.html': '' } })).builds).toEqual(['client', 'ssr'])
    expect((await run({ input: { rollupOptions: { input: 'a.ts' } } })).builds).toEqual(['client', 'ssr'])
    expect((await run({ files: { 'index.html': '' }, built: ['client'] })).builds).toEqual(['ssr'])
    expect((await run({ files: { 'index.html': '' }, built: ['ssr'] })).builds).toEqual(['client'])
    expect((await run({ files: { 'index.html': '' }, environments: ['ssr'] })).builds).toEqual(['ssr'])
    expect((await run({ files: { 'index.html': '' }, environments: ['client'] })).builds).toEqual(['client'])
    expect((await run({ environments: [] })).builds).toEqual([])
  })

  test('copies the public files if the application has no client, and serves those that no route hides', async () => {
    const files = { 'public/robots.txt': '', 'public/a/b.txt': '', 'dist/client/old.txt': '' }
    const result = await run({ files })
    expect(result.builds).toEqual(['ssr'])
    expect(result.files).toEqual(['dist/client/a/b.txt', 'public/a/b.txt', 'public/robots.txt'])
    expect(result.entry()).toContain('"unhashed":["a/b.txt"]')
    // A build that watches reports the errors of the routes when it builds the server.
    expect((await run({ files, manifest: null, build: { watch: {} } })).files).toContain('dist/client/robots.txt')
  })

  test('copies the files behind links, and deletes none of them', async () => {
    const links = {
      public: 'shared',
      'shared/docs': '../other',
      'shared/a.txt': '../other/a.txt',
      'shared/gone': 'none',
    }
    const files = { 'shared/b/c.txt': '', 'other/a.txt': '', 'other/robots.txt': '' }
    const result = await run({
      files,
      links,
      manifest: tableOf((r) => r.get('docs/robots.txt', { to: 'pages#robots' })),
    })
    const published = result.files.filter((file) => file.startsWith('dist/'))
    expect(published).toEqual(['dist/client/a.txt', 'dist/client/b/c.txt', 'dist/client/docs/a.txt'])
    for (const file of published) expect(realpathSync(path.join(result.root, file))).toContain('/dist/client/')
    expect(result.files).toEqual(expect.arrayContaining(Object.keys(files)))
  })

  test('copies the public files over links of an output folder that is not emptied, and changes and deletes nothing behind them', async () => {
    const links = {
      'public/docs': '../other',
      'public/loop': 'loop',
      'dist/client/docs': '../../other',
      'dist/client/a.txt': '../../public/a.txt',
      'dist/client/b': '../../other',
      'dist/client/kept': '../../other',
    }
    const files = {
      'public/a.txt': 'public',
      'public/b/robots.txt': 'public',
      'other/robots.txt': 'other',
      'dist/client/old.txt': '',
    }
    const { root, files: all } = await run({
      files,
      links,
      build: { emptyOutDir: false },
      manifest: tableOf((r) => {
        r.get('docs/robots.txt', { to: 'pages#robots' })
        r.get('kept/robots.txt', { to: 'pages#robots' })
      }),
    })
    expect(all.filter((file) => file.startsWith('dist/'))).toEqual([
      'dist/client/a.txt',
      'dist/client/b/robots.txt',
      'dist/client/kept/robots.txt',
      'dist/client/old.txt',
    ])
    for (const file of ['public/a.txt', 'other/robots.txt']) {
      expect(readFileSync(path.join(root, file), 'utf8')).toBe(path.dirname(file))
    }
    expect(lstatSync(path.join(root, 'dist/client/a.txt')).isSymbolicLink()).toBe(false)
  })

  test('fails without frames of the bundler if the route files have errors', async () => {
    const error = await run({ manifest: null }).then(
      () => expect.fail('the build succeeds'),
      (thrown: unknown) => thrown as Error,
    )
    expect(error.message).toContain('[missing-via]')
    expect(error.stack).not.toMatch(/^ *at .*(?:node_modules|\.test\.ts)/m)
  })

  test('copies no public files if the project says so, or has none', async () => {
    const files = { 'public/a.txt': '' }
    expect((await run({ files, build: { copyPublicDir: false } })).files).toEqual(['public/a.txt'])
    expect((await run({ files, publicDir: '' })).files).toEqual(['public/a.txt'])
    expect((await run({ files: { 'b.txt': '' } })).files).toEqual(['b.txt'])
  })

  test('empties the output folder inside the root, and another if the config says so', async () => {
    const files = { 'dist/client/old.txt': '' }
    expect((await run({ files })).files).toEqual([])
    expect((await run({ files, build: { emptyOutDir: false } })).files).toEqual(['dist/client/old.txt'])
    const outside = makeFolder({ 'old.txt': '' })
    const left = () => filesIn(outside).map((file) => path.posix.relative(outside, file))
    await run({ outDir: outside })
    expect(left()).toEqual(['old.txt'])
    await run({ outDir: outside, build: { emptyOutDir: true } })
    expect(left()).toEqual([])
  })

  test('deletes the document that the server contains, with pages', async () => {
    const files = { 'index.html': '', 'dist/client/index.html': '' }
    expect((await run({ files, options: { server: true, pages: 'src/pages' } })).files).toEqual(['index.html'])
    expect((await run({ files })).files).toEqual(['dist/client/index.html', 'index.html'])
    const none = { files: { 'index.html': '' }, options: { server: true, pages: 'src/pages' } }
    expect((await run(none)).files).toEqual(['index.html'])
  })

  describe('on a platform', () => {
    const PAGES: TurnoutOptions = { server: true, pages: 'src/pages' }

    test('builds the document first, and deletes it after the second build of the client', async () => {
      const { root, builds, project, logger } = await run({
        files: { 'index.html': '', 'dist/client/index.html': '' },
        options: PAGES,
        buildsBoth: false,
      })
      expect(builds).toEqual(['client'])
      const folder = path.posix.join(root, 'dist/client')
      finishClient({ config: { publicDir: '', build: {} as never }, logger }, { folder, bundle: [] }, project, robots)
      expect(filesIn(folder)).toEqual([])
    })

    test.each<[string, BuildSettings]>([
      ['pages', { files: { 'index.html': '' }, options: { server: true } }],
      ['a server', { files: { 'index.html': '' }, options: { pages: 'src/pages' } }],
      ['a document', { options: PAGES }],
      ['a client', { files: { 'index.html': '' }, options: PAGES, environments: ['ssr'] }],
      ['a client that is not built', { files: { 'index.html': '' }, options: PAGES, built: ['client'] }],
    ])('builds nothing without %s', async (_part, settings) => {
      expect((await run({ ...settings, buildsBoth: false })).builds).toEqual([])
    })
  })
})
