import type { Constraints, Defaults, List, PathNames, ResourceAction, ResourcesAction, To, Verb } from './values.ts'

// Most of the file is what editors show. The first paragraph of each option is that of `option-table.ts`; a test
// compares them, and the names. The routes under an example are written by `node scripts/write-options.mjs`.

interface Naming {
  /**
   * The name: of a route or resource, or the prefix of the names inside a scope. Null for none.
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
   * Parameters that the route has without its path saying so.
   *
   * `match` gives them to the action with the others: `{ id: '7', kind: 'album' }`. Where one is a parameter of the path,
   * it holds where the path leaves it out.
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
   * What parameters of the path and attributes of the request must be, or an exported function of the request.
   *
   * A requirement on a parameter can stand among the options, too: `{ id: /\d+/ }`.
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
   * The format at the end of the path: a default for it, what it must match, `true` where it is required, `false` for none.
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

interface Answering {
  /**
   * What answers: `'photos#show'`, an action of the scope's controller, a redirect, or an exported endpoint.
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
   * The controller that answers.
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
   * The action that answers.
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
   * The verbs that the route answers; `'all'` for every one.
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
   * The path: of a resource instead of its name, of a scope before the routes inside, of an action instead of its name.
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
   * The only actions that the resource has.
   *
   * Of a scope: that the resources inside have, unless they say something themselves.
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
   * The actions that the resource does not have.
   *
   * Of a scope: that the resources inside do not have, unless they say something themselves.
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

/** What scopes and resources hand down to the routes inside. */
interface Handing extends Naming, Restricting, Answering, Verbs, OwnPath {
  /**
   * The folder of the controllers.
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
   * The segments of actions, `new` and `edit` unless given.
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
   * Leaves the parents out of the paths of members.
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
   * The path before the members of shallow resources.
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
   * The prefix of the names of the members of shallow resources.
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
export interface ScopeOptions extends Handing, Restriction<ResourcesAction> {}

interface CommonResourceOptions extends Handing {
  /**
   * The name of the identifier parameter, `id` unless given.
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
   * The concerns whose declarations the resource has, too.
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

/** Options of `resources`. Any other option must be a regular expression: a requirement on the param of that name. */
export interface ResourcesOptions extends CommonResourceOptions, Restriction<ResourcesAction> {}

/** Options of `resource`. Any other option must be a regular expression: a requirement on the param of that name. */
export interface ResourceOptions extends CommonResourceOptions, Restriction<ResourceAction> {}

interface OneRoute extends Naming, Restricting {
  /**
   * The level of the enclosing resource to put the route at.
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
   * False: the route answers every path that begins with its own.
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
   * Rails leaves such routes out of its table. It says nothing here.
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

/** Options of `get` and the other verbs. Any other must be a regular expression: a requirement on that param. */
export interface RouteOptions extends OneRoute, Answering, OwnPath {}

/** Options of `match`. Any other must be a regular expression: a requirement on that param. */
export interface MatchOptions extends RouteOptions, Verbs {}

/** Options of `root`. */
export interface RootOptions extends OneRoute, Answering, Verbs {}

/** Options of `mount`. */
export interface MountOptions extends OneRoute, Verbs {
  /**
   * The path under which the app is served.
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
