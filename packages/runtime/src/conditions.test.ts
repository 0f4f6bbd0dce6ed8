import { createServer, request as send, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { conditionTest, requirementTest, type RequestCondition } from './conditions.ts'
import { hostLabels, originOf } from './origin.ts'
import { requestAttribute } from './request-attribute.ts'
import type { MatchRequest } from './route-match.ts'
import { requestFormat } from './request-format.ts'

const holds = (attribute: string, expected: RequestCondition, target: string, request?: MatchRequest): boolean => {
  const path = target.replace(/[?#].*/, '')
  const read = attribute === 'format' ? requestFormat : undefined
  return conditionTest(attribute, expected, read)(path, new Int32Array(0), request, target)
}

describe('a condition on the format', () => {
  const format = (target: string, headers: Record<string, string> = {}) => requestFormat(target, { headers }, target)

  it.each([
    ['/x', 'text/html'],
    ['/x.json', 'application/json'],
    ['/x.yml', 'application/x-yaml'],
    ['/x.xhtml', 'text/html'],
    ['/x.txt', 'text/plain'],
    ['/x.js', 'text/javascript'],
    ['/x.vtt', 'text/vtt'],
    ['/x.bmp', 'image/bmp'],
    ['/x.tif', 'image/tiff'],
    ['/x.mpe', 'video/mpeg'],
    ['/x.mp2', 'audio/mpeg'],
    ['/x.opus', 'audio/ogg'],
    ['/x.ttf', 'font/ttf'],
    ['/x.rss', 'application/rss+xml'],
    ['/x.atom', 'application/atom+xml'],
    ['/x.multipart_form', 'multipart/form-data'],
    ['/x.url_encoded_form', 'application/x-www-form-urlencoded'],
    ['/x.pdf', 'application/pdf'],
    ['/x.gz', 'application/gzip'],
    ['/x.a.jpg', 'image/jpeg'],
    // No type of Rails' has this extension: it is not looked at.
    ['/x.foo', 'text/html'],
    ['/x.constructor', 'text/html'],
    ['/x.json/y', 'text/html'],
    ['/x.', 'text/html'],
  ])('%s asks for %s', (path, expected) => {
    expect(format(path)).toBe(expected)
  })

  it('uses the format of the query first', () => {
    expect(requestFormat('/x.xml', {}, '/x.xml?a=b&format=json#top')).toBe('application/json')
    expect(requestFormat('/x.xml', {}, '/x.xml?format=foo')).toBeNull()
    expect(requestFormat('/x.xml', {}, '/x.xml#?format=json')).toBe('application/xml')
  })

  it.each([
    ['application/json', 'application/json'],
    ['text/x-json; charset=utf-8', 'application/json'],
    ['text/html;q=0.5, application/xml', 'application/xml'],
    ['application/foo, text/csv', 'text/csv'],
    ['application/foo', null],
    ['text/csv;q=0.9;x, text/css;x;q=0.95', 'text/css'],
    ['text/csv;q=0.9, text/css;xq=0.95;q=0.1', 'text/csv'],
    ['text/csv;q, text/css;q=0.5', 'text/csv'],
    ['text/csv;q=x, text/css', 'text/csv'],
    [' text/csv ', 'text/csv'],
    ['*/*;q=0.9, text/foo', '*/*'],
    ['text/*, text/css', 'text/css'],
    ['*/*', '*/*'],
  ])('an Accept header “%s” asks for %s', (accept, expected) => {
    expect(format('/x', { accept })).toBe(expected)
    expect(format('/x.foo', { accept })).toBe(expected)
    // The header overrides the extension.
    expect(format('/x.png', { accept })).toBe(expected)
  })

  it.each([
    'text/html,application/xhtml+xml,*/*;q=0.8',
    'application/json, */*',
    '*/*  , application/json',
    '*/*,a',
    ' ',
    '',
  ])('a browser’s Accept header “%s” asks for nothing', (accept) => {
    expect(format('/x', { accept })).toBe('text/html')
    expect(format('/x.png', { accept })).toBe('image/png')
  })

  it('is JavaScript for an XMLHttpRequest without a header or an extension', () => {
    expect(format('/x', { 'x-requested-with': 'XMLHttpRequest' })).toBe('text/javascript')
    expect(format('/x', { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json, */*' })).toBe(
      'application/json',
    )
    // A wildcard is last, at every position in the header.
    expect(format('/x', { 'x-requested-with': 'XMLHttpRequest', accept: '*/*, text/css' })).toBe('text/css')
  })

  it('is compared as a string', () => {
    expect(holds('format', /json/, '/x.json')).toBe(true)
    expect(holds('format', 'application/json', '/x.json')).toBe(true)
    expect(holds('format', 'json', '/x.json')).toBe(false)
    expect(holds('format', true, '/x?format=foo')).toBe(false)
  })
})

describe('a condition on another attribute', () => {
  it.each<[string, RequestCondition, MatchRequest | undefined, boolean]>([
    ['subdomain', 'api', { host: 'api.example.com' }, true],
    ['subdomain', 'api', { host: 'api.10.0.0.1' }, false],
    ['subdomain', false, { host: '10.0.0.1' }, true],
    ['subdomain', false, undefined, true],
    ['domain', 'example.com', new Request('https://a.b.example.com:8080/'), true],
    ['protocol', 'https://', { protocol: 'https:' }, true],
    ['port', 8080, { host: 'h.test:8080' }, true],
    ['port', '80', undefined, true],
    ['port', [80, 443], { protocol: 'https' }, true],
    ['port', ['80'], undefined, false],
    ['ip', /^10\./, { ip: '10.0.0.1' }, true],
    ['ip', true, undefined, false],
    ['fullpath', '/x?a=b', undefined, true],
    ['path', '/x', undefined, true],
    ['query_string', 'a=b', undefined, true],
    ['url', 'https://h.test:8080/x?a=b', { host: 'h.test:8080', protocol: 'https' }, true],
    ['user_agent', /curl/, { headers: { 'user-agent': 'curl/8' } }, true],
    ['user_agent', /curl/, { headers: new Headers({ 'User-Agent': 'curl/8' }) }, true],
    ['accept_language', /^de/, { headers: { 'accept-language': 'de' } }, true],
    ['uuid', /\d/, { headers: { 'x-request-id': '7' } }, true],
    ['media_type', 'text/csv', { headers: { 'content-type': 'Text/CSV; charset=x' } }, true],
    ['cookies', true, { headers: { cookie: 'a=b' } }, false],
    ['host_with_port', 'h.test:8080', { host: 'h.test:8080' }, true],
    ['host_with_port', 'h.test', { host: 'h.test:80' }, true],
    ['scheme', 'https', { protocol: 'https://' }, true],
    ['server_port', 81, { host: 'h.test', port: '81' }, true],
    ['port_string', ':81', { port: 81 }, true],
    ['port_string', '', undefined, true],
    ['subdomain', 'a.b', { host: 'a.b.h.test' }, true],
    ['subdomains', ['a'], { host: 'a.h.test' }, false],
    ['subdomains', 'a,b', { host: 'a.b.h.test' }, true],
    ['domain', 'h.test', { host: 'a.b.h.test' }, true],
    ['domain', false, { host: '10.0.0.1' }, true],
    ['domain', '', { host: '[::1]' }, true],
    ['remote_ip', '10.0.0.1', { ip: '10.0.0.1' }, true],
    ['ip', false, { socket: {} }, true],
    ['path_info', '/x', undefined, true],
    ['original_fullpath', '/x?a=b', undefined, true],
    ['base_url', 'https://h.test:8080', { host: 'h.test:8080', protocol: 'https' }, true],
    ['original_url', 'http://h.test/x?a=b', { host: 'h.test' }, true],
    ['media_type', false, undefined, true],
    ['media_type', 'text/csv', { headers: { 'content-type': ' text/csv ' } }, true],
    ['media_type', 'text/csv', { headers: { 'content-type': 'text/csv ;x' } }, true],
    ['referrer', 'r', { headers: { referer: 'r' } }, true],
    ['request_id', '7', { headers: { 'x-request-id': '7' } }, true],
    ['accept', 'a/b', { headers: { accept: 'a/b' } }, true],
    ['x_forwarded_for', 'i', { headers: { 'x-forwarded-for': 'i' } }, true],
    ['xaccept', true, { headers: { xaccept: 'a' } }, false],
    ['fromage', true, { headers: { fromage: 'a' } }, false],
    ['accept_ranges', true, { headers: { 'accept-ranges': 'a' } }, false],
    ['user_agent', true, { headers: { 'user-agent': ' ' } }, false],
    ['user_agent', '', { headers: {} }, true],
    ['user_agent', /^$/, undefined, true],
    ['port', [80], undefined, true],
    ['port', 81, undefined, false],
    // What Node has: the target of the request, its headers, the connection.
    ['host', 'h.test', { url: '/x', headers: { host: 'h.test:8080' } }, true],
    ['port', 8080, { url: '/x', headers: { host: 'h.test:8080' } }, true],
    ['host', 'h.test', { url: '/x', headers: { ':authority': 'h.test', host: 'other.test' } }, true],
    ['host', 'h.test', { url: '/x', headers: new Headers({ host: 'h.test' }) }, true],
    ['host', 'h.test', { url: '/x', host: 'h.test', headers: { host: 'other.test' } }, true],
    ['host', 'h.test', { url: 'http://h.test/x', headers: { host: 'other.test' } }, true],
    ['host', 'other.test', { url: 'h.test:443', headers: { host: 'other.test' } }, true],
    ['host', 'other.test', { url: '*', headers: { host: 'other.test' } }, true],
    ['host', 'example.org', { url: '/x' }, true],
    ['protocol', 'http://', { url: '/x', socket: {} }, true],
    ['protocol', 'https://', { url: '/x', socket: { encrypted: true } }, true],
    ['port', 443, { url: '/x', socket: { encrypted: true } }, true],
    ['protocol', 'http://', { protocol: 'http', socket: { encrypted: true } }, true],
    ['ip', '10.0.0.1', { socket: { remoteAddress: '10.0.0.1' } }, true],
    ['ip', '10.0.0.2', { ip: '10.0.0.2', socket: { remoteAddress: '10.0.0.1' } }, true],
    // Every condition fails for a request that cannot be read.
    ['host', false, { url: 'http://[/' }, false],
    ['host', 'example.org', 7 as never, false],
    ['user_agent', false, { headers: { get: 7, 'user-agent': Object.create(null) } as never }, false],
  ])('%s = %s of %o: %s', (attribute, expected, request, answer) => {
    expect(holds(attribute, expected, '/x?a=b#c', request)).toBe(answer)
  })
})

describe('a condition on the whole path', () => {
  it('omits the `?` if there is no query', () => {
    expect(holds('fullpath', '/x', '/x')).toBe(true)
    expect(holds('fullpath', '/x', '/x?')).toBe(true)
    expect(holds('query_string', false, '/x')).toBe(true)
  })
})

describe('the origin of a request', () => {
  it.each<[MatchRequest, string, string, number, string]>([
    [{}, 'http', 'example.org', 80, ''],
    [{ host: 'h.test:80' }, 'http', 'h.test', 80, ''],
    [{ host: 'h.test:080x' }, 'http', 'h.test:080x', 80, ''],
    [{ host: 'a\nb:81' }, 'http', 'a\nb', 81, ':81'],
    [{ host: '' }, 'http', '', 80, ''],
    [{ protocol: 'https' }, 'https', 'example.org', 443, ''],
    [{ protocol: 'a:b' }, 'a:b', 'example.org', 80, ''],
    [{ protocol: 'https', port: 80 }, 'https', 'example.org', 80, ':80'],
    [{ url: 'HTTPS://h.test/' }, 'https', 'h.test', 443, ''],
    [{ url: 'h2+x://h.test/' }, 'h2+x', 'h.test', 80, ''],
    [{ url: '/http://h.test/', host: 'i.test' }, 'http', 'i.test', 80, ''],
    [{ url: '1http://h.test/', host: 'i.test' }, 'http', 'i.test', 80, ''],
  ])('%o', (request, scheme, host, port, shownPort) => {
    expect(originOf(request)).toEqual({ scheme, host, port, shownPort })
  })

  it.each([
    ['a.h.test', ['a', 'h', 'test']],
    ['127.0.0.1', []],
    ['255.255.255.255', []],
    ['127.0.0.1.test', ['127', '0', '0', '1', 'test']],
    ['x127.0.0.1', ['x127', '0', '0', '1']],
    ['1.2.3', ['1', '2', '3']],
    ['[::1]', []],
    ['a[1].test', ['a[1]', 'test']],
  ])('the labels of %s are %j', (host, labels) => {
    expect(hostLabels(host)).toEqual(labels)
  })
})

describe('a requirement on a capture', () => {
  const captures = new Int32Array([1, 2, -1, -1, 3, 5])
  const holdsFor = (index: number, regexp: RegExp) => requirementTest(index, regexp)('/a/bc/d', captures, undefined, '')

  it('tests the string of its capture, and passes if the capture is unset', () => {
    expect(holdsFor(0, /^a$/)).toBe(true)
    expect(holdsFor(2, /^bc$/)).toBe(true)
    expect(holdsFor(2, /^b$/)).toBe(false)
    expect(holdsFor(1, /^b$/)).toBe(true)
    expect(requirementTest(0, /^\/$/)('/a', new Int32Array([0, 1]), undefined, '')).toBe(true)
    expect(requirementTest(0, /^a$/)('/a', new Int32Array([0, 1]), undefined, '')).toBe(false)
  })

  it('may be tested by a scanner', () => {
    const test = { test: (text: string) => text === 'bc' }
    expect(requirementTest(2, test)('/a/bc/d', captures, undefined, '')).toBe(true)
    expect(requirementTest(0, test)('/a/bc/d', captures, undefined, '')).toBe(false)
    expect(requirementTest(1, test)('/a/bc/d', captures, undefined, '')).toBe(true)
  })
})

it("is read from a request of Node's server", async () => {
  const seen: boolean[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const is = (attribute: string, expected: RequestCondition) => holds(attribute, expected, request.url!, request)
    seen.push(is('subdomain', 'api'), is('protocol', 'http://'), is('ip', /127\.0\.0\.1$/), is('user_agent', 'test'))
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    const { port } = server.address() as AddressInfo
    await new Promise((done, fail) => {
      const headers = { host: 'api.example.com', 'user-agent': 'test' }
      send({ port, host: '127.0.0.1', path: '/x?a=b', headers }, (response) => response.resume().on('end', done))
        .on('error', fail)
        .end()
    })
  } finally {
    server.close()
  }
  expect(seen).toEqual([true, true, true, true])
})

describe('the name of a host', () => {
  const read = (attribute: string, host: string) => requestAttribute(attribute, '/a', { headers: { host } }, '/a')

  // Ruby's `'api.example.com.'.split('.')` leaves out what is empty at the end.
  it.each([
    ['api.example.com.', 'api', 'example.com'],
    ['api.example.com..', 'api', 'example.com'],
    ['a..example.com', 'a.', 'example.com'],
    ['localhost.', '', 'localhost'],
    ['.', '', ''],
  ])('may end with dots, which count for no label: %s', (host, subdomain, domain) => {
    expect([read('subdomain', host), read('domain', host) ?? '']).toEqual([subdomain, domain])
    expect(read('host', host)).toBe(host)
  })

  it('is missing if srvx replaced an invalid host', () => {
    for (const expected of ['_invalid_', true, false, /./] as const) {
      expect(conditionTest('host', expected)('/a', new Int32Array(0), { url: 'http://_invalid_/a' }, '/a')).toBe(false)
    }
  })
})
