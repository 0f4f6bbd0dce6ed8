/**
 * The attributes of a request that routes with conditions and constraints read. Node's `IncomingMessage` has this shape.
 * Omitted attributes have the values of a request for `http://example.org`.
 */
export interface RequestAttributes {
  /** Default: the host from the headers. */
  readonly host?: string | undefined
  /** `https`, with or without `:` or `://`. */
  readonly protocol?: string | undefined
  readonly port?: number | string | undefined
  readonly ip?: string | undefined
  readonly headers?: Headers | Readonly<Record<string, string | readonly string[] | undefined>> | undefined
  /** An absolute URL overrides `host`, `protocol` and `port`. */
  readonly url?: string | undefined
  /** Supplies `ip` and `protocol` if they are omitted. */
  readonly socket?: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean } | undefined
}

export type MatchRequest = Request | RequestAttributes

/** A request that contains its method and its target: a `Request`, or Node's `IncomingMessage`. */
export type WholeRequest =
  | Request
  | (RequestAttributes & {
      readonly method?: string | undefined
      readonly headers: NonNullable<RequestAttributes['headers']>
    })

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
  /** `location` is the value for the `Location` header. */
  readonly redirect?: { readonly location: string; readonly status: number }
  /** The callable that responds: a function or a mounted app. */
  readonly endpoint?: unknown
  /** The remaining path after the prefix that the route matches. It begins with a slash. */
  readonly rest?: string
  /** True if code of the Rails server that exported the table also decides whether the route matches. */
  readonly conditional?: true
}

/** The arguments of `match`. TypeScript's overloads accept no union, so callers that pass it on cast it to the last overload. */
export type Asked = [method: string, path: string, request?: MatchRequest | undefined] | [request: WholeRequest]

/** Returns null if no route matches, or if the path is malformed (`canonicalPath` lists the malformed paths). */
export interface Match {
  (method: string, path: string, request?: MatchRequest): RouteMatch | null
  (request: WholeRequest): RouteMatch | null
}

type RouteMatches = Generator<RouteMatch, void, undefined>

/** Yields the match of `match`, then the match that `match` would return without that route, and so on. */
export interface MatchAll {
  (method: string, path: string, request?: MatchRequest): RouteMatches
  (request: WholeRequest): RouteMatches
}

/** Returns the verbs for which `match` finds a route for the path. Empty if the path is malformed. */
export interface AllowedMethods {
  (path: string, request?: MatchRequest): string[]
  (request: WholeRequest): string[]
}

/** Positions in a path: capture `i` starts at element `2 * i` and ends at element `2 * i + 1`; -1 if it is unset. */
export type Captures = Int32Array

/** Entries with their captures. */
export type Found = [entry: number, captures: Captures][]

/** State that several runs of an automaton over the end of one path share, see `spans.ts`. */
export interface Rows {
  /** For each distance from the end, the number of its row. */
  places: Int32Array<ArrayBufferLike>
  /** The number of rows. */
  count: number
  /** The rows; the numbers are indexes into this list. */
  list: readonly Uint8Array[] | undefined
  /** The states and positions that runs with scanners have visited without a match, see `guarded.ts`. */
  visited: Visited | undefined
}

/** Keyed by the state of the running scanner, if any, then by state of the automaton and block of positions: a bit for each position. */
export type Visited = Map<unknown, Map<number, Int32Array>>

/**
 * Matches `path` from `start` to `end` and writes the captures, beginning with capture `first`. Runs that end at the same
 * position of one path may share `rows`.
 */
export type Program = (
  path: string,
  start: number,
  end: number,
  captures: Captures,
  first: number,
  rows?: Rows,
) => boolean

/** The features that only some routes have. */
export interface Extra {
  /** Further conditions on path and request. `target` is the path as requested, with its query. */
  readonly tests?: readonly ((
    path: string,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ) => boolean)[]
  /** Steps that add properties to the match, or replace it. */
  readonly finish?: readonly ((
    answer: RouteMatch,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ) => RouteMatch)[]
  /** Returns true if the route's constraints accept the request. It may run code of the application. */
  readonly accepts?: (params: RouteMatch['params'], request: MatchRequest | undefined) => boolean
  /** The last step, after `accepts`. It may run code of the application, so `captures` may be overwritten when it runs. */
  readonly last?: (
    answer: RouteMatch,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ) => RouteMatch
}
