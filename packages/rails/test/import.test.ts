import { describe, expect, it } from 'vitest'
import * as dsl from '../../compiler/src/dsl.ts'
import { compileRoutes, type Block, type ManifestRoute } from '@turnout/compiler'
import { compileRails } from '../src/compile-rails.ts'
import { importRails } from '../src/import/import-routes.ts'
import { NAMES, recorded, TABLES } from './recorded.ts'
import { fileOf, routeOf } from './json.ts'

const read = (text: string) => importRails({ file: 'config/routes.json', text }, './rails-functions')

/** Runs a route file as it was written; its functions are known by their names. */
function run(text: string): Block {
  const script = text.replace(/^import .*$/gm, '').replace('export default ', 'return ')
  const functions = new Proxy({}, { get: (_, name) => Object.defineProperty(() => true, 'name', { value: name }) })
  return new Function('defineRoutes', 'redirect', 'functions', script)(
    dsl.defineRoutes,
    dsl.redirect,
    functions,
  ) as Block
}

/** A route without what the two tables have in different words: its place, and code of the server. */
function plain({ location: _location, conditional, constraints, endpoint, ...route }: ManifestRoute) {
  return {
    ...route,
    asks: conditional === true || constraints.length > 0,
    endpoint: endpoint?.kind === 'callable' ? 'a callable' : endpoint,
  }
}

/** Of each application: routes, and those that came out of resources. */
const COUNTS: Readonly<Record<string, readonly [routes: number, inResources: number]>> = {
  huginn: [81, 75],
  'solidus-backend': [285, 278],
  danbooru: [513, 428],
  gumroad: [776, 350],
  hitobito: [534, 391],
  mastodon: [772, 659],
  'spree-api': [791, 716],
  cartodb: [588, 30],
  inaturalist: [1128, 872],
  'gitlab-part': [97, 0],
  shop: [40, 20],
}

describe('a route file made of what Rails prints', () => {
  it.each([...NAMES, ...TABLES, 'shop'] as const)('makes the same table: %s', (name) => {
    const text = recorded(name, '7.2')
    const { imported, unmade } = read(text)
    expect(unmade.map(({ pattern }) => pattern)).toEqual([])
    const { manifest, diagnostics } = compileRoutes(run(imported!.routes), { callables: 'by-name' })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const wanted = compileRails({ file: 'config/routes.json', text }).manifest!
    expect(manifest!.routes.map(plain)).toEqual(wanted.routes.map(plain))
    expect([imported!.counts.routes, imported!.counts.inResources]).toEqual(COUNTS[name])
  })

  it('is written as a person would', () => {
    const { imported } = read(recorded('huginn', '7.2'))
    expect(imported!.functions).toBe(null)
    expect(imported!.routes).toContain(`  r.resources('services', { only: ['index', 'destroy'] }, (services) => {
    services.post('toggle_availability', { on: 'member' })
  })
`)
    expect(imported!.routes).toContain(`  r.namespace('admin', (admin) => {
    admin.resources('users', { except: 'show' }, (users) => {
      users.put('deactivate', { on: 'member' })
`)
    expect(imported!.routes).toContain(`  r.resource('diagram', { only: 'show' })`)
    expect(imported!.routes).toContain(`  r.root('home#index')`)
  })

  it('writes the members of a shallow resource with its collection', () => {
    expect(read(recorded('shop', '7.2')).imported!.routes).toContain(`photos.resources('comments', { shallow: true, `)
  })

  it('writes what all routes of a namespace have in common once', () => {
    const defaults = { controller: 'api/photos', action: 'index', format: 'json' }
    const { imported } = read(
      fileOf(
        routeOf({ path: '/api/status(.:format)', defaults: { ...defaults, action: 'status' }, name: 'api_status' }),
        routeOf({ path: '/api/photos(.:format)', defaults, name: 'api_photos' }),
      ),
    )
    expect(imported!.routes).toContain(`  r.namespace('api', { defaults: { format: 'json' } }, (api) => {
    api.get('status', { to: 'photos#status' })
    api.resources('photos', { only: 'index' })
  })
`)
  })

  it('names the functions that are to be filled in', () => {
    const { imported } = read(recorded('shop', '7.2'))
    expect(imported!.routes).toContain(`import * as functions from './rails-functions'`)
    expect(imported!.routes).toContain(`r.get('/office', { to: 'pages#office', constraints: functions.office })`)
    const names = [...imported!.functions!.matchAll(/^export function (\w+)/gm)].map(([, name]) => name!)
    const used = [...new Set([...imported!.routes.matchAll(/functions\.(\w+)/g)].map(([, name]) => name!))]
    expect(names.sort()).toEqual(used.sort())
    expect(imported!.functions).toContain(
      '/** Stands for `Rack::Counter` of the Rails application, which answers there. */',
    )
  })
})

describe('a resource', () => {
  const show = (path: string, controller: string, fields: object = {}) =>
    routeOf({ path, defaults: { controller, action: 'show' }, ...fields })
  const index = (path: string, controller: string, fields: object = {}) =>
    routeOf({ path, defaults: { controller, action: 'index' }, ...fields })

  it.each([
    [
      '/search(/*terms)',
      show('/search(/*terms)(.:format)', 'searches', { requirements: { terms: { regexp: '.+?', flags: 'm' } } }),
    ],
    ['/:id/:slug', show('/:id/:slug(.:format)', 'books')],
    ['/~:username', show('/~:username(.:format)', 'users')],
    ['/tags.json', index('/tags.json', 'tags')],
    ['/files/*path', show('/files/*path', 'files')],
    ['/s/:id(/:title)', show('/s/:id(/:title)(.:format)', 'stories')],
    ['/blocks', index('/blocks(.:format)', 'home', { name: 'blocks' })],
    ['/health', show('/health(.:format)', 'health', { name: 'health' })],
  ])('is not invented for a single route: %s', (path, entry) => {
    const { imported } = read(fileOf(entry))
    expect(imported!.counts).toMatchObject({ routes: 1, inResources: 0 })
    expect(imported!.routes).toContain(`  r.get('${path}', { to: '`)
  })

  it.each([
    [`r.resources('photos', { only: 'index' })`, index('/photos(.:format)', 'photos', { name: 'photos' })],
    [`r.resources('tags', { param: 'name', only: 'show' })`, show('/tags/:name(.:format)', 'tags', { name: 'tag' })],
    [`r.resource('session', { only: 'show' })`, show('/session(.:format)', 'sessions', { name: 'session' })],
    [
      `r.resources('banned_ips', { path: 'banned-ips', only: 'index' })`,
      index('/banned-ips(.:format)', 'banned_ips', { name: 'banned_ips' }),
    ],
  ])('is written where its own rules are enough: %s', (call, entry) => {
    expect(read(fileOf(entry)).imported!.routes).toContain(`  ${call}\n`)
  })
})

describe('what the route file lacks', () => {
  const lossesOf = (head: object, ...routes: object[]) => read(JSON.stringify({ ...head, routes })).imported!.losses

  it('is nothing for a table with nothing but routes', () => {
    expect(lossesOf({ directs: [], resolves: [] }, routeOf({}))).toEqual([])
  })

  it('is listed', () => {
    const directs = Array.from({ length: 12 }, (_, number) => `link${number}`)
    const routes = [
      routeOf({ source: 'config/routes.rb:1' }),
      routeOf({ path: '/b', source: 'config/routes/api.rb:1' }),
      routeOf({ path: '/:controller/:action', defaults: {} }),
    ]
    expect(lossesOf({ directs, resolves: ['Basket'] }, ...routes)).toEqual([
      '1 route is left out; the warning says why.',
      expect.stringMatching(/^Write `direct` by hand for `link0`, .*`link9` and 2 more: /),
      'Write `resolve` by hand for `Basket`: its block is Ruby code.',
      'The routes of `config/routes/api.rb` are in the same file as the others.',
    ])
  })

  it('may be unknown, for the JSON of an older task', () => {
    expect(lossesOf({}, routeOf({}))).toEqual([expect.stringContaining('does not list `direct` and `resolve`')])
  })
})

describe('what is written', () => {
  const bad = `'"\`;\u2028*/</script>\${alert(1)}\n//`

  it.each([
    ['defaults', { defaults: { controller: 'a', action: 'b', [bad]: bad } }],
    ['an app', { defaults: {}, app: { name: bad } }],
    ['a constraint', { constraints: [bad] }],
    ['the words of the language', { constraints: ['class'] }],
    ['a redirect', { defaults: {}, redirect: { to: `/${encodeURIComponent(bad)}`, status: 301 } }],
    ['an expression', { path: '/:id', requirements: { id: { regexp: '[*/"\'`]+', flags: '' } } }],
    ['a path', { path: "/caf%C3%A9/'%22;(.:format)" }],
    [
      'an expression that an engine would run slowly',
      { path: '/:id', requirements: { id: { regexp: '(.*)\\.(.*)\\.(.*)', flags: '' } } },
    ],
    [
      'a requirement of a glob, in a constraint of the server',
      { path: '/*all(.:format)', requirements: { all: { regexp: '[a-z/]+', flags: '' } }, constraints: ['Own'] },
    ],
    [
      'an expression in a default',
      { defaults: { controller: 'a', action: 'b', more: { deep: { regexp: '\\h+', flags: '' } } } },
    ],
    ['escapes in a path', { path: '/a%252Fb/%253Aid/%2528c%2529(.:format)' }],
    ['a name of a block', { path: '/class/:class_id/new(.:format)', defaults: { controller: 'new', action: 'index' } }],
  ])('holds text as text: %s', (_what, fields) => {
    const text = fileOf(routeOf(fields))
    const { imported } = read(text)
    const { manifest, diagnostics } = compileRoutes(run(imported!.routes), { callables: 'by-name' })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const wanted = compileRails({ file: 'config/routes.json', text }).manifest!
    expect(manifest!.routes.map(plain)).toEqual(wanted.routes.map(plain))
    // What stands for the server's code is a module that compiles.
    void new Function((imported!.functions ?? '').replaceAll('export ', '').replaceAll(/: (?:void|boolean)/g, ''))
  })

  it('is nothing where the JSON has errors', () => {
    const { imported, diagnostics } = read(fileOf(routeOf({ verbs: ['get'] })))
    expect(imported).toBe(null)
    expect(diagnostics).toMatchObject([{ code: 'invalid-rails-json' }])
  })

  it.each(['/a%2Fb', '/%3Aid', '/a%28b%29', '/%2Aall'])('is nothing for a path that Rails never prints: %s', (path) => {
    expect(read(fileOf(routeOf({ path })))).toMatchObject({ imported: null, unmade: [{ pattern: path }] })
  })

  it('lets a function decide about a route whose requirement is wider than in Rails', () => {
    const { imported } = read(
      fileOf(routeOf({ path: '/:id(.:format)', requirements: { id: { regexp: '(\\w)\\1', flags: '' } } })),
    )
    expect(imported!.routes).toContain('r.constraints(functions.unknown, ')
    expect(imported!.functions).toContain('export function unknown()')
  })

  it('leaves out a route that no declaration makes, and says why', () => {
    const { imported, unmade } = read(fileOf(routeOf({ path: '/100%25(.:format)' }), routeOf({ path: '/b(.:format)' })))
    expect(unmade.map(({ pattern }) => pattern)).toEqual(['/100%25(.:format)'])
    expect(unmade[0]!.reason).toContain('%')
    expect(imported!.counts).toMatchObject({ routes: 1, leftOut: 1 })
    expect(imported!.routes).toContain("r.get('/b'")
  })

  it('is nothing where no declaration makes a route', () => {
    const { imported, unmade } = read(
      fileOf(
        routeOf({
          path: '/x',
          defaults: { controller: 'a', action: 'b', path: 'c', subdomain: 'd' },
          conditions: { subdomain: 'e' },
        }),
      ),
    )
    expect(imported === null).toBe(unmade.length > 0)
  })

  it('keeps the order of routes that a resource would change', () => {
    const photos = { path: '/photos', defaults: { controller: 'photos', action: 'index' }, name: 'photos' }
    const preview = {
      path: '/photos/:id/preview',
      defaults: { controller: 'photos', action: 'preview' },
      name: 'preview_photo',
    }
    const text = fileOf(routeOf(photos), routeOf(preview))
    const { imported } = read(text)
    const { manifest } = compileRoutes(run(imported!.routes))
    expect(manifest!.routes.map(({ name }) => name)).toEqual(['photos', 'preview_photo'])
    expect(imported!.counts.inResources).toBe(1)
  })
})
