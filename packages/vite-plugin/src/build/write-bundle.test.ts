import path from 'node:path'
import type { Environment } from 'vite'
import { describe, expect, test } from 'vitest'
import type { Manifest } from '@turnout/compiler'
import { filesIn } from '../files/paths.ts'
import { fakeProject, makeFolder, recordLog, tableOf } from '../../test/fake-project.ts'
import type { Consumer, TurnoutOptions } from '../options.ts'
import { clientAssets, writeBundle } from './write-bundle.ts'

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
