import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { compileBlock } from '@turnout/compiler/internal/compile'
import { redirect } from '@turnout/compiler/dsl'
import type { Manifest } from '@turnout/compiler'
import { isGenerated, NoOpenApi, openApi } from '../src/merge-openapi.ts'
import { CORPORA, readCorpus } from '../../compiler/test/conformance/corpus.ts'
import { compiledCase } from '../../compiler/test/conformance/replay.ts'
import { loosely } from '../../compiler/test/loosely.ts'

type Map = Record<string, any>

const rules = {
  struct: 'error',
  'operation-operationId-unique': 'error',
  'operation-operationId-url-safe': 'error',
  'operation-parameters-unique': 'error',
  'path-declaration-must-exist': 'error',
  'path-parameters-defined': 'error',
  'path-not-include-query': 'error',
  'no-identical-paths': 'error',
  'no-path-trailing-slash': 'error',
  'no-enum-type-mismatch': 'error',
  'operation-operationId': 'error',
} as const

/** What Redocly finds wrong with a document: its structure, and what structure alone does not show. */
async function problemsOf(document: unknown): Promise<string[]> {
  const config = await createConfig({ rules })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)
}

const { manifest: album } = compileBlock((r) => {
  r.root('pages#home')
  r.resources('photos', { constraints: { id: /\d+/ } })
  r.namespace('admin', (admin) => {
    admin.resources('photos', { only: ['update'] })
    admin.get('export/:kind', { to: 'photos#export', constraints: { kind: /csv|xml/i } })
  })
  r.get('old/:id', { to: redirect('/photos/%{id}') })
  r.get('(:locale)/about', { to: 'pages#about' })
})

function pathsOf(manifest: Manifest, base?: unknown): Map {
  return openApi(manifest, base).document['paths'] as Map
}

describe('OpenAPI', () => {
  it('has a path for each pattern, and an operation for each verb', () => {
    const paths = pathsOf(album!)
    expect(Object.entries(paths).map(([path, item]) => `${path} ${Object.keys(item).join()}`)).toEqual([
      '/ get',
      '/photos get,post',
      '/photos/new get',
      '/photos/{id}/edit get',
      '/photos/{id} get,patch,put,delete',
      '/admin/photos/{id} patch,put',
      '/admin/export/{kind} get',
      '/old/{id} get',
      '/{locale}/about get',
      '/about get',
    ])
    expect(paths['/photos/{id}'].put).toEqual({
      operationId: 'photosUpdatePut',
      tags: ['photos'],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^(?:\\d+)$' } }],
      responses: { default: { description: 'The response of photos#update.' } },
      'x-turnout': { to: 'photos#update' },
    })
    const { pattern } = paths['/admin/export/{kind}'].get.parameters[0].schema
    expect(['csv', 'XML', 'Csv', 'csvx', 'pdf'].map((text) => new RegExp(pattern, 'u').test(text))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(paths['/old/{id}'].get.responses).toEqual({ 301: { description: 'A redirect to /photos/%{id}.' } })
  })

  it('names each operation once', () => {
    const ids = Object.values(pathsOf(album!)).flatMap((item) =>
      Object.values(item as Map).map((each) => each.operationId),
    )
    expect(ids).toEqual([...new Set(ids)])
    expect(ids).toContain('photosUpdate')
    expect(ids).toContain('adminPhotosUpdatePut')
    expect(ids).toContain('pagesAboutGet')
  })

  it('says what it leaves out', () => {
    const { manifest } = compileBlock(
      loosely((r) => {
        r['get']!('files/*path', { to: 'files#show' })
        r['mount']!(() => {}, { at: '/app' })
        r['get']!('a/:id', { to: 'a#number', constraints: { id: /\d+/ } })
        r['get']!('a/:slug', { to: 'a#name', constraints: { subdomain: 'www' } })
        r['match']!('purge', { to: 'cache#purge', via: ['purge', 'get'] })
        r['get']!('b/:id', { to: 'b#look', constraints: { id: /(?!new)\w+/i } })
      }),
      { callables: 'by-name' },
    )
    const { omissions, document } = openApi(manifest!)
    expect(omissions.map(({ pattern, kept, reason }) => `${pattern} ${kept}: ${reason}`)).toEqual([
      '/files/*path(.:format) true: `path` takes slashes, which OpenAPI has no words for',
      '/app false: it matches a prefix of the path',
      "/a/:slug(.:format) true: it has a condition on the request's `subdomain`",
      '/a/:slug(.:format) false: GET /a/{id} is `/a/:id(.:format)` already',
      '/purge(.:format) true: OpenAPI has no method PURGE',
      '/b/:id(.:format) true: the requirement on `id` has no words in JSON Schema',
    ])
    expect(Object.keys(document['paths'] as Map)).toEqual(['/files/{path}', '/a/{id}', '/purge', '/b/{id}'])
  })

  it('is valid for the album', async () => {
    expect(await problemsOf(openApi(album!).document)).toEqual([])
  })

  it('is valid for a table of 700 routes and more, and for all real applications', async () => {
    let routes = 0
    let operations = 0
    for (const corpus of ['applications', 'applications-2'] as const) {
      for (const testCase of readCorpus(corpus)) {
        const manifest = compiledCase(testCase).manifest!
        const { document } = openApi(manifest)
        expect(await problemsOf(document), testCase.id).toEqual([])
        routes += manifest.routes.length
        operations += Object.values(document['paths'] as Map).flatMap((item) => Object.keys(item as Map)).length
      }
    }
    expect({ routes, operations }).toEqual({ routes: 4613, operations: 5007 })
  })

  it('is valid for what the corpora have in one table', async () => {
    const all = CORPORA.flatMap((corpus) =>
      readCorpus(corpus).flatMap((testCase) => compiledCase(testCase).manifest?.routes.slice(0, 8) ?? []),
    )
    const manifest: Manifest = { version: 1, routes: all, resolves: [], directs: [] }
    expect(all.length).toBeGreaterThan(700)
    expect(await problemsOf(openApi(manifest).document)).toEqual([])
  })
})

describe('OpenAPI, added to a document', () => {
  const theirs = {
    openapi: '3.1.0',
    info: { title: 'Album', version: '2.0.0', description: 'Ours.' },
    servers: [{ url: 'https://album.example' }],
    security: [{ key: [] }],
    'x-own': { a: 1 },
    paths: {
      'x-of-paths': 'text',
      '/photos': {
        summary: 'All photos',
        get: { operationId: 'photosShow', responses: { 200: { description: 'OK' } } },
      },
      '/photos/{photoId}': { parameters: [{ $ref: '#/components/parameters/Trace' }] },
      '/health': { get: { responses: { 200: { description: 'Alive' } } } },
    },
    components: {
      securitySchemes: { key: { type: 'apiKey', name: 'key', in: 'query' } },
      parameters: { Trace: { name: 'trace', in: 'header', schema: { type: 'string' } } },
    },
  }

  it('leaves what is theirs, and adds the routes', async () => {
    const before = structuredClone(theirs)
    const { document } = openApi(album!, theirs)
    expect(theirs).toEqual(before)
    const { paths, ...rest } = document as Map
    const { paths: given, ...others } = theirs as Map
    expect(rest).toEqual({ ...others, 'x-turnout': 'generated' })
    expect(paths['x-of-paths']).toBe('text')
    expect(paths['/photos'].summary).toBe('All photos')
    expect(paths['/photos'].get).toMatchObject(given['/photos'].get)
    expect(paths['/photos'].get).toMatchObject({ tags: ['photos'], 'x-turnout': { to: 'photos#index' } })
    expect(paths['/health']).toEqual(given['/health'])
    expect(paths['/photos/{photoId}'].parameters).toEqual(given['/photos/{photoId}'].parameters)
    expect(Object.keys(paths).slice(0, 4)).toEqual(Object.keys(given))
    // The path is written as it is there, and a name that is taken is left alone.
    expect(paths['/photos/{id}']).toBeUndefined()
    expect(paths['/photos/{photoId}'].get.operationId).toBe('photosShowGet')
    expect(paths['/photos/{photoId}'].get.parameters[0].name).toBe('photoId')
    expect(paths['/photos'].post.operationId).toBe('photosCreate')
    // Theirs has no name.
    const problems = await problemsOf(document)
    expect(problems).toEqual([expect.stringContaining('#/paths/~1health/get/operationId: Operation object should')])
  })

  it('leaves what is written about an operation of a route', () => {
    const upload = {
      summary: 'Uploads a photo',
      requestBody: { content: { 'image/png': {} } },
      responses: { 201: { description: 'Created' } },
    }
    const size = { name: 'size', in: 'query', schema: { type: 'integer' } }
    const base = {
      openapi: '3.1.0',
      paths: {
        '/photos': { post: upload },
        '/photos/{id}': { get: { parameters: [size, { name: 'id', in: 'path', description: 'Its number' }] } },
      },
    }
    const paths = pathsOf(album!, base)
    expect(paths['/photos'].post).toMatchObject({ ...upload, operationId: 'photosCreate' })
    expect(Object.keys(paths['/photos'].post.responses)).toEqual(['201'])
    expect(paths['/photos/{id}'].get.parameters).toMatchObject([
      { name: 'id', required: true, description: 'Its number', schema: { pattern: String.raw`^(?:\d+)$` } },
      size,
    ])
  })

  it('knows its own files, and takes none of them as the document of the application', () => {
    const { document } = openApi(album!, theirs)
    expect(isGenerated(JSON.stringify(document, null, 2))).toBe(true)
    expect(isGenerated(JSON.stringify(theirs, null, 2))).toBe(false)
    expect(() => openApi(album!, document)).toThrow(new NoOpenApi('Turnout has generated it.'))
  })

  it.each([
    [[], 'It holds no object.'],
    ['text', 'It holds no object.'],
    [{ openapi: '3.0.3' }, 'Its `openapi` is "3.0.3", and routes are written for 3.1.'],
    [{ openapi: '3.1.0', paths: [] }, 'Its `paths` is not an object.'],
  ])('refuses %j', (base, message) => {
    expect(() => openApi(album!, base)).toThrow(new NoOpenApi(message))
  })
})
