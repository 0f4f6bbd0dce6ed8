import { describe, expect, test } from 'vitest'
import { fakeProject, makeFolder, recordLog, tableOf } from '../../test/fake-project.ts'
import type { Consumer, TurnoutOptions } from '../options.ts'
import type { Contracts } from '../packages.ts'
import { buildAssets, clientAssets, writeBundle } from './assets.ts'
import path from 'node:path'
import type { Environment } from 'vite'
import type { Manifest } from '@turnout/compiler'
import { filesIn } from '../files/paths.ts'

const manifest = tableOf((r) => r.resources('photos', { only: 'index' }))

/** Returns the built files by their names, and the messages. */
async function build(
  options: TurnoutOptions,
  consumer: Consumer,
  { files = {}, contracts }: { files?: Readonly<Record<string, string>>; contracts?: Contracts } = {},
) {
  const { logger, lines } = recordLog()
  const project = fakeProject(makeFolder(files), manifest, options)
  let loads = 0
  if (contracts !== undefined)
    project.loadContracts = async () => {
      loads += 1
      return contracts
    }
  const assets = await buildAssets(manifest, project, consumer, logger)
  expect(assets.every(({ type }) => type === 'asset')).toBe(true)
  return {
    names: assets.map(({ fileName }) => fileName),
    sources: Object.fromEntries(assets.map(({ fileName, source }) => [fileName, source])),
    lines,
    loads,
  }
}

describe('the manifest', () => {
  test('is written for a server, and for a client only if the option names a file', async () => {
    expect((await build({}, 'server')).names).toEqual(['.vite/routes-manifest.json'])
    expect((await build({}, 'client')).names).toEqual([])
    const { names, sources } = await build({ manifest: 'routes.json' }, 'client')
    expect(names).toEqual(['routes.json'])
    expect(JSON.parse(sources['routes.json']!)).toMatchObject({ routes: [{ pattern: '/photos(.:format)' }] })
    expect((await build({ manifest: false }, 'server')).names).toEqual([])
  })

  test('is not written for a client from which routes are hidden', async () => {
    const options: TurnoutOptions = {
      clientRoutes: { except: ['photos'] },
      manifest: 'a.json',
      exports: { openapi: 'o.json' },
    }
    expect((await build(options, 'client')).names).toEqual([])
    expect((await build(options, 'server')).names).toEqual(['a.json', 'o.json'])
  })
})

describe('exports', () => {
  test('merge operations into a document of the project', async () => {
    const { sources } = await build(
      { exports: { openapi: { file: 'openapi.json', base: 'docs/base.json' } }, manifest: false },
      'server',
      { files: { 'docs/base.json': '{ "openapi": "3.1.0", "info": { "title": "Mine", "version": "7" } }' } },
    )
    expect(JSON.parse(sources['openapi.json']!)).toMatchObject({
      info: { title: 'Mine', version: '7' },
      paths: { '/photos': {} },
    })
  })

  test('warn about the contracts of a controller that fails', async () => {
    const contracts = { contracts: new Map(), failures: new Map([['photos', 'Error: no']]), wrapSchema: String }
    const { names, lines, loads } = await build({ exports: { openapi: 'o.json' }, manifest: false }, 'server', {
      contracts,
    })
    expect([names, loads]).toEqual([['o.json'], 1])
    expect(lines).toEqual(['warn: `o.json` lacks the contracts of `photos`, which could not be loaded: Error: no'])
  })

  test('contain the contracts of actions', async () => {
    const schema = {
      '~standard': { version: 1, vendor: 'test', jsonSchema: { input: () => ({ type: 'object', title: 'Filter' }) } },
    }
    const contracts: Contracts = {
      contracts: new Map([['photos#index', { query: schema }]]),
      failures: new Map(),
      wrapSchema: (value) => value,
    }
    const { lines } = await build({ exports: { openapi: 'o.json' }, manifest: false }, 'server', { contracts })
    expect(lines).toEqual([])
  })

  test('fail the build if they cannot be written, unless the project lowers the severity', async () => {
    const exports = { openapi: { file: 'o.json', base: 'missing.json' } }
    await expect(build({ exports }, 'server')).rejects.toMatchObject({
      code: 'export-not-written',
      message: expect.stringMatching(/o\.json.*missing\.json/s),
    })
    const severities = { 'export-not-written': 'warning' } as const
    const { names, lines } = await build({ exports, severities, manifest: false }, 'server')
    expect(names).toEqual([])
    expect(lines.join()).toContain('missing.json')
    const off = await build({ exports, severities: { 'export-not-written': 'off' }, manifest: false }, 'server')
    expect([off.names, off.lines]).toEqual([[], []])
  })
})

const table = tableOf((r) => r.get('about.html', { to: 'pages#about' }))
const EXPORTS: TurnoutOptions = { exports: { openapi: 'o.json' } }

/** Makes a project with an output folder that contains one file, and an environment of Vite. */
function makeBuild(options: TurnoutOptions, name: string, consumer: Consumer, manifest: Manifest | null = table) {
  const root = makeFolder({ 'dist/about.html': '' })
  const { logger, lines } = recordLog()
  const environment = { name, config: { consumer, publicDir: '', build: {} }, logger } as unknown as Environment
  return { project: fakeProject(root, manifest, options), environment, folder: path.posix.join(root, 'dist'), lines }
}

describe('clientAssets', () => {
  const namesOf = async (...parameters: Parameters<typeof makeBuild>) => {
    const { environment, project } = makeBuild(...parameters)
    return (await clientAssets(environment, project)).map(({ fileName }) => fileName)
  }

  test('are the exports of an application without a server', async () => {
    expect(await namesOf(EXPORTS, 'client', 'client')).toEqual(['o.json'])
  })

  test('are none in the build of a server, for an application with a server, and without a table', async () => {
    expect(await namesOf(EXPORTS, 'ssr', 'server')).toEqual([])
    expect(await namesOf({ ...EXPORTS, server: true }, 'client', 'client')).toEqual([])
    expect(await namesOf(EXPORTS, 'client', 'client', null)).toEqual([])
  })

  test('are none if routes are hidden from clients', async () => {
    expect(await namesOf({ ...EXPORTS, clientRoutes: { except: ['about'] } }, 'client', 'client')).toEqual([])
  })
})

describe('writeBundle', () => {
  const written = async (isServerBuild: boolean, ...parameters: Parameters<typeof makeBuild>) => {
    const { environment, project, folder } = makeBuild(...parameters)
    await writeBundle(environment, { folder, bundle: [] }, project, isServerBuild)
    return filesIn(folder).map((file) => path.posix.relative(folder, file))
  }
  const MANIFEST = '.vite/routes-manifest.json'

  test('writes the table and the exports of a server that `vite build --ssr` builds', async () => {
    expect(await written(true, EXPORTS, 'ssr', 'server')).toEqual([MANIFEST, 'about.html', 'o.json'])
    expect(await written(true, EXPORTS, 'client', 'client')).toEqual([MANIFEST, 'about.html', 'o.json'])
  })

  test('writes the same in the build of an application with a server', async () => {
    expect(await written(false, { ...EXPORTS, server: true }, 'ssr', 'server')).toEqual([
      MANIFEST,
      'about.html',
      'o.json',
    ])
  })

  test('leaves the exports in the folder of the client, if there is a client', async () => {
    expect(await written(false, EXPORTS, 'ssr', 'server')).toEqual([MANIFEST, 'about.html'])
    expect(await written(false, { ...EXPORTS, manifest: 'm.json' }, 'ssr', 'server')).toEqual(['about.html'])
  })

  test('writes the exports if the client must not contain them', async () => {
    const options: TurnoutOptions = { ...EXPORTS, clientRoutes: { except: ['about'] } }
    expect(await written(false, options, 'ssr', 'server')).toEqual([MANIFEST, 'about.html', 'o.json'])
  })

  test('writes nothing for a client, and without a table', async () => {
    expect(await written(false, EXPORTS, 'client', 'client')).toEqual(['about.html'])
    expect(await written(true, EXPORTS, 'ssr', 'server', null)).toEqual(['about.html'])
  })

  test('registers the client of an application with a server, and deletes the files that a route hides', async () => {
    expect(await written(false, { server: true }, 'client', 'client')).toEqual([])
    // Other environments of a browser are not served.
    expect(await written(false, { server: true }, 'widget', 'client')).toEqual(['about.html'])
  })
})
