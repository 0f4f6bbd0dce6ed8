import { describe, expect, test, vi } from 'vitest'
import type { RouteMatch } from '@turnout/runtime'
import { defineServer } from './define-server.ts'
import { createDispatch } from './dispatch.ts'

const ipOf = (request: Request) => new Response(String((request as { readonly ip?: string }).ip))
const { fetch } = defineServer({ fetch: (request: Request, _host: unknown) => ipOf(request) })
const request = (headers: Record<string, string> = {}) => new Request('http://app.test/a', { headers })

describe('the address of the client', () => {
  test('is the address that the host reports', async () => {
    const bun = { requestIP: ({ url }: Request) => ({ address: `10.0.0.1 for ${url}` }) }
    expect(await (await fetch(request(), bun)).text()).toBe('10.0.0.1 for http://app.test/a')
    const mapped = { requestIP: () => ({ address: '::ffff:127.0.0.1' }) }
    expect(await (await fetch(request(), mapped)).text()).toBe('127.0.0.1')
    const deno = { remoteAddr: { hostname: '10.0.0.2' } }
    expect(await (await fetch(request(), deno)).text()).toBe('10.0.0.2')
    const onCloudflare = Object.assign(request({ 'cf-connecting-ip': '10.0.0.3' }), { cf: { colo: 'X' } })
    expect(await (await fetch(onCloudflare, {})).text()).toBe('10.0.0.3')
    const bySrvx = Object.assign(request(), { ip: '10.0.0.4' })
    expect(await (await fetch(bySrvx, bun)).text()).toBe('10.0.0.4')
  })

  test('is never read from headers that the client writes', async () => {
    const headers = { 'cf-connecting-ip': '10.0.0.3', 'x-forwarded-for': '10.0.0.3', forwarded: 'for=10.0.0.3' }
    for (const host of [undefined, null, {}, 'env', { requestIP: () => null }, { remoteAddr: { path: '/socket' } }]) {
      expect(await (await fetch(request(headers), host)).text()).toBe('undefined')
    }
    // As srvx does on Workers.
    const fromHeader = { runtime: { name: 'cloudflare' }, ip: '10.0.0.3' }
    expect(await (await fetch(Object.assign(request(headers), fromHeader), undefined)).text()).toBe('undefined')
    const onCloudflare = Object.assign(request(headers), fromHeader, { cf: { colo: 'X' } })
    expect(await (await fetch(onCloudflare, undefined)).text()).toBe('10.0.0.3')
  })

  test('is required by a condition of a route: a host without it causes an error, not a 404', async () => {
    const match = (_method: string, path: string, asked?: object): RouteMatch | null => {
      if (path === '/guarded') void (asked as { readonly ip?: string }).ip
      return null
    }
    const table = { match, matchAll: () => [], allowedMethods: () => [], refusal: () => null }
    const dispatch = createDispatch(table, {}, { needsAddress: true })
    const guarded = () => new Request('http://app.test/guarded')
    await expect(dispatch(guarded())).rejects.toThrow('which this host does not provide')
    expect((await dispatch(request())).status).toBe(404)
    expect((await dispatch(Object.assign(guarded(), { ip: '10.0.0.1' }))).status).toBe(404)
    expect((await createDispatch(table, {})(guarded())).status).toBe(404)
  })
})

describe('a body without a length', () => {
  test('is limited for a method that only begins like TRACE', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('12345'))
        controller.close()
      },
    })
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'TRACKER', body, duplex: 'half' }
    const { fetch: read } = defineServer({
      maxRequestBodySize: 4,
      fetch: async (received: Request) => new Response(await received.text()),
    })
    expect((await read(new Request('http://app.test/a', init))).status).toBe(413)
  })

  const post = (chunks: readonly string[], headers: Record<string, string> = {}) => {
    const rest = [...chunks]
    const body = new ReadableStream({
      pull(controller) {
        const chunk = rest.shift()
        if (chunk === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(chunk))
      },
    })
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
    return new Request('http://app.test/a', init)
  }
  const limited = defineServer({
    fetch: async (sent: Request) => new Response(`${await sent.text()} ${await ipOf(sent).text()}`),
    maxRequestBodySize: 10,
  })

  test('is limited if the host does not limit it', async () => {
    const asked = Object.assign(post(['12345', '67890']), { ip: '10.0.0.1' })
    expect(await (await limited.fetch(asked)).text()).toBe('1234567890 10.0.0.1')
    for (const sent of [
      post(['12345', '67890', '1']),
      post(['12345678901'], { 'transfer-encoding': 'chunked', 'content-length': '1' }),
    ]) {
      expect((await limited.fetch(sent)).status).toBe(413)
    }
  })

  test('is the only body for which the request is copied', async () => {
    const same = defineServer({
      fetch: (received: Request, original: Request) => new Response(String(received === original)),
      maxRequestBodySize: 10,
    })
    const requests = [post(['1'], { 'content-length': '1' }), request(), post(['1'])]
    const texts = requests.map(async (sent) => (await same.fetch(sent, sent)).text())
    expect(await Promise.all(texts)).toEqual(['true', 'true', 'false'])
  })

  test.each([
    ['node', 200],
    ['bun', 200],
    ['deno', 200],
    ['cloudflare', 413],
    ['generic', 413],
  ])('is limited once by srvx or by the server on the runtime %s', async (name, status) => {
    const sent = Object.assign(post(['12345678901']), { runtime: { name } })
    expect((await limited.fetch(sent)).status).toBe(status)
  })
})

describe('a request that cannot be copied', () => {
  /** A request of a host: some pass on methods, bodies and URLs that the constructor refuses. */
  const hostRequest = (properties: object): Request => {
    const { headers, signal, redirect } = new Request('http://app.test/a', {
      headers: { 'transfer-encoding': 'chunked' },
    })
    const body = new Response('text').body
    return Object.assign({ url: 'http://app.test/a', headers, signal, redirect, body, ...properties }) as Request
  }
  const server = defineServer({
    fetch: async ({ method, body }: Request) => Response.json([method, body === null]),
    maxRequestBodySize: 10,
  })

  test.each(['http://[::::]/a', 'http://a:99999/a', '/a', ''])('is 400 for the URL %j', async (url) => {
    const response = await server.fetch(hostRequest({ method: 'POST', url }))
    expect([response.status, await response.text()]).toEqual([400, 'Bad Request'])
  })

  test.each(['TRACE', 'TRACK', 'CONNECT', 'trace'])('reaches the application with the method %s', async (method) => {
    expect(await (await server.fetch(hostRequest({ method }))).json()).toEqual([method, false])
  })

  test.each(['GET', 'HEAD', 'get', 'Head'])('has no body with the method %s', async (method) => {
    const response = await server.fetch(hostRequest({ method }))
    expect(await response.json()).toEqual([method, true])
  })
})

describe('`waitUntil`', () => {
  const waiting = (request: Request) => (request as unknown as { waitUntil(promise: unknown): void }).waitUntil
  const server = defineServer({
    fetch: (request: Request, ..._host: unknown[]) => {
      waiting(request)(Promise.reject(new Error('late')))
      return new Response('early')
    },
  })

  test("passes promises on to the host's own function, which gets no rejection", async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const promises: Promise<unknown>[] = []
    const context = { waitUntil: (promise: Promise<unknown>) => void promises.push(promise) }
    await server.fetch(request(), {}, context)
    await server.fetch(Object.assign(request(), context))
    expect(promises).toHaveLength(2)
    await Promise.all(promises)
    const entry = [expect.stringContaining('waitUntil'), new Error('late')]
    expect(logged.mock.calls).toEqual([entry, entry])
    logged.mockRestore()
  })

  test("calls the host's function on its owner", async () => {
    const owners: unknown[] = []
    const context = {
      waitUntil(this: unknown) {
        owners.push(this)
      },
    }
    const sent = Object.assign(request(), context)
    const quiet = defineServer({
      fetch: (received: Request, ..._host: unknown[]) => {
        waiting(received)(undefined)
        return new Response('')
      },
    })
    await quiet.fetch(request(), {}, context)
    await quiet.fetch(sent)
    expect(owners).toEqual([context, sent])
  })

  test('is not read from a proxy that throws, as in srvx on Deno for requests with a body', async () => {
    const sent = Object.defineProperty(
      new Request('http://app.test/a', { method: 'POST', body: 'text' }),
      'waitUntil',
      {
        value: () => {},
      },
    )
    const proxy = new Proxy(sent, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    // The proxy breaks a rule of the language: a property that cannot change has one value.
    expect(() => waiting(proxy)).toThrow(TypeError)
    const { fetch: ask } = defineServer({ fetch: async (received: Request) => new Response(await received.text()) })
    const response = await ask(Object.assign(proxy, { runtime: {} }))
    expect([response.status, await response.text()]).toEqual([200, 'text'])
  })

  test("is attached if the host's property is undefined", async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await server.fetch(Object.assign(request(), { waitUntil: undefined }))
    expect(await response.text()).toBe('early')
    await new Promise((resolve) => setImmediate(resolve))
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })

  test('exists on every host, and logs rejected promises', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const host of [[], [undefined, undefined], [{}, {}], [null, 'context'], [{}, { waitUntil: 7 }]]) {
      logged.mockClear()
      expect(await (await server.fetch(request(), ...host)).text()).toBe('early')
      await new Promise((resolve) => setImmediate(resolve))
      expect(logged).toHaveBeenCalledOnce()
    }
    logged.mockRestore()
  })
})

test('an HTTP/2 request has the header `Host`', async () => {
  const { fetch: ask } = defineServer({ fetch: ({ headers }: Request) => new Response(headers.get('host')) })
  const nodeHeaders: Record<string, string> = { ':authority': 'app.test' }
  const sent = Object.defineProperty(new Request('http://app.test/a'), 'headers', {
    get: () => new Headers(nodeHeaders['host'] === undefined ? {} : { host: nodeHeaders['host'] }),
  })
  const runtime = { node: { req: { headers: nodeHeaders, url: '/a' } } }
  expect(await (await ask(Object.assign(sent, { runtime }))).text()).toBe('app.test')
})
