import { describe, expect, it } from 'vitest'
import type { Routes } from '../src/dsl.ts'
import { compileRoutes, explainRequest } from '../src/index.ts'
import { pathTableOf } from '../src/matcher/path-table.ts'
import { loadModule } from './load-module.ts'

/** As many as a path may have: 256 combinations, and each with and without the format. */
const GROUPS = [0, 1, 2, 3, 4, 5, 6, 7]

type Match = (verb: string, path: string) => { readonly params: Readonly<Record<string, unknown>> } | null

describe('eight optional groups', () => {
  it.each<[string, (group: number) => string, (group: number) => string]>([
    ['of text', (group) => `(/x${group})`, (group) => `/x${group}`],
    ['of params', (group) => `(/x${group}/:p${group})`, (group) => `/x${group}/v${group}`],
    ['in one segment', (group) => `(-x${group})`, (group) => `-x${group}`],
  ])('%s match in every combination', (_, written, sent) => {
    const compiled = compileRoutes((r: Routes) => r.get(`a${GROUPS.map(written).join('')}`, { to: 'a#b', as: 'a' }))
    const table = pathTableOf(compiled.manifest!.routes)
    const { match } = loadModule(compiled.code!) as { match: Match }
    for (let bits = 0; bits < 2 ** GROUPS.length; bits += 1) {
      const path = `/a${GROUPS.filter((group) => (bits >> group) & 1)
        .map(sent)
        .join('')}`
      for (const format of ['', '.json']) {
        expect(match('GET', path + format), path + format).not.toBeNull()
        expect(table.find(path + format).size).toBe(1)
      }
      expect(match('GET', `${path}/y`)).toBeNull()
    }
    expect(compiled.types).toContain('aPath')
  })
})

// Rails' regular expression decides about a group before it looks for the end of a glob.
describe('a group with a glob before another glob', () => {
  it.each([
    ['(/*a)/*b', '/1/2/3', { a: '1/2', b: '3' }],
    ['(/*a)/*b', '/1', { b: '1' }],
    ['x(/*a)/*b', '/x/1/2', { a: '1', b: '2' }],
    ['x(/*a)/*b/y', '/x/1/2/y', { a: '1', b: '2' }],
    ['*a(/*b)/*c', '/1/2/3', { a: '1/2', c: '3' }],
    ['(/*a/z)/*b', '/1/z/2', { a: '1', b: '2' }],
    // The last param with a name has the value.
    ['(/*a)/*a', '/1/2/3', { a: '3' }],
    ['(/:a)/*a', '/1/2/3', { a: '2/3' }],
    ['(/*a)/:a', '/1/2/3', { a: '3' }],
    ['x(/*a)/*a/y', '/x/1/2/y', { a: '2' }],
    ['(/*b)(/*a)/*b', '/1/2/3', { b: '3' }],
  ])('matches first, after the globs before it: %s %s', (pattern, path, params) => {
    const compiled = compileRoutes((r: Routes) => r.get(pattern, { to: 'a#b', format: false }))
    const { match } = loadModule(compiled.code!) as { match: Match }
    expect(match('GET', path)?.params).toMatchObject(params)
  })
})

// Journey's automaton takes no token of zero characters, even if the requirement matches the empty string.
describe('a group with a param whose requirement matches the empty string', () => {
  it.each([
    [':b(.:format)', '/c.', null],
    [':b(.:format)', '/c.ab', { b: 'c', format: 'ab' }],
    [':b(.:format)', '/c', { b: 'c' }],
    ['x/:b(.:format)', '/x/c.', null],
    // Rails matches a param after other characters than a slash or a dot by its regular expression alone.
    ['x(-:format)', '/x-', { format: '' }],
  ])('needs a value where Rails compares tokens: %s %s', (pattern, path, params) => {
    const compiled = compileRoutes((r: Routes) => r.get(pattern, { to: 'a#b', format: /a*b*/ }))
    const { match } = loadModule(compiled.code!) as { match: Match }
    const matched = match('GET', path)
    if (params === null) expect(matched).toBeNull()
    else expect(matched?.params).toMatchObject(params)
  })
})

// Journey compares whole tokens of the path. A part of a token matches nothing, although the route's expression matches it.
describe.each(['7.2', '8.1'] as const)('a group between two words, in Rails %s', (rails) => {
  const results: readonly [pattern: string, path: string, params: Readonly<Record<string, string>> | null][] = [
    // A literal and a literal.
    ['e(/)e', '/ee', null],
    ['e(/)e', '/e/e', {}],
    ['e(/)e(.:format)', '/ee.js', null],
    ['e(/)e(.:format)', '/e/e.js', { format: 'js' }],
    ['a(.)b', '/ab', null],
    ['a(.)b', '/a.b', {}],
    ['a(/b/)c', '/ac', null],
    ['a(/b/)c', '/a/b/c', {}],
    ['a((/))b', '/ab', null],
    ['a(/(.))b', '/a/.b', {}],
    ['a(/)(.)b', '/ab', null],
    ['x/a(/)b/y', '/x/ab/y', null],
    ['x/a(/)b/y', '/x/a/b/y', {}],
    // A literal and a param, in both orders.
    ['a(/):b', '/ab', null],
    ['a(/):b', '/a/b', { b: 'b' }],
    ['a(/)(:b)', '/ab', null],
    ['a(/)(:b)', '/a', {}],
    [':a(/)b', '/ab', null],
    [':a(.)b', '/a.b', { a: 'a' }],
    ['(:a)(/)b', '/ab', null],
    // A literal and a glob: the glob may begin with a slash or a dot.
    ['a(/)(*b)', '/aa', null],
    ['a(/)(*b)', '/a/a', { b: 'a' }],
    ['a(/)(*b)', '/a.a', { b: '.a' }],
    ['latest(/)(*suffix)', '/latestx', null],
    ['latest(/)(*suffix)', '/latest', {}],
    ['latest(/)(*suffix)', '/latest/x/y', { suffix: 'x/y' }],
    ['*a(/)b', '/ab', null],
    ['*a(/)b', '/a/b', { a: 'a/' }],
    // A param and a param.
    [':a(/):b', '/ab', null],
    [':a(/):b', '/a/b', { a: 'a', b: 'b' }],
    [':a(/:c/):b', '/ab', null],
    [':a(/:c/):b', '/a/c/b', { a: 'a', b: 'b', c: 'c' }],
    // With a separator within a word, Rails compares by the expression alone.
    ['a(-)b', '/ab', {}],
    ['a(-):b', '/ax', { b: 'x' }],
    ['x-a(/)-b', '/x-a-b', null],
    [':a(-x)(/)b', '/ab', { a: 'a' }],
  ]

  it.each(results)('matches whole tokens only: %s %s', (pattern, path, params) => {
    const compiled = compileRoutes((r: Routes) => r.get(pattern, { to: 'a#b', format: /\.:format/.test(pattern) }), {
      rails,
    })
    const { match } = loadModule(compiled.code!) as { match: Match }
    const matched = match('GET', path)
    expect(matched && { ...matched.params }).toEqual(params)
    const { answers } = explainRequest(compiled.manifest!, 'GET', path)
    expect(answers[0] ? { ...answers[0].params } : null).toEqual(params)
  })

  it('leaves the joined word to a later route', () => {
    const compiled = compileRoutes(
      (r: Routes) => {
        r.get('e(/)e', { to: 'a#parts' })
        r.get('ee', { to: 'a#whole' })
      },
      { rails },
    )
    expect(compiled.diagnostics).toEqual([])
    const { match } = loadModule(compiled.code!) as { match: (...request: string[]) => { action: string } }
    expect(match('GET', '/ee').action).toBe('whole')
  })
})

describe('nested groups in a segment', () => {
  // Rails: the expression of `:q` takes as much as it can before the group is tried.
  it.each([
    [':q((/b)a)', '/baa', { q: 'baa' }],
    [':q((/b)a)', '/b/ba', { q: 'b' }],
    [':p(.b)b((/)b)', '/abbb', { p: 'abb' }],
    [':p((/a)/b)', '/x/b', { p: 'x' }],
  ])('match as in Rails if only a part of them begins with a slash: %s %s', (pattern, path, params) => {
    const compiled = compileRoutes((r: Routes) => r.get(pattern, { to: 'a#b', format: false }))
    const { match } = loadModule(compiled.code!) as { match: Match }
    expect({ ...match('GET', path)?.params }).toEqual(params)
  })
})

describe.each(['7.2', '8.1'] as const)('a requirement that is a string, in Rails %s', (rails) => {
  it.each<[string, Record<string, string>, string, object | null]>([
    // Journey's automaton lets every glob be empty whose requirement is a string. Its expression requires the string.
    ['*g(/)*h', { g: 'a' }, '/ab', { g: 'a', h: 'b' }],
    ['*g(/)*h', { g: 'a' }, '/a/b', { g: 'a', h: 'b' }],
    // A delimiter is a token of its own.
    [':q(.)(.:format)', { format: '.' }, '/a..', { q: 'a', format: '.' }],
    [':q(.:r)', { r: 'a.b' }, '/a.a.b', null],
  ])('matches tokens as Journey does: %s %o %s', (pattern, constraints, path, params) => {
    const compiled = compileRoutes(
      (r: Routes) => r.get(pattern, { to: 'a#b', constraints, ...(!/format/.test(pattern) && { format: false }) }),
      { rails },
    )
    const { match } = loadModule(compiled.code!) as { match: Match }
    const matched = match('GET', path)
    expect(matched && { ...matched.params }).toEqual(params)
    const { answers } = explainRequest(compiled.manifest!, 'GET', path)
    expect(answers[0] ? { ...answers[0].params } : null).toEqual(params)
  })
})
