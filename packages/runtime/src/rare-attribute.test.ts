import { describe, expect, it } from 'vitest'
import { conditionTest } from './conditions.ts'
import { rareAttribute } from './rare-attribute.ts'
import type { MatchRequest } from './route-match.ts'

const read = (attribute: string, request: MatchRequest) => rareAttribute(attribute)('/a', request, '/a')

const node = {
  method: 'POST',
  headers: {
    host: 'www.h.test:8080',
    'content-type': 'Text/HTML; charset="UTF-8"',
    'x-forwarded-for': '10.0.0.1, 10.0.0.2',
  },
  socket: { remoteAddress: '10.0.0.9' },
}

describe('a rare attribute', () => {
  it.each<[string, unknown, unknown]>([
    // Of a request of Node's, and of one that says nothing.
    ['authority', 'www.h.test:8080', 'example.org'],
    ['client_ip', '10.0.0.9', null],
    ['content_charset', 'UTF-8', null],
    ['content_mime_type', 'text/html', null],
    ['forwarded_for', '10.0.0.1, 10.0.0.2', null],
    ['host_authority', 'www.h.test:8080', 'example.org'],
    ['hostname', 'www.h.test', 'example.org'],
    ['method', 'POST', null],
    ['method_symbol', 'post', null],
    ['optional_port', 8080, null],
    ['raw_host_with_port', 'www.h.test:8080', 'example.org'],
    ['remote_addr', '10.0.0.9', null],
    ['request_method', 'POST', null],
    ['request_method_symbol', 'post', null],
    ['server_name', 'www.h.test', 'example.org'],
    ['standard_port', 80, 80],
    ['tld_length', 1, 1],
  ])('%s is %j', (attribute, full, bare) => {
    expect(read(attribute, node)).toBe(full)
    expect(read(attribute, {})).toBe(bare)
  })

  it('is also read from a Request', () => {
    const request = new Request('https://[::1]:8443/a', { method: 'PATCH', headers: { 'content-type': 'text/plain' } })
    expect(read('hostname', request)).toBe('::1')
    expect(read('optional_port', request)).toBe(8443)
    expect(read('standard_port', request)).toBe(443)
    expect(read('request_method', request)).toBe('PATCH')
    expect(read('content_mime_type', request)).toBe('text/plain')
  })

  it('can fulfil a condition, and a request that cannot be read fulfils none', () => {
    const holds = (request: MatchRequest) =>
      conditionTest('raw_host_with_port', /:80\d\d$/, rareAttribute('raw_host_with_port'))(
        '/a',
        new Int32Array(0),
        request,
        '/a',
      )
    expect(holds(node)).toBe(true)
    expect(holds({})).toBe(false)
    const hostile = {
      get headers(): never {
        throw new Error('no')
      },
    }
    expect(holds(hostile)).toBe(false)
  })
})

it.each([
  ['content_charset', { 'content-type': 'text/html;charset=latin1' }, 'latin1'],
  ['content_charset', { 'content-type': 'text/html;  charset=latin1; x=y' }, 'latin1'],
  ['content_charset', { 'content-type': 'text/html; charset="a b"' }, 'a'],
  ['content_mime_type', { 'content-type': ' text/html ; charset=x' }, 'text/html'],
  ['authority', { host: 'h.test:80' }, 'h.test:80'],
  ['hostname', { host: '[::1]:80' }, '::1'],
  ['hostname', { host: 'a[b]c' }, 'a[b]c'],
])('%s of %j is %j', (attribute, headers, value) => {
  expect(read(attribute, { headers } as never)).toBe(value)
})

// The conformance tests replay the values of predicates from Rails. These are about requests of other servers.
it.each<[string, object, boolean]>([
  ['of Node, over IPv4 on a socket for IPv6', { socket: { remoteAddress: '::ffff:127.0.0.1' } }, true],
  ['without an address', {}, false],
  [
    'that a local proxy passed on for a remote client',
    { ip: '127.0.0.1', headers: { 'x-forwarded-for': '9.9.9.9' } },
    false,
  ],
  [
    'with a forged local address in front',
    { ip: '127.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1, 9.9.9.9' } },
    false,
  ],
  ['that a local proxy passed on for a local client', { ip: '::1', headers: { 'x-forwarded-for': '127.0.0.1' } }, true],
  ['with a local `ip`, over a connection from elsewhere', { ip: '::1', socket: { remoteAddress: '9.9.9.9' } }, false],
  ['with the header `Client-IP`', { ip: '::1', headers: { 'client-ip': '9.9.9.9' } }, false],
  ['with two addresses in one string', { ip: '127.0.0.1\n9.9.9.9' }, false],
])('a request %s: `local?` is decided by all of its addresses', (_, request, isLocal) => {
  expect(read('local?', request as MatchRequest)).toBe(isLocal)
})

it('an encrypted connection is `ssl?`, also of a WebSocket and of a Request', () => {
  expect(read('ssl?', { socket: { encrypted: true }, headers: {} } as never)).toBe(true)
  expect(read('ssl?', { protocol: 'wss:', headers: {} } as never)).toBe(true)
  expect(read('ssl?', new Request('https://h.test/'))).toBe(true)
  expect(read('ssl?', { headers: { 'x-forwarded-proto': 'https' } })).toBe(false)
})

it('an invalid media type fulfils no condition, as Rails refuses the request', () => {
  for (const expected of [true, false, null]) {
    const test = conditionTest('form_data?', expected, rareAttribute('form_data?'))
    expect(test('/', new Int32Array(0), { headers: { 'content-type': 'nonsense' } }, '/')).toBe(false)
  }
})

it('an attribute that cannot be read fulfils no condition, not even `false` and `null`', () => {
  for (const expected of [true, false, null, '', /^$/, [null]]) {
    expect(conditionTest('session', expected as never)('/', new Int32Array(0), {}, '/')).toBe(false)
  }
})
