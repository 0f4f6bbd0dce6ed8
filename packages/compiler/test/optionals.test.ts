import { describe, expect, it } from 'vitest'
import type { Routes } from '../src/dsl.ts'
import { compileRoutes } from '../src/index.ts'
import { routeMatches } from '@turnout/manifest'
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
    const [route] = compiled.manifest!.routes
    const { match } = loadModule(compiled.code!) as { match: Match }
    for (let bits = 0; bits < 2 ** GROUPS.length; bits += 1) {
      const path = `/a${GROUPS.filter((group) => (bits >> group) & 1)
        .map(sent)
        .join('')}`
      for (const format of ['', '.json']) {
        expect(match('GET', path + format), path + format).not.toBeNull()
        expect(routeMatches(route!, path + format)).toBe(true)
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
