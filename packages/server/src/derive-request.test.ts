import { expect, test } from 'vitest'
import { deriveRequest } from './derive-request.ts'

const URL_A = 'http://app.test/a'

test('a derived request has the changed parts, and all other parts of the original', async () => {
  const controller = new AbortController()
  const request = new Request(URL_A, {
    method: 'POST',
    body: 'text',
    headers: { 'x-own': '1' },
    signal: controller.signal,
    redirect: 'manual',
  })
  const derived = deriveRequest(request, { url: 'http://app.test/b', method: 'PATCH' })
  expect([derived.url, derived.method, derived.redirect]).toEqual(['http://app.test/b', 'PATCH', 'manual'])
  expect(derived.headers.get('x-own')).toBe('1')
  expect(await derived.text()).toBe('text')
  controller.abort()
  expect(derived.signal.aborted).toBe(true)
  const other = deriveRequest(new Request(URL_A, { method: 'POST', body: 'text' }), { body: 'other' })
  expect([other.url, other.method, await other.text()]).toEqual([URL_A, 'POST', 'other'])
  const none = deriveRequest(new Request(URL_A, { method: 'POST', body: 'text' }), { body: null })
  expect(none.body).toBe(null)
})

test('it has all properties that were attached to the original: values, getters, and symbols', () => {
  const request = new Request(URL_A)
  const waitUntil = () => {}
  const session = Symbol('session')
  let count = 0
  Object.defineProperties(request, {
    waitUntil: { value: waitUntil },
    ip: { enumerable: true, get: () => `10.0.0.${++count}` },
  })
  Object.assign(request, { runtime: { name: 'bun' }, [session]: 'mine', _user: 'ann', empty: undefined })
  const derived = deriveRequest(request, { url: 'http://app.test/b' }) as Request & Record<string | symbol, unknown>
  expect([derived['waitUntil'], derived['runtime'], derived[session], derived['_user']]).toEqual([
    waitUntil,
    { name: 'bun' },
    'mine',
    'ann',
  ])
  expect(count).toBe(0)
  expect([derived['ip'], derived['ip']]).toEqual(['10.0.0.1', '10.0.0.2'])
  expect('empty' in derived).toBe(true)
  expect(Object.keys(derived)).toEqual(expect.arrayContaining(['ip', 'runtime']))
  expect(Object.keys(derived)).not.toContain('waitUntil')
  expect(deriveRequest(derived, { method: 'POST' })).toHaveProperty('_user', 'ann')
})

test('getters, setters and methods of a class of the host run on the original, which has the private fields', () => {
  class HostRequest extends Request {
    #ip = '10.0.0.1'
    readonly seen: string[] = []
    get ip() {
      return this.#ip
    }
    set ip(ip: string) {
      this.#ip = ip
    }
    peer() {
      return `peer ${this.#ip}`
    }
    get _request() {
      return this
    }
    readonly_() {}
  }
  class OtherRequest extends HostRequest {
    override peer() {
      return `other ${super.peer()}`
    }
  }
  const request = new OtherRequest(URL_A)
  const derived = deriveRequest(request, { method: 'PUT' }) as OtherRequest
  expect([derived.ip, derived.peer()]).toEqual(['10.0.0.1', 'other peer 10.0.0.1'])
  derived.ip = '10.0.0.2'
  expect(derived.peer()).toBe('other peer 10.0.0.2')
  expect(derived.seen).toBe(request.seen)
  expect(derived.method).toBe('PUT')
  // What is internal to the class belongs to the original only.
  expect('_request' in derived).toBe(false)
  expect('readonly_' in derived).toBe(true)
})

test('a method keeps its case', () => {
  const request = new Request(URL_A)
  Object.defineProperty(request, 'method', { value: 'delete' })
  const derived = deriveRequest(request, { url: 'http://app.test/b' })
  expect(derived.method).toBe('delete')
  expect(deriveRequest(derived, {}).method).toBe('delete')
})

test('a body that has been read cannot be read again, and no Request has the method TRACE', async () => {
  const request = new Request(URL_A, { method: 'POST', body: 'text' })
  await request.text()
  expect(() => deriveRequest(request, {})).toThrow(TypeError)
  expect(() => deriveRequest(new Request(URL_A), { method: 'TRACE' })).toThrow(TypeError)
  expect(() => deriveRequest(new Request(URL_A), { url: '/a' })).toThrow(TypeError)
})
