import { createConfig, lintFromString } from '@redocly/openapi-core'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileBlock } from '@turnout/compiler/internal/compile'
import { openApi } from '../src/merge-openapi.ts'

type Map = Record<string, any>

const { manifest } = compileBlock((r) => {
  r.resources('photos', { only: ['index', 'show', 'create', 'update', 'destroy'], constraints: { id: /\d+/ } })
})

const wrapSchema = (schema: unknown): unknown =>
  (schema as Map)['~standard'].vendor === 'valibot' ? toStandardJsonSchema(schema as never) : schema

/** The document of actions with these contracts. */
function documentOf(contracts: Map, base?: unknown) {
  return openApi(manifest!, base, { contracts: new Map(Object.entries(contracts)), failures: new Map(), wrapSchema })
}

const pathsOf = (contracts: Map, base?: unknown) => documentOf(contracts, base).document['paths'] as Map
const reasonsOf = (contracts: Map) => documentOf(contracts).omissions.map(({ reason }) => reason)

const problem = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/TurnoutProblem' } },
}

const zodPhoto = z.object({ photo: z.object({ title: z.string().min(1), tags: z.array(z.string()).optional() }) })
const valibotPhoto = v.object({
  photo: v.object({ title: v.pipe(v.string(), v.minLength(1)), tags: v.optional(v.array(v.string())) }),
})
const arktypePhoto = type({ photo: { title: 'string > 0', 'tags?': 'string[]' } })

describe('OpenAPI of contracts', () => {
  it.each([
    ['Zod', zodPhoto],
    ['Valibot', valibotPhoto],
    ['ArkType', arktypePhoto],
  ])('describes bodies of %s as JSON and as forms', (_, body) => {
    const operation = pathsOf({ 'photos#create': { body } })['/photos'].post
    expect(operation.requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              photo: {
                properties: {
                  title: { type: 'string', minLength: 1 },
                  tags: { type: 'array', items: { type: 'string' } },
                },
                required: ['title'],
              },
            },
            required: ['photo'],
          },
        },
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            properties: {
              'photo[title]': { type: 'string', minLength: 1 },
              'photo[tags][]': { type: 'array', items: { type: 'string' } },
            },
            required: ['photo[title]'],
          },
        },
        'multipart/form-data': {},
      },
    })
    expect(Object.keys(operation.responses)).toEqual(['400', '413', '415', '422', 'default'])
    expect(operation.responses[422].content).toEqual(problem)
    expect(reasonsOf({ 'photos#create': { body } })).toEqual([])
  })

  it('describes parameters, the query, headers and responses', () => {
    const paths = pathsOf({
      'photos#index': {
        query: z.object({
          page: z.coerce.number().int().default(1),
          tags: z.array(z.string()),
          by: z.object({ name: z.string() }),
        }),
        headers: { 'x-key': z.string(), accept: z.string() },
      },
      'photos#show': {
        params: { id: z.coerce.number().int().max(99) },
        responses: { 200: z.object({ taken: z.string().default('') }), 204: z.undefined() },
      },
    })
    const { get } = paths['/photos']
    expect(get.parameters.map(({ name, in: place, required }: Map) => [name, place, required])).toEqual([
      ['page', 'query', undefined],
      ['tags[]', 'query', true],
      ['by[name]', 'query', true],
      ['x-key', 'header', undefined],
    ])
    expect(get.parameters[0].schema).toMatchObject({ type: 'integer', default: 1 })
    expect(Object.keys(get.responses)).toEqual(['400', '422', 'default'])
    expect(get.requestBody).toBe(undefined)
    const shown = paths['/photos/{id}'].get
    expect(shown.parameters).toMatchObject([{ name: 'id', in: 'path', schema: { type: 'integer', maximum: 99 } }])
    expect(shown.parameters[0].schema.pattern).toBe(undefined)
    expect(Object.keys(shown.responses)).toEqual(['200', '204', '404'])
    // The schema of what a client receives: a default is always there.
    expect(shown.responses[200].content['application/json'].schema.required).toEqual(['taken'])
    expect(shown.responses[204].content).toBe(undefined)
    expect(shown.responses[404].content).toEqual(problem)
  })

  it('keeps the requirement of the route on a parameter that is a string', () => {
    const { get } = pathsOf({ 'photos#show': { params: { id: z.string().max(9) } } })['/photos/{id}']
    expect(get.parameters[0].schema).toEqual({ type: 'string', pattern: '^(?:\\d+)$', maxLength: 9 })
  })

  it('describes files as a form, and responses that an action replaces', () => {
    const { post } = pathsOf({ 'photos#create': { body: z.object({ file: z.file() }), invalid: () => null } })[
      '/photos'
    ]
    expect(Object.keys(post.requestBody.content)).toEqual(['multipart/form-data'])
    expect(Object.keys(post.responses[422].content)).toEqual(['application/problem+json', '*/*'])
  })

  it('lists what no schema expresses, and keeps the rest', () => {
    const bad = {
      get '~standard'(): never {
        throw new Error('broken')
      },
    }
    const recursive = z.object({
      name: z.string(),
      get inner() {
        return z.array(recursive)
      },
    })
    const contracts = {
      'photos#create': { body: z.object({ at: z.date(), title: z.string() }) },
      'photos#update': { body: recursive, responses: { 200: { '~standard': { version: 1, vendor: 'turnout' } } } },
      'photos#index': { query: z.object({ list: z.array(z.object({ a: z.string() })) }), headers: bad },
      'photos#show': {
        params: v.object({
          id: v.pipe(
            v.string(),
            v.check(() => true),
          ),
        }),
      },
      'photos#destroy': 'no contract',
    }
    const paths = pathsOf(contracts)
    expect(paths['/photos'].post.requestBody.content['application/json'].schema.properties.title).toEqual({
      type: 'string',
    })
    expect(paths['/photos/{id}'].patch.requestBody.content['application/json'].schema.properties.inner).toEqual({
      type: 'array',
      items: {},
    })
    expect([...new Set(reasonsOf(contracts))]).toEqual([
      'its contract: query: no parameter expresses `list`',
      'its contract: headers: broken',
      'its contract: body: Date cannot be represented in JSON Schema',
      'its contract: params: The "check" action cannot be converted to JSON Schema',
      'its contract: body: the schema contains itself',
      'its contract: the response 200: a schema of `turnout` has no Standard JSON Schema',
    ])
  })

  it('expands references', () => {
    const tag = z.object({ name: z.string() }).meta({ id: 'Tag' })
    const { post } = pathsOf({ 'photos#create': { body: z.object({ first: tag, second: tag }) } })['/photos']
    const { properties } = post.requestBody.content['application/json'].schema
    expect(properties.second).toMatchObject({ type: 'object', properties: { name: { type: 'string' } } })
    expect(JSON.stringify(post.requestBody)).not.toContain('$ref')
  })

  it('lists controllers that could not be loaded', () => {
    const { omissions } = openApi(manifest!, null, {
      contracts: new Map(),
      failures: new Map([['photos', 'no database']]),
      wrapSchema,
    })
    expect(new Set(omissions.map(({ reason }) => reason))).toEqual(
      new Set(['its controller could not be loaded: no database']),
    )
    expect(omissions.every(({ kept }) => kept)).toBe(true)
  })

  it('passes the linter', async () => {
    const { document } = documentOf({
      'photos#index': {
        query: z.object({ page: z.coerce.number().default(1), tags: z.array(z.string()) }),
        headers: { 'x-key': z.string() },
      },
      'photos#show': { params: { id: z.coerce.number() }, responses: { 200: z.object({ id: z.number() }) } },
      'photos#create': { body: valibotPhoto, responses: { 201: arktypePhoto } },
      'photos#update': { params: { id: z.coerce.number() }, body: zodPhoto },
    })
    const config = await createConfig({ extends: ['recommended'], rules: UNSET })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([])
  })
})

/** Rules about what routes and contracts do not have. */
const UNSET = {
  'info-license': 'off',
  'no-empty-servers': 'off',
  'operation-summary': 'off',
  'security-defined': 'off',
  'operation-4xx-response': 'off',
  'operation-2xx-response': 'off',
} as const

describe('OpenAPI of contracts, added to a document', () => {
  it('leaves what the document says about the same operation', () => {
    const base = {
      openapi: '3.1.0',
      paths: {
        '/photos': {
          get: { parameters: [{ name: 'page', in: 'query', description: 'Ours', schema: { minimum: 1 } }] },
          post: {
            requestBody: { content: { 'image/png': {} } },
            responses: { 201: { description: 'Created' }, 422: { description: 'Our form' } },
          },
        },
      },
      components: { schemas: { Photo: { type: 'object' } } },
    }
    const contracts = { 'photos#index': { query: z.object({ page: z.number() }) }, 'photos#create': { body: zodPhoto } }
    const { paths, components } = documentOf(contracts, base).document as Map
    const { get, post } = paths['/photos']
    expect(get.parameters).toEqual([
      { name: 'page', in: 'query', required: true, description: 'Ours', schema: { type: 'number', minimum: 1 } },
    ])
    expect(post.requestBody).toEqual(base.paths['/photos'].post.requestBody)
    expect(post.responses).toMatchObject({
      201: { description: 'Created' },
      413: { description: 'The body is too large.' },
      422: { description: 'Our form' },
    })
    expect(Object.keys(post.responses)).not.toContain('default')
    expect(Object.keys(components.schemas)).toEqual(['TurnoutProblem', 'Photo'])
  })
})
