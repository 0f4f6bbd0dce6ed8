// The types of URL helpers, and of the routes that helpers are created from.

/**
 * The value of a path parameter: a scalar, or a model. A helper also accepts an object with the parameters by name. The
 * object may be a model: its other fields do not appear in the URL.
 */
export type Param = string | number | bigint | { toParam(): string | number | bigint | null | undefined }

/** A value of a query: a scalar, a model, or arrays and objects of them. Undefined values are omitted. Pass a date as a string. */
export type QueryValue =
  | Param
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue }

/** The values of a query, by name. */
export interface QueryValues {
  readonly [name: string]: QueryValue
}

/** Options of a path, except the query, whose type depends on the route. */
export interface PathOptions {
  readonly anchor?: Param | undefined
  /** Ends the path with a slash, unless it has a format. */
  readonly trailingSlash?: boolean | undefined
  /** A path in front of the route's path: `/app`. */
  readonly scriptName?: string | undefined
}

/** Options of the URL of a route with a host. */
export interface HostedUrlOptions extends PathOptions {
  readonly host?: string | undefined
  /** `http` or `https`. Default: `http`. */
  readonly protocol?: string | undefined
  readonly port?: number | string | null | undefined
  /** Replaces the subdomain of `host`; false removes it. */
  readonly subdomain?: string | boolean | null | undefined
  /** Replaces the domain of `host`. */
  readonly domain?: string | undefined
  /** The number of labels in the top-level domain: 1 for `com`, 2 for `co.uk`. Default: 1. */
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
  readonly query?: QueryValues | undefined
  readonly [param: string]: unknown
}

export interface OpenUrlOptions extends FormatUrlOptions {
  readonly query?: QueryValues | undefined
  readonly [param: string]: unknown
}

/** The type of `pathFor`. */
export interface PathFor {
  /**
   * Returns the path of a model's route: the route that `resolve` sets, otherwise the route with the name of the model.
   * The name is the `modelName` of the model or its class, or this string.
   *
   * @example
   * ```ts
   * import { pathFor } from 'virtual:routes'
   *
   * const photo = { modelName: 'Photo', toParam: () => 7 }
   * pathFor(photo) // '/photos/7'
   * ```
   *
   * @throws TypeError if the model has no name or no route, and as the route's helper does
   */
  (model: string | object, options?: OpenPathOptions): string
}

/** The type of `urlFor`. */
export interface UrlFor {
  /**
   * Returns the URL of a model's route. See `pathFor`.
   *
   * @example
   * ```ts
   * import { urlFor } from 'virtual:routes'
   *
   * const photo = { modelName: 'Photo', toParam: () => 7 }
   * urlFor(photo, { host: 'example.com' }) // 'http://example.com/photos/7'
   * ```
   *
   * @throws TypeError as `pathFor` does, and if the host, the protocol or the port is not valid
   */
  (model: string | object, options: OpenUrlOptions): string
}

/** The URL and the HTTP method of an action, for forms and HTTP clients. */
export interface Link<Method extends string = string> {
  readonly url: string
  /** In upper case: `PATCH`. */
  readonly method: Method
}

/** A named route in an emitted module. */
export interface NamedRoute {
  /**
   * Static strings and parameter names in turn: `['/photos/', 'id', '/edit']`. All parameters are required. The last static
   * string may be followed by the name of an optional format. Static strings are already percent-encoded, and safe between
   * any words. Empty if the route has `rules`.
   */
  readonly parts: readonly string[]
  /** Returns the problem of a required parameter's value, if it has one (`checkRequirements`). */
  readonly check?: (name: string, value: string) => string | undefined
  /** Default options: `{ subdomain: 'admin' }`. A path of words must be safe after `scriptName`. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The position of the route's declaration: `config/routes.ts:7:3`. */
  readonly at?: string
  /** Returns the rules of a route with groups, globs or defaults (`patternRoute`) for the arguments of a helper. */
  readonly rules?: (args: readonly unknown[]) => RouteRules
}

/** The rules by which the helpers of a route with groups, globs or defaults build its path. Other routes have `parts` only. */
export interface RouteRules {
  /** The names of all parameters, each once, between empty strings. An optional parameter is followed by undefined. */
  readonly parts: readonly (string | undefined)[]
  /** Values by parameter. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** The names of the defaults, each with undefined, which removes them from the query. */
  readonly noQuery: Readonly<Record<string, undefined>>
  /** Returns a parameter's value as a string. */
  readonly stringOf: (value: unknown, name: string) => string | undefined
  /**
   * Returns the path, without the groups that have no value. It contains NUL in each empty segment that the pattern or an empty
   * value leaves.
   */
  readonly pathOf: (strings: Readonly<Record<string, string | undefined>>) => string
}
