/**
 * What a request is to routes with conditions and constraints. Node's `IncomingMessage` is one. What is left out is as in
 * `http://example.org`.
 */
export interface RequestAttributes {
  /** Left out, what the headers say. */
  readonly host?: string | undefined
  /** `https`, with or without `:` or `://`. */
  readonly protocol?: string | undefined
  readonly port?: number | string | undefined
  readonly ip?: string | undefined
  readonly headers?: Headers | Readonly<Record<string, string | readonly string[] | undefined>> | undefined
  /** Where it is absolute, host, protocol and port are its own. */
  readonly url?: string | undefined
  /** Stands in for `ip` and `protocol`. */
  readonly socket?: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean } | undefined
}

export type MatchRequest = Request | RequestAttributes

/** A request that names its method and its target itself: a `Request`, or Node's `IncomingMessage`. */
export type WholeRequest =
  | Request
  | (RequestAttributes & {
      readonly method?: string | undefined
      readonly headers: NonNullable<RequestAttributes['headers']>
    })

/** Who answers a request. */
export interface RouteMatch {
  /** The route name as in the manifest (`edit_photo`), or null. */
  readonly name: string | null
  /** Both are undefined where the route has a `redirect` or an `endpoint`. */
  readonly controller?: string
  readonly action?: string
  /**
   * The parameters of the path, decoded once, and the route's defaults: a plain object with these keys and no others. It
   * has no prototype where a parameter has the name of one of `Object.prototype`'s properties.
   */
  readonly params: Readonly<Record<string, unknown>>
  /** The canonical path. Guards should look at this one. */
  readonly path: string
  /** `location` is what the header should hold. */
  readonly redirect?: { readonly location: string; readonly status: number }
  /** The callable that answers: a function, a mounted app. */
  readonly endpoint?: unknown
  /** What a route that matches a prefix of the path leaves over. It begins with a slash. */
  readonly rest?: string
  /** Code of the Rails server that the table comes from decides as well whether the route answers. */
  readonly conditional?: true
}

/** What `match` may be called with. Overloads take no such union: who hands it on says that it is the last of them. */
export type Asked = [method: string, path: string, request?: MatchRequest | undefined] | [request: WholeRequest]

/** Answers null where no route matches, and where the path is malformed (`canonicalPath` tells which). */
export interface Match {
  (method: string, path: string, request?: MatchRequest): RouteMatch | null
  (request: WholeRequest): RouteMatch | null
}

type RouteMatches = Generator<RouteMatch, void, undefined>

/** The answers of `match`, if those before were not there: first its own, then the next route's. */
export interface MatchAll {
  (method: string, path: string, request?: MatchRequest): RouteMatches
  (request: WholeRequest): RouteMatches
}

/** The verbs under which `match` answers a path. None where the path is malformed. */
export interface AllowedMethods {
  (path: string, request?: MatchRequest): string[]
  (request: WholeRequest): string[]
}

/** Positions in a path: capture `i` is from `2 * i` to `2 * i + 1`, or at -1 where there is none. */
export type Captures = Int32Array

/** Entries with their captures. */
export type Found = [entry: number, captures: Captures][]

/** What several runs of an automaton over the end of one path share, see `spans.ts`. */
export interface Rows {
  /** For each distance from the end, the number of its row. */
  places: Int32Array<ArrayBufferLike>
  /** How many of them there are. */
  count: number
  /** The rows that the numbers are of. */
  list: readonly Uint8Array[] | undefined
}

/**
 * Matches `path` from `start` to `end` and notes the captures, the first of them as capture `first`. Runs that end at the
 * same place of one path may share `rows`.
 */
export type Program = (
  path: string,
  start: number,
  end: number,
  captures: Captures,
  first: number,
  rows?: Rows,
) => boolean

/** What only some routes have. */
export interface Extra {
  /** What must hold of path and request, besides. `target` is the path as it was asked for, with its query. */
  readonly tests?: readonly ((
    path: string,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ) => boolean)[]
  /** What the answer has more, or instead. */
  readonly finish?: readonly ((
    answer: RouteMatch,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ) => RouteMatch)[]
  /** Decides. It may run code of the application. */
  readonly accepts?: (params: RouteMatch['params'], request: MatchRequest | undefined) => boolean
  /** What the answer becomes once it is accepted. It may run code of the application, and gets no captures. */
  readonly last?: (
    answer: RouteMatch,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ) => RouteMatch
}
