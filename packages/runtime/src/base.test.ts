import { describe, expect, it } from 'vitest'
import {
  allowedMethodsUnderBase,
  withoutBase,
  matchAllUnderBase,
  matchUnderBase,
  attributeUnderBase,
  redirectUnderBase,
} from './base.ts'
import type { AllowedMethods, Match, MatchAll, RouteMatch } from './route-match.ts'

const LONG = 'x'.repeat(70_000)

describe('a target under a base', () => {
  it.each([
    ['/app/photos?page=2', '/photos?page=2'],
    ['/app/photos#top', '/photos#top'],
    ['/app', ''],
    ['/app/', '/'],
    ['/app?page=2', '?page=2'],
    ['/app#top', '#top'],
    ['/app//a', '//a'],
    ['//app//photos/?q=//', '/photos?q=//'],
    ['//app//photos/#//', '/photos#//'],
    ['//app//photos/', '/photos'],
    ['http://h.test/app/photos?page=2', 'http://h.test/photos?page=2'],
    ['http://h.test//app//photos?page=2', 'http://h.test/photos?page=2'],
    // Refused by whoever is asked.
    ['/app/%', '/%'],
    [`/app/a?${LONG}`, `/a?${LONG}`],
    [`/app//${'x'.repeat(65_530)}`, `//${'x'.repeat(65_530)}`],
  ])('%s is %s', (target, path) => expect(withoutBase('/app', target)).toBe(path))

  it.each(['/', '/photos', '/apps', '/x/app', '/ap', '//apps', '//', '%', '//app/%', '//app/..', '', `/app/${LONG}`])(
    '%s is outside',
    (target) => expect(withoutBase('/app', target)).toBeNull(),
  )

  it('matches the base in any form of its path', () => {
    expect(withoutBase('/caf%C3%A9', '/caf%c3%a9/x')).toBe('/x')
    expect(withoutBase('/caf%C3%A9', '/café?x')).toBe('?x')
  })
})

describe('under a base', () => {
  const request = { host: 'h.test' }
  const whole = { method: 'POST', url: '/app/x?y', headers: {} }
  const match = matchUnderBase('/app', ((...asked: unknown[]) => asked) as unknown as Match)
  const matchAll = matchAllUnderBase('/app', function* (...asked: unknown[]) {
    yield* asked
  } as unknown as MatchAll)
  const allowedMethods = allowedMethodsUnderBase('/app', ((...asked: unknown[]) => asked) as unknown as AllowedMethods)

  it('`match` receives the path without the base', () => {
    expect(match('GET', '/app/x')).toEqual(['GET', '/x', undefined])
    expect(match('GET', '/app/x', request)).toEqual(['GET', '/x', request])
    expect(match('GET', 'http://other.test/app/x')).toEqual(['GET', 'http://other.test/x', undefined])
    // A request has a host of its own.
    expect(match('GET', 'http://other.test/app/x', request)).toEqual(['GET', '/x', request])
    expect(match(whole)).toEqual(['POST', '/x?y', whole])
    expect(match('GET', '/x')).toBeNull()
    expect(match({ ...whole, url: '/x' })).toBeNull()
    for (const nothing of [undefined, null, 7, {}, { method: 'GET' }]) expect(match(nothing as never)).toBeNull()
  })

  it('`matchAll` receives the path without the base', () => {
    expect([...matchAll('GET', '/app/x', request)]).toEqual(['GET', '/x', request])
    expect([...matchAll(whole)]).toEqual(['POST', '/x?y', whole])
    expect([...matchAll('GET', '/x')]).toEqual([])
  })

  it('`allowedMethods` receives the path without the base', () => {
    expect(allowedMethods('/app/x', request)).toEqual(['/x', request])
    expect(allowedMethods(whole)).toEqual(['/x?y', whole])
    expect(allowedMethods('/x')).toEqual([])
    expect(allowedMethods({} as never)).toEqual([])
  })

  it('a redirect to a path prepends the base', () => {
    const to = (location: string) => {
      const answer: RouteMatch = { name: 'a', redirect: { location, status: 301 }, params: {}, path: '/x' }
      return redirectUnderBase('/app', () => answer)(answer, new Int32Array(0), undefined, '/x')
    }
    expect(to('/new')).toEqual({ name: 'a', redirect: { location: '/app/new', status: 301 }, params: {}, path: '/x' })
    expect(to('https://h.test/new?x').redirect?.location).toBe('https://h.test/app/new?x')
    expect(to('http://h.test/new').redirect?.location).toBe('http://h.test/app/new')
    expect(to('https://h.test').redirect?.location).toBe('https://h.test/app')
  })

  it('a condition reads the requested path, which contains the base', () => {
    expect(attributeUnderBase('/app', 'path')('/x', request, '/x?y')).toBe('/app/x')
    expect(attributeUnderBase('/app', 'url')('/x', request, '/x?y')).toBe('http://h.test/app/x?y')
  })
})
