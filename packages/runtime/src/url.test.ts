import { describe, expect, it } from 'vitest'
import { url } from '../test/helpers.ts'
import { link } from './url.ts'

const photo = url('photoUrl', { pattern: '/photos/{id}', at: 'config/routes.ts:7:3' })

describe('a URL', () => {
  it.each([
    [{ host: 'h.test' }, 'http://h.test/photos/7'],
    [{ host: 'h.test:8080' }, 'http://h.test:8080/photos/7'],
    [{ host: 'h.test:8080', port: 9 }, 'http://h.test:9/photos/7'],
    [{ host: 'h.test:8080', port: null }, 'http://h.test/photos/7'],
    [{ host: 'h.test', port: '8080' }, 'http://h.test:8080/photos/7'],
    [{ host: 'h.test', port: 80 }, 'http://h.test/photos/7'],
    [{ host: 'h.test:443', protocol: 'https' }, 'https://h.test/photos/7'],
    [{ host: 'h.test', port: 80, protocol: 'https:' }, 'https://h.test:80/photos/7'],
    [{ host: 'h.test', protocol: 'https://' }, 'https://h.test/photos/7'],
    [{ host: 'H.test' }, 'http://H.test/photos/7'],
    [{ host: 'www.h.test', subdomain: 'sub' }, 'http://sub.h.test/photos/7'],
    [{ host: 'a.b.h.test', subdomain: 'sub' }, 'http://sub.h.test/photos/7'],
    [{ host: 'www.h.test', subdomain: false }, 'http://h.test/photos/7'],
    [{ host: 'www.h.test', subdomain: null }, 'http://h.test/photos/7'],
    [{ host: 'www.h.test', subdomain: true }, 'http://www.h.test/photos/7'],
    [{ host: 'www.h.co.uk', subdomain: 'sub', tldLength: 2 }, 'http://sub.h.co.uk/photos/7'],
    [{ host: 'www.h.test', domain: 'other.test' }, 'http://www.other.test/photos/7'],
    [{ host: 'www.h.test', domain: 'other.test', subdomain: 'sub' }, 'http://sub.other.test/photos/7'],
    [{ host: 'localhost:3000', subdomain: 'sub' }, 'http://sub.localhost:3000/photos/7'],
    [{ host: '127.0.0.1', subdomain: 'sub' }, 'http://127.0.0.1/photos/7'],
    [{ host: '[::1]:3000', subdomain: 'sub' }, 'http://[::1]:3000/photos/7'],
    [{ host: 'a.b.h.test', domain: 'i.test' }, 'http://a.b.i.test/photos/7'],
    [{ host: 'v1.h.test', subdomain: 'sub' }, 'http://sub.h.test/photos/7'],
    [{ host: 'a.h1', subdomain: 'sub' }, 'http://sub.a.h1/photos/7'],
    [{ host: '1.h.test', subdomain: 'sub' }, 'http://sub.h.test/photos/7'],
    [{ host: '127.0.0.1', domain: 'h.test' }, 'http://127.0.0.1/photos/7'],
    [{ host: 'localhost' }, 'http://localhost/photos/7'],
    [{ host: 'a.h.test', tldLength: 9 }, 'http://a.h.test/photos/7'],
    [{ host: 'h.test', query: { a: 1 }, anchor: 'top', trailingSlash: true }, 'http://h.test/photos/7/?a=1#top'],
  ])('with %o is %s', (options, text) => {
    expect(photo(7, options)).toBe(text)
    expect(photo({ id: 7 }, options)).toBe(text)
    expect(photo({ id: 7, ...options })).toBe(text)
  })

  it.each([
    {},
    { host: '' },
    { host: null },
    { host: 'a@evil.com' },
    { host: 'h.test', protocol: 'http:s' },
    { host: 'h.test', protocol: 'xhttp' },
    { host: 'a:b@evil.com' },
    { host: 'e\r\nX: y' },
    { host: 'ex.com/evil' },
    { host: 'ex.com\\evil' },
    { host: 'ex.com?x' },
    { host: 'ex.com#x' },
    { host: 'ex com' },
    { host: '//evil.com' },
    { host: 'http://h.test' },
    { host: 'h.test\t' },
    { host: '%65vil.com' },
    { host: '0x7f.1' },
    { host: '127.1' },
    { host: '::1' },
    { host: '[::1' },
    { host: '../evil' },
    { host: ['h.test', 'x'] },
    { host: Symbol('h') },
    { host: 'h.test', protocol: 'javascript' },
    { host: 'h.test', protocol: 'ftp' },
    { host: 'h.test', protocol: '//' },
    { host: 'h.test', protocol: 'http:x' },
    { host: 'h.test', protocol: 'xhttp' },
    { host: 'h.test', protocol: 'http://evil.com/' },
    { host: 'h.test', protocol: false },
    { host: 'h.test', port: '80/evil' },
    { host: 'h.test', port: 0.5 },
    { host: 'h.test', port: -1 },
    { host: 'h.test', port: 65_536 },
    { host: 'h.test', port: '@evil.com' },
    { host: 'h.test', port: ' 81' },
    { host: 'h.test', subdomain: 'evil.com/' },
    { host: 'h.test', subdomain: 'a@b' },
    { host: 'h.test', domain: 'evil.com/x' },
    { host: 'h.test', subdomain: {} },
  ])('cannot be built with %o', (options) => {
    expect(() => photo(7, options)).toThrow(TypeError)
  })

  it('that cannot be built reports the helper and the position of its route', () => {
    expect(() => photo(7)).toThrow('photoUrl: host is missing (config/routes.ts:7:3)')
    for (const host of ['a@b.test', 'h.test:99999', '0x7f.1']) {
      const problem = `photoUrl: "http://${host}" is not a valid origin (config/routes.ts:7:3)`
      expect(() => photo(7, { host })).toThrow(new TypeError(problem))
    }
    expect(() => url('aUrl', { pattern: '/a' })()).toThrow(new TypeError('aUrl: host is missing'))
  })

  it('uses the options that its route declares', () => {
    const status = url('statusUrl', {
      pattern: '/status',
      options: { host: 'h.test', subdomain: 'api', protocol: 'https://' },
    })
    expect(status()).toBe('https://api.h.test/status')
    expect(status({ host: 'other.test', subdomain: 'x' })).toBe('https://x.other.test/status')
  })
})

it('a link contains the path and the verb of an action', () => {
  const update = link('photos#update', 'PATCH', { parts: ['/photos/', 'id', ''] })
  expect(update(7, { page: 2 })).toStrictEqual({ url: '/photos/7?page=2', method: 'PATCH' })
  expect(() => update()).toThrow('photos#update: id is missing')
})
