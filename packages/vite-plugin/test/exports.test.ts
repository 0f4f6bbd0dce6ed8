import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { createBuilder, createLogger, build } from 'vite'
import { describe, expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { makeProject, routesFile, viteConfig } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(`  r.resources('photos', { only: ['index', 'show'], constraints: { id: /\\d+/ } })`),
  'index.html': '',
}
const partly = {
  ...files,
  'config/routes.ts': routesFile(`  r.resources('photos', { only: 'index' })
  r.get('api', { to: 'api#index', constraints: { subdomain: 'api' } })`),
}

/** Two controllers with contracts, one that fails, and one that must not run. */
const withContracts = {
  'config/routes.ts': routesFile(`  r.resources('photos', { only: ['index', 'show'] })
  r.resources('albums', { only: 'index' })
  r.resources('notes', { only: 'create' })
  r.get('about', { to: 'pages#about' })`),
  'src/server.ts': `export { dispatch } from 'virtual:routes/server'`,
  'src/controllers/photos.ts': `
import { photoPath } from 'virtual:routes'
import { action } from 'virtual:routes/server'
import { z } from 'zod'
const first: string = photoPath(1)
export const index = action(
  'photos#index',
  { query: z.object({ page: z.coerce.number().int().default(1) }), responses: { 200: z.object({ first: z.string() }) } },
  ({ json }) => json({ first }),
)
export const show = action('photos#show', { params: { id: z.coerce.number() } }, ({ params, json }) => json(params))`,
  'src/controllers/albums.ts': `
import { action } from 'virtual:routes/server'
export const index = action('albums#index', {}, () => new Response())
throw new Error('no database')`,
  'src/controllers/notes.ts': `
import { action } from 'virtual:routes/server'
import * as v from 'valibot'
export const create = action('notes#create', { body: v.object({ text: v.string() }) }, () => new Response())`,
  'src/controllers/pages.ts': `
export const about = () => new Response()
throw new Error('pages has run')`,
}

describe('turnout export', () => {
  test.each([['openapi', '"/photos/{id}": {', 'pattern']])('%s prints the table', async (format, one, other) => {
    const { code, out, err } = await runCommand(['export', format], makeProject(files))
    expect([code, err]).toEqual([0, 'Mode: development.\n'])
    expect(out).toContain(one)
    expect(out).toContain(other)
  })

  test('lists what the document omits', async () => {
    const root = makeProject(partly)
    const { code, out, err } = await runCommand(['export', 'openapi'], root)
    expect(code).toBe(0)
    expect(Object.keys(JSON.parse(out).paths)).toEqual(['/photos', '/api'])
    expect(err).toContain(
      "\nThe document omits properties of 1 routes:\n  GET /api(.:format): it has a condition on the request's `subdomain`\n",
    )
    const json = await runCommand(['export', 'openapi', '--json'], root)
    expect(JSON.parse(json.out)).toMatchObject({ format: 'openapi', omissions: [{ kept: true }] })
  })

  test('adds operations to the document of the application, and writes its own files again', async () => {
    const theirs = { openapi: '3.1.0', info: { title: 'Album', version: '1' }, paths: { '/health': { get: {} } } }
    const root = makeProject({ ...files, 'base.json': JSON.stringify(theirs) })
    const [out, base] = [path.join(root, 'openapi.json'), path.join(root, 'base.json')]
    const args = ['export', 'openapi', '-o', out, '--base', base]
    expect(await runCommand(args, root)).toMatchObject({ code: 0, out: `Wrote ${out}.\n` })
    const { info, paths } = JSON.parse(readFileSync(out, 'utf8'))
    expect(info).toEqual(theirs.info)
    expect(Object.keys(paths)).toEqual(['/health', '/photos', '/photos/{id}'])
    expect(await runCommand(args, root)).toMatchObject({ out: `${out} is up to date.\n` })
    writeFileSync(path.join(root, 'config/routes.ts'), routesFile(`  r.get('about', { to: 'pages#about' })`))
    expect(await runCommand(args, root)).toMatchObject({ code: 0, out: `Wrote ${out}.\n` })
    expect(Object.keys(JSON.parse(readFileSync(out, 'utf8')).paths)).toEqual(['/health', '/about'])
    const refused = await runCommand(['export', 'openapi', '-o', base], root)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('`turnout` has not written it')])
    expect(JSON.parse(readFileSync(base, 'utf8'))).toEqual(theirs)
  })

  test('begins with the document of the configuration', async () => {
    const base = '{ "openapi": "3.1.0", "info": { "title": "Album", "version": "1" } }'
    const root = makeProject({ ...files, 'base.json': base })
    const exports = { openapi: { file: 'o.json', base: 'base.json' } }
    const { out } = await runCommand(['export', 'openapi'], root, { exports })
    expect(JSON.parse(out).info.title).toBe('Album')
  })

  test.each([
    ['openapi: 3.1.0', 'It is not JSON'],
    ['{ "openapi": "3.0.3" }', 'routes are written for 3.1'],
    ['[]', 'It holds no object'],
  ])('refuses a document that takes no operations: %s', async (text, reason) => {
    const root = makeProject({ ...files, 'base.yaml': text })
    const { code, err } = await runCommand(['export', 'openapi', '--base', path.join(root, 'base.yaml')], root)
    expect(code).toBe(2)
    expect(err).toContain('Turnout cannot add operations to')
    expect(err).toContain(reason)
  })

  test('makes a valid document of the playground', async () => {
    const root = fileURLToPath(new URL('../../../playground', import.meta.url))
    const { code, out } = await runCommand(['export', 'openapi'], root)
    expect(code).toBe(0)
    expect(Object.keys(JSON.parse(out).paths)).toContain('/photos/{id}')
    const config = await createConfig({ rules: { struct: 'error', 'path-parameters-defined': 'error' } })
    expect(await lintFromString({ source: out, config })).toEqual([])
  })

  test('describes contracts, and lists the controllers that fail', async () => {
    const root = makeProject(withContracts)
    const { code, out, err } = await runCommand(['export', 'openapi'], root, { server: true })
    expect(code).toBe(0)
    const { paths, components } = JSON.parse(out)
    expect(paths['/photos'].get.parameters).toMatchObject([{ name: 'page', in: 'query', schema: { type: 'integer' } }])
    expect(Object.keys(paths['/photos'].get.responses)).toEqual(['200', '400', '422'])
    expect(paths['/photos/{id}'].get.parameters).toMatchObject([{ name: 'id', schema: { type: 'number' } }])
    expect(components.schemas).toHaveProperty('TurnoutProblem')
    expect(paths['/albums'].get.responses).toEqual({ default: { description: 'The response of albums#index.' } })
    expect(err).toContain('GET /albums(.:format): its controller could not be loaded: Error: no database')
    expect(err).toContain('POST /notes(.:format): its contract: body: install `@valibot/to-json-schema`')
    expect(err).not.toContain('pages')
    const config = await createConfig({ rules: { struct: 'error', 'no-unresolved-refs': 'error' } })
    expect(await lintFromString({ source: out, config })).toEqual([])
  })

  test('refuses an unknown format, and fails where the routes do', async () => {
    const raml = await runCommand(['export', 'raml'], makeProject(files))
    expect([raml.code, raml.err.split('\n')[0]]).toEqual([2, 'There is no format `raml`: openapi.'])
    const broken = makeProject({ 'config/routes.ts': routesFile(`  r.get('photos(', { to: 'a#b' })`) })
    expect((await runCommand(['export', 'openapi'], broken)).code).toBe(2)
  })
})

describe('the option `exports`', () => {
  const exports = { openapi: { file: 'api/openapi.json', base: 'docs/openapi.json' } }
  const base = { 'docs/openapi.json': '{ "openapi": "3.1.0", "info": { "title": "Album", "version": "3" } }' }

  test.each([
    ['a client', {}, 'dist'],
    ['a server', { build: { ssr: 'entry.js', outDir: 'dist/server' } }, 'dist/server'],
  ])('lets a build of %s write them', async (_, more, folder) => {
    const root = makeProject({ ...files, ...base, 'entry.js': '' })
    await build(viteConfig(root, { exports }, more))
    const openapi = JSON.parse(readFileSync(path.join(root, folder, 'api/openapi.json'), 'utf8'))
    expect(openapi.info).toEqual({ title: 'Album', version: '3' })
    expect(Object.keys(openapi.paths)).toEqual(['/photos', '/photos/{id}'])
  })

  test('describes contracts in a build', async () => {
    const root = makeProject(withContracts)
    const warnings: string[] = []
    const customLogger = { ...createLogger('silent'), warn: (text: string) => void warnings.push(text) }
    await build(
      viteConfig(
        root,
        { server: true, exports: { openapi: 'openapi.json' } },
        { build: { ssr: 'src/server.ts' }, customLogger },
      ),
    )
    const { paths } = JSON.parse(readFileSync(path.join(root, 'dist/openapi.json'), 'utf8'))
    expect(paths['/photos'].get.parameters).toMatchObject([{ name: 'page', in: 'query' }])
    expect(warnings.join('\n')).toContain(
      '`openapi.json` lacks the contracts of `albums`, which could not be loaded: Error: no database',
    )
  })

  test('writes them once where several environments are built', async () => {
    const root = makeProject({ ...files, ...base, 'entry.js': '' })
    const environments = {
      client: { build: { outDir: 'dist/client' } },
      ssr: { build: { outDir: 'dist/ssr', rollupOptions: { input: 'entry.js' } } },
    }
    await (await createBuilder(viteConfig(root, { exports }, { environments, builder: {} }))).buildApp()
    expect(existsSync(path.join(root, 'dist/client/api/openapi.json'))).toBe(true)
    expect(existsSync(path.join(root, 'dist/ssr/api/openapi.json'))).toBe(false)
  })

  test('fails the build where the document is not there, unless `severities` say otherwise', async () => {
    const root = makeProject(files)
    await expect(build(viteConfig(root, { exports }))).rejects.toThrow(
      '`api/openapi.json` was not written: Error: ENOENT: no such file or directory',
    )
    await build(viteConfig(root, { exports, severities: { 'export-not-written': 'warning' } }))
    expect(existsSync(path.join(root, 'dist/api/openapi.json'))).toBe(false)
  })
})
