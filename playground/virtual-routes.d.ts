declare module 'virtual:routes' {
  export * as default from 'virtual:routes'

  /** What stands for a parameter of a path: a scalar, or a model. */
  export type Param = string | number | bigint | { toParam(): string | number | bigint | null | undefined }

  /** A value of a query: a scalar, a model, or lists and maps of them. Undefined is left out. */
  export type QueryValue = Param | boolean | null | undefined | readonly QueryValue[] | { readonly [key: string]: QueryValue }

  export interface PathOptions {
    readonly query?: { readonly [key: string]: QueryValue } | undefined
    readonly anchor?: Param | undefined
    /** Ends the path with a slash, except where it has a format. */
    readonly trailingSlash?: boolean | undefined
    /** A path that stands before the route's: `/app`. */
    readonly scriptName?: string | undefined
  }

  /** Options of a URL whose route declares a host. */
  export interface HostedUrlOptions extends PathOptions {
    readonly host?: string | undefined
    /** `http` (without this option) or `https`. */
    readonly protocol?: string | undefined
    readonly port?: number | string | null | undefined
    /** Stands before the domain of `host`; false for none. */
    readonly subdomain?: string | boolean | null | undefined
    /** Replaces the domain of `host`. */
    readonly domain?: string | undefined
    /** How many labels of the host are its top-level domain: 1 (without this option) for `com`, 2 for `co.uk`. */
    readonly tldLength?: number | undefined
  }

  export interface UrlOptions extends HostedUrlOptions {
    /** A name or an address, with a port or without. It is never guessed. */
    readonly host: string
  }

  export interface FormatPathOptions extends PathOptions {
    readonly format?: Param | undefined
  }

  export interface FormatHostedUrlOptions extends HostedUrlOptions {
    readonly format?: Param | undefined
  }

  export interface FormatUrlOptions extends UrlOptions {
    readonly format?: Param | undefined
  }

  /** Options, with path parameters and query parameters by name among them. */
  export interface OpenPathOptions extends FormatPathOptions {
    readonly [param: string]: unknown
  }

  export interface OpenUrlOptions extends FormatUrlOptions {
    readonly [param: string]: unknown
  }

  /**
   * The path of the route that a model stands for: the one that `resolve` names, else the one named after the model's
   * `modelName` (its own, its class's, or this string).
   */
  export function pathFor(model: string | object, options?: OpenPathOptions): string

  /** The URL of the route that a model stands for. */
  export function urlFor(model: string | object, options: OpenUrlOptions): string

  /**
   * What a request is to routes with conditions and constraints. Node's `IncomingMessage` is one. What is left out is as
   * in `http://example.org`.
   */
  export interface RequestAttributes {
    /** Left out, what the headers say. */
    readonly host?: string | undefined
    /** `https`, with or without `:` or `://`. */
    readonly protocol?: string | undefined
    readonly port?: number | string | undefined
    readonly ip?: string | undefined
    readonly headers?: HeadersLike | { readonly [name: string]: string | readonly string[] | undefined } | undefined
    /** Where it is absolute, host, protocol and port are its own. */
    readonly url?: string | undefined
    /** Stands in for `ip` and `protocol`. */
    readonly socket?: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean } | undefined
  }

  /** `Headers` of the platform. */
  export interface HeadersLike {
    get(name: string): string | null
  }

  /** `Request` of the platform. */
  export interface RequestLike {
    readonly url: string
    readonly headers: HeadersLike
  }

  /** Where a route redirects to. */
  export interface Redirect {
    /** What the header should hold. */
    readonly location: string
    readonly status: number
  }

  /** The callable that answers: a function, or a mounted app. */
  export interface Endpoint {
    (...args: any[]): any
    readonly [property: string]: any
  }

  /**
   * Who answers a request: `RouteMatch` is every answer that `match` may give, `RouteMatch<'photos#show'>` that of an
   * action, `RouteMatch<'photo'>` that of the route with this name. Tell them apart by `controller` and `action`, by
   * `name`, by `redirect` or by `endpoint`.
   *
   * `params` has the parameters of the path, decoded once, and the route's defaults. `path` is the canonical path:
   * guards should look at this one. `rest` is what a route that matches a prefix of the path leaves over.
   */
  export type RouteMatch<Of extends keyof Actions | keyof Routes = never> = [Of] extends [never]
    ? AnyMatch
    : Of extends keyof Actions
      ? Actions[Of]
      : Of extends keyof Routes
        ? Routes[Of]
        : never

  /**
   * The first declared route that answers; null where none does, and where the path is refused (`refusal`). It never
   * throws, unless a constraint of the application does. The method is in upper case, as requests have it.
   */
  export function match(method: string, path: string, request?: RequestLike | RequestAttributes): AnyMatch | null

  /**
   * The status of a path that `match` refuses before it asks a route: 400 where it is malformed, or escapes the root
   * with `.` or `..`; 414 where it is longer than 64 KiB; null for any other.
   */
  export function refusal(path: string): 400 | 414 | null

  export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

  /** A place in a route file: its path from the project root, a line and a column from 1. */
  export interface Location {
    readonly file: string
    readonly line: number
    readonly column: number
  }

  export interface RegExpSource {
    readonly source: string
    readonly flags: string
  }

  export interface CallableReference {
    readonly module: string
    readonly export: string
  }

  export type Segment =
    | { readonly kind: 'static'; readonly text: string }
    | { readonly kind: 'param'; readonly name: string }
    | { readonly kind: 'glob'; readonly name: string }
    | { readonly kind: 'optional'; readonly segments: readonly Segment[] }

  export interface ManifestRoute {
    /** The route name as Rails has it (`edit_photo`); null where the route has no helper. */
    readonly name: string | null
    /** Upper case. Empty: any verb. */
    readonly verbs: readonly string[]
    /** The path pattern as Rails prints it. */
    readonly pattern: string
    readonly segments: readonly Segment[]
    readonly controller: string | null
    readonly action: string | null
    /** Beyond `controller` and `action`. */
    readonly defaults: { readonly [name: string]: Json }
    readonly requirements: { readonly [param: string]: RegExpSource | string | readonly string[] }
    readonly conditions: {
      readonly [attribute: string]: RegExpSource | string | number | boolean | readonly (string | number)[]
    }
    readonly constraints: readonly CallableReference[]
    readonly endpoint:
      | { readonly kind: 'redirect'; readonly target: string | { readonly [key: string]: Json }; readonly status: number }
      | { readonly kind: 'callable'; readonly module: string; readonly export: string }
      | null
    /** False: the pattern matches a prefix of the path. */
    readonly anchored: boolean
    readonly location: Location | null
  }

  export interface Manifest {
    readonly version: 1
    /** In declaration order, which is also the order of precedence. */
    readonly routes: readonly ManifestRoute[]
    readonly resolves: readonly {
      readonly model: string
      readonly route: string
      readonly options: { readonly [name: string]: Json }
      readonly location: Location | null
    }[]
    readonly directs: readonly {
      readonly name: string
      readonly target: string | { readonly route: string; readonly options: { readonly [name: string]: Json } }
      readonly location: Location | null
    }[]
  }

  /** The frozen route table. */
  export const manifest: Manifest

  type Params1 = {}
  interface Match1 { readonly name: 'root'; readonly controller: 'pages'; readonly action: 'home'; readonly params: Params1; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  type Params2 = { readonly format?: string }
  interface Match2 { readonly name: 'about'; readonly controller: 'pages'; readonly action: 'about'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  type Params3 = { readonly topic: string }
  interface Match3 { readonly name: 'help'; readonly controller: 'pages'; readonly action: 'help'; readonly params: Params3; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match4 { readonly name: 'search_albums'; readonly controller: 'albums'; readonly action: 'search'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  type Params4 = { readonly id: string; readonly format?: string }
  interface Match5 { readonly name: 'slideshow_album'; readonly controller: 'albums'; readonly action: 'slideshow'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  type Params5 = { readonly photo_id: string; readonly format?: string }
  interface Match6 { readonly name: 'photo_comments'; readonly controller: 'comments'; readonly action: 'create'; readonly params: Params5; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match7 { readonly name: 'edit_comment'; readonly controller: 'comments'; readonly action: 'edit'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match8 { readonly name: 'comment'; readonly controller: 'comments'; readonly action: 'update'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match9 { readonly name: null; readonly controller: 'comments'; readonly action: 'update'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match10 { readonly name: null; readonly controller: 'comments'; readonly action: 'destroy'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  type Params6 = { readonly album_id: string; readonly format?: string }
  interface Match11 { readonly name: 'album_photos'; readonly controller: 'photos'; readonly action: 'create'; readonly params: Params6; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match12 { readonly name: 'new_album_photo'; readonly controller: 'photos'; readonly action: 'new'; readonly params: Params6; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match13 { readonly name: 'edit_photo'; readonly controller: 'photos'; readonly action: 'edit'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match14 { readonly name: 'photo'; readonly controller: 'photos'; readonly action: 'show'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match15 { readonly name: null; readonly controller: 'photos'; readonly action: 'update'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match16 { readonly name: null; readonly controller: 'photos'; readonly action: 'destroy'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match17 { readonly name: 'albums'; readonly controller: 'albums'; readonly action: 'index'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match18 { readonly name: null; readonly controller: 'albums'; readonly action: 'create'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match19 { readonly name: 'new_album'; readonly controller: 'albums'; readonly action: 'new'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match20 { readonly name: 'edit_album'; readonly controller: 'albums'; readonly action: 'edit'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match21 { readonly name: 'album'; readonly controller: 'albums'; readonly action: 'show'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match22 { readonly name: null; readonly controller: 'albums'; readonly action: 'update'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match23 { readonly name: null; readonly controller: 'albums'; readonly action: 'destroy'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match24 { readonly name: 'photos'; readonly controller: 'photos'; readonly action: 'index'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  type Params7 = { readonly year: string; readonly month?: string; readonly format?: string }
  interface Match25 { readonly name: 'archive'; readonly controller: 'albums'; readonly action: 'archive'; readonly params: Params7; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match26 { readonly name: 'admin_root'; readonly controller: 'admin/dashboard'; readonly action: 'show'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match27 { readonly name: 'approve_admin_comment'; readonly controller: 'admin/comments'; readonly action: 'approve'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match28 { readonly name: 'admin_comments'; readonly controller: 'admin/comments'; readonly action: 'index'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match29 { readonly name: 'admin_comment'; readonly controller: 'admin/comments'; readonly action: 'destroy'; readonly params: Params4; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match30 { readonly name: 'edit_admin_settings'; readonly controller: 'admin/settings'; readonly action: 'edit'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match31 { readonly name: 'admin_settings'; readonly controller: 'admin/settings'; readonly action: 'update'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match32 { readonly name: null; readonly controller: 'admin/settings'; readonly action: 'update'; readonly params: Params2; readonly path: string; readonly redirect?: never; readonly endpoint?: never; readonly rest?: never }
  interface Match33 { readonly name: null; readonly controller?: never; readonly action?: never; readonly params: Params4; readonly path: string; readonly redirect: Redirect; readonly endpoint?: never; readonly rest?: never }
  interface Match34 { readonly name: 'gallery'; readonly controller?: never; readonly action?: never; readonly params: Params2; readonly path: string; readonly redirect: Redirect; readonly endpoint?: never; readonly rest?: never }
  /** What `match` answers, by the route name. */
  export interface Routes {
    root: Match1
    about: Match2
    help: Match3
    search_albums: Match4
    slideshow_album: Match5
    photo_comments: Match6
    edit_comment: Match7
    comment: Match8
    album_photos: Match11
    new_album_photo: Match12
    edit_photo: Match13
    photo: Match14
    albums: Match17
    new_album: Match19
    edit_album: Match20
    album: Match21
    photos: Match24
    archive: Match25
    admin_root: Match26
    approve_admin_comment: Match27
    admin_comments: Match28
    admin_comment: Match29
    edit_admin_settings: Match30
    admin_settings: Match31
    gallery: Match34
  }
  /** What `match` answers, by `controller#action`. */
  export interface Actions {
    'pages#home': Match1
    'pages#about': Match2
    'pages#help': Match3
    'albums#search': Match4
    'albums#slideshow': Match5
    'comments#create': Match6
    'comments#edit': Match7
    'comments#update': Match8 | Match9
    'comments#destroy': Match10
    'photos#create': Match11
    'photos#new': Match12
    'photos#edit': Match13
    'photos#show': Match14
    'photos#update': Match15
    'photos#destroy': Match16
    'albums#index': Match17
    'albums#create': Match18
    'albums#new': Match19
    'albums#edit': Match20
    'albums#show': Match21
    'albums#update': Match22
    'albums#destroy': Match23
    'photos#index': Match24
    'albums#archive': Match25
    'admin/dashboard#show': Match26
    'admin/comments#approve': Match27
    'admin/comments#index': Match28
    'admin/comments#destroy': Match29
    'admin/settings#edit': Match30
    'admin/settings#update': Match31 | Match32
  }
  type AnyMatch = Actions[keyof Actions] | Match33 | Match34
  /** GET / → pages#home */
  export function rootPath(options?: PathOptions): string
  /** GET / → pages#home */
  export function rootUrl(options: UrlOptions): string
  /** GET /about(.:format) → pages#about */
  export function aboutPath(options?: FormatPathOptions): string
  /** GET /about(.:format) → pages#about */
  export function aboutUrl(options: FormatUrlOptions): string
  /** GET /help/*topic → pages#help */
  export function helpPath(topic: Param | readonly Param[], options?: PathOptions): string
  /** GET /help/*topic → pages#help */
  export function helpPath(params: { topic: Param | readonly Param[] }, options?: PathOptions): string
  /** GET /help/*topic → pages#help */
  export function helpUrl(topic: Param | readonly Param[], options: UrlOptions): string
  /** GET /help/*topic → pages#help */
  export function helpUrl(params: { topic: Param | readonly Param[] }, options: UrlOptions): string
  /** GET /albums/search(.:format) → albums#search */
  export function searchAlbumsPath(options?: FormatPathOptions): string
  /** GET /albums/search(.:format) → albums#search */
  export function searchAlbumsUrl(options: FormatUrlOptions): string
  /** GET /albums/:id/slideshow(.:format) → albums#slideshow */
  export function slideshowAlbumPath(id: Param, options?: FormatPathOptions): string
  /** GET /albums/:id/slideshow(.:format) → albums#slideshow */
  export function slideshowAlbumPath(params: { id: Param }, options?: FormatPathOptions): string
  /** GET /albums/:id/slideshow(.:format) → albums#slideshow */
  export function slideshowAlbumUrl(id: Param, options: FormatUrlOptions): string
  /** GET /albums/:id/slideshow(.:format) → albums#slideshow */
  export function slideshowAlbumUrl(params: { id: Param }, options: FormatUrlOptions): string
  /** POST /photos/:photo_id/comments(.:format) → comments#create */
  export function photoCommentsPath(photo_id: Param, options?: FormatPathOptions): string
  /** POST /photos/:photo_id/comments(.:format) → comments#create */
  export function photoCommentsPath(params: { photo_id: Param }, options?: FormatPathOptions): string
  /** POST /photos/:photo_id/comments(.:format) → comments#create */
  export function photoCommentsUrl(photo_id: Param, options: FormatUrlOptions): string
  /** POST /photos/:photo_id/comments(.:format) → comments#create */
  export function photoCommentsUrl(params: { photo_id: Param }, options: FormatUrlOptions): string
  /** GET /comments/:id/edit(.:format) → comments#edit */
  export function editCommentPath(id: Param, options?: FormatPathOptions): string
  /** GET /comments/:id/edit(.:format) → comments#edit */
  export function editCommentPath(params: { id: Param }, options?: FormatPathOptions): string
  /** GET /comments/:id/edit(.:format) → comments#edit */
  export function editCommentUrl(id: Param, options: FormatUrlOptions): string
  /** GET /comments/:id/edit(.:format) → comments#edit */
  export function editCommentUrl(params: { id: Param }, options: FormatUrlOptions): string
  /** PATCH /comments/:id(.:format) → comments#update */
  export function commentPath(id: Param, options?: FormatPathOptions): string
  /** PATCH /comments/:id(.:format) → comments#update */
  export function commentPath(params: { id: Param }, options?: FormatPathOptions): string
  /** PATCH /comments/:id(.:format) → comments#update */
  export function commentUrl(id: Param, options: FormatUrlOptions): string
  /** PATCH /comments/:id(.:format) → comments#update */
  export function commentUrl(params: { id: Param }, options: FormatUrlOptions): string
  /** POST /albums/:album_id/photos(.:format) → photos#create */
  export function albumPhotosPath(album_id: Param, options?: FormatPathOptions): string
  /** POST /albums/:album_id/photos(.:format) → photos#create */
  export function albumPhotosPath(params: { album_id: Param }, options?: FormatPathOptions): string
  /** POST /albums/:album_id/photos(.:format) → photos#create */
  export function albumPhotosUrl(album_id: Param, options: FormatUrlOptions): string
  /** POST /albums/:album_id/photos(.:format) → photos#create */
  export function albumPhotosUrl(params: { album_id: Param }, options: FormatUrlOptions): string
  /** GET /albums/:album_id/photos/new(.:format) → photos#new */
  export function newAlbumPhotoPath(album_id: Param, options?: FormatPathOptions): string
  /** GET /albums/:album_id/photos/new(.:format) → photos#new */
  export function newAlbumPhotoPath(params: { album_id: Param }, options?: FormatPathOptions): string
  /** GET /albums/:album_id/photos/new(.:format) → photos#new */
  export function newAlbumPhotoUrl(album_id: Param, options: FormatUrlOptions): string
  /** GET /albums/:album_id/photos/new(.:format) → photos#new */
  export function newAlbumPhotoUrl(params: { album_id: Param }, options: FormatUrlOptions): string
  /** GET /photos/:id/edit(.:format) → photos#edit */
  export function editPhotoPath(id: Param, options?: FormatPathOptions): string
  /** GET /photos/:id/edit(.:format) → photos#edit */
  export function editPhotoPath(params: { id: Param }, options?: FormatPathOptions): string
  /** GET /photos/:id/edit(.:format) → photos#edit */
  export function editPhotoUrl(id: Param, options: FormatUrlOptions): string
  /** GET /photos/:id/edit(.:format) → photos#edit */
  export function editPhotoUrl(params: { id: Param }, options: FormatUrlOptions): string
  /** GET /photos/:id(.:format) → photos#show */
  export function photoPath(id: Param, options?: FormatPathOptions): string
  /** GET /photos/:id(.:format) → photos#show */
  export function photoPath(params: { id: Param }, options?: FormatPathOptions): string
  /** GET /photos/:id(.:format) → photos#show */
  export function photoUrl(id: Param, options: FormatUrlOptions): string
  /** GET /photos/:id(.:format) → photos#show */
  export function photoUrl(params: { id: Param }, options: FormatUrlOptions): string
  /** GET /albums(.:format) → albums#index */
  export function albumsPath(options?: FormatPathOptions): string
  /** GET /albums(.:format) → albums#index */
  export function albumsUrl(options: FormatUrlOptions): string
  /** GET /albums/new(.:format) → albums#new */
  export function newAlbumPath(options?: FormatPathOptions): string
  /** GET /albums/new(.:format) → albums#new */
  export function newAlbumUrl(options: FormatUrlOptions): string
  /** GET /albums/:id/edit(.:format) → albums#edit */
  export function editAlbumPath(id: Param, options?: FormatPathOptions): string
  /** GET /albums/:id/edit(.:format) → albums#edit */
  export function editAlbumPath(params: { id: Param }, options?: FormatPathOptions): string
  /** GET /albums/:id/edit(.:format) → albums#edit */
  export function editAlbumUrl(id: Param, options: FormatUrlOptions): string
  /** GET /albums/:id/edit(.:format) → albums#edit */
  export function editAlbumUrl(params: { id: Param }, options: FormatUrlOptions): string
  /** GET /albums/:id(.:format) → albums#show */
  export function albumPath(id: Param, options?: FormatPathOptions): string
  /** GET /albums/:id(.:format) → albums#show */
  export function albumPath(params: { id: Param }, options?: FormatPathOptions): string
  /** GET /albums/:id(.:format) → albums#show */
  export function albumUrl(id: Param, options: FormatUrlOptions): string
  /** GET /albums/:id(.:format) → albums#show */
  export function albumUrl(params: { id: Param }, options: FormatUrlOptions): string
  /** GET /photos(.:format) → photos#index */
  export function photosPath(options?: FormatPathOptions): string
  /** GET /photos(.:format) → photos#index */
  export function photosUrl(options: FormatUrlOptions): string
  /** GET /archive/:year(/:month)(.:format) → albums#archive */
  export function archivePath(year: Param, month: Param, options?: FormatPathOptions): string
  /** GET /archive/:year(/:month)(.:format) → albums#archive */
  export function archivePath(year: Param, options?: FormatPathOptions): string
  /** GET /archive/:year(/:month)(.:format) → albums#archive */
  export function archivePath(params: { year: Param; month?: Param | undefined }, options?: FormatPathOptions): string
  /** GET /archive/:year(/:month)(.:format) → albums#archive */
  export function archiveUrl(year: Param, month: Param, options: FormatUrlOptions): string
  /** GET /archive/:year(/:month)(.:format) → albums#archive */
  export function archiveUrl(year: Param, options: FormatUrlOptions): string
  /** GET /archive/:year(/:month)(.:format) → albums#archive */
  export function archiveUrl(params: { year: Param; month?: Param | undefined }, options: FormatUrlOptions): string
  /** GET /admin(.:format) → admin/dashboard#show */
  export function adminRootPath(options?: FormatPathOptions): string
  /** GET /admin(.:format) → admin/dashboard#show */
  export function adminRootUrl(options: FormatUrlOptions): string
  /** PATCH /admin/comments/:id/approve(.:format) → admin/comments#approve */
  export function approveAdminCommentPath(id: Param, options?: FormatPathOptions): string
  /** PATCH /admin/comments/:id/approve(.:format) → admin/comments#approve */
  export function approveAdminCommentPath(params: { id: Param }, options?: FormatPathOptions): string
  /** PATCH /admin/comments/:id/approve(.:format) → admin/comments#approve */
  export function approveAdminCommentUrl(id: Param, options: FormatUrlOptions): string
  /** PATCH /admin/comments/:id/approve(.:format) → admin/comments#approve */
  export function approveAdminCommentUrl(params: { id: Param }, options: FormatUrlOptions): string
  /** GET /admin/comments(.:format) → admin/comments#index */
  export function adminCommentsPath(options?: FormatPathOptions): string
  /** GET /admin/comments(.:format) → admin/comments#index */
  export function adminCommentsUrl(options: FormatUrlOptions): string
  /** DELETE /admin/comments/:id(.:format) → admin/comments#destroy */
  export function adminCommentPath(id: Param, options?: FormatPathOptions): string
  /** DELETE /admin/comments/:id(.:format) → admin/comments#destroy */
  export function adminCommentPath(params: { id: Param }, options?: FormatPathOptions): string
  /** DELETE /admin/comments/:id(.:format) → admin/comments#destroy */
  export function adminCommentUrl(id: Param, options: FormatUrlOptions): string
  /** DELETE /admin/comments/:id(.:format) → admin/comments#destroy */
  export function adminCommentUrl(params: { id: Param }, options: FormatUrlOptions): string
  /** GET /admin/settings/edit(.:format) → admin/settings#edit */
  export function editAdminSettingsPath(options?: FormatPathOptions): string
  /** GET /admin/settings/edit(.:format) → admin/settings#edit */
  export function editAdminSettingsUrl(options: FormatUrlOptions): string
  /** PATCH /admin/settings(.:format) → admin/settings#update */
  export function adminSettingsPath(options?: FormatPathOptions): string
  /** PATCH /admin/settings(.:format) → admin/settings#update */
  export function adminSettingsUrl(options: FormatUrlOptions): string
  /** GET /gallery(.:format) → redirect (302) */
  export function galleryPath(options?: FormatPathOptions): string
  /** GET /gallery(.:format) → redirect (302) */
  export function galleryUrl(options: FormatUrlOptions): string
}
//# sourceMappingURL=virtual-routes.d.ts.map
