/**
 * The part of the declarations of `virtual:routes` that no route changes. Whoever changes the runtime's `types.ts`, the
 * answer of `match` or the manifest changes it too; `types-of-module.test.ts` has them compared.
 */
export const TYPES_OF_MODULE = `\
  export * as default from 'virtual:routes'

  /** The value of a path parameter: a scalar, or a model. */
  export type Param = string | number | bigint | { toParam(): string | number | bigint | null | undefined }

  /** A value of a query: a scalar, a model, or arrays and objects of them. Undefined values are omitted. Pass a date as a string. */
  export type QueryValue = Param | boolean | null | undefined | readonly QueryValue[] | { readonly [key: string]: QueryValue }

  export interface PathOptions {
    readonly query?: { readonly [key: string]: QueryValue } | undefined
    readonly anchor?: Param | undefined
    /** Ends the path with a slash, unless it has a format. */
    readonly trailingSlash?: boolean | undefined
    /** A path in front of the route's path: \`/app\`. */
    readonly scriptName?: string | undefined
  }

  /** Options of the URL of a route with a host. */
  export interface HostedUrlOptions extends PathOptions {
    readonly host?: string | undefined
    /** \`http\` or \`https\`. Default: \`http\`. */
    readonly protocol?: string | undefined
    readonly port?: number | string | null | undefined
    /** Replaces the subdomain of \`host\`; false removes it. */
    readonly subdomain?: string | boolean | null | undefined
    /** Replaces the domain of \`host\`. */
    readonly domain?: string | undefined
    /** The number of labels in the top-level domain: 1 for \`com\`, 2 for \`co.uk\`. Default: 1. */
    readonly tldLength?: number | undefined
  }

  export interface UrlOptions extends HostedUrlOptions {
    /** A name or an address, with an optional port. It has no default. */
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

  /** Options, which also contain path parameters and query parameters by name. */
  export interface OpenPathOptions extends FormatPathOptions {
    readonly [param: string]: unknown
  }

  export interface OpenUrlOptions extends FormatUrlOptions {
    readonly [param: string]: unknown
  }

  /**
   * Returns the path of the route of a model: the route that \`resolve\` sets, otherwise the route with the name of the
   * model. The name is the \`modelName\` of the model or its class, or this string.
   */
  export function pathFor(model: string | object, options?: OpenPathOptions): string

  /** Returns the URL of the route of a model. */
  export function urlFor(model: string | object, options: OpenUrlOptions): string

  /** The URL and the HTTP method of an action, for forms and HTTP clients. */
  export interface Link<Method extends string = string> {
    readonly url: string
    /** In lower case. */
    readonly method: Method
  }

  /**
   * The attributes of a request that conditions and constraints read. Node's \`IncomingMessage\` has them. Missing values
   * are those of \`http://example.org\`.
   */
  export interface RequestAttributes {
    /** Default: the value in the headers. */
    readonly host?: string | undefined
    /** \`https\`, with or without \`:\` or \`://\`. */
    readonly protocol?: string | undefined
    readonly port?: number | string | undefined
    readonly ip?: string | undefined
    readonly headers?: HeadersLike | { readonly [name: string]: string | readonly string[] | undefined } | undefined
    /** If the URL is absolute, it sets the host, the protocol and the port. */
    readonly url?: string | undefined
    /** Sets \`ip\` and \`protocol\` if they are undefined. */
    readonly socket?: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean } | undefined
  }

  /** The \`Headers\` of the platform. */
  export interface HeadersLike {
    get(name: string): string | null
  }

  /** The \`Request\` of the platform. */
  export interface RequestLike {
    readonly url: string
    readonly headers: HeadersLike
  }

  /** A request with its method and its target: a \`Request\`, or Node's \`IncomingMessage\`. */
  export interface WholeRequest {
    readonly method?: string | undefined
    /** A path, or an absolute URL. */
    readonly url?: string | undefined
    readonly headers: HeadersLike | { readonly [name: string]: string | readonly string[] | undefined }
  }

  /** The target of a redirect. */
  export interface Redirect {
    /** The value of the header \`Location\`. */
    readonly location: string
    readonly status: number
  }

  /** A function, or a mounted app. */
  export interface Endpoint {
    (...args: any[]): any
    readonly [property: string]: any
  }

  /**
   * The result of \`match\`. \`RouteMatch\` is the union of all matches, \`RouteMatch<'photos#show'>\` the match of an action,
   * and \`RouteMatch<'photo'>\` the match of the route with this name. To narrow the type, compare \`controller\` and
   * \`action\`, \`name\`, \`redirect\` or \`endpoint\`.
   *
   * \`params\` contains the decoded parameters of the path, and the default parameters of the route. \`path\` is the
   * canonical path; use it for access checks. If the route matches only a prefix, \`rest\` is the rest of the path.
   */
  export type RouteMatch<Of extends keyof Actions | keyof Routes = never> = [Of] extends [never]
    ? AnyMatch
    : Of extends keyof Actions
      ? Actions[Of]
      : Of extends keyof Routes
        ? Routes[Of]
        : never

  /**
   * Returns the first declared route that matches the request. Returns null if no route matches, or if the path is
   * rejected (\`refusal\`). It never throws, unless a function of the application throws.
   *
   * @param method in upper case: methods are case-sensitive
   * @param path the target of the request: a path with an optional query, or an absolute URL. If you pass no request, the
   *   URL sets the host
   */
  export function match(method: string, path: string, request?: RequestLike | RequestAttributes): AnyMatch | null
  export function match(request: WholeRequest): AnyMatch | null

  /**
   * Returns all matching routes, in the order of declaration. The first one is the result of \`match\`. Each is found when
   * the loop asks for it. Use it if apps can decline a request.
   */
  export function matchAll(
    method: string,
    path: string,
    request?: RequestLike | RequestAttributes,
  ): Generator<AnyMatch, void, undefined>
  export function matchAll(request: WholeRequest): Generator<AnyMatch, void, undefined>

  /**
   * Returns the methods that a path supports, for the \`Allow\` header of a response to OPTIONS, or with the status 405. If
   * GET is in the list, HEAD is, too. Empty if no route has the path.
   */
  export function allowedMethods(path: string, request?: RequestLike | RequestAttributes): string[]
  export function allowedMethods(request: WholeRequest): string[]

  /**
   * Returns the status of a path that \`match\` rejects before it tries any route: 400 if the path is malformed, or leaves
   * the root with \`.\` or \`..\`; 414 if it is longer than 64 KiB. Returns null for every other path.
   */
  export function refusal(path: string | WholeRequest): 400 | 414 | null

  export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

  /** A location in a route file: its path from the project root, and a line and a column, which begin at 1. */
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

  /** The target: a path or URL with placeholders such as \`%{id}\`, parts of a URL, or an exported function. */
  export type RedirectEndpoint = {
    readonly kind: 'redirect'
    readonly status: number
    readonly query?: 'keep'
  } & ({ readonly target: string | { readonly [key: string]: Json } } | { readonly callable: CallableReference })

  export interface ManifestRoute {
    /** The name of the route, as in Rails (\`edit_photo\`); null if the route has no helper. */
    readonly name: string | null
    /** In upper case. Empty if the route matches every method. */
    readonly verbs: readonly string[]
    /** The path pattern as Rails prints it. */
    readonly pattern: string
    readonly segments: readonly Segment[]
    readonly controller: string | null
    readonly action: string | null
    /** Without \`controller\` and \`action\`. */
    readonly defaults: { readonly [name: string]: Json }
    readonly requirements: { readonly [param: string]: RegExpSource | string | readonly string[] }
    readonly conditions: {
      readonly [attribute: string]: RegExpSource | string | number | boolean | readonly (string | number)[]
    }
    readonly constraints: readonly CallableReference[]
    readonly endpoint:
      | RedirectEndpoint
      | { readonly kind: 'callable'; readonly module: string; readonly export: string }
      | null
    /** False if the pattern matches a prefix of the path. */
    readonly anchored: boolean
    /** True if code of the Rails server also decides whether the route matches. */
    readonly conditional?: true
    readonly location: Location | null
  }

  /** A route, with options for its helper. */
  export interface MappedRoute {
    readonly route: string
    readonly options: { readonly [name: string]: Json }
  }

  /** An exported function that returns the URL. */
  export interface MappedCallable {
    readonly callable: CallableReference
  }

  export interface Manifest {
    readonly version: 1
    /** In the order of declaration. The first matching route wins. */
    readonly routes: readonly ManifestRoute[]
    readonly resolves: readonly ({
      readonly model: string
      readonly location: Location | null
    } & (MappedRoute | MappedCallable))[]
    readonly directs: readonly {
      readonly name: string
      readonly target: string | MappedRoute | MappedCallable
      readonly location: Location | null
    }[]
  }

  /** The frozen route table. */
  export const manifest: Manifest
`
