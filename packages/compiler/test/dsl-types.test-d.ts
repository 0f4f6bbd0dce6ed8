// Type tests: checked by `tsc`, never run. Each `@ts-expect-error` is a mistake that must be a type error.
import type { IncomingMessage } from 'node:http'
import { expectTypeOf } from 'vitest'
import {
  action,
  defineRoutes,
  redirect,
  type MatchOptions,
  type MountOptions,
  type RequestAttributes,
  type RequestLike,
  type ResourceBlock,
  type ResourceOptions,
  type ResourcesBlock,
  type Routes,
  type ResourcesOptions,
  type RootOptions,
  type RouteOptions,
  type ScopeOptions,
} from '../src/dsl.ts'
import type { OptionsOf } from '../src/dsl/option-table.ts'

// The types have the options of the table.
expectTypeOf<keyof ScopeOptions>().toEqualTypeOf<OptionsOf<'scope'>>()
expectTypeOf<keyof ResourcesOptions>().toEqualTypeOf<OptionsOf<'resource'>>()
expectTypeOf<keyof ResourceOptions>().toEqualTypeOf<OptionsOf<'resource'>>()
expectTypeOf<keyof MatchOptions>().toEqualTypeOf<OptionsOf<'match'>>()
expectTypeOf<keyof RouteOptions>().toEqualTypeOf<OptionsOf<'verb'>>()
expectTypeOf<keyof RootOptions>().toEqualTypeOf<OptionsOf<'root'>>()
expectTypeOf<keyof MountOptions>().toEqualTypeOf<OptionsOf<'mount'>>()

export const home = { fetch: () => new Response('home') }
export const office = (request: { ip: string }) => request.ip === '10.0.0.1'
// What `match` is given is the app's choice.
export const beta = (request: Request) => request.headers.has('x-beta')
export const own = (params: { id: string }, request: RequestLike | RequestAttributes) => params.id in request
export const node = (request: IncomingMessage): RequestAttributes => request
export const object = { matches: (request: Request) => request.headers.has('x-beta') }
export class Tenant {
  readonly name = 'acme'
  static readonly matches = (request: Request) => request.url.startsWith('https:')
}
export class Plain {
  readonly name = 'acme'
}
export const caller = { call: (request: Request) => request.headers.has('x-beta') }

// TypeScript widens what is not `as const`.
const restriction = { only: 'index' }
const perhaps = (request: Request): boolean | Promise<boolean> => request.keepalive || request.text().then(Boolean)
const nothing = (): void => {}
const restrictions = { except: ['index', 'show'] }
const verbs = { via: ['get', 'post'] }
const level = { on: 'member' }
const typed: ResourcesOptions = { only: 'index', path: 'bilder' }
const maybe = Math.random() > 0.5 ? 'index' : undefined

defineRoutes((r) => {
  r.root('pages#home')
  r.root({ to: 'pages#home', as: 'home' })
  r.resources('photos')
  r.resources('photos', 'albums')
  r.resources('photos', 'albums', { only: ['index'] }, (each) => each.member((m) => m.get('x')))
  r.resources('photos', { only: ['index', 'show'], id: /\d+/, shallow: true, format: false }, (photos) => {
    photos.member((m) => m.get('preview'))
    photos.collection((c) => c.get(action('search'), { path: 'find' }))
    photos.new((n) => n.post('draft'))
    photos.nested((n) => n.get('inside'))
    photos.scope({ module: 'x' }, (s) => s.member((m) => m.get('scoped')))
    photos.namespace('admin', (admin) => admin.resources('notes'))
    photos.get('thumbnail', { on: 'member' })
  })
  r.resource('profile', { only: 'show' }, (profile) => profile.collection((c) => c.post('avatar')))
  // Several paths, for Rails 7.2.
  r.match('a', 'b', { via: ['get', 'post'], to: 'x#y' })
  r.get('a', action('b'), { to: 'x#y', constraints: (request) => request.host === 'x.test' })
  r.get('photos/search', 'photos/find')
  r.get('a', 'b', 'c', 'd', { to: 'x#y' })
  for (const path of ['a', 'b'] as const) r.get(path, path, { to: 'x#y' })
  r.match({ 'songs/:id': 'songs#show', via: 'all' })
  r.get('files/*path', { to: home, path2: /x/ })
  r.get('old', { to: redirect('/new', { status: 302 }), as: null })
  r.get('secure', { to: redirect({ protocol: 'https', host: 'h.test:8443' }) })
  // @ts-expect-error no scheme that a redirect may have
  r.get('odd', { to: redirect({ protocol: 'javascript' }) })
  r.constraints(office, (o) => o.resource('dashboard'))
  for (const each of [beta, own, object, Tenant]) r.constraints(each, (o) => o.resource('dashboard'))
  r.get('beta', { to: 'x#y', constraints: beta })
  r.constraints({ subdomain: 'api', id: /\d+/ }, (o) => o.resources('keys'))
  r.concern('commentable', (c, options) => c.resources('comments', options as { only: 'index' }))
  r.concerns('commentable', { only: 'index' })
  r.mount(home, { at: '/home' })
  r.resolve('User', () => ['profile'])
  r.direct('homepage', 'https://example.org')
  r.draw('api')
  r.resourcesPathNames({ new: 'neu' })

  r.resources('photos', restriction)
  r.resources('photos', restrictions, (photos) => photos.get('preview', level))
  r.resources('photos', typed, () => {})
  r.resources('photos', { only: maybe, as: undefined, id: undefined })
  r.scope(restriction, (s) => s.resources('photos'))
  r.match('search', { to: 'a#b', ...verbs })
  r.root('pages#home', { via: 'all' })
  r.root({ to: 'pages#home', via: ['get', 'post'] })
  for (const each of [caller, office]) r.constraints(each, () => {})
  // A function in its place is a diagnostic; its parameter has a type all the same.
  r.get('a', { to: 'a#b', constraints: (request) => request.host?.endsWith('.test') })
  r.constraints(
    (request) => {
      expectTypeOf(request.host).toEqualTypeOf<string | undefined>()
      expectTypeOf(request.url).toEqualTypeOf<string | undefined>()
      expectTypeOf(request.ip).toEqualTypeOf<string | undefined>()
      return request.headers
    },
    () => {},
  )
  r.resources('a', () => {})
  r.resources('a', 'b', () => {})
  r.resources('a', 'b', { only: 'index' }, () => {})
  r.resources('a', 'b', 'c', { only: 'index' }, () => {})
  r.resources('a', 'b', 'c', 'd', { only: 'index' })
  r.resources('a', 'b', 'c', (each) => each.member((m) => m.get('x')))
  r.scope(() => {})
  r.scope('a', () => {})
  r.scope('a', 'b', { module: 'x' }, (s) => s.get('c'))
  r.scope('a', { module: 'x' }, () => {})
  r.namespace('a', () => {})
  r.namespace('a', { path: null }, () => {})
  r.concern('archivable', { call: (c) => c.member((m) => m.post('archive')) })
  r.concerns('a', 'b')
  r.concerns(['a', 'b'], { only: 'index' })
})

defineRoutes((r) => {
  // Default parameters as options.
  r.get('faq', { to: 'pages#show', id: 'faq', code: 400, draft: false })
  r.resources('errors', { only: 'show', code: 400 })
  r.scope('de', { locale: 'de' }, () => {})
  // Options that several calls have in common, as constants: TypeScript has widened what is in them.
  const readOnly = { only: ['index', 'show'], format: false }
  const search = { via: ['get', 'post'], on: 'collection', anchor: true }
  const numbered = { id: /\d+/, code: 400, constraints: { subdomain: 'api' }, defaults: { locale: 'de' } }
  r.resources('photos', readOnly)
  r.resources('photos', { ...readOnly, ...numbered, path: 'bilder' })
  r.resources('albums', (albums) => albums.match('search', search))
  r.resources('albums', (albums) => albums.match('search', { ...search, to: 'albums#search' }))
  r.get('photos/:id', { to: 'photos#show', ...numbered })
  r.scope(readOnly, () => r.resources('photos'))
  const slip = { ony: ['index'] }
  // @ts-expect-error no such option, in a constant
  r.resources('photos', slip)
})

defineRoutes((r) => {
  r.get('a', { to: redirect('/b', { query: 'keep', status: 302 }) })
  r.get('a/:id', {
    to: redirect((params, request) => {
      expectTypeOf(request.host).toEqualTypeOf<string | undefined>()
      expectTypeOf(params).toExtend<Readonly<Record<string, unknown>>>()
      return `/b/${params['id']}`
    }),
  })
  r.get('a/:id', { to: redirect(({ id }: { id: string }) => `/b/${id}`) })
  r.get('a/:id', { to: redirect((_params: { id: string }, { url }: Request) => new URL(url)) })
  r.get('a/:id', { to: redirect(() => '/b') })
  // @ts-expect-error it returns no location
  redirect(() => 5)
  // @ts-expect-error a location is needed at once
  redirect(async () => '/b')
  // @ts-expect-error a query is kept or not
  redirect('/b', { query: true })
  // @ts-expect-error no such part
  redirect({ pth: '/b' })
})

defineRoutes((r) => {
  // @ts-expect-error member exists only in a resource
  r.member(() => {})
  // @ts-expect-error collection exists only in a resource
  r.collection(() => {})
  // @ts-expect-error new exists only in a resource
  r.new(() => {})
  // @ts-expect-error nested exists only in a resource
  r.nested(() => {})
  // @ts-expect-error no such action
  r.resources('photos', { only: ['indx'] })
  // @ts-expect-error no such action
  r.resources('photos', { except: 'list' })
  // @ts-expect-error a singular resource has no index
  r.resource('profile', { only: ['index'] })
  // @ts-expect-error no such option
  r.resources('photos', { ony: ['index'] })
  // @ts-expect-error no such option
  r.get('photos', { too: 'photos#index' })
  // @ts-expect-error no such option of a scope
  r.scope({ modul: 'admin' }, () => {})
  // @ts-expect-error no such option of a namespace
  r.namespace('admin', { modul: 'admin' }, () => {})
  // @ts-expect-error no such level
  r.get('photos', { on: 'top' })
  // @ts-expect-error no such verb
  r.match('photos', { via: 'fetch' })
  // @ts-expect-error a path is needed
  r.mount(home, {})
  // @ts-expect-error what answers is the app
  r.mount(home, { at: '/home', to: 'a#b' })
  // @ts-expect-error the verb is the method
  r.get('photos', { via: 'get' })
  // @ts-expect-error a default parameter that is not a text, number or boolean stands in defaults
  r.resources('photos', { codes: [400] })
  // @ts-expect-error a slip of `path`
  r.get('photos', { to: 'photos#index', pth: 'bilder' })
  // @ts-expect-error an option of others
  r.get('photos', { to: 'photos#index', param: 'slug' })
  // @ts-expect-error the root has its path
  r.root('pages#home', { path: 'home' })
  // @ts-expect-error neither a name nor options
  r.resources('photos', 5)
  // @ts-expect-error neither a path nor options
  r.get('photos', 5)
  // @ts-expect-error of many names, too
  r.resources('a', 'b', 'c', { ony: 'index' })
  // @ts-expect-error of many paths, too
  r.get('a', 'b', { too: 'a#b' })
  // @ts-expect-error a target in the place of a path, as in Hono
  r.get('posts', 'posts#index')
  // @ts-expect-error and as in Laravel
  r.get('posts', 'PostsController@index')
  // @ts-expect-error a handler in the place of options
  r.get('posts', office)
  // @ts-expect-error with options, too
  r.get('posts', office, { to: 'posts#index' })
  // @ts-expect-error a controller and an action, as in Laravel
  r.get('posts', [Tenant, 'index'])
  // @ts-expect-error methods before the path
  r.match(['get', 'post'], 'posts', { to: 'posts#index' })
  // @ts-expect-error components belong to no option
  r.get('posts', { component: Tenant })
  // @ts-expect-error an optional parameter is in parentheses
  r.get('photos/:id?', { to: 'photos#show' })
  // @ts-expect-error a controller in the place of a second resource
  r.resources('photos', 'PhotoController')
  // @ts-expect-error and its class in the place of a block
  r.resource('photo', Tenant)
  // @ts-expect-error middleware belongs to controllers and servers
  r.use(office)
  // @ts-expect-error a class without `matches` decides nothing
  r.constraints(Plain, () => {})
  // @ts-expect-error a promise is no answer
  r.get('a', { to: 'a#b', constraints: async () => false })
  // @ts-expect-error nor that of a function of two parameters
  r.get('a', { to: 'a#b', constraints: async (_params: object, _request: Request) => true })
  // @ts-expect-error nor that of a function of a request of its own
  r.get('a', { to: 'a#b', constraints: (request: Request) => request.text() })
  // @ts-expect-error nor that of an object
  r.constraints({ matches: () => Promise.resolve(true) }, () => {})
  // @ts-expect-error nor that of an object with `call`
  r.constraints({ call: async (_request: Request) => true }, () => {})
  // @ts-expect-error what may be a promise is none either
  r.constraints(perhaps, () => {})
  // @ts-expect-error nor is nothing, which may be a promise as well
  r.constraints(nothing, () => {})
  r.constraints(
    (request: Request) => /x/.exec(request.url),
    () => {},
  )
  // @ts-expect-error a function in a map guards nothing
  r.constraints({ id: () => true }, () => {})
  // @ts-expect-error no such method
  r.resourses('photos')
  r.namespace('admin', (admin) => {
    // @ts-expect-error resolve exists only at the top
    admin.resolve('User', () => ['user'])
    // @ts-expect-error member exists only in a resource
    admin.member(() => {})
  })
  r.resources('photos', (photos) => {
    photos.member((m) => {
      // @ts-expect-error a member has no members
      m.member(() => {})
    })
  })
})

// A file that is drawn inside of a resource.
defineRoutes<ResourcesBlock>((photos) => {
  photos.member((m) => m.get('preview'))
  photos.resources('comments', (comments) => comments.collection((c) => c.get('recent')))
  // @ts-expect-error no such method
  photos.resourses('comments')
})
defineRoutes<ResourceBlock>((profile) => profile.member((m) => m.get('avatar')))
defineRoutes((r) => {
  expectTypeOf(r).toEqualTypeOf<Routes>()
  // @ts-expect-error member exists only in a resource
  r.member(() => {})
})
