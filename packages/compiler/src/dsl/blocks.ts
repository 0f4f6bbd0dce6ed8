import type { Given, Shown } from './given.ts'
import type {
  MatchOptions,
  MountOptions,
  ResourceOptions,
  ResourcesOptions,
  RootOptions,
  RouteOptions,
  ScopeOptions,
} from './option-types.ts'
import type { Constraints, Defaults, DirectTarget, EndpointCallable, MakeUrl, PathNames, Resolution } from './values.ts'

// Most of the file is what editors show. Every method that takes options has one signature: of several that a call
// could mean, TypeScript says that none matches, and no longer where the slip is; nor does a hover show what they are
// for. What one signature lets pass in return (two maps of options) is a diagnostic. Each place of options has a type
// parameter of its own, because of two arguments TypeScript would infer something that is neither. The routes under an
// example are written by `node scripts/write-options.mjs`.

type Path = string | symbol

/** One map: the path and its target first, then options. */
export type PathMap = Readonly<Record<string, unknown>>

/** Options behind so many names that they are left to the compiler. */
type Unchecked = Readonly<Record<string, unknown>>

/** `match` and the verbs: a path, then options; or one map. More paths are for Rails 7.2. */
type Call<Known> = <const O extends Given<Known, O>, const P extends Given<Known, P>>(
  path: Path | PathMap,
  options?: Path | Shown<Known, O>,
  second?: Path | Shown<Known, P>,
  ...others: readonly (Path | Unchecked)[]
) => void

/** `resources` and `resource`: names, then options, then the block. */
type Declare<Known, Block> = <
  const O extends Given<Known, O>,
  const P extends Given<Known, P>,
  const Q extends Given<Known, Q>,
>(
  name: string,
  options?: string | Shown<Known, O> | Body<Block>,
  block?: string | Shown<Known, P> | Body<Block>,
  third?: string | Shown<Known, Q> | Body<Block>,
  ...others: readonly (string | Unchecked | Body<Block>)[]
) => void

type Body<Block> = (r: Block) => void

/**
 * The declarations of any block. `Self` is what a plain scope inside of it is: a scope inside a resource still is
 * inside the resource.
 */
export interface Declarations<Self> {
  /**
   * The routes of seven actions for each name: a list, its members, and the forms for them.
   *
   * ```ts
   * r.resources('photos')
   * ```
   *
   * ```text
   * photos      GET     /photos(.:format)           photos#index
   *             POST    /photos(.:format)           photos#create
   * new_photo   GET     /photos/new(.:format)       photos#new
   * edit_photo  GET     /photos/:id/edit(.:format)  photos#edit
   * photo       GET     /photos/:id(.:format)       photos#show
   *             PATCH   /photos/:id(.:format)       photos#update
   *             PUT     /photos/:id(.:format)       photos#update
   *             DELETE  /photos/:id(.:format)       photos#destroy
   * ```
   *
   * In its block, more routes of the resource, and what is nested under a member:
   *
   * ```ts
   * r.resources('photos', { only: 'index' }, (photos) => {
   *   photos.member((m) => m.get('preview'))
   *   photos.resources('comments', { only: 'create' })
   * })
   * ```
   *
   * ```text
   * preview_photo   GET   /photos/:id/preview(.:format)         photos#preview
   * photo_comments  POST  /photos/:photo_id/comments(.:format)  comments#create
   * photos          GET   /photos(.:format)                     photos#index
   * ```
   */
  readonly resources: Declare<ResourcesOptions, ResourcesBlock>
  /**
   * The routes of six actions for each name: one thing without an identifier. Its controller is the plural.
   *
   * ```ts
   * r.resource('profile')
   * ```
   *
   * ```text
   * new_profile   GET     /profile/new(.:format)   profiles#new
   * edit_profile  GET     /profile/edit(.:format)  profiles#edit
   * profile       GET     /profile(.:format)       profiles#show
   *               PATCH   /profile(.:format)       profiles#update
   *               PUT     /profile(.:format)       profiles#update
   *               DELETE  /profile(.:format)       profiles#destroy
   *               POST    /profile(.:format)       profiles#create
   * ```
   */
  readonly resource: Declare<ResourceOptions, ResourceBlock>
  /**
   * A path, a folder of controllers and a prefix of names, all from one name.
   *
   * ```ts
   * r.namespace('admin', (admin) => admin.resources('photos', { only: ['index', 'show'] }))
   * ```
   *
   * ```text
   * admin_photos  GET  /admin/photos(.:format)      admin/photos#index
   * admin_photo   GET  /admin/photos/:id(.:format)  admin/photos#show
   * ```
   */
  readonly namespace: <const O extends Given<ScopeOptions, O>>(
    name: string,
    options?: Shown<ScopeOptions, O> | Body<ScopeBlock>,
    block?: Body<ScopeBlock>,
  ) => void
  /**
   * What the routes inside have in common.
   *
   * ```ts
   * r.scope('shop', { module: 'store', as: 'shop' }, () => r.resources('orders', { only: 'index' }))
   * r.scope({ controller: 'pages' }, () => r.get('about', { to: 'about' }))
   * ```
   *
   * ```text
   * shop_orders  GET  /shop/orders(.:format)  store/orders#index
   * about        GET  /about(.:format)        pages#about
   * ```
   */
  readonly scope: <
    const O extends Given<ScopeOptions, O>,
    const P extends Given<ScopeOptions, P>,
    const Q extends Given<ScopeOptions, Q>,
  >(
    path: string | Shown<ScopeOptions, O> | Body<Self>,
    options?: string | Shown<ScopeOptions, P> | Body<Self>,
    block?: string | Shown<ScopeOptions, Q> | Body<Self>,
    last?: Body<Self>,
  ) => void
  /**
   * The controller of the routes inside.
   *
   * ```ts
   * r.controller('pages', () => {
   *   r.get('about', { to: 'about' })
   *   r.get('terms', { to: 'legal' })
   * })
   * ```
   *
   * ```text
   * about  GET  /about(.:format)  pages#about
   * terms  GET  /terms(.:format)  pages#legal
   * ```
   */
  controller(name: string, block: Body<Self>): void
  /**
   * Default parameters of the routes inside.
   *
   * ```ts
   * r.defaults({ locale: 'en' }, () => r.get('about', { to: 'pages#about' }))
   * ```
   *
   * ```text
   * about  GET  /about(.:format)  pages#about  (locale = "en")
   * ```
   */
  defaults(defaults: Defaults, block: Body<Self>): void
  /**
   * Requirements and conditions of the routes inside, or an exported function of the request.
   *
   * ```ts
   * import { fromOffice } from '../src/constraints.ts'
   *
   * r.constraints({ id: /\d+/ }, () => r.resources('photos', { only: 'show' }))
   * r.constraints({ subdomain: 'api' }, () => r.get('status', { to: 'api#status' }))
   * r.constraints(fromOffice, () => r.get('console', { to: 'console#show' }))
   * ```
   *
   * ```text
   * photo    GET  /photos/:id(.:format)  photos#show   (id: /\d+/)
   * status   GET  /status(.:format)      api#status    (subdomain: "api", subdomain = "api")
   * console  GET  /console(.:format)     console#show  (fromOffice)
   * ```
   */
  constraints(constraints: Constraints, block: Body<Self>): void
  /**
   * Makes the resources inside shallow: their members do without the parents' path.
   *
   * ```ts
   * r.shallow(() => {
   *   r.resources('photos', { only: 'index' }, (photos) => photos.resources('comments', { only: ['index', 'show'] }))
   * })
   * ```
   *
   * ```text
   * photo_comments  GET  /photos/:photo_id/comments(.:format)  comments#index
   * comment         GET  /comments/:id(.:format)               comments#show
   * photos          GET  /photos(.:format)                     photos#index
   * ```
   */
  shallow(block: Body<Self>): void
  /**
   * Segments of actions, from here to the end of the scope that has its own.
   *
   * ```ts
   * r.resourcesPathNames({ new: 'neu' })
   * r.resources('photos', { only: 'new' })
   * ```
   *
   * ```text
   * new_photo  GET  /photos/neu(.:format)  photos#new
   * ```
   */
  resourcesPathNames(names: PathNames): void
  /**
   * Declarations for later use, in any resource.
   *
   * ```ts
   * r.concern('commentable', (each) => each.resources('comments', { only: 'create' }))
   * r.resources('photos', { only: 'show', concerns: 'commentable' })
   * r.resources('albums', { only: 'show' }, (albums) => albums.concerns('commentable'))
   * ```
   *
   * ```text
   * photo_comments  POST  /photos/:photo_id/comments(.:format)  comments#create
   * photo           GET   /photos/:id(.:format)                 photos#show
   * album_comments  POST  /albums/:album_id/comments(.:format)  comments#create
   * album           GET   /albums/:id(.:format)                 albums#show
   * ```
   */
  concern(name: string, block: (r: ConcernBlock, options: Readonly<Record<string, unknown>>) => void): void
  concern(name: string, callable: ConcernCallable): void
  /**
   * Uses concerns here. Options are handed to their blocks.
   *
   * ```ts
   * r.concern('searchable', (each) => each.collection((c) => c.get('search')))
   * r.resources('photos', { only: 'index' }, (photos) => photos.concerns('searchable'))
   * ```
   *
   * ```text
   * search_photos  GET  /photos/search(.:format)  photos#search
   * photos         GET  /photos(.:format)         photos#index
   * ```
   */
  concerns(
    name: string | readonly string[],
    options?: string | Readonly<Record<string, unknown>>,
    ...otherNames: readonly string[]
  ): void
  /**
   * The route of `/`, or of the path of the scope around.
   *
   * ```ts
   * r.root('pages#home')
   * r.namespace('admin', (admin) => admin.root('dashboard#show'))
   * ```
   *
   * ```text
   * root        GET  /                 pages#home
   * admin_root  GET  /admin(.:format)  admin/dashboard#show
   * ```
   */
  readonly root: <const O extends Given<RootOptions, O>, const P extends Given<RootOptions, P>>(
    to: string | Shown<RootOptions, O>,
    options?: Shown<RootOptions, P>,
  ) => void
  /**
   * A route for the verbs of `via`.
   *
   * ```ts
   * r.match('search', { to: 'search#show', via: ['get', 'post'] })
   * r.match({ 'songs/:id': 'songs#show', via: 'all' })
   * ```
   *
   * ```text
   * search  GET|POST  /search(.:format)     search#show
   *         any       /songs/:id(.:format)  songs#show
   * ```
   */
  readonly match: Call<MatchOptions>
  /**
   * A route for GET, and HEAD with it. A string is a path; `action('preview')` is an action of the scope's controller.
   *
   * ```ts
   * r.get('about', { to: 'pages#about' })
   * r.get('photos/:id', { to: 'photos#show', id: /\d+/ })
   * r.get('files/*path', { to: 'files#show' })
   * r.get('archive/:year(/:month)', { to: 'photos#archive', as: 'archive' })
   * ```
   *
   * ```text
   * about    GET  /about(.:format)                   pages#about
   *          GET  /photos/:id(.:format)              photos#show     (id: /\d+/)
   *          GET  /files/*path(.:format)             files#show
   * archive  GET  /archive/:year(/:month)(.:format)  photos#archive
   * ```
   */
  readonly get: Call<RouteOptions>
  /**
   * A route for POST.
   *
   * ```ts
   * r.post('login', { to: 'sessions#create' })
   * ```
   *
   * ```text
   * login  POST  /login(.:format)  sessions#create
   * ```
   */
  readonly post: Call<RouteOptions>
  /**
   * A route for PUT.
   *
   * ```ts
   * r.put('photos/:id/cover', { to: 'photos#set_cover' })
   * ```
   *
   * ```text
   * PUT  /photos/:id/cover(.:format)  photos#set_cover
   * ```
   */
  readonly put: Call<RouteOptions>
  /**
   * A route for PATCH.
   *
   * ```ts
   * r.patch('profile', { to: 'profiles#update' })
   * ```
   *
   * ```text
   * profile  PATCH  /profile(.:format)  profiles#update
   * ```
   */
  readonly patch: Call<RouteOptions>
  /**
   * A route for DELETE.
   *
   * ```ts
   * r.delete('logout', { to: 'sessions#destroy' })
   * ```
   *
   * ```text
   * logout  DELETE  /logout(.:format)  sessions#destroy
   * ```
   */
  readonly delete: Call<RouteOptions>
  /**
   * A route for OPTIONS. It matches every path that begins with its own, and has no format, unless `anchor` and `format`
   * say otherwise. With `rails: '7.2'` it is like that of any other verb.
   *
   * ```ts
   * r.options('uploads', { to: 'uploads#options' })
   * ```
   *
   * ```text
   * uploads  OPTIONS  /uploads  uploads#options
   * ```
   */
  readonly options: Call<RouteOptions>
  /**
   * A route for the handshake of a WebSocket: GET in HTTP/1.1, CONNECT in HTTP/2. It matches every path that begins with
   * its own, and has no format, unless `anchor` and `format` say otherwise. Rails 7.2 does not have it.
   *
   * ```ts
   * r.connect('live', { to: 'live#connect' })
   * ```
   *
   * ```text
   * live  GET|CONNECT  /live  live#connect
   * ```
   */
  readonly connect: Call<RouteOptions>
  /**
   * Serves everything under a path by an exported app.
   *
   * ```ts
   * import { queue } from '../src/queue.ts'
   *
   * r.mount(queue, { at: '/queue', as: 'queue' })
   * ```
   *
   * ```text
   * queue  any  /queue  queue
   * ```
   */
  readonly mount: <const O extends Given<MountOptions, O> & Pick<MountOptions, 'at'>>(
    app: EndpointCallable,
    options: Shown<MountOptions, O>,
  ) => void
  /**
   * Runs another route file here, in this scope: `draw('api')` runs `config/routes/api.ts`.
   *
   * Where that file declares `r.resources('photos', { only: 'index' })`:
   *
   * ```ts
   * r.namespace('v1', (v1) => v1.draw('api'))
   * ```
   *
   * ```text
   * v1_photos  GET  /v1/photos(.:format)  v1/photos#index
   * ```
   */
  draw(name: string): void
}

/** A concern as an object, as in Rails. */
export interface ConcernCallable {
  call(r: ConcernBlock, options: Readonly<Record<string, unknown>>): void
}

/** What a resource adds to it. */
interface ResourceLevels {
  /**
   * Routes on the collection.
   *
   * ```ts
   * r.resources('photos', { only: 'index' }, (photos) => photos.collection((c) => c.get('search')))
   * ```
   *
   * ```text
   * search_photos  GET  /photos/search(.:format)  photos#search
   * photos         GET  /photos(.:format)         photos#index
   * ```
   */
  collection(block: Body<ScopeBlock>): void
  /**
   * Routes on one member.
   *
   * ```ts
   * r.resources('photos', { only: 'show' }, (photos) => photos.member((m) => m.get('preview')))
   * ```
   *
   * ```text
   * preview_photo  GET  /photos/:id/preview(.:format)  photos#preview
   * photo          GET  /photos/:id(.:format)          photos#show
   * ```
   */
  member(block: Body<ScopeBlock>): void
  /**
   * Routes under the form for a new member.
   *
   * ```ts
   * r.resources('photos', { only: 'new' }, (photos) => photos.new((n) => n.post('draft')))
   * ```
   *
   * ```text
   * draft_new_photo  POST  /photos/new/draft(.:format)  photos#draft
   * new_photo        GET   /photos/new(.:format)        photos#new
   * ```
   */
  'new'(block: Body<ScopeBlock>): void
  /**
   * Routes nested under a member. Resources that are declared inside of one are nested without it.
   *
   * ```ts
   * r.resources('photos', { only: 'show' }, (photos) => photos.nested((n) => n.get('history', { to: 'history#show' })))
   * ```
   *
   * ```text
   * photo_history  GET  /photos/:photo_id/history(.:format)  history#show
   * photo          GET  /photos/:id(.:format)                photos#show
   * ```
   */
  nested(block: Body<ScopeBlock>): void
}

/** A block outside of any resource. */
export interface ScopeBlock extends Declarations<ScopeBlock> {}

/** The block of `resources`. */
export interface ResourcesBlock extends Declarations<ResourcesBlock>, ResourceLevels {}

/** The block of `resource`. */
export interface ResourceBlock extends Declarations<ResourceBlock>, ResourceLevels {}

/** The block of a concern: it may be used inside a resource or outside. */
export interface ConcernBlock extends Declarations<ConcernBlock>, ResourceLevels {}

/** The top level of a route file. */
export interface Routes extends Declarations<ScopeBlock> {
  /**
   * The route that stands for a model: `pathFor(basket)` leads there.
   *
   * ```ts
   * import { commentUrl } from '../src/urls.ts'
   *
   * r.resource('basket', { only: 'show' })
   * r.resolve('Basket', ['basket'])
   * r.resolve('Comment', commentUrl)
   * ```
   *
   * ```text
   * basket  GET  /basket(.:format)  baskets#show
   * ```
   *
   * A function, exported by a module of its own, is called with the model and the options of `pathFor` or `urlFor`. It
   * returns what one of `direct` does.
   */
  resolve(model: string, target: Resolution | MakeUrl): void
  resolve(first: string, second: string, target: Resolution | MakeUrl): void
  /**
   * A helper for a URL that is not a route.
   *
   * ```ts
   * import { basketUrl } from '../src/urls.ts'
   *
   * r.direct('homepage', 'https://example.org')
   * r.direct('cdn', '/assets')
   * r.direct('basket', basketUrl)
   * ```
   *
   * A function, exported by a module of its own, is called with what the helper is given, and the helper takes what the
   * function takes. It returns a URL, a path, a route with what its helper takes (`['photo', 7, { anchor: 'top' }]`), or
   * a model.
   */
  direct(name: string, target: DirectTarget | MakeUrl): void
}
