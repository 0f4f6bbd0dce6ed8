// The types of the DSL's options, with their hover texts. A test compares them with `option-table.ts`.
import type { Constraints, Defaults, List, PathNames, ResourceAction, ResourcesAction, To, Verb } from './values.ts'

// Types of the options, with the documentation that editors show. The first paragraph of each option is equal to its
// description in `option-table.ts`, and a test compares them. `node scripts/write-options.mjs` generates the routes under
// each example.

interface Naming {
  /**
   * The name of a route or resource, or the prefix of all names inside a scope. Null removes the name.
   *
   * ```ts
   * r.get('login', { to: 'sessions#new', as: 'sign_in' })
   * r.get('logout', { to: 'sessions#destroy', as: null })
   * r.scope({ as: 'admin' }, () => r.resources('photos', { only: 'index' }))
   * ```
   *
   * ```text
   * sign_in       GET  /login(.:format)   sessions#new
   *               GET  /logout(.:format)  sessions#destroy
   * admin_photos  GET  /photos(.:format)  photos#index
   * ```
   */
  readonly as?: string | null
}

interface Restricting {
  /**
   * Default parameters, in addition to the parameters of the path.
   *
   * The result of `match` contains them: `{ id: '7', kind: 'album' }`. If the path also has a parameter with this name,
   * the default applies when the request omits the parameter.
   *
   * ```ts
   * r.get('albums/:id', { to: 'photos#index', defaults: { kind: 'album' } })
   * r.get('list(/:page)', { to: 'photos#index', defaults: { page: 1 } })
   * ```
   *
   * ```text
   * GET  /albums/:id(.:format)    photos#index  (kind = "album")
   * GET  /list(/:page)(.:format)  photos#index  (page = 1)
   * ```
   */
  readonly defaults?: Defaults
  /**
   * Requirements on parameters and on attributes of the request, or an exported function of the request.
   *
   * You can also write a requirement on a parameter as an option of its own: `{ id: /\d+/ }`.
   *
   * ```ts
   * import { fromOffice } from '../src/constraints.ts'
   *
   * r.get('photos/:id', { to: 'photos#show', constraints: { id: /\d+/ } })
   * r.get('status', { to: 'api#status', constraints: { subdomain: 'api' } })
   * r.get('console', { to: 'console#show', constraints: fromOffice })
   * ```
   *
   * ```text
   *          GET  /photos/:id(.:format)  photos#show   (id: /\d+/)
   * status   GET  /status(.:format)      api#status    (subdomain: "api", subdomain = "api")
   * console  GET  /console(.:format)     console#show  (fromOffice)
   * ```
   */
  readonly constraints?: Constraints
  /**
   * The format at the end of the path: `false` for none, `true` if it is required, a default, or a requirement.
   *
   * ```ts
   * r.get('about', { to: 'pages#about' })
   * r.get('feed', { to: 'feed#show', format: /atom|rss/ })
   * r.get('report', { to: 'reports#show', format: true })
   * r.get('files/*path', { to: 'files#show', format: false })
   * ```
   *
   * ```text
   * about   GET  /about(.:format)  pages#about
   * feed    GET  /feed(.:format)   feed#show     (format: /atom|rss/, format = null)
   * report  GET  /report.:format   reports#show  (format: /.+/)
   *         GET  /files/*path      files#show
   * ```
   */
  readonly format?: boolean | string | RegExp | null
}

interface TargetOptions {
  /**
   * The target: `'photos#show'`, an action of the scope's controller, a redirect, or an exported endpoint.
   *
   * ```ts
   * import { health } from '../src/health.ts'
   *
   * r.get('about', { to: 'pages#about' })
   * r.controller('pages', () => r.get('terms', { to: 'legal' }))
   * r.get('old/:id', { to: redirect('/photos/%{id}') })
   * r.get('health', { to: health })
   * ```
   *
   * ```text
   * about   GET  /about(.:format)    pages#about
   * terms   GET  /terms(.:format)    pages#legal
   *         GET  /old/:id(.:format)  redirect(301, "/photos/%{id}")
   * health  GET  /health(.:format)   health
   * ```
   */
  readonly to?: To
  /**
   * The controller of the route.
   *
   * ```ts
   * r.resources('photos', { controller: 'images', only: 'index' })
   * r.get('help', { controller: 'pages', action: 'help' })
   * ```
   *
   * ```text
   * photos  GET  /photos(.:format)  images#index
   * help    GET  /help(.:format)    pages#help
   * ```
   */
  readonly controller?: string
  /**
   * The action of the route.
   *
   * ```ts
   * r.get('help', { controller: 'pages', action: 'help' })
   * ```
   *
   * ```text
   * help  GET  /help(.:format)  pages#help
   * ```
   */
  readonly action?: string | symbol
}

interface Verbs {
  /**
   * The HTTP methods that the route matches, or `'all'`.
   *
   * ```ts
   * r.match('search', { to: 'search#show', via: ['get', 'post'] })
   * r.match('echo', { to: 'debug#echo', via: 'all' })
   * ```
   *
   * ```text
   * search  GET|POST  /search(.:format)  search#show
   * echo    any       /echo(.:format)    debug#echo
   * ```
   */
  readonly via?: List<Verb> | 'all'
}

interface OwnPath {
  /**
   * The path. For a resource or an action, it replaces the name. For a scope, it is the prefix of all paths inside.
   *
   * ```ts
   * r.resources('photos', { path: 'bilder', only: 'index' })
   * r.scope({ path: 'de' }, () => r.resources('albums', { only: 'index' }))
   * r.controller('photos', () => r.get(action('preview'), { path: 'look' }))
   * ```
   *
   * ```text
   * photos   GET  /bilder(.:format)     photos#index
   * albums   GET  /de/albums(.:format)  albums#index
   * preview  GET  /look(.:format)       photos#preview
   * ```
   */
  readonly path?: string | null
}

interface Restriction<Action> {
  /**
   * The actions of the resource. All others are excluded.
   *
   * In a scope, it applies to all resources inside that set neither `only` nor `except`.
   *
   * ```ts
   * r.resources('photos', { only: ['index', 'show'] })
   * ```
   *
   * ```text
   * photos  GET  /photos(.:format)      photos#index
   * photo   GET  /photos/:id(.:format)  photos#show
   * ```
   */
  readonly only?: List<Action>
  /**
   * The excluded actions of the resource.
   *
   * In a scope, it applies to all resources inside that set neither `only` nor `except`.
   *
   * ```ts
   * r.resource('profile', { except: ['new', 'create', 'destroy'] })
   * ```
   *
   * ```text
   * edit_profile  GET    /profile/edit(.:format)  profiles#edit
   * profile       GET    /profile(.:format)       profiles#show
   *               PATCH  /profile(.:format)       profiles#update
   *               PUT    /profile(.:format)       profiles#update
   * ```
   */
  readonly except?: List<Action>
}

/** Options that scopes and resources pass on to the routes inside. */
interface InheritedOptions extends Naming, Restricting, TargetOptions, Verbs, OwnPath {
  /**
   * The folder that contains the controllers.
   *
   * ```ts
   * r.scope({ module: 'admin' }, () => r.resources('photos', { only: 'index' }))
   * r.resources('albums', { module: 'public', only: 'index' })
   * ```
   *
   * ```text
   * photos  GET  /photos(.:format)  admin/photos#index
   * albums  GET  /albums(.:format)  public/albums#index
   * ```
   */
  readonly module?: string | null
  /**
   * The path segments of the actions `new` and `edit`.
   *
   * ```ts
   * r.resources('photos', { only: ['new', 'edit'], pathNames: { new: 'neu', edit: 'bearbeiten' } })
   * ```
   *
   * ```text
   * new_photo   GET  /photos/neu(.:format)             photos#new
   * edit_photo  GET  /photos/:id/bearbeiten(.:format)  photos#edit
   * ```
   */
  readonly pathNames?: PathNames
  /**
   * Omits the parents from the paths of members.
   *
   * ```ts
   * r.resources('photos', { only: 'index' }, (photos) => {
   *   photos.resources('comments', { shallow: true, only: ['index', 'show'] })
   * })
   * ```
   *
   * ```text
   * photo_comments  GET  /photos/:photo_id/comments(.:format)  comments#index
   * comment         GET  /comments/:id(.:format)               comments#show
   * photos          GET  /photos(.:format)                     photos#index
   * ```
   */
  readonly shallow?: boolean
  /**
   * The path prefix of the members of shallow resources.
   *
   * ```ts
   * r.scope({ shallowPath: 'c' }, () => {
   *   r.resources('photos', { shallow: true, only: 'index' }, (photos) => {
   *     photos.resources('comments', { only: ['index', 'show'] })
   *   })
   * })
   * ```
   *
   * ```text
   * photo_comments  GET  /c/photos/:photo_id/comments(.:format)  comments#index
   * comment         GET  /c/comments/:id(.:format)               comments#show
   * photos          GET  /photos(.:format)                       photos#index
   * ```
   */
  readonly shallowPath?: string | null
  /**
   * The name prefix of the members of shallow resources.
   *
   * ```ts
   * r.scope({ shallowPrefix: 'short' }, () => {
   *   r.resources('photos', { shallow: true, only: 'index' }, (photos) => {
   *     photos.resources('comments', { only: ['index', 'show'] })
   *   })
   * })
   * ```
   *
   * ```text
   * short_photo_comments  GET  /photos/:photo_id/comments(.:format)  comments#index
   * short_comment         GET  /comments/:id(.:format)               comments#show
   * photos                GET  /photos(.:format)                     photos#index
   * ```
   */
  readonly shallowPrefix?: string | null
}

/** Options of `scope` and `namespace`. */
export interface ScopeOptions extends InheritedOptions, Restriction<ResourcesAction> {}

interface CommonResourceOptions extends InheritedOptions {
  /**
   * The name of the parameter that identifies a member. Default: `id`.
   *
   * ```ts
   * r.resources('users', { param: 'slug', only: 'show' }, (users) => {
   *   users.resources('posts', { only: 'index' })
   * })
   * ```
   *
   * ```text
   * user_posts  GET  /users/:user_slug/posts(.:format)  posts#index
   * user        GET  /users/:slug(.:format)             users#show
   * ```
   */
  readonly param?: string
  /**
   * The concerns to add to the resource.
   *
   * ```ts
   * r.concern('commentable', (each) => each.resources('comments', { only: 'create' }))
   * r.resources('photos', { only: 'show', concerns: 'commentable' })
   * ```
   *
   * ```text
   * photo_comments  POST  /photos/:photo_id/comments(.:format)  comments#create
   * photo           GET   /photos/:id(.:format)                 photos#show
   * ```
   */
  readonly concerns?: List<string>
}

/** Options of `resources`. Every other option must be a regular expression, which is a requirement on the parameter with that name. */
export interface ResourcesOptions extends CommonResourceOptions, Restriction<ResourcesAction> {}

/** Options of `resource`. Every other option must be a regular expression, which is a requirement on the parameter with that name. */
export interface ResourceOptions extends CommonResourceOptions, Restriction<ResourceAction> {}

interface OneRoute extends Naming, Restricting {
  /**
   * The level of the enclosing resource at which the route is declared.
   *
   * ```ts
   * r.resources('photos', { only: [] }, (photos) => {
   *   photos.get('preview', { on: 'member' })
   *   photos.get('search', { on: 'collection' })
   *   photos.get('draft', { on: 'new' })
   * })
   * ```
   *
   * ```text
   * preview_photo    GET  /photos/:id/preview(.:format)  photos#preview
   * search_photos    GET  /photos/search(.:format)       photos#search
   * draft_new_photo  GET  /photos/new/draft(.:format)    photos#draft
   * ```
   */
  readonly on?: 'new' | 'collection' | 'member'
  /**
   * If false, the route matches every path that begins with its own.
   *
   * ```ts
   * import { docs } from '../src/docs.ts'
   *
   * r.match('docs', { to: docs, via: 'all', anchor: false })
   * ```
   *
   * ```text
   * docs  any  /docs(.:format)  docs
   * ```
   */
  readonly anchor?: boolean
  /**
   * Has no effect. Rails hides such routes when it prints its table.
   *
   * ```ts
   * r.get('rails/info', { to: 'info#index', internal: true })
   * ```
   *
   * ```text
   * rails_info  GET  /rails/info(.:format)  info#index
   * ```
   */
  readonly internal?: boolean
}

/** Options of `get` and the other verbs. Every other option must be a regular expression, which is a requirement on the parameter with that name. */
export interface RouteOptions extends OneRoute, TargetOptions, OwnPath {}

/** Options of `match`. Every other option must be a regular expression, which is a requirement on the parameter with that name. */
export interface MatchOptions extends RouteOptions, Verbs {}

/** Options of `root`. */
export interface RootOptions extends OneRoute, TargetOptions, Verbs {}

/** Options of `mount`. */
export interface MountOptions extends OneRoute, Verbs {
  /**
   * The path at which the app is mounted.
   *
   * ```ts
   * import { queue } from '../src/queue.ts'
   *
   * r.mount(queue, { at: '/queue' })
   * ```
   *
   * ```text
   * queue  any  /queue  queue
   * ```
   */
  readonly at: string
}
