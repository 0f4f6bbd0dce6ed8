// What the emitted module of a client answers, and what it says of the routes that are left out.
import fc from 'fast-check'
import type { AllowedMethods, Match, MatchAll } from '@turnout/runtime'
import { describe, expect, it } from 'vitest'
import { compileRoutes, type Block, type ClientRoutes, type Manifest } from '../src/index.ts'
import { redirect } from '../src/dsl.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { bundleWithVite } from './bundle.ts'
import { loadModule } from './load-module.ts'
import { request, table } from './matcher-samples.ts'
import { fixedSeed, runsOf } from './runs.ts'

const SEED = fixedSeed(20261122)
const RUNS = runsOf(200)

interface Answers {
  readonly match: Match
  readonly matchAll: MatchAll
  readonly allowedMethods: AllowedMethods
}

function load(manifest: Manifest, clientRoutes?: ClientRoutes): Answers {
  return loadModule(emitModule(manifest, clientRoutes ? { clientRoutes } : {}).code) as unknown as Answers
}

function compiled(block: Block): Manifest {
  const { manifest, diagnostics } = compileRoutes(block, { callables: 'by-name' })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return manifest!
}

/** The text of a client's module, and its helpers. */
function client(block: Block, clientRoutes: ClientRoutes) {
  const manifest = compiled(block)
  const { code } = emitModule(manifest, { clientRoutes })
  return { code, module: loadModule(code), ...load(manifest, clientRoutes) }
}

describe('the matcher of a client', () => {
  it(`answers as that of a server, and null where a route is left out (seed ${SEED})`, () => {
    let hits = 0
    let misses = 0
    const agree = fc.property(
      table,
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      fc.array(request, { minLength: 1, maxLength: 40 }),
      (whole, left, requests) => {
        const manifest: Manifest = {
          ...whole,
          // What functions say is not known in clients: see below.
          routes: whole.routes.map((route, index) => ({
            ...route,
            controller: left[index] === true ? 'secret' : 'open',
            constraints: [],
          })),
        }
        const server = load(manifest)
        const own = load(manifest, { except: 'secret' })
        const { match, matchAll, allowedMethods } = own
        for (const { method, path, attributes } of requests) {
          const whole = [...server.matchAll(method, path, attributes)]
          const end = whole.findIndex(({ controller }) => controller === 'secret')
          const expected = end === -1 ? whole : whole.slice(0, end)
          if (expected.length > 0) hits++
          else if (end === 0) misses++
          expect(match(method, path, attributes)).toEqual(expected[0] ?? null)
          expect([...matchAll(method, path, attributes)]).toEqual(expected)
          const isOpen = (verb: string) => server.match(verb, path, attributes)?.controller === 'open'
          // A verb that only routes name that are left out may be listed, where a route for any verb answers it.
          const isNamed = (verb: string) =>
            verb !== 'PURGE' ||
            manifest.routes.some((route) => route.controller === 'open' && route.verbs.includes(verb))
          expect(allowedMethods(path, attributes).filter(isNamed)).toEqual(
            server.allowedMethods(path, attributes).filter((verb) => isOpen(verb) && isNamed(verb)),
          )
        }
        expect(emitModule(manifest, { clientRoutes: { except: 'secret' } }).code).not.toContain('secret')
      },
    )
    fc.assert(agree, { seed: SEED, numRuns: RUNS })
    expect(Math.min(hits, misses)).toBeGreaterThan(RUNS / 5)
  })

  it('counts a request as that of a route that is left out, whatever its constraint would say', () => {
    const { match } = client(
      (r) => {
        r.get('photos', { to: 'admin/photos#index', constraints: function isAdmin() {} })
        r.resources('photos', { only: ['index', 'show'] })
      },
      { except: 'admin/*' },
    )
    expect(match('GET', '/photos')).toBeNull()
    expect(match('GET', '/photos/7')).toMatchObject({ action: 'show' })
  })

  it('goes by the conditions of a route that is left out', () => {
    const { match } = client(
      (r) => {
        r.constraints({ subdomain: 'admin' }, () => r.root('admin/pages#home', { as: 'admin_root' }))
        r.root('pages#home')
      },
      { except: 'admin/*' },
    )
    expect(match('GET', '/', { host: 'admin.example.org' })).toBeNull()
    expect(match('GET', '/', { host: 'www.example.org' })).toMatchObject({ controller: 'pages' })
  })

  it('leaves HEAD to a route that names it, though it is left out and comes later', () => {
    const { match } = client(
      (r) => {
        r.get('photos', { to: 'photos#index' })
        r.match('photos', { to: 'probes#head', via: 'head' })
      },
      { except: 'probes' },
    )
    expect(match('HEAD', '/photos')).toBeNull()
    expect(match('GET', '/photos')).toMatchObject({ action: 'index' })
  })

  it('answers null behind mounts and redirects that are left out', () => {
    const { match } = client(
      (r) => {
        r.mount(function sidekiq() {}, { at: '/jobs' })
        r.get('old', { to: redirect('/new') })
        r.get('*path', { to: 'pages#any' })
      },
      { except: ['/jobs', '/old'] },
    )
    expect(['/jobs', '/jobs/1/retry', '/old', '/else'].map((path) => match('GET', path)?.action)).toEqual([
      undefined,
      undefined,
      undefined,
      'any',
    ])
  })
})

describe('the module of a client', () => {
  const album: Block = (r) => {
    r.resources('photos')
    r.namespace('admin', (admin) => {
      admin.resources('secrets', { param: 'codename', constraints: { codename: /[a-z]{7}/ } })
      admin.root('secrets#home')
    })
    r.get('launch', { to: redirect('/admin/secrets') })
    r.mount(function missileControl() {}, { at: '/silo', as: 'silo' })
    r.resolve('Secret', ['admin_secret', { codename: 'abcdefg' }] as never)
    r.direct('secret_door', ['admin_secrets', {}] as never)
    r.direct('docs', 'https://docs.example.org')
  }
  const except = ['admin/*', '/launch', '/silo']

  it('has nothing at all of routes that no later one could answer for', () => {
    const { code } = client(album, { except })
    expect(code).not.toMatch(/admin|secret|codename|launch|silo|missile|hidden/i)
    expect(code).toContain('docsUrl')
    expect(code).toContain('photosPath')
  })

  it('has of the others the text of their paths, their requirements and conditions, and no names', () => {
    const { code } = client(
      (r) => {
        album(r)
        r.get('*path', { to: 'pages#any' })
      },
      { except },
    )
    expect(code).toMatch(/\badmin secrets\b/)
    expect(code).not.toMatch(/codename|admin_secret|admin\/secrets|adminSecret|missile|secretDoor/i)
  })

  it('has the whole table where the option leaves nothing out, to the byte', () => {
    const manifest = compiled(album)
    for (const clientRoutes of [{}, { except: [] }, { only: ['*', '/*'] }]) {
      expect(emitModule(manifest, { clientRoutes }).code).toBe(emitModule(manifest).code)
    }
  })

  it.each<[string, ClientRoutes, string[]]>([
    ['a controller', { only: 'photos' }, ['photo', 'photos', 'newPhoto', 'editPhoto']],
    ['an action', { only: ['photos#show', 'photos#index'] }, ['photo', 'photos']],
    ['a folder', { only: 'admin/*', except: '*#new' }, ['adminSecrets', 'editAdminSecret', 'adminSecret', 'adminRoot']],
    ['an action of all', { only: '*#edit' }, ['editPhoto', 'editAdminSecret']],
    ['a path', { only: '/*', except: '/si*' }, ['launch']],
    ['none', { only: [] }, []],
    [
      'a folder is not its controller',
      { only: ['photos', 'admin/*'], except: 'admin/secrets' },
      ['photo', 'photos', 'newPhoto', 'editPhoto'],
    ],
  ])('has the helpers of %s', (_, clientRoutes, names) => {
    const { module } = client(album, clientRoutes)
    const helpers = Object.keys(module).filter(
      (name) => /(?<!For)Path$/.test(name) && !/^(docs|secretDoor|path)/.test(name),
    )
    expect(helpers.sort()).toEqual(names.map((name) => `${name}Path`).sort())
  })

  it('shakes, and has nothing of what hides routes where none is hidden', async () => {
    const manifest = compiled((r) => {
      r.resources('photos')
      r.namespace('admin', (admin) => admin.resources('secrets'))
      r.get('*path', { to: 'pages#any' })
    })
    const except = 'admin/*'
    const bundled = (names: string, clientRoutes?: ClientRoutes) =>
      bundleWithVite(
        `export { ${names} } from 'virtual:routes'`,
        emitModule(manifest, clientRoutes ? { clientRoutes } : {}).code,
        false,
      )
    expect(await bundled('match', { only: 'photos' })).not.toMatch(
      /matchWithoutHidden|matchAllWithoutHidden|allowedMethodsWithoutHidden/,
    )
    expect(await bundled('match', { except })).toMatch(/matchWithoutHidden/)
    expect(await bundled('photoPath', { except })).toBe(await bundled('photoPath'))
  })
})

describe('the option', () => {
  const diagnosticsOf = (clientRoutes: unknown) =>
    compileRoutes((r) => r.namespace('admin', (admin) => admin.resources('users')), {
      clientRoutes: clientRoutes as ClientRoutes,
    }).diagnostics.map(({ code, message }) => `${code}: ${message}`)

  it.each<[unknown, string]>([
    ['admin/*', 'It is admin/*.'],
    [['admin/*'], 'It is admin/*.'],
    [{ exept: 'admin/*' }, 'It has no `exept`. Did you mean `except`?'],
    [{ only: [7] }, '`only` has 7: it is not a string.'],
    [{ only: '' }, '`only` has : it is empty.'],
    [{ except: 'GET /admin' }, '`except` has GET /admin: it holds white space.'],
    [{ except: 'admin/**' }, '`except` has admin/**: one `*` stands for any text, slashes included.'],
    [{ except: 'a#b#c' }, '`except` has a#b#c: it has more than one `#`.'],
    [{ except: 'users#' }, '`except` has users#: something is missing beside its `#`.'],
    [{ except: '/admin#x' }, '`except` has /admin#x: a path has no `#`.'],
    [{ except: 'admin/' }, '`except` has admin/: a segment of the controller is empty.'],
  ])('refuses %j', (clientRoutes, slip) => {
    expect(diagnosticsOf(clientRoutes)).toEqual([`invalid-client-routes: \`clientRoutes\` is invalid. ${slip}`])
  })

  it.each<[ClientRoutes, string]>([
    [{ except: 'amdin/*' }, "`except: 'amdin/*'` in `clientRoutes` matches no route. Did you mean `admin/*`?"],
    [
      { only: ['admin/*', 'admin/user'] },
      "`only: 'admin/user'` in `clientRoutes` matches no route. Did you mean `admin/users`?",
    ],
    [{ except: 'admin' }, "`except: 'admin'` in `clientRoutes` matches no route. Did you mean `admin/*`?"],
    [{ except: '/admin/*' }, "`except: '/admin/*'` in `clientRoutes` matches no route. Did you mean `admin/*`?"],
  ])('tells of what is about no route: %j', (clientRoutes, message) => {
    expect(diagnosticsOf(clientRoutes)).toEqual([`idle-client-pattern: ${message}`])
  })
})
