import { describe, expect, it } from 'vitest'
import { canonicalPath, MAX_PATH_LENGTH, refusalOf } from './canonical-path.ts'

const long = (length: number) => `/${'x'.repeat(length - 1)}`

describe('the canonical form', () => {
  it.each([
    ['/', '/'],
    ['', '/'],
    ['?page=2', '/'],
    ['/?a', '/'],
    ['#top', '/'],
    ['/photos/7', '/photos/7'],
    ['/photos/7?page=2', '/photos/7'],
    ['/photos/7#top?x', '/photos/7'],
    ['/photos/7/', '/photos/7'],
    ['//photos///7//', '/photos/7'],
    ['//', '/'],
    ['/a/b//c', '/a/b/c'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/café', '/caf%C3%A9'],
    ['/a b', '/a%20b'],
    ['/"<>\\^`{|}', '/%22%3C%3E%5C%5E%60%7B%7C%7D'],
    ["/!$&'()*+,:;=@[]~-_", "/!$&'()*+,:;=@[]~-_"],
    ['/%2f%2F', '/%2F%2F'],
    ['/7.json', '/7.json'],
    ['/.well-known', '/.well-known'],
    ['/...', '/...'],
    ['/a..', '/a..'],
    ['/..a', '/..a'],
    ['/a.', '/a.'],
    ['/a.%2Eb', '/a.%2Eb'],
    ['/%2E%2E%2E', '/%2E%2E%2E'],
    ['/x%2E', '/x%2E'],
  ])('of %s is %s', (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical)
    expect(canonicalPath(canonical)).toBe(canonical)
    expect(refusalOf(path)).toBeNull()
  })

  it('may be 64 KiB long, without its query', () => {
    expect(canonicalPath(long(MAX_PATH_LENGTH))).toBe(long(MAX_PATH_LENGTH))
    expect(canonicalPath(`${long(MAX_PATH_LENGTH)}?a`)).toBe(long(MAX_PATH_LENGTH))
    expect(canonicalPath(`/%41${'x'.repeat(MAX_PATH_LENGTH - 4)}`)).toHaveLength(MAX_PATH_LENGTH)
    expect(canonicalPath(`/é${'x'.repeat(MAX_PATH_LENGTH - 7)}`)).toHaveLength(MAX_PATH_LENGTH)
  })
})

describe('a path is refused if it is', () => {
  it.each([
    'photos',
    '*',
    'ftp://h.test/',
    'x?/',
    '.',
    '/.',
    '/./',
    '/./x',
    '/x/.',
    '/%2e',
    '/%2E/x',
    '/..',
    '/../x',
    '/x/..',
    '/x/../y',
    '/.%2e',
    '/%2e.',
    '/%2e%2e',
    '/x%2f..',
    '/x%5c..',
    '/..%2fx',
    '/..%5Cx',
    '/x%2F..%2Fy',
    '/x/..%2F',
    // What unescaped dots set off.
    '/x.%2e',
    '/x.%2e%2e',
    '/x.%2E/y',
    '/x.%2e.json',
    '/.%2e.',
    '/x%2f%2e',
    '/x%5c%2e%2e',
    '/%2e.json',
    '/%2e%2e%2fx',
    '/%2e%5cx',
    '/x\0',
    '/x\n',
    '/x\x7f',
    '/%',
    '/%4',
    '/%zz',
    '/%4g',
    '/%00',
    '/%ff',
    '/%C3',
    '/\ud800',
  ])('%j, as malformed', (path) => {
    expect(canonicalPath(path)).toBe(400)
    expect(refusalOf(path)).toBe(400)
  })

  it.each([undefined, null, 7, {}, ['/x']])('%o, which is not a string', (path) => {
    expect(canonicalPath(path as never)).toBe(400)
  })

  it('longer than 64 KiB, before or after escaping', () => {
    for (const path of [
      long(MAX_PATH_LENGTH + 1),
      `/%41${'x'.repeat(MAX_PATH_LENGTH - 3)}`,
      `/é${'x'.repeat(MAX_PATH_LENGTH - 6)}`,
    ]) {
      expect(canonicalPath(path)).toBe(414)
      expect(refusalOf(path)).toBe(414)
    }
    expect(canonicalPath('x'.repeat(MAX_PATH_LENGTH + 1))).toBe(414)
  })
})
