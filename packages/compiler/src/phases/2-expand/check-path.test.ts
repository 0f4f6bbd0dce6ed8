import { describe, expect, it } from 'vitest'
import { outcome } from '../../../test/outcome.ts'
import { checkPath } from './check-path.ts'

describe('a path', () => {
  it('is checked, even if it has only one character', () => {
    expect(() => checkPath('?', '/', '8.1')).toThrow('contains a query')
    expect(() => checkPath('..', '/..', '8.1')).toThrow('contains a `.` or `..` segment')
    expect(() => checkPath('.', '/.', '8.1')).toThrow('contains a `.` or `..` segment')
  })

  it('is shown without doubled slashes, and cut to 80 characters', () => {
    expect(outcome((r) => r.get('a//b?c', { to: 'a#b' }))[0]).toContain('The path `/a/b?c` contains a query')
    const longest = `/a?${'x'.repeat(77)}`
    expect(() => checkPath(longest, '/a', '8.1')).toThrow(`\`${longest}\``)
    expect(() => checkPath(`${longest}x`, '/a', '8.1')).toThrow(`\`${longest.slice(0, 79)}…\``)
  })

  it.each(['a(/:controller)', '*action', '(/*controller)', 'a(/b(/:action))'])(
    'has no segment for the endpoint: %s',
    (path) => expect(outcome((r) => r.get(path, { to: 'a#b' }))[0]).toMatch(/^dynamic-segment/),
  )
})

describe('a path that two routes in a row have', () => {
  it('is parsed once if the declared paths and the patterns are equal', () => {
    const segments = checkPath('/a', '/a', '8.1')
    expect(checkPath('/a', '/a', '8.1')).toBe(segments)
    expect(checkPath('/a', '/a(.:format)', '8.1')).not.toEqual(segments)
    checkPath('/a', '/a', '8.1')
    expect(checkPath('a', '/a', '8.1')).not.toBe(segments)
  })

  it('is refused both times', () => {
    for (let i = 0; i < 2; i++) expect(() => checkPath('/..', '/..', '8.1')).toThrow('contains a `.` or `..` segment')
  })
})
