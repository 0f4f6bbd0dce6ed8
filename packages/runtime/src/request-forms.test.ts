// The forms in which callers may pass a request: method and path, a target in absolute form, and the request itself.
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { makeTable, type Entry } from '../test/make-table.ts'
import { createAllowedMethods } from './allowed-methods.ts'
import { canonicalPath, refusalOf } from './canonical-path.ts'
import { conditionTest } from './conditions.ts'
import { constraints } from './constraints.ts'
import { routeFunctions } from './route-functions.ts'
import { createMatchAll } from './match-all.ts'
import { createMatcher } from './match.ts'
import { openTable } from './open-table.ts'
import { redirect } from './redirect.ts'
import type { MatchRequest } from './route-match.ts'

const NEEDS_SEARCH = 4
const POST = 2
/** The arguments that the constraint received. */
const seen: unknown[] = []

const entries: readonly Entry[] = [
  { steps: ['api', ':id'], functionsNumber: 0, format: NEEDS_SEARCH + 1, route: ['c', 'a', 'api'] },
  { steps: ['asked'], functionsNumber: 1, format: NEEDS_SEARCH + 1, route: ['c', 'a', 'asked'] },
  { steps: ['www'], functionsNumber: 2, format: NEEDS_SEARCH + 1, route: ['c', 'a', 'www'] },
  { steps: [':page', ':id'], route: ['c', 'a', 'page'] },
  { steps: [':page', ':id'], verb: POST, route: ['c', 'a', 'post'] },
  { steps: [], route: ['c', 'a', 'root'] },
]
const table = openTable(
  'GET POST',
  ...makeTable(entries),
  routeFunctions([
    { tests: [conditionTest('subdomain', 'api')] },
    { accepts: constraints((request: object) => seen.push(request)) },
    { finish: [redirect({ subdomain: 'www' }, 301)] },
  ]),
)
const [match, matchAll, allowedMethods] = [createMatcher(table), createMatchAll(table), createAllowedMethods(table)]
const nameOf = (method: string, path: string, request?: MatchRequest) => match(method, path, request)?.name

/** As Node's server makes it. */
function incoming(method: string, url: string, headers: Record<string, string> = {}): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, url, headers })
}

describe('a request as the only argument', () => {
  it('has a method and a target', () => {
    const request = new Request('http://h.test/photos/7?page=2', { method: 'post' })
    expect(match(request)).toEqual(match('POST', '/photos/7'))
    expect(match(request)).toMatchObject({ name: 'post', params: { page: 'photos', id: '7' }, path: '/photos/7' })
    expect([...matchAll(request)]).toEqual([match(request)])
    expect(allowedMethods(request)).toEqual(['GET', 'HEAD', 'POST'])
    expect(refusalOf(request)).toBeNull()
    expect(match(new Request('http://h.test'))?.name).toBe('root')
    expect(refusalOf(new Request('http://h.test/%'))).toBe(400)
    expect(match(new Request('http://h.test/%'))).toBeNull()
  })

  it('is read by conditions and constraints', () => {
    const request = new Request('https://api.h.test:8080/api/7')
    expect(match(request)?.name).toBe('api')
    expect(Array.from(matchAll(request), ({ name }) => name)).toEqual(['api', 'page'])
    expect(match(new Request('https://www.h.test/api/7'))?.name).toBe('page')
    const asked = new Request('http://h.test/asked')
    seen.length = 0
    expect([match(asked)?.name, [...matchAll(asked)].length, allowedMethods(asked).length]).toEqual(['asked', 1, 2])
    expect(seen).toEqual([asked, asked, asked])
    expect(match(new Request('http://h.test:81/www?a=b'))?.redirect?.location).toBe('http://www.h.test:81/www?a=b')
  })

  it('may be a request of Node', () => {
    expect(match(incoming('GET', '/photos/7?page=2'))?.name).toBe('page')
    expect(match(incoming('GET', '/api/7', { host: 'api.h.test' }))?.name).toBe('api')
    // A proxy's request: the host of the target overrides the header (RFC 9112, section 3.2.2).
    expect(match(incoming('GET', 'http://api.h.test/api/7', { host: 'h.test' }))?.name).toBe('api')
    expect([...matchAll(incoming('GET', '/photos/7'))]).toHaveLength(1)
    expect(allowedMethods(incoming('PATCH', '/photos/7'))).toEqual(['GET', 'HEAD', 'POST'])
    expect(refusalOf(incoming('GET', '/photos/..'))).toBe(400)
  })

  it('matches nothing without a method or a target', () => {
    for (const odd of [undefined, null, 7, 'GET', {}, [], Symbol('x'), { url: '/' }, { method: 'GET' }, { url: 7 }]) {
      expect(match(odd as never)).toBeNull()
      expect([...matchAll(odd as never)]).toEqual([])
    }
    for (const odd of [undefined, null, 7, {}, [], Symbol('x'), { url: 7 }]) {
      expect(allowedMethods(odd as never)).toEqual([])
      expect(refusalOf(odd as never)).toBe(400)
    }
  })
})

describe('a target in absolute form', () => {
  it.each([
    ['http://h.test/photos/7', '/photos/7'],
    ['HTTPS://H.test:8080//photos/7/?a=http://i.test/b', '/photos/7'],
    ['http://[::1]:3000/a', '/a'],
    ["http://user-name.~x!$&'()*+,;=%41/a", '/a'],
    ['http://h.test', '/'],
    ['http://h.test?a=/b', '/'],
    ['http://h.test#/b', '/'],
  ])('%s is the path %s', (target, path) => {
    expect(canonicalPath(target)).toBe(path)
    expect(match('GET', target)).toEqual(match('GET', path))
  })

  it.each([
    'http:///a',
    'http://',
    'http:/a',
    'http:a',
    'ftp://h.test/a',
    'http://user@h.test/a',
    'http://user:secret@h.test/a',
    'http://h.test\\a',
    'http://h.test<a',
    'http://h.test`/a',
    'http://{h}/a',
    'http://h test/a',
    'http://h.test\0/a',
    'http://h.test\n/a',
    'http://hé.test/a',
    'http://h.test/a/../b',
    ' http://h.test/a',
    'h.test/a',
    'h.test:80',
    '*',
  ])('%j is refused', (target) => {
    expect(refusalOf(target)).toBe(400)
    expect(match('GET', target)).toBeNull()
  })

  it('sets the host if no request is passed', () => {
    expect(nameOf('GET', 'http://api.h.test/api/7')).toBe('api')
    expect(nameOf('GET', 'http://api.h.test/api/7', null as never)).toBe('api')
    expect(nameOf('GET', 'http://h.test/api/7')).toBe('page')
    expect(Array.from(matchAll('GET', 'http://api.h.test/api/7'), ({ name }) => name)).toEqual(['api', 'page'])
    expect(nameOf('GET', 'http://api.h.test/api/7', { host: 'h.test' })).toBe('page')
    expect(match('GET', 'https://h.test:81/www')?.redirect?.location).toBe('https://www.h.test:81/www')
    // Valid in RFC 3986, and no host that a URL may have: no condition holds.
    expect(nameOf('GET', 'http://api.h.test%2F/api/7')).toBe('page')
  })

  it('becomes the request that a constraint receives', () => {
    seen.length = 0
    expect(nameOf('GET', 'http://h.test/asked')).toBe('asked')
    expect(seen).toEqual([{ url: 'http://h.test/asked', headers: new Headers() }])
  })
})
