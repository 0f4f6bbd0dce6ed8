// Type tests: checked by `tsc`, never run. Each `@ts-expect-error` is a mistake that must be a type error.
import { action, defineRoutes, redirect, type RequestAttributes, type RequestLike } from '../src/dsl.ts'

export const home = { fetch: () => new Response('home') }
export const office = (request: { ip: string }) => request.ip === '10.0.0.1'
// What `match` is given is the app's choice.
export const beta = (request: Request) => request.headers.has('x-beta')
export const own = (params: { id: string }, request: RequestLike | RequestAttributes) => params.id in request
export const object = { matches: (request: Request) => request.headers.has('x-beta') }
export class Tenant {
  readonly name = 'acme'
  static readonly matches = (request: Request) => request.url.startsWith('https:')
}

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
  r.match('a', 'b', { via: ['get', 'post'], to: 'x#y' })
  r.match({ 'songs/:id': 'songs#show', via: 'all' })
  r.get('files/*path', { to: home, path2: /x/ })
  r.get('old', { to: redirect('/new', { status: 302 }), as: null })
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
