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

  /** Who answers a request. */
  export interface RouteMatch {
    /** The route name as in the manifest (`edit_photo`), or null. */
    readonly name: string | null
    /** Both are undefined where the route has a `redirect` or an `endpoint`. */
    readonly controller?: string
    readonly action?: string
    /** The parameters of the path, decoded once, and the route's defaults: a plain object with these keys. */
    readonly params: { readonly [name: string]: any }
    /** The canonical path. Guards should look at this one. */
    readonly path: string
    /** `location` is what the header should hold. */
    readonly redirect?: { readonly location: string; readonly status: number }
    /** The callable that answers: a function, a mounted app. */
    readonly endpoint?: any
    /** What a route that matches a prefix of the path leaves over. It begins with a slash. */
    readonly rest?: string
  }

  /**
   * The first declared route that answers; null where none does, and where the path is refused (`refusal`). It never
   * throws, unless a constraint of the application does. The method is in upper case, as requests have it.
   */
  export function match(method: string, path: string, request?: RequestLike | RequestAttributes): RouteMatch | null

  /**
   * The status of a path that `match` refuses before it asks a route: 400 where it is malformed, or leads out of itself
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
