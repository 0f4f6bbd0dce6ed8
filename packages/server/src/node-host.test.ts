// What needs no server of Node. The other tests are in `packages/vite-plugin/test/hostile/node-host.test.ts`.
import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { logError } from './log-error.ts'
import {
  discardBody,
  guardBody,
  isUnreadableUpgrade,
  makeBodyCancellable,
  takeTurns,
  waitForTurn,
  watchBody,
} from './node-host.ts'

afterEach(() => void vi.restoreAllMocks())

/** Node's response, whose connection may still send an earlier response. */
const responseOn = (socket: object | null) => Object.assign(new EventEmitter(), { socket })

/** A request as srvx makes it on Node. */
const onNode = (request: Request) =>
  Object.assign(request, { runtime: { node: { req: {}, res: { destroyed: false } } } })

test('a request on an idle connection starts at once', () => {
  expect(waitForTurn({ socket: { destroy: () => {} } }, responseOn({}))).toBeNull()
  expect(waitForTurn({ socket: null }, responseOn(null))).toBeNull()
})

test('the 101st waiting request closes its connection, and requests that have started do not count', async () => {
  const socket = { destroy: vi.fn<() => void>() }
  const responses = Array.from({ length: 100 }, () => responseOn(null))
  const turns = responses.map((response) => waitForTurn({ socket }, response))
  responses[0]!.emit('socket')
  await turns[0]
  void waitForTurn({ socket }, responseOn(null))
  expect(socket.destroy).not.toHaveBeenCalled()
  void waitForTurn({ socket }, responseOn(null))
  expect(socket.destroy).toHaveBeenCalledOnce()
})

test('requests and responses of other hosts stay as they are', () => {
  const request = new Request('http://app.test', { method: 'POST', body: 'text' })
  makeBodyCancellable(request)
  const response = new Response('text')
  expect(guardBody(request, response)).toBe(response)
  expect([request, response.body!].map((object) => Object.keys(Object.getOwnPropertyDescriptors(object)))).toEqual([
    [],
    [],
  ])
})

test('a request without the response of Node is one of another host', () => {
  const runtime = { node: { req: {} } }
  const request = Object.assign(new Request('http://app.test', { method: 'POST', body: 'text' }), { runtime })
  makeBodyCancellable(request)
  expect(Object.hasOwn(request, 'body')).toBe(false)
})

test.each([
  [{ connection: 'Upgrade', upgrade: 'h2c', 'transfer-encoding': 'chunked' }, true],
  [{ connection: 'keep-alive, upgrade', upgrade: 'websocket', 'transfer-encoding': 'chunked' }, true],
  [{ connection: 'Upgrade', upgrade: 'h2c' }, false],
  [{ connection: 'Upgrade', 'transfer-encoding': 'chunked' }, false],
  [{ connection: 'close', upgrade: 'h2c', 'transfer-encoding': 'chunked' }, false],
  [{ upgrade: 'h2c', 'transfer-encoding': 'chunked' }, false],
])('a request with %j is an upgrade whose body nobody can read: %s', (headers, expected) => {
  expect(isUnreadableUpgrade({ headers, socket: null })).toBe(expected)
})

/** An srvx request on Node, whose body can be replaced. */
class SrvxRequest extends Request {
  static source: ReadableStream<Uint8Array> | null = null
  readonly runtime = { node: { req: {}, res: { destroyed: false } } }
  override get body() {
    return SrvxRequest.source as Request['body']
  }
}

test('a body that can be cancelled is one object, and reads the rest after its end', async () => {
  const cancel = vi.fn()
  let chunks = 0
  SrvxRequest.source = new ReadableStream(
    {
      pull(controller) {
        chunks += 1
        if (chunks === 4) controller.close()
        else controller.enqueue(new Uint8Array([chunks]))
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
  const request = new SrvxRequest('http://app.test', { method: 'POST', body: 'text' })
  makeBodyCancellable(request)
  const { body } = request
  expect(body).not.toBe(SrvxRequest.source)
  expect(request.body).toBe(body)
  const reader = body!.getReader()
  expect(chunks).toBe(0)
  expect((await reader.read()).value).toEqual(new Uint8Array([1]))
  await reader.cancel()
  await expect.poll(() => chunks).toBe(4)
  expect(cancel).not.toHaveBeenCalled()
  // The host has replaced the body.
  SrvxRequest.source = null
  expect(request.body).toBeNull()
  const empty = new SrvxRequest('http://app.test', { method: 'POST' })
  makeBodyCancellable(empty)
  expect(empty.body).toBeNull()
})

test('requests without a body, and values that are not responses, stay as they are', () => {
  const request = onNode(new Request('http://app.test'))
  makeBodyCancellable(request)
  expect(Object.hasOwn(request, 'body')).toBe(false)
  for (const value of [undefined, 'text', new Response(null)]) expect(guardBody(request, value as Response)).toBe(value)
})

test('control characters of a path are not printed', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const request = onNode(new Request('http://app.test'))
  Object.defineProperty(request, 'url', { value: 'http://app.test/\u001b[2J\u0085é' })
  const body = new ReadableStream({ start: (controller) => controller.error(new Error('lost')) })
  const reader = guardBody(request, new Response(body)).body!.getReader()
  await expect(reader.read()).rejects.toThrow('The body of the response failed half-way.')
  await expect(reader.closed).rejects.toThrow('The body of the response failed half-way.')
  expect(error.mock.calls).toEqual([[expect.stringContaining('http://app.test/?[2J??:'), new Error('lost')]])
})

test('a request starts at its turn, and an upgrade whose body nobody can read is refused', async () => {
  const middleware: ((request: Request, next: () => Response) => unknown)[] = []
  takeTurns({ options: { middleware } } as never)
  takeTurns({ options: {} })
  const next = vi.fn(() => new Response('next'))
  const start = (runtime: object | undefined) =>
    middleware[0]!(Object.assign(new Request('http://app.test'), { runtime }), next) as Response | Promise<Response>
  const onNode = (headers: object, res: object) => ({ node: { req: { headers, socket: {} }, res } })
  expect(await (await start(undefined)).text()).toBe('next')
  expect(start(onNode({}, responseOn({})))).toBeInstanceOf(Response)
  const response = responseOn(null)
  next.mockClear()
  const waiting = start(onNode({}, response))
  await new Promise((resolve) => setImmediate(resolve))
  expect(next).not.toHaveBeenCalled()
  response.emit('socket')
  expect(await (await waiting).text()).toBe('next')
  const upgrade = { connection: 'upgrade', upgrade: 'h2c', 'transfer-encoding': 'chunked' }
  const refused = await start(onNode(upgrade, responseOn({})))
  expect([refused.status, refused.headers.get('connection')]).toEqual([400, 'close'])
})

test('an error while a discarded body is cancelled is ignored', async () => {
  const cancel = vi.fn<(reason: unknown) => Promise<never>>(() => Promise.reject(new Error('no end')))
  discardBody(new Response(new ReadableStream({ cancel })))
  discardBody(new Response(null))
  expect(cancel).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'AbortError' }))
})

describe('a stream that fails with a promise which rejects', () => {
  const failing = () => new ReadableStream({ start: (controller) => controller.error(Promise.reject(new Error('x'))) })
  const failingLate = () =>
    new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve))
        controller.error(Promise.reject(new Error('x')))
      },
    })

  test.each<[string, () => unknown]>([
    ['is discarded', () => discardBody(new Response(failing()))],
    ['is watched', () => watchBody(new Request('http://app.test'), new Response(failing()))],
    ['is watched before it fails', () => watchBody(new Request('http://app.test'), new Response(failingLate()))],
  ])('leaves no unhandled rejection if it %s', async (_, handle) => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    handle()
    for (let count = 0; count < 3; count++) await new Promise((resolve) => setTimeout(resolve))
    expect(unhandled).not.toHaveBeenCalled()
  })
})

test('a watched response has the same status, headers and chunks, and its source is cancelled with it', async () => {
  const request = new Request('http://app.test')
  const init = { status: 201, statusText: 'Made', headers: { 'x-a': '1', 'set-cookie': 'b=2' } }
  const watched = watchBody(request, new Response('text', init))
  expect([watched.status, watched.statusText, [...watched.headers]]).toEqual([
    201,
    'Made',
    expect.arrayContaining([
      ['x-a', '1'],
      ['set-cookie', 'b=2'],
    ]),
  ])
  expect(await watched.text()).toBe('text')
  const cancel = vi.fn<(reason: unknown) => void>()
  await watchBody(request, new Response(new ReadableStream({ cancel }))).body!.cancel('enough')
  expect(cancel).toHaveBeenCalledExactlyOnceWith('enough')
})

test('a response is watched only if its body is a stream that nothing has read', async () => {
  const request = new Request('http://app.test')
  const read = new Response('text')
  await read.text()
  const others = [new Response(null), read, Object.assign(new Response('text'), { _toNodeResponse: () => {} }), 5]
  for (const other of others) expect(watchBody(request, other as Response)).toBe(other)
  const locked = new Response('text')
  locked.body!.getReader()
  expect(() => watchBody(request, locked)).toThrow('already used')
})

test('an error that is logged without a message is printed alone', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  logError('', 5)
  logError('turnout:', 6)
  expect(error.mock.calls).toEqual([[5], ['turnout:', 6]])
})
