import { describe, expect, test, vi } from 'vitest'
import { canDerive } from './derive-request.ts'
import { methodOverride } from './method-override.ts'
import { isValidRequest, pathStart, refuseInvalidHosts, targetOf, type SrvxServer } from './request-target.ts'

/** A request as a host may make it: no `Request` is so. */
const sent = (url: string, headers: Record<string, string> = {}, more: object = {}) =>
  ({ url, method: 'GET', headers: new Map(Object.entries(headers)), ...more }) as unknown as Request

describe('a request is refused', () => {
  test.each([
    // Bun, with an empty or an invalid `Host`
    ['/xx/users/7'],
    ['/health?u=x://y/users/9'],
    ['//users/7'],
    ['://users'],
    [''],
    ['users'],
    ['http:/users'],
    ['http:users'],
    ['http://'],
    ['http:///users'],
    ['http://?a'],
    ['ftp://h.test/a'],
    ['javascript://h.test/a'],
    ['xhttp://h.test/a'],
    ['http://user@h.test/a'],
    ['http://user:secret@h.test/a'],
    ['http://h.test\\users/a'],
    ['http://a b/a'],
    ['http://ex%61mple.test/a'],
    ['http://bücher.test/a'],
    ['http://h..test/a'],
    ['http://.h.test/a'],
    ['http://./a'],
    ['http://h.test../a'],
    ['http://h.test:x/a'],
    ['http://h.test:1:2/a'],
    ['http://a,b/a'],
    // Names that no URL can have
    ['http://a:99999/a'],
    ['http://256.256.256.256/a'],
    ['http://1.2.3.4.5/a'],
    ['http://0x1.2.3.4.5/a'],
    ['http://[::::]/a'],
    ['http://[::1/a'],
    ['http://xn--a/a'],
    ['http://a.XN--a.test/a'],
    ['http://_invalid_/a'],
  ])('with the URL %j', (url) => {
    expect(isValidRequest(sent(url))).toBe(false)
  })

  test.each([
    [''],
    ['h/users'],
    ['h?a'],
    ['h#a'],
    ['h\\users'],
    ['user@h'],
    ['h.test, g.test'],
    ['a:99999'],
    ['256.256.256.256'],
    ['[::::]'],
    ['xn--a'],
    // Engines differ in these: Node 24 accepts all of them, Node 20 those that end with a hyphen.
    ['xn--'],
    ['xn--.test'],
    ['a.xn--'],
    ['a.xn--.'],
    ['xn---:80'],
    ['xn--a-'],
    ['XN--LS8H-.test'],
    ['xn--xn--'],
    ['xn--0:8080'],
    ['h.xn--a.'],
    ['xn--99999999'],
    // A character that a name cannot contain, and one in another form than the name's
    ['xn--1ug'],
    ['xn--u-ccb'],
    ['[::1%eth0]'],
    ['[::1%25eth0]'],
    ['[v1.a]'],
    ['0x100000000'],
    ['a.0x'.repeat(2)],
    ['1.2.3.08'],
    ['http://h.test'],
    ['_invalid_'],
    ['h.test '],
  ])('with the header `Host: %s`', (host) => {
    expect(isValidRequest(sent('http://h.test/a', { host }))).toBe(false)
  })

  test("with a host that srvx has replaced, if the client's host is not valid", () => {
    const replaced = (req: object | undefined) =>
      isValidRequest(sent('http://_invalid_/a', {}, { runtime: { node: { req } } }))
    for (const host of ['a b', 'a/b', '', '_invalid_', 'h.test..', undefined]) {
      expect(replaced({ url: '/a', headers: { host } })).toBe(false)
    }
    expect(replaced(undefined)).toBe(false)
    // Then the host is in the request line, and the header does not count.
    expect(replaced({ url: 'http://a b/a', headers: { host: 'h.test' } })).toBe(false)
  })
})

test.each([
  ['http://h.test/a'],
  ['HTTPS://H.TEST?a'],
  ['http://h.test.:80/a'],
  ['http://localhost:3000'],
  ['http://my_app.test/a'],
  ['http://a-.test/a'],
  ['http://127.0.0.1:8080/a'],
  ['http://127.1/a'],
  ['http://[::1]:8080/a'],
  ['http://[::ffff:1.2.3.4]/a'],
  ['http://xn--bcher-kva.test/a'],
  ['http://XN--FIQS8S/a'],
  ['http://xn--ls8h.:80/a'],
  ['http://xn--fa-hia.test/a'],
  ['http://a-xn--.test/a'],
  ['http://ab--c.test/a'],
  ['http://0x7f.1/a'],
  ['http://1.2.3.4./a'],
  [`http://${'a'.repeat(64)}.test/a`],
  ['http://h.test:65535/a'],
  ['http://h.test:/a'],
])('a request is valid, and keeps its URL: %s', (url) => {
  const host = url.split(/[/?]/)[2]!
  for (const request of [sent(url), sent(url, { host }), sent(url, { host: 'proxy.test' })]) {
    expect(isValidRequest(request)).toBe(true)
    expect(request.url).toBe(url)
  }
})

test.each([
  [{ host: 'example.com.' }, 'https://example.com./a?b'],
  [{ host: 'example.com.:8080' }, 'https://example.com.:8080/a?b'],
  [{ ':authority': 'example.com.' }, 'https://example.com./a?b'],
])('a host name with a final dot, which srvx has replaced, is restored: %j', (headers, url) => {
  const request = new Request('https://_invalid_/a?b', { headers: { 'x-own': '1' } })
  Object.assign(request, { ip: '10.0.0.1', runtime: { node: { req: { url: '/a?b', headers } } } })
  expect(isValidRequest(request)).toBe(true)
  expect([request.url, request.headers.get('x-own')]).toEqual([url, '1'])
  expect(request).toHaveProperty('ip', '10.0.0.1')
  // Middleware may replace it.
  expect(Object.getOwnPropertyDescriptor(request, 'url')).toMatchObject({ configurable: true })
})

test('a host name with a final dot is restored for methods with which no request can be created', () => {
  const request = sent('http://_invalid_/a', {}, { method: 'TRACE' })
  Object.assign(request, { runtime: { node: { req: { url: '/a', headers: { host: 'h.test.' } } } } })
  expect(isValidRequest(request)).toBe(true)
  expect(request.url).toBe('http://h.test./a')
})

test('the host is restored for the target `*`, which names no host', () => {
  const request = sent('http://_invalid_/*', {}, { method: 'OPTIONS' })
  Object.assign(request, { runtime: { node: { req: { url: '*', headers: { host: 'h.test.' } } } } })
  expect(isValidRequest(request)).toBe(true)
  expect(request.url).toBe('http://h.test./*')
})

test('an srvx server refuses invalid hosts before its other middleware, and passes other requests on', async () => {
  const server: SrvxServer = { options: { middleware: [() => new Response('other')] } }
  refuseInvalidHosts(server)
  const [first, second] = server.options.middleware!
  expect(server.options.middleware).toHaveLength(2)
  const next = vi.fn<() => Promise<Response>>()
  next.mockImplementation(async () => second!(new Request('http://h.test'), next))
  expect(await (await first!(new Request('http://h.test'), next)).text()).toBe('other')
  next.mockClear()
  const refused = await first!(sent('/users', { accept: 'text/plain' }), next)
  expect([refused.status, next.mock.calls.length]).toEqual([400, 0])
  refuseInvalidHosts({ options: {} })
})

test.each([
  ['http://h.test/a', '/a'],
  ['http://h.test?a', '?a'],
  ['http://h.test#a', '#a'],
  ['http://h.test', ''],
  ['https://h.test:1/a?b=http://c/d', '/a?b=http://c/d'],
])('the target of %s is %j', (url, target) => {
  expect(targetOf(url)).toBe(target)
  expect(pathStart(url)).toBe(url.length - target.length)
})

test('a URL that is not absolute has no target', () => {
  for (const url of ['users', '', 'ftp://h.test/a']) expect(targetOf(url)).toBe('')
})

test('a form to an invalid host is left to `dispatch`, which refuses it', async () => {
  const request = sent(
    'http://a:99999/a',
    { 'content-type': 'application/x-www-form-urlencoded' },
    { method: 'POST', arrayBuffer: () => Promise.reject(new Error('read')) },
  )
  expect(await methodOverride(request)).toBe(request)
})

test('`canDerive` accepts the methods that a `Request` can have in the same case', () => {
  const methods = ['GET', 'DELETE', 'PATCH', 'patch', 'FROB', 'frob', 'PROPFIND', 'QUERY']
  expect(methods.map(canDerive)).toEqual(methods.map(() => true))
  const others = ['get', 'Delete', 'pOST', 'TRACE', 'trace', 'CONNECT', 'Track']
  expect(others.map(canDerive)).toEqual(others.map(() => false))
})

describe('a URL that begins like the last valid URL', () => {
  const prime = (url = 'http://h.test/a') => expect(isValidRequest(sent(url))).toBe(true)

  test('is refused if only its end is that URL', () => {
    prime()
    expect(isValidRequest(sent('http://a..bc/?http://h.test'))).toBe(false)
  })

  test.each([
    'http://h.test@evil.test/a',
    'http://h.test:x/a',
    'http://h.test:99999/a',
    'http://h.test..',
    'http://h.test\\users/a',
    'http://h.test a/b',
    'http://h.test%2e/a',
    'http://h.test\u0000/a',
    'http://h.tes/../h.test:x/a',
  ])('is refused if its host continues and is then invalid: %j', (url) => {
    prime()
    const expected = url === 'http://h.tes/../h.test:x/a'
    expect(isValidRequest(sent(url))).toBe(expected)
    // An invalid one is not remembered.
    expect(isValidRequest(sent(url))).toBe(expected)
  })

  test.each([
    ['http://h.test', ''],
    ['http://h.test/', '/'],
    ['http://h.test?a', '?a'],
    ['http://h.test#a', '#a'],
    ['http://h.test//a', '//a'],
    ['http://h.test.evil.test/a', '/a'],
    ['http://h.test:80/a', '/a'],
    ['http://h.tests/a', '/a'],
    ['HTTP://h.test/a', '/a'],
    ['http://H.test/a', '/a'],
    ['https://h.test/a', '/a'],
  ])('has the same target as without the earlier URL: %s', (url, target) => {
    for (const first of ['http://h.test/a', 'http://other.test/a', url]) {
      prime(first)
      expect(targetOf(url)).toBe(target)
      expect(pathStart(url)).toBe(url.length - target.length)
    }
  })

  test('is refused for an invalid Host header like any other', () => {
    prime()
    expect(isValidRequest(sent('http://h.test/a', { host: 'h.test/users' }))).toBe(false)
    expect(isValidRequest(sent('http://h.test/a', { host: '' }))).toBe(false)
    expect(isValidRequest(sent('http://h.test/a', { host: 'h.test' }))).toBe(true)
  })
})
