import { describe, expect, test } from 'vitest'
import { isCrossOrigin, isCrossSiteForm } from './cross-site.ts'

const FORM = 'application/x-www-form-urlencoded'

/** A request whose headers no `Request` in a page may set, as a server gets it. */
const sent = (method: string, headers: Record<string, string>, url = 'https://app.test/notes') => ({
  method,
  url,
  headers: new Headers(headers),
})
const crossSite = { 'sec-fetch-site': 'cross-site' }

describe('a form of another site', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'LINK', 'post', 'get'])('is refused for %s', (method) => {
    expect(isCrossSiteForm(sent(method, { 'content-type': FORM, ...crossSite }))).toBe(true)
  })

  test.each(['GET', 'HEAD', 'OPTIONS', 'TRACE'])('is accepted for %s, which changes nothing', (method) => {
    expect(isCrossSiteForm(sent(method, { 'content-type': FORM, ...crossSite }))).toBe(false)
  })

  test.each([
    FORM,
    'APPLICATION/X-WWW-FORM-URLENCODED; charset=utf-8',
    'multipart/form-data; boundary=x',
    'multipart/form-data;boundary=x',
    'text/plain',
    'Text/Plain;charset=UTF-8',
    ' text/plain ',
    'text/plain, application/json',
    '',
  ])('is recognised by the content type %j', (type) => {
    expect(isCrossSiteForm(sent('POST', { 'content-type': type, ...crossSite }))).toBe(true)
  })

  test('is recognised without a content type, as a page sends bytes', () => {
    expect(isCrossSiteForm(sent('POST', crossSite))).toBe(true)
  })

  test.each(['application/json', 'text/plainer', 'text/html', 'application/x-www-form-urlencoded-not'])(
    'cannot have %s, because browsers then send a preflight request',
    (type) => {
      expect(isCrossSiteForm(sent('POST', { 'content-type': type, ...crossSite }))).toBe(false)
    },
  )
})

describe('Sec-Fetch-Site decides about', () => {
  test.each([
    ['same-origin', false],
    ['none', false],
    ['same-site', true],
    ['cross-site', true],
    ['', true],
    ['same-origin, cross-site', true],
    ['unheard-of', true],
  ])('%j', (site, expected) => {
    const headers = { 'content-type': FORM, 'sec-fetch-site': site }
    expect(isCrossSiteForm(sent('POST', headers))).toBe(expected)
    // Whatever `Origin` says: a page without a referrer has none.
    expect(isCrossSiteForm(sent('POST', { ...headers, origin: 'null' }))).toBe(expected)
    expect(isCrossSiteForm(sent('POST', { ...headers, origin: 'https://app.test' }))).toBe(expected)
  })
})

describe('without Sec-Fetch-Site, Origin decides:', () => {
  test.each([
    ['https://app.test', 'https://app.test/x', false],
    ['https://app.test', 'http://app.test/x', false],
    ['http://app.test', 'https://app.test/x', true],
    ['http://app.test:8080', 'http://app.test/x', true],
    ['http://app.test', 'http://app.test:8080/x', true],
    ['https://evil.test', 'https://app.test/x', true],
    ['https://app.test.evil.test', 'https://app.test/x', true],
    ['https://sub.app.test', 'https://app.test/x', true],
    ['null', 'https://app.test/x', true],
    ['', 'https://app.test/x', true],
    ['app.test', 'https://app.test/x', true],
    ['ftp://app.test', 'http://app.test/x', true],
    ['https://app.test', '/x', true],
  ])('%j for %s', (origin, url, expected) => {
    expect(isCrossSiteForm(sent('POST', { 'content-type': FORM, origin }, url))).toBe(expected)
    expect(isCrossOrigin(sent('GET', { origin }, url))).toBe(expected)
  })

  test('a request of a program, which sends neither header, is accepted', () => {
    expect(isCrossSiteForm(sent('POST', { 'content-type': FORM }))).toBe(false)
  })
})

describe('trusted origins', () => {
  const headers = { 'content-type': FORM, origin: 'https://pay.test', ...crossSite }

  test('may send forms', () => {
    expect(isCrossSiteForm(sent('POST', headers), ['https://id.test', 'https://pay.test'])).toBe(false)
    expect(isCrossSiteForm(sent('POST', headers), ['https://id.test'])).toBe(true)
  })

  test('must be equal to the complete origin', () => {
    for (const origin of [
      'http://pay.test',
      'https://pay.test:8443',
      'https://pay.test.evil.test',
      'https://a.pay.test',
    ])
      expect(isCrossSiteForm(sent('POST', { ...headers, origin }), ['https://pay.test'])).toBe(true)
  })

  test('may include all origins with `*`', () => {
    expect(isCrossSiteForm(sent('POST', headers), ['*'])).toBe(false)
  })
})
