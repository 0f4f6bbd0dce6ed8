import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { defineServer, type ServerOptions } from './define-server.ts'

const post = (length: string, body = 'text') =>
  new Request('http://app.test/a', { method: 'POST', body, headers: { 'content-length': length } })

test('`fetch` receives all arguments of the host', async () => {
  const { fetch } = defineServer({
    fetch: (request: Request, env: string) => new Response(`${request.url} ${env}`),
  })
  expect(await (await fetch(new Request('http://app.test/a'), 'env')).text()).toBe('http://app.test/a env')
})

test('other options are returned unchanged', () => {
  const plugin = () => {}
  const server = defineServer({ fetch: () => new Response(), maxRequestBodySize: 7, port: 3000, plugins: [plugin] })
  expect([server.port, server.maxRequestBodySize, server.plugins.at(-1)]).toEqual([3000, 7, plugin])
})

test.each([
  ['4', 10, 200],
  ['10', 10, 200],
  ['11', 10, 413],
  ['99999999999999999999999', 10, 413],
  ['1', 0, 413],
  ['99999999999999999999999', undefined, 200],
])('a request with a Content-Length of %s and a limit of %s gets %i', async (length, maxRequestBodySize, status) => {
  let calls = 0
  const fetch = () => (calls++, new Response('done'))
  const server = defineServer({ fetch, ...(maxRequestBodySize !== undefined && { maxRequestBodySize }) })
  expect((await server.fetch(post(length))).status).toBe(status)
  expect(calls).toBe(status === 200 ? 1 : 0)
})

test.each<[string, () => unknown]>([
  ['a promise that rejects', () => Promise.reject(new Error('late'))],
  ['a promise that rejects with nothing', () => Promise.reject(undefined)],
  ['a promise that rejects later', () => new Promise((_, reject) => setTimeout(reject, 5, 7))],
  // oxlint-disable-next-line unicorn/no-thenable
  ['an object whose `then` throws', () => Object.defineProperty({}, 'then', { get: () => expect.fail('read') })],
])('%s may be thrown: the response is 500, and nothing is unhandled, also after a disconnection', async (_, thrown) => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { fetch } = defineServer({
    fetch: () => {
      throw thrown()
    },
  })
  for (const init of [{}, { signal: AbortSignal.abort() }]) {
    expect((await fetch(new Request('http://app.test/a', init))).status).toBe(500)
  }
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(unhandled).not.toHaveBeenCalled()
})

describe('the plugin for srvx', () => {
  const log: string[] = []
  const listeners = new Map<string, () => void>()
  let exits: number[] = []

  beforeEach(() => {
    vi.useFakeTimers()
    log.length = 0
    exits = []
    listeners.clear()
    vi.stubGlobal('process', {
      on: (signal: string, listener: () => void) => listeners.set(signal, listener),
      exit: (code: number) => exits.push(code),
    })
    vi.spyOn(console, 'error').mockImplementation((...parts) => void log.push(parts.join(' ')))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  let nodeServer: EventEmitter

  test('closes connections without a request in flight at once, also those that never sent one', async () => {
    start({})
    await vi.advanceTimersByTimeAsync(0)
    const destroyed: string[] = []
    const connect = (name: string, bytesWritten: number, event = 'connection') => {
      const connection = Object.assign(new EventEmitter(), { bytesWritten, destroy: () => destroyed.push(name) })
      nodeServer.emit(event, connection)
      return connection
    }
    const request = (socket: EventEmitter) => {
      const response = new EventEmitter()
      nodeServer.emit('request', { socket }, response)
      return response
    }
    connect('silent', 0)
    connect('silent in TLS', 0, 'secureConnection')
    connect('WebSocket', 100)
    connect('closed', 0).emit('close')
    request(connect('idle', 100)).emit('close')
    const busy = request(connect('busy', 0))
    const twice = connect('busy twice', 100)
    request(twice).emit('close')
    request(twice)
    // Its connection is unknown, because it was closed before.
    request(new EventEmitter()).emit('close')
    listeners.get('SIGTERM')!()
    expect(destroyed).toEqual(['silent', 'silent in TLS', 'idle'])
    busy.emit('close')
    await vi.advanceTimersByTimeAsync(50)
    expect(destroyed).toContain('busy')
    expect(destroyed).not.toContain('busy twice')
  })

  /** A server with connections that close after some time, and the calls that it received. */
  function start(options: Omit<ServerOptions, 'fetch'>, closesAfter = 100, given: unknown = true) {
    const calls: unknown[] = []
    nodeServer = new EventEmitter()
    const server = {
      options: { gracefulShutdown: given },
      node: { server: nodeServer },
      close(closeAll?: boolean) {
        calls.push(closeAll ? 'close all' : 'close')
        return new Promise((resolve) => setTimeout(resolve, closesAfter))
      },
    }
    for (const plugin of defineServer({ fetch: () => new Response(), ...options }).plugins!) plugin(server)
    return { server, calls }
  }

  test('finishes requests, calls `onShutdown`, and ends the process', async () => {
    const onShutdown = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 100)))
    const { server, calls } = start({ onShutdown })
    expect(server.options.gracefulShutdown).toBe(false)
    listeners.get('SIGTERM')!()
    await vi.advanceTimersByTimeAsync(99)
    expect(onShutdown).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onShutdown).toHaveBeenCalledOnce()
    expect(exits).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(exits).toEqual([0])
    expect(calls).toEqual(['close'])
    expect(log).toEqual(['turnout: SIGTERM: requests in flight have 10000 ms to finish.', 'turnout: stopped.'])
  })

  test('waits for requests until the timeout, and then calls `onShutdown`', async () => {
    const onShutdown = vi.fn()
    const { calls } = start({ shutdownTimeout: 2000, onShutdown }, 60_000)
    listeners.get('SIGINT')!()
    await vi.advanceTimersByTimeAsync(1999)
    expect(exits).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(exits).toEqual([1])
    expect(onShutdown).toHaveBeenCalledOnce()
    expect(calls.at(-1)).toBe('close all')
    expect(log).toContain('turnout: the server did not close in 2000 ms.')
    expect(log.at(-1)).toBe('turnout: stopped, but not in order.')
  })

  test('does not wait longer for `onShutdown`, and ends the process if it throws', async () => {
    start({ shutdownTimeout: 2000, onShutdown: () => new Promise(() => {}) })
    listeners.get('SIGTERM')!()
    await vi.advanceTimersByTimeAsync(2100)
    expect(exits).toEqual([1])
    expect(log).toContain('turnout: `onShutdown` did not finish in 2000 ms.')
    for (const onShutdown of [
      () => Promise.reject(new Error('no pool')),
      () => {
        throw new Error('no pool')
      },
    ]) {
      start({ onShutdown })
      listeners.get('SIGTERM')!()
      await vi.advanceTimersByTimeAsync(100)
      expect(exits.at(-1)).toBe(1)
      expect(log).toContain('turnout: `onShutdown` did not finish: Error: no pool')
    }
  })

  test("uses its own options if a server's options are copied for another one", async () => {
    const onShutdown = vi.fn()
    start({ ...defineServer({ fetch: () => new Response() }), shutdownTimeout: 50, onShutdown })
    listeners.get('SIGTERM')!()
    await vi.advanceTimersByTimeAsync(50)
    expect(onShutdown).toHaveBeenCalledOnce()
    expect(log[0]).toContain('have 50 ms')
  })

  test('ends the process at a second signal, but not if the same signal arrives twice at once', async () => {
    start({}, 60_000)
    listeners.get('SIGINT')!()
    listeners.get('SIGTERM')!()
    await vi.advanceTimersByTimeAsync(499)
    listeners.get('SIGINT')!()
    expect(exits).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    listeners.get('SIGINT')!()
    expect(exits).toEqual([1])
    expect(log.at(-1)).toBe('turnout: SIGINT again: stopped at once.')
  })

  test('works on hosts without the server of Node', async () => {
    for (const node of [undefined, {}]) {
      const server = { options: { gracefulShutdown: true }, node, close: async () => {} }
      const options: ServerOptions = defineServer({ fetch: () => new Response() })
      for (const plugin of options.plugins!) plugin(server as never)
      await vi.advanceTimersByTimeAsync(0)
      listeners.get('SIGTERM')!()
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(exits).toEqual([0, 0])
  })

  test('does nothing with `gracefulShutdown: false`, and on hosts without signals', () => {
    start({}, 100, false)
    expect(listeners.size).toBe(0)
    vi.stubGlobal('process', undefined)
    start({})
    expect(listeners.size).toBe(0)
  })

  test.each([-1, Number.NaN])('refuses a timeout of %s', (shutdownTimeout) => {
    expect(() => start({ shutdownTimeout })).toThrow(RangeError)
  })
})
