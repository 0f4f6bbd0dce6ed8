import { describe, expect, test, vi } from 'vitest'
import { defineDevServer, defineServer } from './define-server.ts'
import { createDispatch } from './dispatch.ts'
import type { DispatchOptions, RouteTable } from './types.ts'
import { DEFAULT_RESPONSE_HEADER } from './types.ts'

const MARKUP = '<script>alert(1)</script>'

/** One route, whose action throws. */
const table: RouteTable = {
  match: (method, path) =>
    method === 'GET' && path === '/broken'
      ? ({ controller: 'photos', action: 'show', params: {}, path } as unknown as ReturnType<RouteTable['match']>)
      : null,
  matchAll: () => [],
  allowedMethods: (path) => (path === '/broken' ? ['GET', 'HEAD'] : []),
  refusal: (path) => (path.includes('%zz') ? 400 : null),
}
const failure = new Error(`the secret ${MARKUP}`)
const controllers = {
  photos: async () => ({
    show() {
      throw failure
    },
  }),
}

function dispatchWith(application: Record<string, unknown> = {}, options: DispatchOptions = {}) {
  return createDispatch(table, { ...controllers, application: async () => application }, options)
}

const request = (path: string, accept = '*/*', method = 'GET') =>
  new Request(`http://localhost${path}`, { method, headers: { accept, host: 'localhost' } })

const seen = async (response: Response) => [
  response.status,
  response.headers.get('content-type'),
  await response.text(),
]

describe('responses of the server itself', () => {
  test.each([
    ['*/*', 'text/plain; charset=utf-8', 'Not Found'],
    ['application/json', 'application/problem+json', '{"title":"Not Found","status":404}'],
  ])('are in the form that the client prefers: %s', async (accept, type, body) => {
    const response = await dispatchWith()(request('/nowhere', accept))
    expect(response.headers.get('vary')).toBe('Accept')
    expect(await seen(response)).toEqual([404, type, body])
  })

  test('are a small page for browsers, without values of the request', async () => {
    const response = await dispatchWith()(request(`/nowhere?${encodeURIComponent(MARKUP)}`, 'text/html'))
    const [status, type, body] = await seen(response)
    expect([status, type]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toMatch(/^<!doctype html>.*<\/style><\/head>.*<h1>404<\/h1><p>Not Found<\/p>/s)
    expect(String(body).length).toBeLessThan(600)
    expect(body).not.toMatch(/nowhere|script/)
  })

  test('have the header Allow, and no body for HEAD', async () => {
    const refused = await dispatchWith()(request('/broken', 'application/json', 'DELETE'))
    expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(await seen(refused)).toEqual([
      405,
      'application/problem+json',
      '{"title":"Method Not Allowed","status":405}',
    ])
    expect(await seen(await dispatchWith()(request('/nowhere', 'text/html', 'HEAD')))).toEqual([
      404,
      'text/html; charset=utf-8',
      '',
    ])
  })
})

describe('`notFound` of the application', () => {
  test('responds to unmatched requests, and 200 becomes 404', async () => {
    const notFound = vi.fn((_args: unknown) => new Response('our own page', { headers: { 'x-own': '1' } }))
    const response = await dispatchWith({ notFound })(request('/nowhere'), 'context')
    expect([response.headers.get('x-own'), ...(await seen(response))]).toEqual([
      '1',
      404,
      expect.anything(),
      'our own page',
    ])
    expect(notFound.mock.calls).toEqual([[{ request: expect.any(Request), context: 'context' }]])
    const gone = await dispatchWith({ notFound: () => new Response(null, { status: 410 }) })(request('/nowhere'))
    expect(gone.status).toBe(410)
  })

  test('gets the default response if it returns nothing, and is not called for 400 and 405', async () => {
    const notFound = vi.fn(() => null)
    const dispatch = dispatchWith({ notFound })
    expect((await dispatch(request('/nowhere'))).status).toBe(404)
    expect(notFound).toHaveBeenCalledTimes(1)
    expect((await dispatch(request('/broken', '*/*', 'DELETE'))).status).toBe(405)
    expect((await dispatch(request('/%zz'))).status).toBe(400)
    expect(notFound).toHaveBeenCalledTimes(1)
  })

  test('is not called in dev, which explains the routes', async () => {
    const notFound = vi.fn(() => new Response('our own page'))
    const response = await dispatchWith({ notFound }, { dev: true })(request('/nowhere'))
    expect(response.headers.get(DEFAULT_RESPONSE_HEADER)).toBe('404 GET')
    expect(notFound).not.toHaveBeenCalled()
  })

  test('causes an error if it returns a value that is not a response', async () => {
    await expect(dispatchWith({ notFound: () => 'text' })(request('/nowhere'))).rejects.toThrow(
      '`notFound` of the controller `application` returned a value of type string, not a Response.',
    )
  })
})

describe('`onError` of the application', () => {
  test('responds to errors of actions', async () => {
    const onError = vi.fn((_args: { error: unknown }) => new Response('sorry', { status: 503 }))
    expect((await dispatchWith({ onError })(request('/broken'), 'context')).status).toBe(503)
    expect(onError.mock.calls).toEqual([
      [
        {
          error: failure,
          request: expect.any(Request),
          context: 'context',
          route: expect.objectContaining({ action: 'show' }),
        },
      ],
    ])
  })

  test('receives a thrown value whose properties throw', async () => {
    const refuse = () => {
      throw failure
    }
    const hostile = new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse })
    const middleware = [() => Promise.reject(hostile)]
    const onError = vi.fn((_args: { error: unknown }) => new Response('sorry', { status: 503 }))
    expect((await dispatchWith({ middleware, onError })(request('/broken'))).status).toBe(503)
    expect(onError.mock.calls[0]![0].error === hostile).toBe(true)
  })

  test('leaves the error to the host if it returns nothing, and rejects with its own errors', async () => {
    await expect(dispatchWith({ onError: () => undefined })(request('/broken'))).rejects.toBe(failure)
    const own = new Error('own')
    await expect(dispatchWith({ onError: () => Promise.reject(own) })(request('/broken'))).rejects.toBe(own)
  })

  test('leaves responses from 500 to the page of the dev server in dev', async () => {
    const respond = (status: number) => dispatchWith({ onError: () => new Response(null, { status }) }, { dev: true })
    expect((await respond(404)(request('/broken'))).status).toBe(404)
    await expect(respond(500)(request('/broken'))).rejects.toBe(failure)
  })
})

describe('a server', () => {
  test('logs an error, and responds with 500 without details', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { fetch } = defineServer({ fetch: (hostRequest: Request) => dispatchWith()(hostRequest) })
    for (const accept of ['*/*', 'text/html', 'application/json']) {
      const response = await fetch(request('/broken', accept))
      expect(response.status).toBe(500)
      expect(await response.text()).toMatch(/^(?!.*secret).*Internal Server Error/)
    }
    expect(log.mock.calls).toEqual([[failure], [failure], [failure]])
    log.mockRestore()
  })

  test('for dev rejects, so that the dev server shows the error', async () => {
    const { fetch } = defineDevServer({ fetch: (hostRequest: Request) => dispatchWith()(hostRequest) })
    await expect(fetch(request('/broken'))).rejects.toBe(failure)
  })
})
