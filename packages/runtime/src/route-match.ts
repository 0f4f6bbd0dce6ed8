// The types of requests, of matches, and of the functions that routes may have.

/**
 * The attributes of a request that conditions and constraints read. Node's `IncomingMessage` has them. Missing values are
 * those of `http://example.org`.
 */
export interface RequestAttributes {
  /** Default: the value in the headers. */
  readonly host?: string | undefined
  /** `https`, with or without `:` or `://`. */
  readonly protocol?: string | undefined
  readonly port?: number | string | undefined
  readonly ip?: string | undefined
  readonly headers?: HeadersLike | { readonly [name: string]: string | readonly string[] | undefined } | undefined
  /** If the URL is absolute, it sets the host, the protocol and the port. */
  readonly url?: string | undefined
  /** Sets `ip` and `protocol` if they are undefined. */
  readonly socket?: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean } | undefined
}

/** The `Headers` of the platform. Declarations without the types of the platform use it. */
export interface HeadersLike {
  get(name: string): string | null
}

/** The `Request` of the platform. */
export interface RequestLike {
  readonly url: string
  readonly headers: HeadersLike
}

export type MatchRequest = RequestLike | RequestAttributes

/** A request with its method and its target: a `Request`, or Node's `IncomingMessage`. */
export interface WholeRequest {
  readonly method?: string | undefined
  /** A path, or an absolute URL. */
  readonly url?: string | undefined
  readonly headers: NonNullable<RequestAttributes['headers']>
}

/** The target of a redirect. */
export interface Redirect {
  /** The value of the header `Location`. */
  readonly location: string
  readonly status: number
}

/** A function, or a mounted app. */
export interface Endpoint {
  (...args: any[]): any
  readonly [property: string]: any
}

/** The route that matches a request, with its parameters. */
export interface RouteMatch {
  /** The route name as in the manifest (`edit_photo`), or null. */
  readonly name: string | null
  /** `controller` and `action` are undefined if the route has a `redirect` or an `endpoint`. */
  readonly controller?: string
  readonly action?: string
  /**
   * The parameters of the path, decoded once, and the route's defaults: a plain object with these keys and no others. It
   * has no prototype if a parameter has the name of a property of `Object.prototype`.
   */
  readonly params: Readonly<Record<string, unknown>>
  /** The canonical path. Guards should check this path. */
  readonly path: string
  readonly redirect?: Redirect
  /** The callable that responds: a function or a mounted app. */
  readonly endpoint?: unknown
  /** The namespace of a route with a `redirect` or an `endpoint`; undefined outside of namespaces. */
  readonly namespace?: string
  /** The remaining path after the prefix that the route matches. It begins with a slash. */
  readonly rest?: string
  /** True if code of the Rails server that exported the table also decides whether the route matches. */
  readonly conditional?: true
}

/** The arguments of `match`. TypeScript's overloads accept no union, so callers that pass it on cast it to the last overload. */
export type MatchArguments =
  | [method: string, path: string, request?: MatchRequest | undefined]
  | [request: WholeRequest]

/** The type of `match`. In the declarations of an application, `Result` is the union of its routes. */
export interface Match<Result = RouteMatch> {
  /**
   * Returns the first declared route that matches the request. Returns null if no route matches, or if the path is rejected
   * (`refusal`). It never throws, unless a function of the application throws.
   *
   * @example
   * ```ts
   * import { match } from 'virtual:routes'
   *
   * match('GET', '/photos/7?page=2') // { name: 'photo', controller: 'photos', action: 'show', params: { id: '7' }, … }
   * match('GET', '/nowhere') // null
   * ```
   *
   * @param method in upper case: methods are case-sensitive
   * @param path the target of the request: a path with an optional query, or an absolute URL. If you pass no request, the
   *   URL sets the host
   */
  (method: string, path: string, request?: MatchRequest): Result | null
  (request: WholeRequest): Result | null
}

/** The type of `matchAll`. */
export interface MatchAll<Result = RouteMatch> {
  /**
   * Returns all matching routes, in the order of declaration. The first one is the result of `match`. Each match is
   * computed when the loop reaches it. Use it if apps can decline a request.
   *
   * @example
   * ```ts
   * import { matchAll } from 'virtual:routes'
   *
   * for (const { action } of matchAll('GET', '/photos/new')) console.log(action)
   * ```
   */
  (method: string, path: string, request?: MatchRequest): Generator<Result, void, undefined>
  (request: WholeRequest): Generator<Result, void, undefined>
}

/** The type of `allowedMethods`. */
export interface AllowedMethods {
  /**
   * Returns the methods that a path supports, for the `Allow` header of a response to OPTIONS, or with the status 405. If GET
   * is in the list, HEAD is, too. Empty if no route has the path, and if the path is malformed.
   *
   * @example
   * ```ts
   * import { allowedMethods } from 'virtual:routes'
   *
   * allowedMethods('/photos') // ['GET', 'HEAD', 'POST']
   * ```
   */
  (path: string, request?: MatchRequest): string[]
  (request: WholeRequest): string[]
}

/** The type of `refusal`. */
export interface Refusal {
  /**
   * Returns the status of a path that `match` rejects before it tries any route: 400 if the path is malformed, or leaves the
   * root with `.` or `..`; 414 if it is longer than 64 KiB. Returns null for every other path.
   *
   * @example
   * ```ts
   * import { refusal } from 'virtual:routes'
   *
   * refusal('/photos/%zz') // 400
   * refusal('/photos/7') // null
   * ```
   */
  (path: string | WholeRequest): 400 | 414 | null
}

/** The positions of captured params in a path: capture `i` starts at element `2 * i` and ends at element `2 * i + 1`; -1 if it is unset. */
export type Captures = Int32Array

/** Entries that may match, with their captures. */
export type Candidates = [entry: number, captures: Captures][]

/** The rows that several runs of an automaton over the end of one path share, see `automaton.ts` and `spans.ts`. */
export interface SharedRows {
  /** For each distance from the end, the number of its row. */
  rowNumbers: Int32Array<ArrayBufferLike>
  /** The number of distances in `rowNumbers`. */
  count: number
  /** The rows. The numbers are indexes into this list. */
  list: readonly Uint8Array[] | undefined
  /** The states and positions that runs with scanners have visited without a match, see `with-scanners.ts`. */
  visited: VisitedPositions | undefined
}

/**
 * The visited positions: first by the state of the running scanner (undefined without one), then by the automaton's state and a
 * block of positions. A block has a bit for each position.
 */
export type VisitedPositions = Map<unknown, Map<number, Int32Array>>

/**
 * Matches `path` from `start` to `end` with a program of the table (see `programs.ts`). Writes the captures of the program,
 * beginning with capture `firstCapture`. Runs that end at the same position of one path may share `rows`.
 */
export type RunProgram = (
  path: string,
  start: number,
  end: number,
  captures: Captures,
  firstCapture: number,
  rows?: SharedRows,
) => boolean

/** Tests a path and its request. `target` is the path as requested, with its query. It runs no code of the application. */
export type RouteTest = (path: string, captures: Captures, request: MatchRequest | undefined, target: string) => boolean

/** Returns a match with further properties, or another match in its place. */
export type MatchStep = (
  match: RouteMatch,
  captures: Captures,
  request: MatchRequest | undefined,
  target: string,
) => RouteMatch

/** Returns true if a route's constraint functions accept the request. */
export type AcceptsRequest = (params: RouteMatch['params'], request: MatchRequest | undefined) => boolean

/** The functions of a route, in the order in which they run. `route-functions.ts` calls them. */
export interface RouteFunctions {
  readonly tests?: readonly RouteTest[]
  /** They change the match. Their params are those that `accepts` receives. */
  readonly finish?: readonly MatchStep[]
  /** Calls the constraint functions of the application. */
  readonly accepts?: AcceptsRequest
  /**
   * The step that may run code of the application, such as the function of a redirect. It must not read `captures`: `accepts` may
   * have called `match`, which overwrites them.
   */
  readonly last?: MatchStep
}
