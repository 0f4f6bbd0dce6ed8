/** The value of a path parameter: a scalar or a model. A glob also accepts a list of them. */
export type Param = string | number | bigint | { toParam(): string | number | bigint | null | undefined }

/** A value of a query: a scalar, a model, or lists and maps of them. Undefined values are omitted. */
export type QueryValue =
  | Param
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue }

/** The options of a `…Path` helper. */
export interface PathOptions {
  readonly query?: { readonly [key: string]: QueryValue } | undefined
  readonly anchor?: Param | undefined
  /** Ends the path with a slash, except if it has a format. */
  readonly trailingSlash?: boolean | undefined
  /** A path to prepend to the route's path: `/app`. */
  readonly scriptName?: string | undefined
}

/** The options of a `…Url` helper. */
export interface UrlOptions extends PathOptions {
  /** A name or an address, with a port or without. */
  readonly host: string
  /** `http` (without this option) or `https`. */
  readonly protocol?: string | undefined
  readonly port?: number | string | null | undefined
  /** Replaces the subdomain of `host`; false removes it. */
  readonly subdomain?: string | boolean | null | undefined
  /** Replaces the domain of `host`. */
  readonly domain?: string | undefined
  /** The number of labels in the top-level domain of the host: 1 (the default) for `com`, 2 for `co.uk`. */
  readonly tldLength?: number | undefined
}

/** A named route in an emitted module. */
export interface NamedRoute {
  /**
   * Static strings and parameter names in turn: `['/photos/', 'id', '/edit']`. All parameters are required. The last static
   * string may be followed by the name of an optional format. Static strings are already percent-encoded, and safe between
   * any words. Empty if the route has `rules`.
   */
  readonly parts: readonly string[]
  /** Returns the problem of a required parameter's value, if it has one (`required`). */
  readonly check?: (name: string, text: string) => string | undefined
  /** Default options: `{ subdomain: 'admin' }`. A path of words must be safe after `scriptName`. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The position of the route's declaration: `config/routes.ts:7:3`. */
  readonly at?: string
  readonly rules?: RouteRules
}

/** The rules by which the helpers of a route with groups, globs or defaults build its path (`ruled`). */
export interface RouteRules {
  /** All parameters in order, each once. */
  readonly names: readonly string[]
  /** The parameters outside of all groups. */
  readonly required: readonly string[]
  /** Values by parameter. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** The names of the defaults, each with undefined. */
  readonly unset: Readonly<Record<string, undefined>>
  /** Returns a parameter's value as a string. */
  readonly textOf: (value: unknown, name: string) => string | undefined
  /** Returns the path, without the groups that have no value. May change `texts`. */
  readonly path: (texts: Record<string, string>) => string
}
