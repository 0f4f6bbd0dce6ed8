/**
 * The part of the declarations of `virtual:routes` that no route changes. Whoever changes the runtime's `types.ts`, the
 * answer of `match` or the manifest changes it too; `types-of-module.test.ts` has them compared.
 */
export const TYPES_OF_MODULE = `\
  export * as default from 'virtual:routes'

  /** What stands for a parameter of a path: a scalar, or a model. */
  export type Param = string | number | bigint | { toParam(): string | number | bigint | null | undefined }

  /** A value of a query: a scalar, a model, or lists and maps of them; a date as the text that is wanted. Undefined is left out. */
  export type QueryValue = Param | boolean | null | undefined | readonly QueryValue[] | { readonly [key: string]: QueryValue }

  export interface PathOptions {
    readonly query?: { readonly [key: string]: QueryValue } | undefined
    readonly anchor?: Param | undefined
    /** Ends the path with a slash, except where it has a format. */
    readonly trailingSlash?: boolean | undefined
    /** A path that stands before the route's: \`/app\`. */
    readonly scriptName?: string | undefined
  }

  /** Options of a URL whose route declares a host. */
  export interface HostedUrlOptions extends PathOptions {
    readonly host?: string | undefined
    /** \`http\` (without this option) or \`https\`. */
    readonly protocol?: string | undefined
    readonly port?: number | string | null | undefined
    /** Stands before the domain of \`host\`; false for none. */
    readonly subdomain?: string | boolean | null | undefined
    /** Replaces the domain of \`host\`. */
    readonly domain?: string | undefined
    /** How many labels of the host are its top-level domain: 1 (without this option) for \`com\`, 2 for \`co.uk\`. */
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
   * The path of the route that a model stands for: the one that \`resolve\` names, else the one named after the model's
   * \`modelName\` (its own, its class's, or this string).
   */
  export function pathFor(model: string | object, options?: OpenPathOptions): string

  /** The URL of the route that a model stands for. */
  export function urlFor(model: string | object, options: OpenUrlOptions): string

  /** A link to an action, with the verb that forms and HTTP clients need. */
  export interface Link<Method extends string = string> {
    readonly url: string
    /** In lower case. */
    readonly method: Method
  }

  /**
   * What a request is to routes with conditions and constraints. Node's \`IncomingMessage\` is one. What is left out is as
   * in \`http://example.org\`.
   */
  export interface RequestAttributes {
    /** Left out, what the headers say. */
    readonly host?: string | undefined
    /** \`https\`, with or without \`:\` or \`://\`. */
    readonly protocol?: string | undefined
    readonly port?: number | string | undefined
    readonly ip?: string | undefined
    readonly headers?: HeadersLike | { readonly [name: string]: string | readonly string[] | undefined } | undefined
    /** Where it is absolute, host, protocol and port are its own. */
    readonly url?: string | undefined
    /** Stands in for \`ip\` and \`protocol\`. */
    readonly socket?: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean } | undefined
  }

  /** \`Headers\` of the platform. */
  export interface HeadersLike {
    get(name: string): string | null
  }

  /** \`Request\` of the platform. */
  export interface RequestLike {
    readonly url: string
    readonly headers: HeadersLike
  }

  /** A request that names its method and its target itself: a \`Request\`, or Node's \`IncomingMessage\`. */
  export interface WholeRequest {
    readonly method?: string | undefined
    /** A path, or an absolute URL. */
    readonly url?: string | undefined
    readonly headers: HeadersLike | { readonly [name: string]: string | readonly string[] | undefined }
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
   * Who answers a request: \`RouteMatch\` is every answer that \`match\` may give, \`RouteMatch<'photos#show'>\` that of an
   * action, \`RouteMatch<'photo'>\` that of the route with this name. Tell them apart by \`controller\` and \`action\`, by
   * \`name\`, by \`redirect\` or by \`endpoint\`.
   *
   * \`params\` has the parameters of the path, decoded once, and the route's defaults. \`path\` is the canonical path:
   * guards should look at this one. \`rest\` is what a route that matches a prefix of the path leaves over.
   */
  export type RouteMatch<Of extends keyof Actions | keyof Routes = never> = [Of] extends [never]
    ? AnyMatch
    : Of extends keyof Actions
      ? Actions[Of]
      : Of extends keyof Routes
        ? Routes[Of]
        : never

  /**
   * The first declared route that answers; null where none does, and where the path is refused (\`refusal\`). It never
   * throws, unless a function of the application does.
   *
   * @param method in upper case: methods are case-sensitive
   * @param path the target of the request: a path with or without its query, or an absolute URL, whose host counts where
   *   no request is given
   */
  export function match(method: string, path: string, request?: RequestLike | RequestAttributes): AnyMatch | null
  export function match(request: WholeRequest): AnyMatch | null

  /**
   * The answers that a request can have, in the order of declaration: first that of \`match\`, then what it would be if
   * that route were not there, and so on. Each is made when it is asked for: for apps that decline a request.
   */
  export function matchAll(
    method: string,
    path: string,
    request?: RequestLike | RequestAttributes,
  ): Generator<AnyMatch, void, undefined>
  export function matchAll(request: WholeRequest): Generator<AnyMatch, void, undefined>

  /**
   * The verbs under which \`match\` answers a path, as the \`Allow\` header of a 405 or of an answer to OPTIONS lists them;
   * HEAD is among them where GET is. Empty where the path has no answer under any verb.
   */
  export function allowedMethods(path: string, request?: RequestLike | RequestAttributes): string[]
  export function allowedMethods(request: WholeRequest): string[]

  /**
   * The status of a path that \`match\` refuses before it asks a route: 400 where it is malformed, or escapes the root
   * with \`.\` or \`..\`; 414 where it is longer than 64 KiB; null for any other.
   */
  export function refusal(path: string | WholeRequest): 400 | 414 | null

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

  /** To a path or URL with \`%{param}\` in it, to parts of a URL, or to what an exported function returns. */
  export type RedirectEndpoint = {
    readonly kind: 'redirect'
    readonly status: number
    readonly query?: 'keep'
  } & ({ readonly target: string | { readonly [key: string]: Json } } | { readonly callable: CallableReference })

  export interface ManifestRoute {
    /** The route name as Rails has it (\`edit_photo\`); null where the route has no helper. */
    readonly name: string | null
    /** Upper case. Empty: any verb. */
    readonly verbs: readonly string[]
    /** The path pattern as Rails prints it. */
    readonly pattern: string
    readonly segments: readonly Segment[]
    readonly controller: string | null
    readonly action: string | null
    /** Beyond \`controller\` and \`action\`. */
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
    /** False: the pattern matches a prefix of the path. */
    readonly anchored: boolean
    /** True where code of the Rails server that the table comes from decides as well whether the route answers. */
    readonly conditional?: true
    readonly location: Location | null
  }

  /** A route, with options for its helper. */
  export interface MappedRoute {
    readonly route: string
    readonly options: { readonly [name: string]: Json }
  }

  /** An exported function that makes the URL. */
  export interface MappedCallable {
    readonly callable: CallableReference
  }

  export interface Manifest {
    readonly version: 1
    /** In declaration order, which is also the order of precedence. */
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
