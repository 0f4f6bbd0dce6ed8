import { describe, expect, it } from 'vitest'
import type { Requirement } from '../manifest.ts'
import { comparePatterns } from './compare.ts'
import type { RoutePattern } from '../recognition/language.ts'
import { parsePattern } from './parse.ts'

const route = (pattern: string, requirements: Record<string, Requirement> = {}, anchored = true): RoutePattern => ({
  pattern,
  segments: parsePattern(pattern),
  requirements,
  anchored,
})
const re = (regexp: RegExp): Requirement => ({ source: regexp.source, flags: regexp.flags })

describe('comparePatterns', () => {
  it.each([
    ['/photos', '/albums', 'disjoint', null],
    ['/photos', '/photos', 'equal', '/photos'],
    ['/:id', '/:slug', 'equal', '/1'],
    ['/photos/:id', '/photos/new', 'moreGeneral', '/photos/new'],
    ['/photos/new', '/photos/:id', 'moreSpecific', '/photos/new'],
    ['/photos(.:format)', '/photos', 'moreGeneral', '/photos'],
    ['/photos/:id', '/photos/new(.:format)', 'overlaps', '/photos/new'],
    ['/:a/new', '/photos/:b', 'overlaps', '/photos/new'],
    ['/*path', '/a/:b/c', 'moreGeneral', '/a/1/c'],
    ['/a(/:b)', '/a', 'moreGeneral', '/a'],
    ['/a(/:b)', '/a/:b', 'moreGeneral', '/a/1'],
    ['/:a-:b', '/:c', 'moreSpecific', '/1-1'],
    ['/:a.:b', '/:c', 'disjoint', null],
    ['/a/*b/c', '/a/:b/:c', 'overlaps', '/a/1/c'],
    ['/', '/:a', 'disjoint', null],
  ])('%s and %s: %s', (a, b, relationship, witness) => {
    expect(comparePatterns(route(a), route(b))).toEqual({ relationship, witness })
  })

  it('knows requirements', () => {
    const digits = route('/:id', { id: re(/\d+/) })
    const rest = route('/:id', { id: re(/\D[^./?]*/) })
    expect(comparePatterns(route('/:id'), digits).relationship).toBe('moreGeneral')
    expect(comparePatterns(digits, rest).relationship).toBe('disjoint')
    expect(comparePatterns(digits, route('/:id', { id: re(/\d{2}/) })).relationship).toBe('moreGeneral')
    expect(comparePatterns(route('/:id', { id: ['a', 'b'] }), route('/:id', { id: re(/[ab]/) })).relationship).toBe(
      'equal',
    )
    expect(comparePatterns(route('/:id', { id: re(/foo|bar/i) }), route('/FOO')).relationship).toBe('moreGeneral')
    expect(comparePatterns(route('/:id', { id: re(/[^/]+/) }), route('/a.b')).relationship).toBe('moreGeneral')
  })

  it('knows that a literal requirement with a dot is never one token', () => {
    expect(comparePatterns(route('/:id', { id: 'a.b' }), route('/a.b')).relationship).toBe('disjoint')
  })

  it('knows prefixes', () => {
    expect(comparePatterns(route('/app', {}, false), route('/app/:id')).relationship).toBe('moreGeneral')
    expect(comparePatterns(route('/app', {}, false), route('/app-two')).relationship).toBe('moreGeneral')
    expect(comparePatterns(route('/app', {}, false), route('/apple')).relationship).toBe('disjoint')
    expect(comparePatterns(route('/', {}, false), route('/a/b')).relationship).toBe('moreGeneral')
  })

  it('claims nothing that it cannot prove', () => {
    const looking = route('/:id', { id: re(/a(?!b).*/) })
    expect(comparePatterns(looking, route('/ac'))).toEqual({ relationship: 'unknown', witness: null })
    expect(comparePatterns(route('/*path'), looking)).toEqual({ relationship: 'unknown', witness: null })
    expect(comparePatterns(looking, looking)).toEqual({ relationship: 'unknown', witness: null })
    expect(comparePatterns(looking, route('/b')).relationship).toBe('disjoint')
  })
})
