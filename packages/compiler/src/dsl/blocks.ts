// The types of the builders that blocks receive: each method of the DSL with its hover text.
import type { CheckedOptions, DocumentedOptions } from './checked-options.ts'
import type {
  MatchOptions,
  MountOptions,
  ResourceOptions,
  ResourcesOptions,
  RootOptions,
  RouteOptions,
  ScopeOptions,
} from './option-types.ts'
import type {
  Constraints,
  Defaults,
  DirectTarget,
  EndpointCallable,
  MakeUrl,
  PathNames,
  Resolution,
  ResourcesAction,
} from './values.ts'

// Types of the methods, with the documentation that editors show. `node scripts/write-options.mjs` generates the routes
// under each example.
//
// Every method with options has a single signature. With overloads, TypeScript would only report that no overload matches,
// without the place of the mistake, and a hover would show no documentation. A single signature accepts some wrong calls
// (two objects of options), which a diagnostic reports. Each position for options has its own type parameter, because
// TypeScript would otherwise infer one type from two arguments.

type Path = string | symbol

/** An object with the path and its target as the first entry, followed by options. */
export type PathMap = Readonly<Record<string, unknown>>

/** Options after several names. Only the compiler checks them. */
type Unchecked = Readonly<Record<string, unknown>>

/** `match`, `get` and the other methods: a path and options, or one object. Several paths are for Rails 7.2 only. */
type Call<Known> = <
  const O extends CheckedOptions<Known, O>,
  const P extends CheckedOptions<Known, P>,
  S extends string,
  T extends string,
>(
  path: FirstPath<T> | symbol | PathMap,
  options?: LaterName<S> | symbol | DocumentedOptions<Known, O>,
  second?: Path | DocumentedOptions<Known, P>,
  ...morePaths: readonly (Path | Unchecked)[]
) => void

/** Rejects the `?` of other routers, which is an error in every version of Rails. */
type FirstPath<S extends string> = S extends `${string}?${string}`
  ? 'a path has no `?`: write an optional part in parentheses, as in `photos(/:id)`'
  : S

/** Rejects the target of a route, or a controller, in the place of a second path or name, as other routers have them. */
type LaterName<S extends string> = S extends `${infer Controller}#${infer Action}`
  ? `write { to: '${Controller}#${Action}' }`
  : S extends `${string}Controller${'' | `${'@' | '.'}${string}`}`
    ? 'a controller belongs to an option: `to` of a route, `controller` of a resource'
    : S

/** Rejects an action in the place of a further resource. */
type FurtherResource<S extends string> = S extends ResourcesAction
  ? `the actions of a resource are an option: { only: ['${S}'] }`
  : LaterName<S>

/** `resources` and `resource`: names, options, and the block. TypeScript infers each argument by its position. */
type Declare<Known, Block> = <
  const O extends CheckedOptions<Known, O>,
  const P extends CheckedOptions<Known, P>,
  const Q extends CheckedOptions<Known, Q>,
  S extends string,
>(
  name: string,
  options?: FurtherResource<S> | DocumentedOptions<Known, O> | Body<Block>,
  block?: string | DocumentedOptions<Known, P> | Body<Block>,
  third?: string | DocumentedOptions<Known, Q> | Body<Block>,
  ...moreNames: readonly (string | Unchecked | Body<Block>)[]
) => void

type Body<Block> = (r: Block) => BodyResult

/**
 * The result of a block, which Turnout ignores. It cannot be a promise, or the routes themselves as other routers declare
 * them: objects, or a list of strings. An arrow function without braces may return the result of `map`, `push` or `&&`.
 */
export type BodyResult = void | undefined | null | boolean | number | readonly void[]

/**
 * The methods of every block. `Self` is the type of the blocks of scopes inside: a scope inside a resource still has the
 * methods of the resource.
 */
export interface Declarations<Self> {
  /**
   * Declares the seven actions of a resource: list, show, create, change and delete its members, and the forms for them.
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
   * The block adds routes to the resource, and nests other resources under its members:
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
   * Declares the six actions of a singular resource, which has no identifier. Its controller has the plural name.
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
   * Adds a path prefix, a controller folder and a name prefix, all with the same name, to the routes inside.
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
  readonly namespace: <const O extends CheckedOptions<ScopeOptions, O>>(
    name: string,
    options?: DocumentedOptions<ScopeOptions, O> | Body<ScopeBlock>,
    block?: Body<ScopeBlock>,
  ) => void
  /**
   * Applies options to all routes inside.
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
    const O extends CheckedOptions<ScopeOptions, O>,
    const P extends CheckedOptions<ScopeOptions, P>,
    const Q extends CheckedOptions<ScopeOptions, Q>,
  >(
    path: string | DocumentedOptions<ScopeOptions, O> | Body<Self>,
    options?: string | DocumentedOptions<ScopeOptions, P> | Body<Self>,
    block?: string | DocumentedOptions<ScopeOptions, Q> | Body<Self>,
    lastBlock?: Body<Self>,
  ) => void
  /**
   * Sets the controller of all routes inside.
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
   * Sets default parameters of all routes inside.
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
   * Restricts all routes inside by requirements on parameters and on the request, or by an exported function.
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
   * Makes the resources inside shallow: the paths of their members omit the parents.
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
   * Sets the path segments of actions, from this line to the end of the scope.
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
   * Declares a group of routes that resources can add later.
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
  concern(name: string, block: (r: ConcernBlock, options: Readonly<Record<string, unknown>>) => BodyResult): void
  concern(name: string, callable: ConcernCallable): void
  /**
   * Adds the routes of concerns. The blocks of the concerns receive the options.
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
   * Declares the route of `/`, or of the path of the enclosing scope.
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
  readonly root: <const O extends CheckedOptions<RootOptions, O>, const P extends CheckedOptions<RootOptions, P>>(
    to: string | DocumentedOptions<RootOptions, O>,
    options?: DocumentedOptions<RootOptions, P>,
  ) => void
  /**
   * Declares a route for the HTTP methods in `via`.
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
   * Declares a route for GET and HEAD. A string is a path, and `action('preview')` is an action of the scope's controller.
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
   * Declares a route for POST.
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
   * Declares a route for PUT.
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
   * Declares a route for PATCH.
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
   * Declares a route for DELETE.
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
   * Declares a route for OPTIONS. By default, it matches every path that begins with its own, and has no format. The options
   * `anchor` and `format` change this. With `rails: '7.2'`, the route has the same defaults as with other methods.
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
   * Declares a route for the handshake of a WebSocket: GET in HTTP/1.1, CONNECT in HTTP/2. By default, it matches every path
   * that begins with its own, and has no format. The options `anchor` and `format` change this. Rails 7.2 has no `connect`.
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
   * Passes all requests under a path to an exported app.
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
  readonly mount: <const O extends CheckedOptions<MountOptions, O> & Pick<MountOptions, 'at'>>(
    app: EndpointCallable,
    options: DocumentedOptions<MountOptions, O>,
  ) => void
  /**
   * Runs another route file here, in this scope: `draw('api')` runs `config/routes/api.ts`.
   *
   * In this example, that file declares `r.resources('photos', { only: 'index' })`:
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

/** The methods that only blocks of resources have. */
interface ResourceLevels {
  /**
   * Declares routes on the collection.
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
   * Declares routes on a member.
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
   * Declares routes under the path of the form for a new member.
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
   * Declares routes nested under a member. Resources inside a resource are always nested, without this method.
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

/** A block outside resources. */
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
   * Sets the route of a model, so that `pathFor(basket)` returns its path.
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
   * A function must be exported by a module of its own. It receives the model and the options of `pathFor` or `urlFor`, and
   * returns the same values as a function of `direct`.
   */
  resolve(model: string, target: Resolution | MakeUrl): void
  resolve(firstModel: string, secondModel: string, target: Resolution | MakeUrl): void
  /**
   * Declares a helper for a URL that is not a route.
   *
   * ```ts
   * import { basketUrl } from '../src/urls.ts'
   *
   * r.direct('homepage', 'https://example.org')
   * r.direct('cdn', '/assets')
   * r.direct('basket', basketUrl)
   * ```
   *
   * A function must be exported by a module of its own. The helper has the same parameters, and passes its arguments to the
   * function. The function returns a URL, a path, a route with the arguments of its helper
   * (`['photo', 7, { anchor: 'top' }]`), or a model.
   */
  direct(name: string, target: DirectTarget | MakeUrl): void
}
