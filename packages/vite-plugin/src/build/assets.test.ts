import { describe, expect, test } from 'vitest'
import { fakeProject, makeFolder, recordLog, tableOf } from '../../test/fake-project.ts'
import type { Consumer, TurnoutOptions } from '../options.ts'
import type { Contracts } from '../packages.ts'
import { buildAssets } from './assets.ts'

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
