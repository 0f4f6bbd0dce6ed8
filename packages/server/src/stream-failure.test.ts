import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { logStreamFailure } from './stream-failure.ts'

afterEach(() => void vi.restoreAllMocks())

/** Node's response, as srvx hands it on with the request. */
function served() {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const response = Object.assign(new EventEmitter(), { errored: null as unknown })
  logStreamFailure(Object.assign(new Request('http://app.test/stream'), { runtime: { node: { res: response } } }))
  return { response, error }
}

test('a response that fails is logged with its request and the error', () => {
  const { response, error } = served()
  response.errored = new Error('lost')
  response.emit('close')
  expect(error.mock.calls).toEqual([
    ['turnout: GET http://app.test/stream: the body of the response failed half-way:', response.errored],
  ])
})

test('control characters of a path are not printed', () => {
  const request = new Request('http://app.test')
  Object.defineProperty(request, 'url', { value: 'http://app.test/\u001b[2J\u0085é' })
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const response = Object.assign(new EventEmitter(), { errored: new Error('lost') })
  logStreamFailure(Object.assign(request, { runtime: { node: { res: response } } }))
  response.emit('close')
  expect(error.mock.calls[0]![0]).toContain('http://app.test/?[2J??:')
})

test('one that ends, or whose client has gone, is not', () => {
  const { response, error } = served()
  response.emit('close')
  expect(error).not.toHaveBeenCalled()
})

test('on other hosts nothing is listened to', () => {
  expect(() => logStreamFailure(new Request('http://app.test'))).not.toThrow()
  expect(() => logStreamFailure(Object.assign(new Request('http://app.test'), { runtime: {} }))).not.toThrow()
})
