// The keys of a route in the index, its sample path, its language, and its plan.
import { describe, expect, test } from 'vitest'
import { matchesPath } from '../../src/patterns/automata/inclusion.ts'
import { parsePattern } from '../../src/patterns/pattern/parse.ts'
import type { Requirement } from '../../src/patterns/requirement.ts'
import { PathIndex } from '../../src/patterns/routes/path-index.ts'
import { languageOf } from '../../src/patterns/routes/language.ts'
import { keysOf, MIXED, ANY_SEGMENTS, keyedPath, WILD, type Key } from '../../src/patterns/routes/path-keys.ts'
import { planRoute } from '../../src/patterns/routes/plan-route.ts'
import type { RoutePattern } from '../../src/patterns/routes/route-pattern.ts'
import { samplePath, sampleString } from '../../src/patterns/routes/sample.ts'

const source = (expression: RegExp) => ({ source: expression.source, flags: expression.flags })

function route(
  pattern: string,
  requirements: Readonly<Record<string, Requirement>> = {},
  more: Partial<RoutePattern> = {},
): RoutePattern {
  return { pattern, segments: parsePattern(pattern, '8.1'), requirements, anchored: true, ...more } as RoutePattern
}

describe('the keys of a route', () => {
  test.each<[string, readonly (readonly Key[])[], Readonly<Record<string, Requirement>>?]>([
    ['/', [[]]],
    ['/photos', [['photos']]],
    ['/photos/:id(.:format)', [['photos', WILD]]],
    ['/photos(.json)', [['photos']]],
    ['/photos.json', [['photos']]],
    ['/photos.:format', [['photos']]],
    ['/:a-:b/edit', [[MIXED, 'edit']]],
    ['/:a:b', [[MIXED]]],
    ['/v:version', [[MIXED]]],
    ['/files/*path', [['files', ANY_SEGMENTS]]],
    ['/files/*path/edit', [['files', ANY_SEGMENTS]]],
    ['/posts(/:year(/:month))', [['posts'], ['posts', WILD], ['posts', WILD, WILD]]],
    ['/a(/b)(/c)', [['a'], ['a', 'c'], ['a', 'b'], ['a', 'b', 'c']]],
    ['/a(-b)', [['a'], ['a-b']]],
    ['/a(.b/c)', [['a'], ['a', 'c']]],
    ['/:id/x', [[ANY_SEGMENTS]], { id: source(/.+/) }],
    ['/:id/x', [[ANY_SEGMENTS]], { id: ['a/b', 'c'] }],
    ['/:id/x', [[WILD, 'x']], { id: 'a' }],
    ['/:id/x', [[WILD, 'x']], { id: source(/[^/]+/) }],
    // A format that may contain a slash.
    ['/a(.:format)', [['a'], [ANY_SEGMENTS]], { format: source(/.+/) }],
  ])('%s', (pattern, keys, requirements = {}) => {
    const sorted = (lists: readonly (readonly Key[])[]) => lists.map((list) => list.map(String).join(' ')).toSorted()
    expect(sorted(keysOf(route(pattern, requirements)))).toEqual(sorted(keys))
  })

  test('of a route that is not anchored end anywhere', () => {
    expect(keysOf(route('/a/:b', {}, { anchored: false }))).toEqual([['a', ANY_SEGMENTS]])
    expect(keysOf(route('/', {}, { anchored: false }))).toEqual([[ANY_SEGMENTS]])
  })

  test('of very many optional groups match any path', () => {
    expect(keysOf(route(`/a${'(/b)'.repeat(6)}`))).toHaveLength(64)
    expect(keysOf(route(`/a${'(/b)'.repeat(7)}`))).toEqual([[ANY_SEGMENTS]])
    expect(keysOf(route(`/a${'(/b)'.repeat(40)}`))).toEqual([[ANY_SEGMENTS]])
    expect(keysOf(route(`/a${'(/b(/c)'.repeat(40)}${')'.repeat(40)}`))).toEqual([[ANY_SEGMENTS]])
  })

  test('of a path end at the dots', () => {
    expect(keyedPath('/')).toEqual({ path: '/', keys: [] })
    expect(keyedPath('/a/b.c.d/.e')).toEqual({ path: '/a/b.c.d/.e', keys: ['a', 'b', ''] })
    expect(keyedPath(null as string | null)).toBeNull()
  })
})

describe('the index', () => {
  const paths = ['/a/b', '/a/:id', '/:x/b', '/:x-:y/b', '/a/*rest', '/*rest', '/', '/a(/b)', '/c']
  const index = new PathIndex<string>()
  for (const path of paths) index.add(path, keysOf(route(path)))

  test.each<[readonly Key[], readonly string[]]>([
    [
      ['a', 'b'],
      ['/a/b', '/a/:id', '/:x/b', '/:x-:y/b', '/a/*rest', '/*rest', '/a(/b)'],
    ],
    [
      ['a', 'c'],
      ['/a/:id', '/a/*rest', '/*rest'],
    ],
    [['c'], ['/*rest', '/c']],
    [[], ['/*rest', '/']],
    [
      ['c', 'b'],
      ['/:x/b', '/:x-:y/b', '/*rest'],
    ],
    [['x', 'y', 'z'], ['/*rest']],
    [
      ['a', ANY_SEGMENTS],
      ['/a/b', '/a/:id', '/:x/b', '/:x-:y/b', '/a/*rest', '/*rest', '/a(/b)'],
    ],
    [[ANY_SEGMENTS], paths],
    [[WILD], ['/*rest', '/a(/b)', '/c']],
  ])('finds the routes that may match %j', (keys, routes) => {
    expect(index.search([keys])).toEqual(expect.arrayContaining([...routes]))
    expect(index.search([keys]).filter((path) => path !== '/a/*rest' && path !== '/')).toEqual(
      routes.filter((path) => path !== '/a/*rest' && path !== '/'),
    )
  })

  test('joins the routes of several lists of keys, in the order of addition', () => {
    expect(index.search([['c'], ['a', 'c'], ['c']])).toEqual(['/a/:id', '/a/*rest', '/*rest', '/c'])
    expect(index.search([])).toEqual(['/*rest', '/'])
  })

  test('returns no more than its bounds permit', () => {
    for (const elements of [0, 1, 2, 5])
      expect(index.search([[ANY_SEGMENTS]], { visits: 100, elements })).toHaveLength(elements)
    const same = new PathIndex<number>()
    for (const number of [1, 2, 3]) same.add(number, [['a'], ['a']])
    expect(same.search([['a']])).toEqual([1, 2, 3])
    expect(same.search([['a']], { visits: 100, elements: 2 })).toEqual([1, 2])
    expect(same.search([['a']], { visits: 1, elements: 2 })).toEqual([])
    // A literal is visited first.
    expect(index.search([['a', 'b']], { visits: 3, elements: 1 })).toEqual(['/*rest'])
  })
})

describe('the language of a route', () => {
  test.each<[string, Readonly<Record<string, Requirement>>, readonly string[], readonly string[]]>([
    ['/*path', { path: 'a/b' }, ['/a/b'], ['/a', '/a/c']],
    ['/:id', { id: 'a' }, ['/a'], ['/b', '/a/b']],
    ['/:id', { id: ['a', 'b'] }, ['/a', '/b'], ['/c']],
    ['/:id', { id: source(/\d{2,3}/) }, ['/12', '/123'], ['/1', '/1234', '/']],
    ['/x(/:id)', { id: source(/a*/) }, ['/x', '/x/a', '/x/aa'], ['/x/b']],
  ])('%s with %j', (pattern, requirements, matched, refused) => {
    const { automaton, exact } = languageOf(route(pattern, requirements))!
    expect(exact).toBe(true)
    for (const path of matched) expect([path, matchesPath(automaton, path)]).toEqual([path, true])
    for (const path of refused) expect([path, matchesPath(automaton, path)]).toEqual([path, false])
  })
})

test('the language of a route whose requirement looks around contains more paths than the route matches', () => {
  const { exact, automaton } = languageOf(route('/:id', { id: source(/(?!new$)[a-z]+/) }))!
  expect(exact).toBe(false)
  expect(['/newer', '/new', '/1'].map((path) => matchesPath(automaton, path))).toEqual([true, true, false])
})

test('samples of requirements with assertions match them', () => {
  expect(sampleString(source(/\bab\b/), false)).toBe('ab')
  expect(sampleString(source(/(?!~)[~!]/), false)).toBe('!')
  expect(sampleString(source(/(?=b)a/), false)).toBeNull()
  expect(sampleString(source(/a*/), false)).toBe('a')
  expect(samplePath(route('/a(/:id)', { id: source(/^\d+$/) }), true)).toMatch(/^\/a\/\d$/)
})

describe('the plan of a route', () => {
  const kinds = (pattern: string, requirements: Readonly<Record<string, Requirement>> = {}, more = {}) =>
    planRoute(route(pattern, requirements, more)).map(({ steps }) => steps.map(({ kind }) => kind).join(' '))

  test('has a step for each of two globs that could start at the same place', () => {
    expect(kinds('/a/*x/b')).toEqual(['literal span literal'])
    expect(kinds('(/*a)/*b')).toEqual(['span span', 'span'])
  })

  test('ends where all optional groups are missing', () => {
    expect(kinds('(/:a)')).toEqual(['param'])
  })

  test('has a literal for each format that is no token, if nothing else needs an automaton', () => {
    const format = { format: source(/json|\*\/\*/) }
    expect(kinds('/a(.:format)', format).join()).not.toContain('tail')
    expect(kinds('/a/:id(.:format)', { ...format, id: source(/.+/) })).toEqual(['literal tail'])
    expect(kinds('/a(.:format)', format, { anchored: false }).join()).toContain('tail')
  })
})
