import { readFileSync } from 'node:fs'
import type { Match } from '@turnout/runtime'
import { describe, expect, it, test } from 'vitest'
import { emitModule } from '@turnout/compiler/internal/phases/5-emit/emit-module'
import { loadModule, type Emitted } from '../../compiler/test/load-module.ts'
import { compileRails } from '../src/compile-rails.ts'
import { fileOf, routeOf } from './json.ts'

/** What a table of Rails becomes: its module, its routes, and its diagnostics as codes. */
function compile(text: string) {
  const { manifest, diagnostics } = compileRails({ file: 'config/routes.json', text })
  expect(manifest).not.toBe(null)
  const module = loadModule(emitModule(manifest!).code) as Emitted & { match: Match }
  const find = (path: string) => {
    const found = module.match('GET', path)
    return found && `${found.controller}#${found.action}${found.conditional === true ? ' perhaps' : ''}`
  }
  return { module, find, routes: manifest!.routes, codes: diagnostics.map(({ code }) => code), diagnostics }
}

const recorded = (name: string) => readFileSync(new URL(`odd/${name}.json`, import.meta.url), 'utf8')

describe('an odd route removes no other route', () => {
  test('`as: false` declares a route without a name', () => {
    const { routes, codes } = compile(recorded('name-false'))
    expect(codes).toEqual([])
    expect(routes.map(({ name }) => name)).toEqual([null, 'photos'])
    expect(compile(fileOf(routeOf({ name: '' }))).routes[0]!.name).toBe(null)
  })

  it.each([
    ['found', 302],
    ['moved_permanently', 301],
    ['see_other', 303],
    ['temporary_redirect', 307],
    ['permanent_redirect', 308],
    ['multiple_choices', 300],
    ['not_modified', 304],
    ['use_proxy', 305],
    ['301', 301],
    [308, 308],
  ])('the status %j of a redirect is %d', (status, expected) => {
    const { routes, codes } = compile(recorded('redirect-status-symbol').replace('"found"', JSON.stringify(status)))
    expect(codes).toEqual([])
    expect(routes).toHaveLength(2)
    expect(routes[0]!.endpoint).toMatchObject({ target: '/new', status: expected })
  })

  test('a back-reference becomes a wider requirement, and the match is conditional', () => {
    const { find, codes } = compile(recorded('back-reference'))
    expect(codes).toEqual(['unknown-in-rails'])
    expect(find('/photos')).toBe('photos#index')
    expect(find('/pairs/aa')).toBe('pairs#show perhaps')
    expect(find('/pairs')).toBe(null)
  })

  test('a condition that is too large for a scanner is left out, and the match is conditional', () => {
    const { find, codes } = compile(
      fileOf(routeOf({ conditions: { host: { regexp: '(?:[ab]c){60000}x', flags: '' } } }), routeOf({ path: '/b' })),
    )
    expect(codes).toEqual(['unknown-in-rails'])
    expect([find('/a'), find('/b')]).toEqual(['a#b perhaps', 'a#b'])
  })

  test('two names with one helper leave the helper to the first route', () => {
    const names = ['user_post', 'userPost', 'user_post']
    const { routes, codes } = compile(
      fileOf(
        ...names.map((name, index) =>
          routeOf({ name, path: `/a${index}`, defaults: { controller: 'a', action: 'b' } }),
        ),
      ),
    )
    expect(routes.map(({ name }) => name)).toEqual(['user_post', null, null])
    expect(codes).toEqual(['unknown-in-rails', 'unknown-in-rails'])
  })
})

describe('a value that Rails does not print', () => {
  const good = routeOf({ name: 'good', path: '/good(.:format)' })
  const values: readonly unknown[] = [
    null,
    true,
    -1,
    1.5,
    '',
    'x',
    '%',
    '\ud800',
    '__proto__',
    [],
    [null],
    [['GET']],
    {},
    { id: [] },
    { regexp: '(', flags: '' },
    { regexp: 1, flags: 'g' },
    { unknown: 1 },
    { id: { regexp: '[', flags: '' } },
    { to: null, status: 301 },
    { to: '/%{nope}', status: 'found' },
    { to: 'javascript:a()', status: 99 },
    { name: 1 },
    { name: 'A', routes: [1, null] },
    JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
  ]
  const fields = ['name', 'verbs', 'path', 'anchored', 'defaults', 'requirements', 'conditions', 'constraints']

  it.each([...fields, 'source', 'redirect', 'app'])('in `%s` keeps the other routes', (field) => {
    for (const value of values) {
      const { manifest, diagnostics } = compileRails({
        file: 'config/routes.json',
        text: fileOf(routeOf({ name: 'bad', path: '/bad/:id', [field]: value }), good),
      })
      const names = manifest?.routes.map(({ name }) => name)
      expect(names).toContain('good')
      // The route is in the table, or a diagnostic says why it is not.
      expect(names!.length + diagnostics.length).toBeGreaterThan(1)
      expect(diagnostics.length).toBeLessThan(4)
    }
  })

  it.each([40, 300, 100_000])('%d levels deep keeps the other routes', (depth) => {
    const bad = JSON.stringify(routeOf({ name: 'bad', path: '/bad' }))
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const { routes, diagnostics } = compile(
      `{"routes":[${bad.replace('"action":"b"', `"action":"b","deep":${deep}`)},${JSON.stringify(good)}]}`,
    )
    expect(routes.map(({ name }) => name)).toEqual(['good'])
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '`routes[0].defaults.deep` in the routes of Rails must be at most 32 values in each other.',
    ])
  })

  it('in place of a route keeps the other routes', () => {
    const { routes, codes } = compile(JSON.stringify({ routes: [...values, good] }))
    expect(routes.map(({ name }) => name)).toEqual(['good'])
    expect(new Set(codes)).toEqual(new Set(['invalid-rails-json']))
  })
})

describe('a requirement that JavaScript writes in another way', () => {
  const all = routeOf({
    path: '/*all(.:format)',
    defaults: { controller: 'errors', action: 'missing' },
    requirements: { all: { regexp: '.+?', flags: 'm' } },
  })
  const show = (regexp: string, flags = '') =>
    compile(
      fileOf(
        routeOf({
          path: '/packages/:id(.:format)',
          defaults: { controller: 'packages', action: 'show' },
          requirements: { id: { regexp, flags } },
        }),
        all,
      ),
    )

  test('a possessive repeat takes the same requests as in Rails', () => {
    const { module, find, codes } = compile(recorded('untranslatable-requirement'))
    expect(codes).toEqual([])
    expect(module.match('GET', '/packages/1.2.3')).toMatchObject({ controller: 'packages', params: { id: '1.2.3' } })
    expect(find('/packages/1/2')).toBe('errors#missing')
  })

  it.each([
    ['[^/]++', 'a.b'],
    ['\\P{Digit}+', 'a.b'],
    ['\\h+\\.\\H?\\h', 'a.b'],
    ['[^\\d/]*+', 'a.b'],
    ['[[:alpha:].]++', 'a.b'],
    ['(?-mix:\\w+)\\.\\p{Lower}', 'a.b'],
    ['(?x) \\w+ \\. b # a comment', 'a.b'],
  ])('%s matches %s with certainty', (regexp, value) => {
    const { find, codes } = show(regexp)
    expect(codes).toEqual([])
    expect(find(`/packages/${value}`)).toBe('packages#show')
    expect(find('/packages/1/2')).not.toBe('packages#show perhaps')
  })

  it.each([
    ['(\\w)\\.\\1', 'a.a'],
    ['(?>[^/]+)', 'a.b'],
    ['(?>a|ab)c?', 'ac'],
    ['[[:^digit:]]+', 'a.b'],
    ['\\X+', 'a.b'],
    ['(?~/)', 'a.b'],
    ['[a-z.&&[^c]]+', 'a.b'],
    ['(?<part>\\w+)\\.\\g<part>', 'a.b'],
    ['(?i:A)\\.b', 'a.b'],
    ['(?~a|bc)', 'x.y'],
    ['(?<x>a\\g<x>?b)', 'aabb'],
    ['(?!(.)\\1)[a-z.]+', 'a.b'],
    ['(a)?(?(1)\\.|x)', 'a.'],
    ['\\p{Age=6.0}+', 'a.b'],
    ['(?:(?=[ab]c)[ab.]?){60000}', 'a.b'],
    ['[[:nothing:]]+', 'a/b.c'],
  ])('%s accepts any string, so that no other route takes %s with certainty', (regexp, value) => {
    const { find, codes } = show(regexp)
    expect(codes).toEqual(['unknown-in-rails'])
    expect(find(`/packages/${value}`)).toBe('packages#show perhaps')
  })

  test('an expression in a default is translated, at any depth', () => {
    const pattern = { regexp: '\\h+', flags: 'i' }
    const { routes } = compile(
      fileOf(routeOf({ defaults: { controller: 'a', action: 'b', one: pattern, more: { list: [pattern, 'x'] } } })),
    )
    const translated = { source: '[0-9a-fA-F]+', flags: 'i' }
    expect(routes[0]!.defaults).toEqual({ one: translated, more: { list: [translated, 'x'] } })
  })
})

test('the root of an engine has a slash at its end', () => {
  const { module, find } = compile(recorded('engine-roots'))
  const helpers = module as unknown as Record<string, (...args: unknown[]) => string>
  expect(helpers['blogRootPath']!()).toBe('/blog/')
  expect(helpers['blogInnerRootPath']!()).toBe('/blog/inner/')
  expect(helpers['shopHomePath']!()).toBe('/shop/')
  for (const path of ['/blog', '/blog/']) expect(find(path)).toBe('blog/home#index')
  expect(find('/blog/posts')).toBe('blog/posts#index')
})
