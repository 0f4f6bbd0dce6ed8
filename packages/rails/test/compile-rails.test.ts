import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Match } from '@turnout/runtime'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import type { Manifest, ManifestRoute } from '@turnout/compiler'
import { emitModule } from '@turnout/compiler/internal/phases/5-emit/emit-module'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { compileRails } from '../src/compile-rails.ts'
import { readCorpus } from '../../compiler/test/conformance/corpus.ts'
import { compiledCase } from '../../compiler/test/conformance/replay.ts'
import { loadModule, type Emitted } from '../../compiler/test/load-module.ts'
import { CASES, hasRails, NAMES, printed, recorded, VERSIONS } from './recorded.ts'

const compile = (text: string) => compileRails({ file: 'config/routes.json', text })

/** A route of a table of the DSL, or of Rails, without what the two cannot have in common. */
function common({
  location: _location,
  constraints: _constraints,
  conditional: _conditional,
  // Rails prints no module for a route without a controller.
  namespace: _namespace,
  endpoint,
  ...route
}: ManifestRoute) {
  return { ...route, endpoint: endpoint?.kind === 'callable' ? 'a callable' : endpoint }
}

const load = (manifest: Manifest): Emitted => loadModule(emitModule(manifest).code)

describe.each(NAMES)('what Rails prints of %s', (name) => {
  const [corpus, id] = CASES[name]
  const testCase = readCorpus(corpus).find((candidate) => candidate.id === id)!
  const dsl = compiledCase(testCase).manifest!

  it.each(VERSIONS)('on Rails %s is the table that the DSL makes', (version) => {
    const { manifest, diagnostics } = compile(recorded(name, version))
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const commonFields = (routes: readonly ManifestRoute[]) => routes.map(common)
    expect(commonFields(manifest!.routes)).toEqual(commonFields(dsl.routes))
    const constrained = (route: ManifestRoute) => route.constraints.length > 0
    expect(manifest!.routes.map(({ conditional }) => conditional === true)).toEqual(dsl.routes.map(constrained))
  })

  it('answers requests as the DSL does, and says what it is not sure of', () => {
    const { manifest } = compile(recorded(name, '7.2'))
    const [rails, fromDsl] = [load(manifest!)['match'] as Match, load(dsl)['match'] as Match]
    let conditional = 0
    for (const [method, path, host] of testCase.requests!) {
      const request = host == null ? undefined : { host }
      const { conditional: isConditional, ...railsMatch } = rails(method, path, request) ?? {}
      const { namespace: _namespace, ...dslMatch } = fromDsl(method, path, request) ?? {}
      if (isConditional) conditional += 1
      // Of a callable each table has a stand-in of its own.
      for (const match of [railsMatch, dslMatch] as { endpoint?: unknown }[])
        if (match.endpoint) match.endpoint = 'a callable'
      expect(railsMatch, `${method} ${path}`).toEqual(dslMatch)
    }
    expect(conditional > 0).toBe(testCase.requests!.some(([method, path]) => rails(method, path)?.conditional))
  })

  it('makes the same helpers', () => {
    const { manifest } = compile(recorded(name, '7.2'))
    const [rails, fromDsl] = [load(manifest!), load(dsl)]
    const helpers = (module: Emitted) =>
      Object.keys(module)
        .filter((key) => /(?:Path|Url)$/.test(key))
        .sort()
    // `direct` and `resolve` are blocks of Ruby's, which the task does not print.
    const direct = new Set(dsl.directs.map((directUrl) => directUrl.name))
    const isDirect = (helper: string) =>
      direct.has(helper.replace(/(?:Path|Url)$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    expect(helpers(rails)).toEqual(helpers(fromDsl).filter((helper) => !isDirect(helper)))
    for (const route of manifest!.routes.filter((railsRoute) => railsRoute.name !== null).slice(0, 200)) {
      const helper = helpers(rails).find(
        (candidate) => candidate.toLowerCase() === `${route.name!.replaceAll('_', '')}path`.toLowerCase(),
      )
      if (helper === undefined) continue
      const call = (module: Emitted) => {
        try {
          return module[helper as 'aPath']!({ id: 7, format: 'json' })
        } catch (error) {
          // Without the place at the end.
          return (error as Error).message.replace(/ \(\S+:\d+:\d+\)$/, '')
        }
      }
      expect(call(rails)).toBe(call(fromDsl))
    }
  })
})

const TASK = hasRails ? 'the rake task' : 'the rake task, NOT RUN, as Rails is not here: what it has printed elsewhere'

describe(TASK, () => {
  const run = hasRails ? printed : (name: Parameters<typeof printed>[0]) => recorded(name, '6.1')

  test('prints what was recorded', () => {
    // The expression that Rails has for globs got an option in Rails 7.
    const withoutOption = (text: string) =>
      text
        .replaceAll('".+?","flags":"m"', '".+?","flags":""')
        .replace(/,"source":(?:"[^"]*"|null)/g, '')
        // Newer tasks print more about the application in front of the routes.
        .replace(/^.*?"routes":\[$/m, '')
    for (const name of ['shop', 'solidus-backend', 'mastodon'] as const) {
      expect(withoutOption(run(name))).toBe(withoutOption(recorded(name, '6.1')))
      expect(withoutOption(recorded(name, '7.2'))).toBe(withoutOption(recorded(name, '6.1')))
    }
  })
})

describe.runIf(hasRails)('the file that the rake task writes', () => {
  test('replaces the last one only if it is complete, and names `direct` and `resolve`', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'turnout-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'routes.json')
    const write = (out: string) => printed('shop', out)
    write(file)
    expect(readdirSync(folder)).toEqual(['routes.json'])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      files: { 'config/routes.rb': expect.stringMatching(/^[\da-f]{64}$/) },
      directs: ['homepage'],
      resolves: ['Basket'],
    })
    const { mtimeMs } = statSync(file)
    write(file)
    expect(statSync(file).mtimeMs).toBe(mtimeMs)
    expect(() => write(path.join(folder, 'missing/routes.json'))).toThrow('No such file')
    expect(readdirSync(folder)).toEqual(['routes.json'])
  })
})

test('what the task prints about the application is checked like the routes', () => {
  const head = (fields: object) => JSON.stringify({ ...fields, routes: [] })
  const codes = (fields: object) => compile(head(fields)).diagnostics.map(({ code, message }) => [code, message])
  expect(codes({ files: { 'config/routes.rb': 'a'.repeat(64) }, directs: ['a'], resolves: [] })).toEqual([])
  for (const fields of [{ files: { a: 'b' } }, { files: [] }, { directs: [1] }, { resolves: 'a' }]) {
    expect(codes(fields)).toEqual([['invalid-rails-json', expect.stringContaining(Object.keys(fields)[0]!)]])
  }
})

describe('one of everything', () => {
  const { manifest, diagnostics } = compile(recorded('shop', '7.2'))
  const { match, ...helpers } = load(manifest!) as Emitted & { match: Match }
  const find = (method: string, path: string, request?: object) => {
    const routeMatch = match(method, path, request)
    if (routeMatch === null) return null
    const { controller, action, params, redirect, endpoint, conditional } = routeMatch
    return {
      to:
        controller === undefined
          ? (redirect?.location ?? (endpoint as { name: string }).name)
          : `${controller}#${action}`,
      params: { ...params },
      ...(conditional && { conditional }),
    }
  }

  it.each([
    ['/photos/12', { to: 'photos#show', params: { id: '12' } }],
    ['/photos/af', { to: 'photos#show', params: { id: 'af' } }],
    ['/photos/xx', null],
    ['/de/about', { to: 'pages#about', params: { locale: 'de' } }],
    ['/fr/about', null],
    ['/old/7', { to: '/photos/7', params: { id: '7' } }],
    ['/moved', { to: 'http://shop.example/moved', params: {} }],
    ['/block', { to: 'redirect', params: {} }],
    ['/files/a/b.txt', { to: 'files#show', params: { path: 'a/b.txt' } }],
    ['/data.json', { to: 'data#index', params: { format: 'json', page: 1, wide: true } }],
    ['/office', { to: 'pages#office', params: {}, conditional: true }],
    ['/maybe', { to: 'pages#maybe', params: {}, conditional: true }],
    ['/words/abc', { to: 'words#show', params: { word: 'abc' } }],
    ['/codes/12aF-X', { to: 'codes#show', params: { code: '12aF-X' } }],
    ['/codes/12ag-X', null],
    ['/blog', { to: 'blog/posts#index', params: {} }],
    ['/blog/posts/aF9', { to: 'blog/posts#show', params: { id: 'aF9' } }],
    ['/blog/jobs/queues/low', { to: 'queues#show', params: { name: 'low' } }],
    ['/blog/jobs/other', { to: 'Sidekiq', params: {} }],
    ['/blog/other', { to: 'Blog', params: {} }],
    ['/count/7', { to: 'Rack::Counter', params: {} }],
  ])('%s is %j', (path, expected) => {
    expect(find('GET', path, { host: 'example.org' })).toEqual(expected)
  })

  it('knows conditions, their options too, and verbs', () => {
    expect(find('GET', '/status', { host: 'api.example.org' })?.to).toBe('api#status')
    expect(find('GET', '/status', { host: 'WWW.example.org' })?.to).toBe('pages#status')
    expect(find('GET', '/status', { host: 'wwws.example.org' })).toBe(null)
    expect(find('PURGE', '/purge')?.to).toBe('cache#purge')
    expect(find('POST', '/search')?.to).toBe('search#index')
  })

  it('has helpers, those of engines under the names of their mounts', () => {
    expect(helpers.editCommentPath!('af')).toBe('/comments/af/edit')
    expect(helpers.blogPostPath!('a1')).toBe('/blog/posts/a1')
    expect(helpers.blogSidekiqQueuePath!('low')).toBe('/blog/jobs/queues/low')
    expect(helpers.blogRootPath!()).toBe('/blog/')
  })

  it('says what is not known, and where it stands', () => {
    expect(diagnostics).toEqual([])
    const odd = compile(recorded('shop', '7.2').replace('[[:alpha:]]++', '(\\\\w)\\\\1'))
    expect(odd.diagnostics.map(({ code, message, location }) => [code, message, location?.line])).toEqual([
      [
        'unknown-in-rails',
        'The requirement on `word` of `/words/:word(.:format)` (`routes[28]`) cannot be translated.',
        30,
      ],
    ])
  })

  it('types answers', () => {
    const { code: content } = emitTypes(manifest!)
    expect(content).toMatch(/^office: .*'office'.*conditional: true/m)
    // Routes of actions share one type.
    expect(content).toMatch(/^photos: ActionMatch</m)
    expect(content).toMatch(/interface ActionMatch<.*conditional\?: never/)
  })

  it('has the place in the route file of Rails where that is in the project', () => {
    const text = recorded('shop', '7.2')
    const located = compileRails({ file: 'config/routes.json', text }, {}, (file) => file === 'config/routes.rb')
    expect(located.manifest!.routes[0]!.location).toEqual({ file: 'config/routes.rb', line: 19, column: 1 })
    expect(manifest!.routes[0]!.location).toEqual({ file: 'config/routes.json', line: 2, column: 1 })
  })
})

describe('what is not what the task prints', () => {
  const route = {
    name: 'photo',
    verbs: ['GET'],
    path: '/photos/:id',
    anchored: true,
    defaults: { controller: 'photos', action: 'show' },
    requirements: {},
    conditions: {},
  }
  const file = (...routes: unknown[]) =>
    `{"rails":"7.2","routes":[\n${routes.map((routeData) => JSON.stringify(routeData)).join(',\n')}\n]}`
  const engine = (depth: number): object =>
    depth === 0 ? route : { ...route, name: null, app: { name: 'E', routes: [engine(depth - 1)] } }

  it.each([
    ['', 'The routes cannot be read: Unexpected end of input found.', 1],
    ['{"routes":[\n{"name":}]}', 'The routes cannot be read: Unexpected token RBrace found.', 2],
    [
      '[]',
      '`the file` in the routes of Rails must be an object with `routes`, as `bin/rails turnout:routes` prints it.',
      1,
    ],
    ['{}', '`routes` in the routes of Rails must be an array of routes.', 1],
    [file(7), '`routes[0]` in the routes of Rails must be an object.', 2],
    [
      file({ ...route, name: 'a"b' }),
      '`routes[0].name` in the routes of Rails must be a name in letters, digits and `_`, or null.',
      2,
    ],
    [
      file({ ...route, name: '__proto__' }),
      '`routes[0].name` in the routes of Rails must be a name in letters, digits and `_`, or null.',
      2,
    ],
    [
      file({ ...route, verbs: ['get'] }),
      '`routes[0].verbs` in the routes of Rails must be an array of verbs in upper case.',
      2,
    ],
    [
      file({ ...route, path: 'photos' }),
      '`routes[0].path` in the routes of Rails must be a path that begins with `/`.',
      2,
    ],
    [file({ ...route, anchored: 'yes' }), '`routes[0].anchored` in the routes of Rails must be true or false.', 2],
    [file({ ...route, requirements: [] }), '`routes[0].requirements` in the routes of Rails must be an object.', 2],
    [
      file({ ...route, constraints: [7] }),
      '`routes[0].constraints` in the routes of Rails must be an array of strings.',
      2,
    ],
    [
      file({ ...route, redirect: { to: 7, status: 301 } }),
      '`routes[0].redirect.to` in the routes of Rails must be a string or an object.',
      2,
    ],
    [
      file({ ...route, redirect: { to: '/', status: 'x' } }),
      '`routes[0].redirect.status` in the routes of Rails must be a number, or the name of a status such as `found`.',
      2,
    ],
    [file({ ...route, app: { name: 7 } }), '`routes[0].app.name` in the routes of Rails must be a string.', 2],
    [
      file({ ...route, defaults: {} }).replace('"defaults":{}', '"defaults":{"__proto__":1}'),
      '`routes[0].defaults.__proto__` in the routes of Rails must be another name.',
      2,
    ],
    ['['.repeat(1_000_000), 'The routes cannot be read: it is nested too deep.', 1],
    [
      `{"routes":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`,
      '`routes` in the routes of Rails must be an array of routes.',
      1,
    ],
    [' '.repeat(32 * 1024 * 1024 + 1), 'The routes cannot be read: it has more than 32 Mi characters.', 1],
  ])('%.60s', (text, message, line) => {
    const { manifest, diagnostics } = compile(text)
    expect(manifest).toBe(null)
    expect(diagnostics.map(({ code }) => code)).toEqual(['invalid-rails-json'])
    expect(diagnostics[0]!.message).toContain(message)
    expect(diagnostics[0]!.location).toMatchObject({ file: 'config/routes.json', line })
  })

  it('names twenty slips at most, and counts the others', () => {
    const { manifest, diagnostics } = compile(file(...Array.from({ length: 1000 }, () => 7)))
    expect(manifest).toBe(null)
    expect(diagnostics).toHaveLength(20)
    expect(diagnostics.at(-1)!.message).toBe('981 more values in the routes of Rails are not valid.')
  })

  const garbage: readonly unknown[] = [
    null,
    7,
    '',
    [],
    {},
    [[]],
    { a: { b: [null] } },
    true,
    ['__proto__'],
    { __proto__x: 1 },
  ]

  it.each([...Object.keys(route), 'constraints', 'source', 'redirect', 'app'])(
    'does not remove other routes: any value for `%s`',
    (key) => {
      const about = { ...route, name: 'about', path: '/about' }
      for (const value of garbage) {
        const { manifest, diagnostics } = compile(file({ ...route, name: 'odd', [key]: value }, about))
        expect(manifest?.routes.map(({ name }) => name)).toContain('about')
        const isTaken = manifest!.routes.length === 2
        expect(isTaken || diagnostics.length > 0).toBe(true)
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(diagnostics.length).toBeLessThan(5)
      }
      const withoutKey = Object.fromEntries(Object.entries({ ...route, [key]: null }).filter(([name]) => name !== key))
      expect(compile(file(withoutKey, about)).manifest!.routes.map(({ name }) => name)).toContain('about')
    },
  )

  it('does not remove other routes: entries that are no objects', () => {
    const { manifest, diagnostics } = compile(file(...garbage, route, ...garbage))
    expect(manifest!.routes).toHaveLength(1)
    expect(diagnostics.length).toBeLessThanOrEqual(20)
    expect(new Set(diagnostics.map(({ severity }) => severity))).toEqual(new Set(['warning']))
  })

  it('reads the routes of an engine and its mount although one route of the engine has a mistake', () => {
    const app = { name: 'Blog', routes: [7, { ...route, name: 'post', path: '/posts' }] }
    const { manifest, diagnostics } = compile(file({ ...route, name: 'blog', path: '/blog', anchored: false, app }))
    expect(manifest!.routes.map(({ pattern }) => pattern)).toEqual(['/blog/posts', '/blog'])
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '`routes[0].app.routes[0]` in the routes of Rails must be an object.',
    ])
  })

  it('limits engines in each other, and keeps their mounts', () => {
    const { manifest, diagnostics } = compile(file(engine(17)))
    expect(manifest!.routes).toHaveLength(17)
    expect(diagnostics[0]!.message).toContain('no more than 16 engines in each other.')
  })

  it.each([
    [{ path: '/:controller/:action', defaults: {} }, 'rails-route-left-out', 'is excluded'],
    [{ path: `/${'a'.repeat(9000)}` }, 'rails-route-left-out', 'is excluded'],
    [{ path: '/photos/:id/(' }, 'rails-route-left-out', 'is excluded'],
    [{ path: '/:__proto__' }, 'rails-route-left-out', 'is excluded'],
    [{ path: `/${'(a)'.repeat(10)}` }, 'rails-route-left-out', 'is excluded'],
    [{ path: '/%zz' }, 'rails-route-left-out', 'is excluded'],
    [{ path: '/a/../b' }, 'rails-route-left-out', 'is excluded'],
    [{ path: '/__VITE_ASSET__' }, 'rails-route-left-out', 'is excluded'],
    [{ defaults: { controller: 'a"b', action: 'c' } }, 'rails-route-left-out', 'a"b'],
    [{ defaults: { controller: 'a', action: '__proto__' } }, 'rails-route-left-out', '__proto__'],
    [{ requirements: { id: { regexp: 'a'.repeat(5000), flags: '' } } }, 'rails-route-left-out', 'id'],
    [{ redirect: { to: 'javascript://%0Aalert(1)', status: 301 } }, 'rails-route-left-out', 'javascript:'],
    [{ redirect: { to: 'http://a b/', status: 301 } }, 'rails-route-left-out', 'host'],
    [{ redirect: { to: '/', status: 200 } }, 'rails-route-left-out', '200'],
    [{ redirect: { to: '/', status: 'not_found' } }, 'rails-route-left-out', '404'],
    [{ requirements: { id: { regexp: '(?<x>a)\\k<x>', flags: '' } } }, 'unknown-in-rails', 'requirement on `id`'],
    [{ conditions: { subdomain: { unknown: 'Proc' } } }, 'unknown-in-rails', 'condition on `subdomain`'],
    [{ conditions: { tenant: 'a' } }, 'unknown-in-rails', 'condition on `tenant`'],
    [
      { defaults: { controller: 'a', action: 'b', page: { unknown: 'Money' } } },
      'unknown-in-rails',
      'default of `page`',
    ],
  ])('%j', (fields, code, words) => {
    const about = { ...route, name: 'about', path: '/about', defaults: { controller: 'pages', action: 'about' } }
    const { diagnostics, manifest } = compile(file({ ...route, ...fields }, about))
    const [diagnostic] = diagnostics
    expect(diagnostic).toMatchObject({ code, location: { file: 'config/routes.json', line: 2 } })
    expect(diagnostic!.message).toContain(words)
    if (diagnostic!.severity === 'warning') expect(manifest!.routes.map(({ name }) => name)).toEqual(['about'])
  })

  it('accepts every requirement that Rails accepts, and matches it in linear time', () => {
    const { manifest, diagnostics } = compile(
      file({ ...route, path: '/photos/:id', requirements: { id: { regexp: '(a+)+b', flags: '' } } }),
    )
    expect(diagnostics).toEqual([])
    const { match } = load(manifest!)
    expect((match as Match)('GET', `/photos/${'a'.repeat(60_000)}`)).toBeNull()
    expect((match as Match)('GET', '/photos/aab')).toMatchObject({ params: { id: 'aab' } })
  })

  it('writes no text of the file into code but as a text', () => {
    const bad = `'"\`;\u2028</script>\${alert(1)}//`
    const text = file(
      { ...route, defaults: {}, app: { name: bad } },
      { ...route, name: 'b', defaults: { ...route.defaults, [bad]: bad } },
    )
    const { manifest } = compile(text)
    const module = load(manifest!)
    const routeMatch = (module['match'] as Match)('GET', '/photos/7')
    expect((routeMatch!.endpoint as { name: string }).name).toBe(bad)
  })
})
