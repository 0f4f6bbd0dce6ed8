// What needs no server of Node. The other tests are in `packages/vite-plugin/test/hostile/node-host.test.ts`.
import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { logError } from './log-error.ts'
import { discardBody, guardBody, makeBodyCancellable, waitForTurn } from './node-host.ts'

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

test('an error while a discarded body is cancelled is ignored', async () => {
  const cancel = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no end')))
  discardBody(new Response(new ReadableStream({ cancel })))
  discardBody(new Response(null))
  expect(cancel).toHaveBeenCalledOnce()
})

test('an error that is logged without a message is printed alone', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  logError('', 5)
  logError('turnout:', 6)
  expect(error.mock.calls).toEqual([[5], ['turnout:', 6]])
})
