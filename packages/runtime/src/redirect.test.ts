import { validateHeaderValue } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { keepQuery, redirect, redirectBy } from './redirect.ts'
import type { MatchRequest } from './route-match.ts'

type Target = Parameters<typeof redirect>[0]

function locationOf(target: Target, params = {}, request?: MatchRequest, requested = '/from?a=b'): string {
  const answer = redirect(target, 301)({ name: null, params, path: '/from' }, new Int32Array(0), request, requested)
  const { location } = answer.redirect!
  expect(() => validateHeaderValue('location', location)).not.toThrow()
  return location
}

describe('a location from a string', () => {
  it.each<[string, object, string]>([
    ['/b/%{id}', { id: 'a b/?#é' }, '/b/a%20b/%3F%23%C3%A9'],
    ['/b?c=%{id}#%{id}', { id: "a b&'?#" }, "/b?c=a+b%26%27%3F%23#a%20b&'?%23"],
    ['%{id}/b', { id: '//evil.com' }, '/evil.com/b'],
    ['/%{id}', { id: '\\evil.com' }, '/%5Cevil.com'],
    ['/%{id}', { id: '\r\nx: y' }, '/%0D%0Ax:%20y'],
    ['/%{id}', { id: '\ud83d' }, '/%EF%BF%BD'],
    ['/b/%{id}', { id: null }, '/b/'],
    ['/b/%{id}', { id: { toString: 1 } }, '/b/'],
    ['/b/%{id}', {}, '/b/'],
    ['', {}, '/'],
    ['https://app.test%{id}', { id: '@evil.com' }, 'https://app.test%40evil%2Ecom'],
    ['https://%{id}.app.test/x', { id: 'evil.com/' }, 'https://evil%2Ecom%2F.app.test/x'],
    ['https://%{id}.app.test/%{id}', { id: 'a_b-C7' }, 'https://a_b-C7.app.test/a_b-C7'],
    [
      '//%{id}.app.test?a=%{id}',
      { id: "é:?#!*'()~[]" },
      '//%C3%A9%3A%3F%23%21%2A%27%28%29%7E%5B%5D.app.test?a=%C3%A9%3A%3F%23%21*%27%28%29~%5B%5D',
    ],
    ['https:///%{id}', { id: 'evil.com' }, '/https:///evil.com'],
    ['?a=%{id}', { id: '7' }, '/?a=7'],
    ['#%{id}', { id: '?' }, '/#%3F'],
    ['/a#b?c=%{id}', { id: ' ' }, '/a#b?c=+'],
    ['/a?b=#%{id}', { id: ' ' }, '/a?b=#%20'],
    ['/a?#%{id}', { id: '&' }, '/a?#&'],
    ['h2+x://%{id}.app.test', { id: 'a.b' }, 'h2+x://a%2Eb.app.test'],
    ['/x//%{id}', { id: 'a.b' }, '/x//a.b'],
    ['/%{id}', { id: false }, '/false'],
  ])('%s with %o is %s', (target, params, expected) => {
    expect(locationOf(target, params)).toBe(expected)
  })

  it('never leaves the site because of a parameter in a host', () => {
    for (let code = 0; code < 0x3000; code += 1) {
      for (const id of [String.fromCharCode(code), `evil.com${String.fromCharCode(code)}`]) {
        const location = locationOf('https://%{id}.app.test/', { id })
        // A client reads the host as one below the domain, or not at all.
        if (URL.canParse(location)) expect(new URL(location).host).toMatch(/\.app\.test$/)
        expect(location).toMatch(/^https:\/\/[\w%-]*\.app\.test\/$/)
      }
    }
  })
})

describe('a location from options', () => {
  const https = { protocol: 'https' }

  it.each<[Target, MatchRequest | undefined, string]>([
    [https, undefined, 'https://example.org/from?a=b'],
    [https, { host: 'h.test:8080' }, 'https://h.test:8080/from?a=b'],
    [https, { headers: { host: 'h.test' } }, 'https://h.test/from?a=b'],
    [{ subdomain: 'm' }, { host: 'www.h.test', protocol: 'https' }, 'https://m.h.test/from?a=b'],
    [{ subdomain: false }, new Request('http://www.h.test:8080/'), 'http://h.test:8080/from?a=b'],
    [{ domain: 'i.test' }, { host: 'www.h.test' }, 'http://www.i.test/from?a=b'],
    [{ host: 'i.test', path: '/%{id}', params: { c: 'd e' } }, undefined, 'http://i.test/7?c=d+e'],
    [{ port: 8080, params: {}, anchor: 'é' }, { host: '[::1]:3000' }, 'http://[::1]:8080/from#%C3%A9'],
    [{ subdomain: true }, { host: 'a.b.h.test' }, 'http://a.b.h.test/from?a=b'],
    [{ subdomain: true, domain: 'i.test' }, { host: 'a.b.h.test' }, 'http://a.b.i.test/from?a=b'],
    [{ subdomain: '' }, { host: 'a.b.h.test' }, 'http://h.test/from?a=b'],
    [{ domain: 'i.test' }, { host: 'h.test' }, 'http://i.test/from?a=b'],
    [{ subdomain: 'm' }, { host: '10.0.0.1' }, 'http://10.0.0.1/from?a=b'],
    [{ protocol: 'https' }, { host: '10.0.0.1' }, 'https://10.0.0.1/from?a=b'],
    [{ protocol: 'https://' }, { host: 'a.b.h.test' }, 'https://a.b.h.test/from?a=b'],
    [{ protocol: 'https:' }, { host: 'h.test:443' }, 'https://h.test/from?a=b'],
    [{ protocol: 'https:x' }, { host: 'h.test' }, '/from?a=b'],
    [{ port: 443 }, { host: 'h.test', protocol: 'https' }, 'https://h.test/from?a=b'],
    [{ port: 80 }, { host: 'h.test', protocol: 'https' }, 'https://h.test:80/from?a=b'],
    [{ port: 443 }, { host: 'h.test:81' }, 'http://h.test:443/from?a=b'],
    [{ port: 80 }, { host: 'h.test:81' }, 'http://h.test/from?a=b'],
    [{ host: 'i.test' }, { host: 'h.test:81' }, 'http://i.test/from?a=b'],
    [{ host: 'i.test', port: 81 }, undefined, 'http://i.test:81/from?a=b'],
    [{ host: 'i.test' }, { protocol: 'https', host: 'h.test:81' }, 'https://i.test/from?a=b'],
    [{ protocol: 'http' }, { protocol: 'https', host: 'h.test:80' }, 'http://h.test/from?a=b'],
    [{ protocol: 'http' }, { protocol: 'https' }, 'http://example.org/from?a=b'],
    [{ protocol: 'xhttp' }, { host: 'h.test' }, '/from?a=b'],
    [{ anchor: 'a' }, { host: 'h.test' }, '/from?a=b#a'],
    // The host of a request may contain anything. With an invalid host, the location stays on the site.
    ...[
      '',
      'evil.com/',
      'evil.com\\',
      'h.test@evil.com',
      'h.test:80@evil.com',
      'h.test?',
      'h.test#',
      'a b',
      'h.test\r\nx: y',
      'é.test',
      '%65vil.com',
      ':80',
      'h.test:80:81',
    ].map((host): [Target, MatchRequest, string] => [https, { headers: { host } }, '/from?a=b']),
    [{ port: 81 }, { protocol: 'javascript' }, '/from?a=b'],
    [https, { port: 'x' }, '/from?a=b'],
    [https, { url: 'http://[' }, '/from?a=b'],
    [https, null as never, '/from?a=b'],
  ])('%o for %o is %s', (target, request, expected) => {
    expect(locationOf(target, { id: 7 }, request)).toBe(expected)
  })

  it('has the query of the request, escaped', () => {
    const own = (requested: string) => locationOf({ path: '/b' }, {}, undefined, requested)
    expect(own('/from?a=b%20c&d[]=%zz#e?f')).toBe('/b?a=b%20c&d[]=%zz')
    expect(own('/from?日\r\n\ud83d"<>\\^`{|} \x7f')).toBe(
      '/b?%E6%97%A5%0D%0A%EF%BF%BD%22%3C%3E%5C%5E%60%7B%7C%7D%20%7F',
    )
    expect(own('/from?')).toBe('/b')
    expect(own('/from#e?f')).toBe('/b')
    expect(own(`/from?${'é'.repeat(70_000)}`)).toBe('/b')
    expect(own(`/from?${'x'.repeat(65_536)}`)).toBe(`/b?${'x'.repeat(65_536)}`)
    expect(own(`/from?${'x'.repeat(65_537)}`)).toBe('/b')
  })
})

describe('a location from a function', () => {
  const by = (callable: (params: never, request: never) => unknown, params = {}, request?: MatchRequest) =>
    redirectBy(callable, 302)({ name: 'a', params, path: '/from' }, new Int32Array(0), request, '/from')

  it.each<[unknown, string]>([
    ['/photos/1?a=b#c', '/photos/1?a=b#c'],
    ['https://app.test/é?x=%41#y', 'https://app.test/%C3%A9?x=%41#y'],
    ['myapp://open/1', 'myapp://open/1'],
    [new URL('https://é.test/a b'), 'https://xn--9ca.test/a%20b'],
    // As in Rails, a string that is not a URL is a path.
    ['photos', '/photos'],
    ['?page=2', '/?page=2'],
    ['', '/'],
    ['/100%', '/100%25'],
    // Values from a request cannot point the location to another site.
    ['//evil.com', '/evil.com'],
    ['/\\evil.com', '/%5Cevil.com'],
    ['/\t/evil.com', '/%09/evil.com'],
    [' https://evil.com', '/%20https://evil.com'],
    ['https:evil.com', '/https:evil.com'],
    ['https:/evil.com', '/https:/evil.com'],
    ['https:///evil.com', '/https:///evil.com'],
    ['javascript://%0Aalert(1)', '/javascript://%0Aalert(1)'],
    ['data:text/html,x', '/data:text/html,x'],
    ['/a\r\nSet-Cookie: b', '/a%0D%0ASet-Cookie:%20b'],
    ['/\ud83d', '/%EF%BF%BD'],
  ])('%s is %s', (returned, location) => {
    const { redirect } = by(() => returned)
    expect(redirect).toEqual({ location, status: 302 })
    expect(() => validateHeaderValue('location', redirect!.location)).not.toThrow()
  })

  it('depends on the params and the request, or on a placeholder if there is no request', () => {
    const request = { host: 'h.test' }
    expect(by(({ id }: { id: string }) => `/photos/${id}`, { id: 7 }).redirect!.location).toBe('/photos/7')
    expect(by((_params, { host }: { host: string }) => `https://${host}/`, {}, request).redirect!.location).toBe(
      'https://h.test/',
    )
    expect(by((_params, { url }: Request) => url).redirect!.location).toBe('http://example.org/')
  })

  it.each([undefined, null, 7, {}, Promise.resolve('/')])('is refused if the function returns %s', (returned) => {
    expect(() =>
      by(function moved() {
        return returned
      }),
    ).toThrow(new TypeError('moved of a redirect returned neither a string nor a URL'))
  })

  it('is refused if the function returns a promise, whose rejection is then handled', async () => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    expect(() => by(() => Promise.reject(new Error('down')))).toThrow('neither a string nor a URL')
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).not.toHaveBeenCalled()
  })

  it('keeps the remaining path of an unanchored route', () => {
    const step = redirectBy(() => '/', 301)
    const answer = { name: null, params: {}, path: '/a/b', rest: '/b' }
    expect(step(answer, new Int32Array(0), undefined, '/a/b')).toEqual({
      ...answer,
      redirect: { location: '/', status: 301 },
    })
  })
})

describe('a location that keeps the query', () => {
  it.each([
    ['/b', '/from?a=b&c', '/b?a=b&c'],
    ['/b?x=1#y', '/from?a=b', '/b?x=1&a=b#y'],
    ['/b#y?z', '/from?a=b', '/b?a=b#y?z'],
    ['/b', '/from', '/b'],
    ['/b', '/from?', '/b'],
    ['/b', '/from?a=\r\né"#x', '/b?a=%0D%0A%C3%A9%22'],
    ['https://app.test/b', '/from?a=b', 'https://app.test/b?a=b'],
    ['/b', `/from?${'x'.repeat(70_000)}`, '/b'],
  ])('%s, asked for as %.20s, is %s', (target, requested, location) => {
    const answer = { name: null, params: {}, path: '/from' }
    for (const step of [redirect(target, 301), redirectBy(() => target, 301)]) {
      const kept = keepQuery(step)(answer, new Int32Array(0), undefined, requested)
      expect(kept.redirect).toEqual({ location, status: 301 })
      expect(() => validateHeaderValue('location', location)).not.toThrow()
    }
  })
})

describe('options for the host', () => {
  const located = (target: object, request: MatchRequest) =>
    redirect(target as Record<string, unknown>, 301)(
      { name: null, params: {}, path: '/a' },
      new Int32Array(0),
      request,
      '/a',
    ).redirect!.location

  it.each([
    ['example.com.', 'https://docs.example.com/a'],
    ['www.example.com.', 'https://docs.example.com/a'],
    ['example.com.:8080', 'https://docs.example.com:8080/a'],
  ])('take a name that ends with a dot as Rails does: %s', (host, location) => {
    const target = { subdomain: 'docs', protocol: 'https' }
    expect(located(target, { headers: { host } })).toBe(location)
    expect(located(target, { url: `http://${host}/a` })).toBe(location)
  })

  it.each(['_invalid_', 'a:99999', '256.256.256.256', '[::::]', 'xn--a', 'a/b', 'a b', '', '.', '..', 'user@a'])(
    'stay on the site where the request has no valid host: %j',
    (host) => {
      for (const target of [{ protocol: 'https' }, { port: 8443 }]) {
        if ('port' in target && host.includes(':9')) continue
        expect(located(target, { headers: { host } })).toBe('/a')
        if (/^[\w.:[\]-]+$/.test(host)) expect(located(target, { url: `http://${host}/a` })).toBe('/a')
      }
    },
  )
})
