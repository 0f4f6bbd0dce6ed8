import { runInNewContext } from 'node:vm'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { defineServer } from '../define-server.ts'
import { methodOverride } from '../method-override.ts'
import type { ActionArguments } from '../types.ts'
import { action, type Contract } from './action.ts'
import { typeOnly, type StandardSchema } from './standard-schema.ts'

const FORM = 'application/x-www-form-urlencoded'

/** What `dispatch` calls an action with. */
const argumentsFor = (request: Request, params: Record<string, string> = { id: '7' }, context: unknown = null) =>
  ({ request, params, context, route: { path: '/photos/7' } }) as unknown as ActionArguments

const get = (query = '', headers = {}) => argumentsFor(new Request(`http://app.test/photos/7${query}`, { headers }))

const post = (body: BodyInit | null, type?: string, headers: Record<string, string> = {}) =>
  argumentsFor(
    new Request('http://app.test/photos/7', {
      method: 'POST',
      body,
      headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
    }),
  )

/** Calls an action that responds with what its handler receives. */
async function call(contract: Contract, args: ActionArguments) {
  const echo = action('photos#update', contract, ({ params, query, headers, body }) =>
    Response.json({ params, query, headers, body }),
  )
  const response = (await echo(args)) as Response
  return { status: response.status, type: response.headers.get('content-type'), data: (await response.json()) as any }
}

/** The same schemas in each library. */
const LIBRARIES: Record<
  string,
  { id: StandardSchema; form: StandardSchema; page: StandardSchema; key: StandardSchema }
> = {
  Zod: {
    id: z.coerce.number().int(),
    form: z.object({ title: z.string().min(1), tags: z.array(z.string()).default([]) }),
    page: z.object({ page: z.coerce.number().default(1) }),
    key: z.object({ 'x-key': z.string() }),
  },
  Valibot: {
    id: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)),
    form: v.object({ title: v.pipe(v.string(), v.minLength(1)), tags: v.optional(v.array(v.string()), []) }),
    page: v.object({ page: v.pipe(v.optional(v.string(), '1'), v.regex(/^\d+$/), v.transform(Number)) }),
    key: v.object({ 'x-key': v.string() }),
  },
  ArkType: {
    id: type('string.integer.parse'),
    form: type({ title: 'string > 0', tags: type('string[]').default(() => []) }),
    page: type({ page: type('string.integer.parse').default('1') }),
    key: type({ 'x-key': 'string' }),
  },
}

describe.each(Object.entries(LIBRARIES))('with schemas of %s', (_, { id, form, page, key }) => {
  test('a handler receives parsed values', async () => {
    const contract = { params: { id }, query: page, headers: key, body: form }
    const { status, data } = await call(contract, post('title=x&tags[]=a', FORM, { 'x-key': 'k' }))
    expect([status, data.params, data.query, data.body]).toEqual([
      200,
      { id: 7 },
      { page: 1 },
      { title: 'x', tags: ['a'] },
    ])
    expect(data.headers['x-key']).toBe('k')
    expect((await call({ body: form }, post('{"title":"x"}', 'application/json'))).data.body).toEqual({
      title: 'x',
      tags: [],
    })
    expect((await call({ query: page }, get('?page=3'))).data.query).toEqual({ page: 3 })
  })

  test('invalid params are 404, and neither query nor body is read', async () => {
    const args = argumentsFor(post('not JSON', 'application/json').request, { id: 'seven' })
    expect(await call({ params: { id }, body: form }, args)).toEqual({
      status: 404,
      type: 'application/problem+json',
      data: { title: 'Not Found', status: 404 },
    })
    expect(args.request.bodyUsed).toBe(false)
  })

  test('other invalid input is 422, with all issues', async () => {
    const contract = { query: page, headers: key, body: form }
    const request = new Request('http://app.test/?page=x', {
      method: 'POST',
      body: 'title=&tags[]=a',
      headers: { 'content-type': FORM },
    })
    const { status, type, data } = await call(contract, argumentsFor(request))
    expect([status, type, data.title, data.status]).toEqual([
      422,
      'application/problem+json',
      'Unprocessable Content',
      422,
    ])
    expect(data.issues.map((issue: any) => [issue.in, issue.name, issue.path, typeof issue.message])).toEqual([
      ['query', 'page', ['page'], 'string'],
      ['headers', 'x-key', ['x-key'], 'string'],
      ['body', 'title', ['title'], 'string'],
    ])
  })

  test('the path of an issue can contain indexes of lists', async () => {
    const { data } = await call({ body: form }, post('{"title":"x","tags":["a",7]}', 'application/json'))
    expect(data.issues).toMatchObject([{ in: 'body', name: 'tags[]', path: ['tags', 1] }])
  })
})

const anything = typeOnly<unknown>()
const read = (args: ActionArguments, more: Contract = {}) => call({ body: anything, ...more }, args)

describe('a body', () => {
  test.each([
    ['JSON', '{"a":[1,null]}', 'application/json', { a: [1, null] }],
    ['JSON of another type', '[1]', 'application/vnd.api+json; charset=UTF-8', [1]],
    ['a form', 'a=1&b[]=2', FORM, { a: '1', b: ['2'] }],
    ['an empty form', '', FORM, {}],
    ['JSON in UTF-8 without a hyphen', '[1]', 'application/json;charset=UTF8', [1]],
    ['a form in UTF-8', 'a=%C3%A9', `${FORM}; charset="utf-8"`, { a: 'é' }],
  ])('is %s', async (_, body, type, expected) => {
    expect(await read(post(body, type))).toMatchObject({ status: 200, data: { body: expected } })
  })

  test('is a form with files', async () => {
    const form = new FormData()
    form.append('photo[title]', 'x')
    form.append('photo[file]', new File(['bytes'], 'a.png', { type: 'image/png' }))
    const size = action('photos#create', { body: anything }, ({ body }) =>
      Response.json([body.photo.title, body.photo.file.name, body.photo.file.size, body.photo.file.type]),
    )
    expect(await ((await size(post(form))) as Response).json()).toEqual(['x', 'a.png', 5, 'image/png'])
  })

  test.each([
    ['a request without one', () => post(null)],
    ['a request of no length', () => post('', undefined, { 'content-length': '0' })],
    ['GET', () => get()],
  ])('is undefined for %s', async (_, args) => {
    expect((await read(args())).data.body).toBe(undefined)
  })

  test.each([
    ['JSON that is none', '{', 'application/json'],
    ['JSON that is empty', '', 'application/json'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'application/json'],
    ['another charset', '{}', 'application/json; charset=utf-16'],
    ['another charset without spaces', '{}', 'application/json;charset=utf-16'],
    ['another charset after spaces', '{}', 'application/json; charset = "utf-16"'],
    ['a form in another charset', 'a=1', `${FORM}; charset=iso-8859-1`],
    ['a form with a broken escape', 'a=%f', FORM],
    ['a form of another boundary', '--x\r\n', 'multipart/form-data; boundary=y'],
    ['a form without a boundary', '--x\r\n', 'multipart/form-data'],
    ['JSON with a prototype', '{"a":[{"__proto__":1}]}', 'application/json'],
    ['JSON with the prototype of a constructor', '{"constructor":{"prototype":{}}}', 'application/json'],
    ['JSON with half a surrogate pair', '["\\ud800"]', 'application/json'],
    ['a text that is half a surrogate pair', '"\\ud800"', 'application/json'],
    ['a name with half a surrogate pair', '{"\\ud800":1}', 'application/json'],
    ['deep JSON', `${'['.repeat(101)}${']'.repeat(101)}`, 'application/json'],
    ['very deep JSON', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'application/json'],
    ['1 MB of `[`', '['.repeat(1_000_000), 'application/json'],
    ['1 MB of `{"a":`', '{"a":'.repeat(200_000), 'application/json'],
  ])('that is %s is 400', async (_, body, type) => {
    expect(await read(post(body, type))).toMatchObject({
      status: 400,
      type: 'application/problem+json',
      data: { title: 'Bad Request', status: 400 },
    })
  })

  test('that is not UTF-8 is refused with this reason', async () => {
    const { data } = await read(post(new Uint8Array([0x22, 0xff, 0x22]), 'application/json'))
    expect(data).toMatchObject({ detail: 'The body must be UTF-8.' })
  })

  test.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'text/plain; a=application/json',
    'text/plain, application/json',
    'application/json, text/plain',
    'application/x-www-form-urlencoded-not',
    'application/xml',
    'application/csp-report',
    'json',
    'image/png',
  ])('of the type %s is 415', async (type) => {
    expect(await read(post('{}', type))).toMatchObject({ status: 415, type: 'application/problem+json' })
  })

  test('that is an empty stream, as on Node, counts as no body', async () => {
    const request = (body: ReadableStream | null) =>
      new Request('http://app.test', { method: 'POST', body, duplex: 'half' } as RequestInit)
    const stream = (...chunks: Uint8Array[]) => new Blob(chunks as BlobPart[]).stream()
    const chunk = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(0))
        controller.close()
      },
    })
    const [none, ...others] = await Promise.all(
      [null, stream(), chunk].map((body) => read({ ...post('{}'), request: request(body) })),
    )
    expect(none!.status).not.toBe(415)
    for (const other of others) expect(other).toEqual(none)
  })

  test('without a type is 415', async () => {
    expect((await read(post(new Uint8Array([1])))).status).toBe(415)
  })

  test.each([
    ['that other code has read', (request: Request) => request.text()],
    ['that other code reads', async ({ body }: Request) => void body?.getReader()],
  ])('without a type %s is 415 if the headers announce a body, otherwise there is none', async (_, take) => {
    const statusWith = async (headers: Record<string, string>, body: string | null = 'text') => {
      const init = { method: 'POST', headers, body: body && new Blob([body]).stream(), duplex: 'half' } as RequestInit
      const request = new Request('http://app.test', init)
      await take(request)
      return (await read(argumentsFor(request))).status
    }
    expect(await statusWith({ 'content-length': '4' })).toBe(415)
    expect(await statusWith({ 'transfer-encoding': 'chunked' })).toBe(415)
    const none = await statusWith({}, null)
    expect(none).not.toBe(415)
    expect(none).toBeLessThan(500)
    expect([await statusWith({}), await statusWith({ 'content-length': '0' }, null)]).toEqual([none, none])
  })

  test('that is compressed is 415', async () => {
    expect((await read(post('{}', 'application/json', { 'content-encoding': 'gzip' }))).status).toBe(415)
  })

  const chunked = (chunks: number, type: string, more: Record<string, string> = {}) => {
    let left = chunks
    const body = new ReadableStream({
      pull(controller) {
        if (left-- === 0) controller.close()
        else controller.enqueue(new Uint8Array(1000).fill(97))
      },
    })
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
    const request = new Request('http://app.test', { ...init, headers: { 'content-type': type, ...more } })
    return { args: argumentsFor(request), left: () => left }
  }

  test.each([
    ['of a Content-Length', () => post('{}', 'application/json', { 'content-length': '1048577' }), {}],
    [
      'with a Content-Length that is wrong',
      () => post('"123456"', 'application/json', { 'content-length': '2' }),
      { maxBodySize: 4 },
    ],
    ['of the limit of the contract', () => post('"123456"', 'application/json'), { maxBodySize: 4 }],
    ['without an end', () => chunked(Infinity, 'application/json').args, {}],
    ['without an end, with files', () => chunked(Infinity, 'multipart/form-data; boundary=x').args, {}],
    [
      'without an end that lies',
      () => chunked(Infinity, FORM, { 'content-length': '1', 'transfer-encoding': 'chunked' }).args,
      {},
    ],
  ])('%s that is too large is 413', async (_, args, more) => {
    const data = { title: 'Content Too Large', detail: 'The body is too large.' }
    expect(await read(args(), more)).toMatchObject({ status: 413, data })
  })

  test('over the limit of the host is 413', async () => {
    const tooLarge = Object.assign(new Error('too large'), { code: 'ERR_BODY_TOO_LARGE' })
    const body = new ReadableStream({ start: (controller) => controller.error(tooLarge) })
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
    expect(
      (await read(argumentsFor(new Request('http://app.test', { ...init, headers: { 'content-type': FORM } })))).status,
    ).toBe(413)
  })

  test('is read up to its size limit', async () => {
    const counted = chunked(100, FORM)
    await read(counted.args, { maxBodySize: 10_000 })
    expect(counted.left()).toBeGreaterThan(80)
  })

  test("that ends early rejects with the host's error", async () => {
    const lost = new TypeError('terminated')
    const body = new ReadableStream({ start: (controller) => controller.error(lost) })
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
    const request = new Request('http://app.test', { ...init, headers: { 'content-type': FORM } })
    await expect(read(argumentsFor(request))).rejects.toBe(lost)
  })

  test('is read from the client only once, even with `methodOverride`', async () => {
    let reads = 0
    const body = new ReadableStream({
      pull(controller) {
        if (reads++ > 0) return controller.close()
        controller.enqueue(new TextEncoder().encode('_method=patch&title=x'))
      },
    })
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
    const request = new Request('http://app.test', { ...init, headers: { 'content-type': FORM } })
    const overridden = await methodOverride(request)
    expect(overridden.method).toBe('PATCH')
    expect((await read(argumentsFor(overridden))).data.body).toEqual({ _method: 'patch', title: 'x' })
    expect(reads).toBe(2)
  })
})

test('a query that cannot be read is 400', async () => {
  for (const query of ['?a=%', '?a=1&a[b]=2', '?__proto__[a]=1'])
    expect((await call({ query: anything }, get(query))).status).toBe(400)
  expect((await call({ query: anything }, get('?a=1#?b=2'))).data.query).toEqual({ a: '1' })
  expect((await call({ query: anything }, get(''))).data.query).toEqual({})
})

test('a contract with schemas for some names does not change the other values', async () => {
  const upper = {
    ...anything,
    '~standard': { ...anything['~standard'], validate: (value: unknown) => ({ value: `${value as string}!` }) },
  }
  expect((await call({ query: { a: upper, b: upper } }, get('?a=1&c=2'))).data.query).toEqual({
    a: '1!',
    b: 'undefined!',
    c: '2',
  })
})

describe('`invalid`', () => {
  const form = z.object({ photo: z.object({ title: z.string().min(3, 'Too short'), tags: z.array(z.string()) }) })
  const invalid: Contract['invalid'] = (issues, { status, text, values }) =>
    Response.json(
      {
        names: issues.map(({ name, message }) => [name, message]),
        title: text('photo[title]'),
        none: text('photo[x][y]'),
        values,
      },
      { status },
    )

  test('receives the values as the user typed them', async () => {
    const { status, data } = await call({ body: form, invalid }, post('photo[title]=+a&photo[tags][]=x', FORM))
    expect(status).toBe(422)
    expect(data).toEqual({
      names: [['photo[title]', 'Too short']],
      title: ' a',
      none: '',
      values: { body: { photo: { title: ' a', tags: ['x'] } } },
    })
  })

  test.each([
    [400, post('{', 'application/json')],
    [415, post('a', 'text/plain')],
    [413, post('a=1', FORM, { 'content-length': '99999999' })],
  ])('responds to a body that is %i, and nothing in it throws', async (expected, args) => {
    expect(await call({ body: form, invalid }, args)).toMatchObject({
      status: expected,
      data: { title: '', values: {} },
    })
  })

  test('reads typed values from the query if there is no body', async () => {
    const { data } = await call({ query: z.object({ photo: z.never() }), invalid }, get('?photo[title]=x'))
    expect(data.title).toBe('x')
  })

  test('leaves the response to Turnout if it returns nothing', async () => {
    const { status, type } = await call({ body: form, invalid: () => undefined }, post('', FORM))
    expect([status, type]).toEqual([422, 'application/problem+json'])
  })

  test('is called for invalid params', async () => {
    const contract: Contract = { params: { id: z.literal('8') }, invalid }
    expect(await call(contract, get())).toMatchObject({ status: 404, data: { names: [['id', expect.any(String)]] } })
  })
})

describe('`use`', () => {
  test('adds properties to the context in turn, and does not change the original context', async () => {
    const context = { db: 'db' }
    const own = action(
      'photos#show',
      {
        use: [() => ({ user: 'Mia' }), async ({ context: { user } }: any) => ({ greeting: `Hello ${user}` }), () => {}],
      },
      ({ context: received }) => Response.json(received),
    )
    const response = (await own(argumentsFor(new Request('http://app.test'), {}, context))) as Response
    expect(await response.json()).toEqual({ db: 'db', user: 'Mia', greeting: 'Hello Mia' })
    expect(context).toEqual({ db: 'db' })
  })

  test('keeps the methods of a context, and creates one if there is none', async () => {
    class Context {
      name = 'app'
      hello() {
        return `${this.name} ${(this as unknown as { user: string }).user}`
      }
    }
    const own = action(
      'photos#show',
      { use: [() => ({ user: 'Mia' })] },
      ({ context }) => context.hello?.() ?? context.user,
    )
    expect(await own(argumentsFor(new Request('http://app.test'), {}, new Context()))).toBe('app Mia')
    expect(await own(argumentsFor(new Request('http://app.test'), {}, null))).toBe('Mia')
    expect(await own(argumentsFor(new Request('http://app.test'), {}, undefined))).toBe('Mia')
  })

  test('can respond before any input is read', async () => {
    const args = post('{', 'application/json')
    const own = action(
      'photos#show',
      { use: [() => new Response(null, { status: 401 })], body: anything },
      () => new Response(),
    )
    expect(((await own(args)) as Response).status).toBe(401)
    expect(args.request.bodyUsed).toBe(false)
  })
})

test('an action without a contract receives the arguments unchanged', async () => {
  const own = action('photos#show', ({ params, json }) => json({ id: params.id }, { status: 201 }))
  const response = (await own(get())) as Response
  expect([response.status, await response.json()]).toEqual([201, { id: '7' }])
})

test("tools can read an action's contract", () => {
  const contract = { body: anything, responses: { 200: anything } }
  expect(action('photos#show', contract, () => new Response()).contract).toBe(contract)
})

test.each<[string, unknown]>([
  ['body', {}],
  ['body', { title: z.string() }],
  ['query', { page: 'number' }],
  ['query', { page: z.string(), sort: 'string' }],
  ['query', null],
  ['params', z.string],
  ['headers', { ...anything, '~standard': { ...anything['~standard'], version: 2 } }],
])('a contract whose %s is not a schema is refused', (part, schema) => {
  expect(() => action('photos#show', { [part]: schema } as Contract, () => new Response())).toThrow(
    `The contract of \`photos#show\`: \`${part}\` must be a Standard Schema.`,
  )
})

test('an error that a schema throws is an error of the application', async () => {
  const broken = {
    '~standard': {
      ...anything['~standard'],
      validate: () => {
        throw new RangeError('mine')
      },
    },
  }
  await expect(call({ body: broken }, post('a=1', FORM))).rejects.toThrow('mine')
})

describe('a schema with a result that is neither a value nor issues', () => {
  const throwing = (name: string) =>
    Object.defineProperty({ value: 1 }, name, {
      get() {
        throw new Error('read')
      },
    })
  /** Its `issues` are there when they are read for the first time only. */
  const changing = () => {
    let reads = 0
    return Object.defineProperty({ value: 1 }, 'issues', { get: () => (reads++ === 0 ? [] : undefined) })
  }
  const results: [string, () => unknown][] = [
    ['a number', () => 5],
    ['zero', () => 0],
    ['a string', () => 'value'],
    ['true', () => true],
    ['nothing', () => undefined],
    ['null', () => null],
    ['a function', () => Object.assign(() => {}, { value: 1 })],
    ['an empty object', () => ({})],
    ['an empty array', () => []],
    ['an array', () => [{ value: 1 }]],
    ['no issues', () => ({ issues: [] })],
    ['a value and no issues', () => ({ value: 1, issues: [] })],
    ['issues that are null', () => ({ value: 1, issues: null })],
    ['issues that are false', () => ({ value: 1, issues: false })],
    ['issues that are a string', () => ({ value: 1, issues: 'none' })],
    ['issues that are a promise', () => ({ value: 1, issues: Promise.resolve() })],
    ['issues that are a map', () => ({ value: 1, issues: new Map() })],
    ['issues with a length only', () => ({ value: 1, issues: { length: 1 } })],
    ['issues whose iterator is empty', () => ({ issues: Object.assign([1], { [Symbol.iterator]: function* () {} }) })],
    ['issues that are not objects', () => ({ issues: [null] })],
    ['issues that throw', () => throwing('issues')],
    ['issues that change', changing],
    ['a value that throws', () => throwing('value')],
    ['a proxy', () => new Proxy({}, { get: () => undefined })],
    [
      'a proxy that throws',
      () =>
        new Proxy(
          {},
          {
            get() {
              throw new Error('get')
            },
          },
        ),
    ],
  ]
  const forms: [string, (make: () => unknown) => () => unknown][] = [
    ['at once', (make) => make],
    ['as a promise', (make) => async () => make()],
    // oxlint-disable-next-line unicorn/no-thenable
    ['as a thenable', (make) => () => ({ then: (resolve: (value: unknown) => void) => resolve(make()) })],
  ]
  test.each(results.flatMap((result) => forms.map((form) => [result, form] as const)))(
    'never lets the handler run: %j %j',
    async ([, make], [, form]) => {
      const schema = {
        '~standard': { version: 1, vendor: 'test', validate: form(make) },
      } as unknown as StandardSchema
      const contracts: Contract[] = [
        { params: schema },
        { query: schema },
        { headers: schema },
        { body: schema },
        { params: { id: schema } },
        { query: { page: schema, size: typeOnly() } },
      ]
      for (const contract of contracts) {
        let isCalled = false
        const run = action('photos#update', contract, () => (isCalled = true))
        await expect(run(post('{}', 'application/json'))).rejects.toThrow(Error)
        expect(isCalled).toBe(false)
      }
    },
  )

  test('is a 500, and the error is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const schema = { '~standard': { version: 1, vendor: 'test', validate: () => 5 } } as unknown as StandardSchema
    const run = action('photos#update', { query: schema }, () => new Response('let through'))
    const server = defineServer({ fetch: async (request) => (await run(argumentsFor(request))) as Response })
    const response = await server.fetch(new Request('http://app.test/photos/7'))
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
    expect(logged.mock.calls).toMatchObject([[{ message: expect.stringContaining('Standard Schema') }]])
    logged.mockRestore()
  })

  test.each<[string, () => unknown]>([
    ['of another field', () => 5],
    ['in place of the issues', () => ({ value: 1, issues: Promise.reject(new Error('late')) })],
  ])('does not end the process while a promise rejects %s', async (_, validateOdd) => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    const schema = (validate: () => unknown) =>
      ({ '~standard': { version: 1, vendor: 'test', validate } }) as unknown as StandardSchema
    const query = { late: schema(() => Promise.reject(new Error('late'))), odd: schema(validateOdd) }
    await expect(action('photos#update', { query }, () => {})(get())).rejects.toThrow('Standard Schema')
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).not.toHaveBeenCalled()
  })

  test.each([
    ['inherited', () => Object.create({ value: 7 }) as unknown],
    ['undefined', () => ({ value: undefined, issues: undefined })],
    ['from a getter', () => Object.defineProperty({}, 'value', { get: () => 7 })],
  ])('is not extended by a value of the type %s', async (_, make) => {
    const schema = { '~standard': { version: 1, vendor: 'test', validate: make } } as unknown as StandardSchema
    expect((await call({ query: schema }, get())).status).toBe(200)
  })
})

test('at most 100 issues are returned', async () => {
  const { data } = await call(
    { body: z.array(z.string()) },
    post(JSON.stringify(Array.from({ length: 100_000 }, () => 1)), 'application/json'),
  )
  expect(data.issues).toHaveLength(100)
})

test('a server with a contract responds to a body over its own limit', async () => {
  const own = action('photos#create', { body: anything }, () => new Response())
  const server = defineServer({
    fetch: async (request: Request) => (await own(argumentsFor(request))) as Response,
    maxRequestBodySize: 10,
  })
  const request = new Request('http://app.test', {
    method: 'POST',
    body: 'a'.repeat(100),
    headers: { 'content-type': FORM },
  })
  expect((await server.fetch(request)).status).toBe(413)
})

describe('a function in `use`', () => {
  const called = async (result: unknown) => {
    let isCalled = false
    const run = action('photos#update', { use: [() => result] }, () => (isCalled = true))
    const response = await run(get()).catch((error: unknown) => error)
    return { isCalled, response }
  }

  test.each([
    ['the class of the platform', new Response('no', { status: 401 })],
    ['another class', { status: 401, headers: new Headers() }],
  ])('ends the request with a response of %s', async (_, response) => {
    expect(await called(response)).toEqual({ isCalled: false, response })
    expect(await called(Promise.resolve(response))).toEqual({ isCalled: false, response })
  })

  test.each([
    false,
    true,
    0,
    7,
    '',
    'no',
    () => {},
    new Error('Sign in first.'),
    Object.assign(new Error('Sign in first.'), { status: 401 }),
    [401, 'no'],
    [],
    new Map([['user', 7]]),
    new (class Session {
      user = 7
    })(),
    // What a generator returns: none of its code has run.
    (function* () {
      yield 1
    })(),
    (async function* () {
      yield 1
    })(),
  ])('must return a plain object, a response or nothing: %s', async (result) => {
    const { isCalled, response } = await called(result)
    expect([isCalled, response]).toEqual([false, expect.any(TypeError)])
  })

  test.each([undefined, null, {}, { user: 7 }, Object.create(null) as object, runInNewContext('({ user: 7 })')])(
    'lets the handler run: %j',
    async (result) => {
      expect((await called(result)).isCalled).toBe(true)
    },
  )
})
