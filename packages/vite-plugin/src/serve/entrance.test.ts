// The entrance of a server: raw requests to a server of Node with a stand-in for Connect, whose middlewares are those of the test.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Connect } from 'vite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeConfig, recordLog } from '../../test/fake-project.ts'
import { openRaw, rawRequest, sendRaw } from '../../test/raw.ts'
import { endWithError, guardEntrance, isForVite } from './entrance.ts'

type Handle = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => unknown

const respond: Handle = ({ url }, res) => res.end(`saw ${url}`)

/** Starts a server whose requests pass the entrance. Its last middleware responds with the target that it sees. */
async function enter({
  handle = respond,
  onError,
  listeners = [],
}: {
  readonly handle?: Handle
  /** A middleware for errors. */
  readonly onError?: (...values: never[]) => unknown
  /** The server's listeners for upgrades. */
  readonly listeners?: readonly ((req: IncomingMessage, socket: Duplex) => void)[]
} = {}) {
  const { logger, lines } = recordLog()
  const stack = [{ route: '', handle }, ...(onError === undefined ? [] : [{ route: '', handle: onError }])]
  const middlewares = {
    stack,
    handle(req: IncomingMessage, res: ServerResponse, out: (error?: unknown) => void) {
      ;(this.stack[0]!.handle as Handle)(req, res, (error) => {
        const forErrors = this.stack[1]?.handle as ((...values: unknown[]) => unknown) | undefined
        if (error === undefined || forErrors === undefined) out(error)
        else forErrors(error, req, res, out)
      })
    },
  }
  const server = createServer((req, res) =>
    middlewares.handle(req, res, (error) => res.writeHead(error === undefined ? 404 : 502).end(String(error))),
  )
  for (const listener of listeners) server.on('upgrade', listener)
  const config = fakeConfig('/', { logger })
  guardEntrance({ middlewares: middlewares as unknown as Connect.Server, httpServer: server, config })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, lines, stack, server }
}

/** A promise, and the function that resolves it. */
function gate(): { readonly isReleased: Promise<void>; readonly release: () => void } {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  return { isReleased, release }
}

const status = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
/** The body, which may be a chunk. */
const body = (response: string) => /\r\n\r\n(?:[\da-f]+\r\n)?([^\r]*)/.exec(response)?.[1]
const close = ['Connection: close']

describe('a request', () => {
  test.each([
    ['GET /a?b', 'saw /a?b'],
    ['OPTIONS *', 'saw /*'],
    ['GET /a#b?c', 'saw /a'],
    ['GET /#', 'saw /'],
    ['GET http://127.0.0.1/a', 'saw http://127.0.0.1/a'],
    ['GET https://example.org', 'saw https://example.org'],
    ['GET /\\[', 'saw /\\['],
  ])('%s arrives as `%s`', async (line, seen) => {
    const { port } = await enter({ handle: ({ url }, res) => res.end(`saw ${url}`) })
    const response = await sendRaw(port, rawRequest(line, close))
    expect([status(response), /saw \S+/.exec(response)?.[0]]).toEqual([200, seen])
  })

  test.each([
    'GET http://[',
    'GET http://@',
    'GET ftp://x/a',
    'GET xhttp://x/a',
    'GET a',
    'GET javascript:1',
    'GET http:',
  ])('%s gets 400, and reaches no middleware', async (line) => {
    const handle = vi.fn(respond)
    const { port, lines } = await enter({ handle })
    expect(status(await sendRaw(port, rawRequest(line, close)))).toBe(400)
    expect(handle).not.toHaveBeenCalled()
    expect(lines).toEqual([])
  })

  test.each([
    ['[::::]', []],
    ['a b', []],
    ['a', ['Host: b']],
    ['a', ['hOsT: a']],
    ['a@b', []],
  ])('with the host %s %j gets 400', async (host, headers) => {
    const { port } = await enter()
    expect(status(await sendRaw(port, rawRequest('GET /', [...headers, ...close], '', host)))).toBe(400)
  })

  test.each(['localhost', 'a.example:3000', '[::1]:80'])('with the host %s arrives', async (host) => {
    const { port } = await enter()
    const response = await sendRaw(
      port,
      rawRequest('GET /', ['X-Forwarded-Host: [', 'Accept: Host', ...close], '', host),
    )
    expect(status(response)).toBe(200)
  })

  test('without a host arrives', async () => {
    const { port } = await enter()
    expect(status(await sendRaw(port, 'GET / HTTP/1.0\r\n\r\n'))).toBe(200)
  })

  test('starts when the earlier requests of its connection have their responses', async () => {
    const started: string[] = []
    const { isReleased, release } = gate()
    const { port } = await enter({
      handle: async ({ url }, res) => {
        started.push(url!)
        if (url === '/slow') await isReleased
        res.end(`saw ${url}`)
      },
    })
    const connection = openRaw(port, rawRequest('GET /slow', []) + rawRequest('GET /next', close))
    await expect.poll(() => started).toEqual(['/slow'])
    release()
    const response = await connection.closed
    expect(response.indexOf('saw /slow')).toBeLessThan(response.indexOf('saw /next'))
    expect(started).toEqual(['/slow', '/next'])
  })
})

describe('an error of a middleware', () => {
  const fail = new Error('no luck')

  test('that it throws ends the response, and is logged', async () => {
    const { port, lines } = await enter({
      handle: () => {
        throw fail
      },
    })
    const response = await sendRaw(port, rawRequest('GET /a'))
    expect([status(response), body(response)]).toEqual([500, 'Internal Server Error'])
    expect(lines).toEqual([expect.stringMatching(/^error: turnout: GET \/a: .*no luck/s)])
  })

  test('that rejects its promise goes to the next middleware, also of a middleware that was added later', async () => {
    const { port, stack } = await enter({ handle: (_req, _res, next) => next() })
    expect(status(await sendRaw(port, rawRequest('GET /a')))).toBe(404)
    stack[0]!.handle = async () => {
      throw fail
    }
    const response = await sendRaw(port, rawRequest('GET /a'))
    expect([status(response), body(response)]).toEqual([502, 'Error: no luck'])
  })

  test('of a middleware for errors goes on, with the arguments that Connect counts', async () => {
    const { port, stack } = await enter({
      handle: (_req, _res, next) => next(fail),
      onError: async (_error: Error, _req: IncomingMessage, _res: ServerResponse, _next: () => void) => {
        throw new Error('worse')
      },
    })
    const response = await sendRaw(port, rawRequest('GET /a'))
    expect([status(response), body(response)]).toEqual([502, 'Error: worse'])
    expect(stack.map(({ handle }) => handle.length)).toEqual([3, 4])
    expect(stack[0]!.handle.name).toBe('handle')
  })

  test.each([
    ['a sent status', (res: ServerResponse) => res.writeHead(200).write('half')],
    ['an invalid header', (res: ServerResponse) => Object.assign(res, { writeHead: () => expect.fail('invalid') })],
  ])('after %s closes the connection', async (_name, begin) => {
    const { port } = await enter({
      handle: (req, res) => {
        begin(res)
        void endWithError(req, res, fail, fakeConfig('/', { logger: recordLog().logger }))
      },
    })
    expect(await sendRaw(port, rawRequest('GET /a', []))).not.toContain('Internal Server Error')
  })
})

describe('an upgrade', () => {
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket']
  const accept = (_req: IncomingMessage, socket: Duplex) => socket.end('HTTP/1.1 101 Switching\r\n\r\n')

  test('goes to the listeners', async () => {
    const { port } = await enter({ listeners: [accept] })
    expect(status(await sendRaw(port, rawRequest('GET /', upgrade)))).toBe(101)
  })

  test('with a malformed target gets 400', async () => {
    const { port } = await enter({ listeners: [() => expect.fail('not this one')] })
    expect(status(await sendRaw(port, rawRequest('GET http://[', upgrade)))).toBe(400)
  })

  test('waits for the responses to earlier requests of its connection', async () => {
    const { isReleased, release } = gate()
    const handle: Handle = async (_req, res) => {
      res.writeHead(200).flushHeaders()
      await isReleased
      res.end('slow')
    }
    const seen = vi.fn(accept)
    const { port } = await enter({ handle, listeners: [seen] })
    const connection = openRaw(port, rawRequest('GET /slow', []) + rawRequest('GET /', upgrade))
    await connection.contains('HTTP/1.1 200')
    expect(seen).not.toHaveBeenCalled()
    release()
    expect(await connection.closed).toMatch(/slow.*HTTP\/1\.1 101/s)
  })

  test('whose listener throws is logged, and its connection is closed', async () => {
    const { port, lines } = await enter({
      listeners: [
        () => {
          throw new Error('no luck')
        },
      ],
    })
    expect(await sendRaw(port, rawRequest('GET /x', upgrade))).toBe('')
    await expect.poll(() => lines).toEqual([expect.stringMatching(/^error: turnout: GET \/x: .*no luck/s)])
  })

  test('of a ping drops what the client sends after it', async () => {
    const received: string[] = []
    function hmrServerWsListener(_req: IncomingMessage, socket: Duplex) {
      socket.on('data', (data: Buffer) => received.push(data.toString()))
      socket.write('HTTP/1.1 101 Switching\r\n\r\n')
    }
    const { port } = await enter({ listeners: [hmrServerWsListener] })
    const ping = [...upgrade, 'Sec-WebSocket-Protocol: vite-ping']
    const connection = openRaw(port, rawRequest('GET /', ping))
    await connection.contains('101')
    connection.send('malformed frame')
    expect(status(await connection.closed)).toBe(101)
    expect(received).toEqual([])
  })

  test('of a page reaches Vite with all that the client sends after it', async () => {
    function hmrServerWsListener(_req: IncomingMessage, socket: Duplex) {
      socket.on('data', (data: Buffer) => socket.end(`received ${data.toString()}`))
      socket.write('HTTP/1.1 101 Switching\r\n\r\n')
    }
    const { port } = await enter({ listeners: [hmrServerWsListener] })
    const connection = openRaw(port, rawRequest('GET /', [...upgrade, 'Sec-WebSocket-Protocol: vite-hmr']))
    await connection.contains('101')
    connection.send('a frame')
    expect(await connection.closed).toContain('received a frame')
  })

  test('is for Vite with its protocol, its path and its listener', () => {
    function hmrServerWsListener() {}
    const server = (...listeners: (() => void)[]) => ({ listeners: () => listeners })
    const config = (more: object) => fakeConfig('/', { base: '/app/', ...more, server: { ...more } })
    const request = (protocol: string | undefined, url: string) =>
      ({ url, headers: { 'sec-websocket-protocol': protocol } }) as IncomingMessage
    const isMeant = (protocol: string | undefined, url: string, settings: object = {}, ...listeners: (() => void)[]) =>
      isForVite(server(...listeners), request(protocol, url), config(settings))
    expect(isMeant('vite-hmr', '/app/?token=x', {}, hmrServerWsListener)).toBe(true)
    expect(isMeant('vite-ping', '/app/', {}, () => {}, hmrServerWsListener)).toBe(true)
    expect(isMeant('vite-hmr', '/app/', {})).toBe(false)
    expect(isMeant('vite-hmr', '/app/', {}, () => {})).toBe(false)
    expect(isMeant('vite-hmrs', '/app/', {}, hmrServerWsListener)).toBe(false)
    expect(isMeant('x-vite-hmr', '/app/', {}, hmrServerWsListener)).toBe(false)
    expect(isMeant(undefined, '/app/', {}, hmrServerWsListener)).toBe(false)
    expect(isMeant('vite-hmr', '/', {}, hmrServerWsListener)).toBe(false)
    for (const key of ['ws', 'hmr']) {
      expect(isMeant('vite-hmr', '/app/socket', { [key]: { path: 'socket' } }, hmrServerWsListener)).toBe(true)
      expect(isMeant('vite-hmr', '/app/', { [key]: { path: 'socket' } }, hmrServerWsListener)).toBe(false)
    }
  })
})

test('middleware mode has no server, and its requests pass the entrance', async () => {
  const middlewares = { stack: [], handle: vi.fn() }
  const { logger } = recordLog()
  const passed = middlewares.handle
  guardEntrance({ middlewares: middlewares as never, httpServer: null, config: fakeConfig('/', { logger }) })
  const res = { writeHead: vi.fn(() => res), end: vi.fn(), once: vi.fn(), socket: {} }
  const req = (url: string) => ({ url, rawHeaders: [], socket: {} })
  middlewares.handle(req('/a'), res, () => {})
  middlewares.handle(req('http://['), res, () => {})
  expect(passed).toHaveBeenCalledTimes(1)
  expect(res.writeHead).toHaveBeenCalledExactlyOnceWith(400)
})
