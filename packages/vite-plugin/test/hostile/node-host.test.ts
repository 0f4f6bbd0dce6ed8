// Requests that use faults of Node's HTTP server and streams, sent to a server of srvx. An error outside every `catch` would
// fail the run.
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { serve } from 'srvx/node'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { action, defineServer, type ActionArguments } from '../../../server/src/index.ts'
import { chunked, openRaw, rawRequest, sendRaw } from '../raw.ts'

afterEach(() => void vi.restoreAllMocks())

async function listen(fetch: (request: Request) => Response | Promise<Response>, maxRequestBodySize = 100_000) {
  const options = defineServer({ fetch, maxRequestBodySize, plugins: [] })
  // Without the first, which handles the signals of the process.
  const [, ...plugins] = options.plugins as readonly ((server: unknown) => void)[]
  const server = serve({ ...options, plugins, port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
  onTestFinished(() => server.close(true))
  await server.ready()
  return ((server.node!.server as { address(): unknown }).address() as AddressInfo).port
}

const anything = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const
const KEEP = ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close']
const THREE = chunked(...Array<string>(3).fill('a'.repeat(21_000)))

describe('a body that nobody reads to its end', () => {
  const readers: Record<string, (request: Request) => unknown> = {
    'a contract with a small limit': (request) =>
      action('a#b', { body: anything, maxBodySize: 20_000 }, () => 'read')({ request } as ActionArguments),
    'a loop that ends early': async ({ body }) => {
      for await (const _ of body as unknown as AsyncIterable<Uint8Array>) break
    },
    'a cancelled body': ({ body }) => body!.cancel(),
    'a cancelled reader': async ({ body }) => {
      const reader = body!.getReader()
      await reader.read()
      await reader.cancel()
    },
    'a cancelled copy': async (request) => {
      const copy = request.clone()
      await Promise.all([copy.body!.cancel(), request.body!.cancel()])
    },
    'a failed upload to another server': (request) =>
      fetch('http://127.0.0.1:9', { method: 'POST', body: request.body, duplex: 'half' } as RequestInit).catch(
        () => {},
      ),
    nothing: () => {},
  }
  test.each(Object.keys(readers))('%s: the client gets the response, and the server goes on', async (name) => {
    const port = await listen(async (request) => {
      const result = await readers[name]!(request)
      return result instanceof Response ? result : new Response('done')
    })
    for (let count = 0; count < 5; count++) {
      const [head, ...rest] = [rawRequest('POST /', KEEP), ...THREE.split(/(?<=a\r\n)/)]
      const answers = [await sendRaw(port, head! + rest.join('')), await sendRaw(port, head!, ...rest)]
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 (?:200|413) /)
    }
  })

  test('chunks that Node cannot parse because of an upgrade are refused at once', async () => {
    const port = await listen(async (request) => new Response(await request.text()))
    const offer = ['Connection: Upgrade', 'Upgrade: h2c']
    for (const chunks of ['zz\r\n', 'fffffffffffffffff\r\n', chunked('abc')]) {
      const answer = await sendRaw(port, rawRequest('POST /', [...offer, 'Transfer-Encoding: chunked'], chunks))
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    }
    const known = [...offer, 'Content-Length: 3']
    expect(await sendRaw(port, rawRequest('POST /', known, 'abc') + rawRequest('GET /'))).toMatch(/200[^]*abc/)
  })

  test('the next request on the connection is served', async () => {
    const port = await listen(async ({ method, body }) => {
      if (method === 'POST') await body!.cancel()
      return new Response(method)
    })
    const post = rawRequest('POST /', ['Transfer-Encoding: chunked'], THREE)
    expect(await sendRaw(port, post + rawRequest('GET /'))).toMatch(/POST[^]*\r\n\r\n(?:3\r\n)?GET/)
  })

  test('a body that is read is the whole body, by every reader', async () => {
    const port = await listen(async (request) => {
      const { body } = request
      expect(request.body).toBe(body)
      if (request.url.endsWith('/text')) return new Response(await request.text())
      if (request.url.endsWith('/copy')) return new Response(await request.clone().text())
      return new Response(body)
    })
    for (const path of ['/text', '/copy', '/stream']) {
      const answer = await sendRaw(port, rawRequest(`POST ${path}`, KEEP, chunked('abc', 'def')))
      expect(answer.replace(/\r\n[0-9a-f]+\r\n/g, '')).toMatch(/(?:abc){1}[^]*def/)
    }
  })
})

/** An error whose property throws when it is read. */
const throwing = (name: PropertyKey) =>
  Object.defineProperty(new Error('x'), name, {
    get() {
      throw new Error('no property')
    },
  })

const FAILURES: readonly (readonly [string, unknown])[] = [
  ...['name', 'message', 'stack', 'cause', 'code', 'constructor'].map((name) => [name, throwing(name)] as const),
  ['inspect', throwing(Symbol.for('nodejs.util.inspect.custom'))],
  ['tag', Object.defineProperty({}, Symbol.toStringTag, { get: () => throwing('name').name })],
  ['proxy', new Proxy(new Error('x'), { get: () => throwing('name').name, getPrototypeOf: () => throwing('name') })],
  ...[undefined, null, 0, '', false, Number.NaN, 0n, Symbol('s'), 'text'].map(
    (value) => [String(value), value] as const,
  ),
]

describe('a response or an action that fails with any value', () => {
  test.each(FAILURES)('%s: the connection closes, and the failure is logged', async (_, failure) => {
    const log = vi.spyOn(console, 'error')
    log.mockImplementation((...values) => void values.map((value) => (value instanceof Error ? value.stack : 0)))
    const port = await listen(({ url }) => {
      if (url.endsWith('/throws')) throw failure
      if (url.endsWith('/good')) return new Response('good')
      const isEarly = url.endsWith('/early')
      return new Response(
        new ReadableStream({
          start: (controller) => (isEarly ? controller.error(failure) : controller.enqueue(new Uint8Array(3))),
          pull: (controller) => controller.error(failure),
        }),
      )
    })
    for (const path of ['/early', '/half-way']) {
      log.mockClear()
      expect(await sendRaw(port, rawRequest(`GET ${path}`, []))).not.toContain('\r\n0\r\n\r\n')
      expect(log.mock.calls.flat()).toContainEqual(expect.stringContaining(`GET http://127.0.0.1${path}: the body`))
    }
    expect(await sendRaw(port, rawRequest('GET /throws'))).toMatch(/^HTTP\/1\.1 500 /)
    expect(await sendRaw(port, rawRequest('GET /good'))).toContain('good')
  })

  test.each(FAILURES)('%s, of a promise for `waitUntil`: it is logged, and the server goes on', async (_, failure) => {
    const log = vi.spyOn(console, 'error').mockImplementation((...values) => void values.map((value) => inspect(value)))
    const port = await listen((request) => {
      ;(request as unknown as { waitUntil(promise: unknown): void }).waitUntil(Promise.reject(failure))
      return new Response('good')
    })
    expect(await sendRaw(port, rawRequest('GET /'))).toContain('good')
    await expect.poll(() => log.mock.calls.flat()).toContainEqual(expect.stringContaining('waitUntil'))
    expect(await sendRaw(port, rawRequest('GET /'))).toContain('good')
  })

  test('a response whose body has a reader is an error, which is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const port = await listen(() => {
      const response = new Response('text')
      response.body!.getReader()
      return response
    })
    expect(await sendRaw(port, rawRequest('GET /'))).toMatch(/^HTTP\/1\.1 500 /)
    expect(log.mock.calls).toEqual([[expect.objectContaining({ message: expect.stringContaining('already used') })]])
  })

  test('a client that disconnects is no failure, and ends the stream', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const reasons: unknown[] = []
    const port = await listen(({ signal }) => {
      const cancel = (reason: unknown) => void reasons.push(reason)
      const start = (controller: ReadableStreamDefaultController) => {
        controller.enqueue(new Uint8Array(3))
        signal.addEventListener('abort', () => setImmediate(() => controller.error(signal.reason)))
      }
      return new Response(new ReadableStream({ start, cancel }))
    })
    const connection = openRaw(port, rawRequest('GET /', []))
    await expect.poll(connection.received).toContain('200')
    connection.reset()
    await expect.poll(() => reasons).toEqual([expect.objectContaining({ name: 'AbortError' })])
    expect(log).not.toHaveBeenCalled()
  })
})

describe('requests that are sent before the last response', () => {
  test('start one after the other, and are answered in order', async () => {
    let running = 0
    let most = 0
    const port = await listen(async ({ url }) => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      return new Response(`<${new URL(url).pathname}>`)
    })
    const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
    const requests = paths.map((path, index) => rawRequest(`GET ${path}`, index === 19 ? undefined : []))
    expect((await sendRaw(port, requests.join(''))).match(/<.*?>/g)).toEqual(paths.map((path) => `<${path}>`))
    expect(most).toBe(1)
  })

  test('never start if the client disconnects', async () => {
    const running = new Set<string>()
    const port = await listen(({ url }) => {
      const { pathname } = new URL(url)
      if (pathname === '/last') return new Response('last')
      running.add(pathname)
      return new Response(new ReadableStream({ cancel: () => void running.delete(pathname) }))
    })
    const connection = openRaw(port, Array.from({ length: 20 }, (_, index) => rawRequest(`GET /${index}`, [])).join(''))
    await expect.poll(() => [...running]).toEqual(['/0'])
    connection.reset()
    await expect.poll(() => running.size).toBe(0)
    expect(await sendRaw(port, rawRequest('GET /last'))).toContain('last')
    expect(running.size).toBe(0)
  })

  test('are limited: the connection closes', async () => {
    const port = await listen(() => new Promise(() => {}))
    expect(await sendRaw(port, rawRequest('GET /', []).repeat(102))).toBe('')
  })
})
