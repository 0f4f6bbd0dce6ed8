import { describe, expect, test } from 'vitest'
import { createSend, type SendOptions, type SendSettings } from './client.ts'
import { action } from './contracts/action.ts'
import { typeOnly } from './contracts/standard-schema.ts'
import type { ActionArguments } from './types.ts'

const LINK = { url: '/photos/7', method: 'patch' }

/** Sends a request, and returns it with the result. */
async function sent(options?: SendOptions, settings: SendSettings = {}, response = new Response('{}')) {
  const requests: Request[] = []
  const inits: RequestInit[] = []
  const send = createSend({
    fetch: async (url, init) => {
      inits.push(init)
      requests.push(new Request(`http://app.test${url}`, init))
      return response
    },
    ...settings,
  })
  const result = await send(LINK, options)
  return { request: requests[0]!, init: inits[0]!, result }
}

/** Returns the input that an action with a contract receives. */
async function received(body: unknown) {
  const { request } = await sent({ body })
  const echo = action('photos#update', { body: typeOnly<unknown>() }, (args) => args.body)
  return echo({ request } as unknown as ActionArguments)
}

test("a request has the link's method in upper case, and accepts JSON", async () => {
  const { request } = await sent()
  expect([request.method, request.url, request.headers.get('accept'), request.body]).toEqual([
    'PATCH',
    'http://app.test/photos/7',
    'application/json',
    null,
  ])
  expect(request.headers.has('content-type')).toBe(false)
})

describe('a body', () => {
  test('is JSON', async () => {
    const body = { title: 'Fög', tags: ['a', null], at: new Date(0), none: undefined, nested: { list: [{ a: 1 }] } }
    const { request } = await sent({ body })
    expect(request.headers.get('content-type')).toBe('application/json')
    expect(await received(body)).toEqual({
      title: 'Fög',
      tags: ['a', null],
      at: '1970-01-01T00:00:00.000Z',
      nested: { list: [{ a: 1 }] },
    })
    for (const falsy of [null, 0, false, '']) expect(await received(falsy)).toBe(falsy)
  })

  test('with files is a form that a contract reads', async () => {
    const file = new File(['bytes'], 'a.png', { type: 'image/png' })
    const photo = {
      title: 'Fög',
      page: 2,
      tags: ['a', 'b'],
      at: new Date(0),
      none: undefined,
      nothing: null,
      files: [file],
    }
    const { request } = await sent({ body: { photo } })
    expect(request.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
    const form = (await received({ photo })) as { readonly photo: { readonly files: readonly File[] } }
    expect(form).toMatchObject({
      photo: { title: 'Fög', page: '2', tags: ['a', 'b'], at: '1970-01-01T00:00:00.000Z', nothing: '' },
    })
    expect([form.photo.files[0]!.name, await form.photo.files[0]!.text()]).toEqual(['a.png', 'bytes'])
    expect(form.photo).not.toHaveProperty('none')
  })

  test('may be the data of a form', async () => {
    const form = new FormData()
    form.append('photo[title]', 'Fog')
    expect(await received(form)).toEqual({ photo: { title: 'Fog' } })
  })
})

test('headers and options come from the settings and from the call', async () => {
  let token = 0
  const { signal } = new AbortController()
  const settings = { headers: () => ({ 'x-csrf-token': `${++token}`, 'x-a': '1' }), credentials: 'include' as const }
  const { request, init } = await sent({ headers: { 'X-A': '2', accept: 'text/html' }, signal, body: {} }, settings)
  expect([...request.headers].filter(([name]) => name !== 'content-type')).toEqual([
    ['accept', 'text/html'],
    ['x-a', '2'],
    ['x-csrf-token', '1'],
  ])
  expect([init.credentials, init.signal]).toEqual(['include', signal])
  expect((await sent({ credentials: 'omit' }, { ...settings, headers: [['x-b', '3']] })).init.credentials).toBe('omit')
})

describe('a response', () => {
  test.each([
    [Response.json({ a: 1 }, { status: 201 }), { status: 201, ok: true, data: { a: 1 } }],
    [
      new Response('{"title":"Not Found"}', { status: 404, headers: { 'content-type': 'application/problem+json' } }),
      { status: 404, ok: false, data: { title: 'Not Found' } },
    ],
    [new Response('text'), { status: 200, ok: true, data: 'text' }],
    [new Response(null, { status: 204 }), { status: 204, ok: true, data: '' }],
  ])('has a status and data', async (response, expected) => {
    const { result } = await sent({}, {}, response)
    expect(result).toMatchObject(expected)
    expect((result as { readonly headers: Headers }).headers).toBe(response.headers)
  })

  test('that never arrives has the status 0', async () => {
    const error = new TypeError('fetch failed')
    const failing = createSend({ fetch: () => Promise.reject(error) })
    expect(await failing(LINK)).toEqual({ status: 0, ok: false, error })
    const throwing = createSend({
      headers: () => {
        throw error
      },
    })
    expect(await throwing(LINK)).toEqual({ status: 0, ok: false, error })
    expect(await failing(LINK, { body: 1n })).toMatchObject({ status: 0, error: expect.any(TypeError) })
    const broken = new Response('{', { headers: { 'content-type': 'application/json' } })
    expect((await sent({}, {}, broken)).result).toMatchObject({ status: 0, error: expect.any(SyntaxError) })
  })

  test('that is aborted has the status 0', async () => {
    const send = createSend()
    const result = await send({ url: 'http://127.0.0.1:1/', method: 'get' }, { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ status: 0, ok: false, error: { name: 'AbortError' } })
  })
})
