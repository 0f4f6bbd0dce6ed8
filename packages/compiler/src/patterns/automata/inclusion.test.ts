import { describe, expect, it, test } from 'vitest'
import type { Requirement } from '../requirement.ts'
import { parsePattern } from '../pattern/parse.ts'
import { findPath, commonPath, coveredBy } from './inclusion.ts'
import { languageOf } from '../routes/language.ts'
import type { RoutePattern } from '../routes/route-pattern.ts'
import { parseRegExp } from '../regexp/parse.ts'
import { positionAutomaton } from './position-automaton.ts'
import { buildTaggedAutomaton } from './tagged-automaton.ts'

type Relationship = 'equal' | 'moreGeneral' | 'moreSpecific' | 'overlaps' | 'disjoint' | 'unknown'

/** How two patterns relate, by the canonical paths that they match, and a path that both match. */
function compare(first: RoutePattern, second: RoutePattern): { relationship: Relationship; witness: string | null } {
  const [a, b] = [languageOf(first)!, languageOf(second)!]
  if (findPath(a.automaton, [], b.automaton) === null) return { relationship: 'disjoint', witness: null }
  if (!a.exact || !b.exact) return { relationship: 'unknown', witness: null }
  const witness = findPath(a.automaton, [], b.automaton)
  const covers = findPath(b.automaton, [a.automaton]) === null
  const covered = findPath(a.automaton, [b.automaton]) === null
  if (covers && covered) return { relationship: 'equal', witness }
  return { relationship: covers ? 'moreGeneral' : covered ? 'moreSpecific' : 'overlaps', witness }
}

const route = (pattern: string, requirements: Record<string, Requirement> = {}, anchored = true): RoutePattern => ({
  pattern,
  segments: parsePattern(pattern, '8.1'),
  requirements,
  anchored,
})
const re = (regexp: RegExp): Requirement => ({ source: regexp.source, flags: regexp.flags })

describe('the languages of two routes', () => {
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
    expect(compare(route(a), route(b))).toEqual({ relationship, witness })
  })

  it('are compared with their requirements', () => {
    const digits = route('/:id', { id: re(/\d+/) })
    const rest = route('/:id', { id: re(/\D[^./?]*/) })
    expect(compare(route('/:id'), digits).relationship).toBe('moreGeneral')
    expect(compare(digits, rest).relationship).toBe('disjoint')
    expect(compare(digits, route('/:id', { id: re(/\d{2}/) })).relationship).toBe('moreGeneral')
    expect(compare(route('/:id', { id: ['a', 'b'] }), route('/:id', { id: re(/[ab]/) })).relationship).toBe('equal')
    expect(compare(route('/:id', { id: re(/foo|bar/i) }), route('/FOO')).relationship).toBe('moreGeneral')
    expect(compare(route('/:id', { id: re(/[^/]+/) }), route('/a.b')).relationship).toBe('moreGeneral')
  })

  it('contain no path for a literal requirement with a dot, which is never one token', () => {
    expect(compare(route('/:id', { id: 'a.b' }), route('/a.b')).relationship).toBe('disjoint')
  })

  it('are compared as prefixes if a route is unanchored', () => {
    expect(compare(route('/app', {}, false), route('/app/:id')).relationship).toBe('moreGeneral')
    expect(compare(route('/app', {}, false), route('/app-two')).relationship).toBe('moreGeneral')
    expect(compare(route('/app', {}, false), route('/apple')).relationship).toBe('disjoint')
    expect(compare(route('/', {}, false), route('/a/b')).relationship).toBe('moreGeneral')
    expect(compare(route('(/:locale)', {}, false), route('/')).relationship).toBe('moreGeneral')
    expect(compare(route('(/:locale)(/b)', {}, false), route('/a.b/c')).relationship).toBe('moreGeneral')
  })

  it('are compared exactly only without requirements that look around', () => {
    const looking = route('/:id', { id: re(/a(?!b).*/) })
    expect(compare(looking, route('/b')).relationship).toBe('disjoint')
    expect(compare(looking, route('/ac'))).toEqual({ relationship: 'unknown', witness: null })
    expect(compare(route('/*path'), looking)).toEqual({ relationship: 'unknown', witness: null })
    expect(compare(looking, looking)).toEqual({ relationship: 'unknown', witness: null })
  })
})

function automatonOf({ source }: RegExp) {
  return positionAutomaton(buildTaggedAutomaton(parseRegExp(source, '')))
}

const words = automatonOf(/\/[a-z]+/)
const letters = automatonOf(/\/[a-c]/)
const digits = automatonOf(/\/\d+/)
/** The word that is twenty letters before the end doubles the states of the search with each letter. */
const tooLong = automatonOf(/\/[ab]*a[ab]{20}/)

test('commonPath returns a path that is in both languages', () => {
  expect(commonPath([words, letters])).toEqual({ exists: 'yes', path: '/a' })
  expect(commonPath([words, digits])).toEqual({ exists: 'no', path: null })
  expect(commonPath([words])).toEqual({ exists: 'yes', path: '/a' })
})

test('commonPath returns a path that is in none of the excluded languages', () => {
  expect(commonPath([words], [letters])).toEqual({ exists: 'yes', path: '/d' })
  expect(commonPath([letters], [digits, words])).toEqual({ exists: 'no', path: null })
})

test('commonPath returns `unknown` without an automaton', () => {
  const unknown = { exists: 'unknown', path: null }
  expect(commonPath([null])).toEqual(unknown)
  expect(commonPath([null, words])).toEqual(unknown)
  expect(commonPath([words, null])).toEqual(unknown)
  expect(coveredBy(null, [words])).toBe('unknown')
})

test('commonPath returns `unknown` if a search takes too long', () => {
  const superset = automatonOf(/\/[ab]*a[ab]{20}|\/[ab]*b[ab]{20}/)
  expect(commonPath([superset], [tooLong, automatonOf(/\/[ab]{1,20}|\/[ab]*b[ab]{20}/)])).toEqual({
    exists: 'unknown',
    path: null,
  })
})

test('coveredBy tests whether several languages together contain another one', () => {
  expect(coveredBy(letters, [words])).toBe('yes')
  expect(coveredBy(words, [letters])).toBe('no')
  expect(coveredBy(automatonOf(/\/(?:a|1)/), [letters, digits])).toBe('yes')
  expect(coveredBy(letters, [])).toBe('no')
  expect(coveredBy(automatonOf(/a/), [])).toBe('yes')
})
