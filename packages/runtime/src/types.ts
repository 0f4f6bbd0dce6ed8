/** What stands for a parameter of a path: a scalar, or a model. A glob also takes a list of them. */
export type Param = string | number | bigint | { toParam(): string | number | bigint | null | undefined }

/** A value of a query: a scalar, a model, or lists and maps of them. Undefined is left out. */
export type QueryValue =
  | Param
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue }

/** What a helper takes beyond the parameters of its path. */
export interface PathOptions {
  readonly query?: { readonly [key: string]: QueryValue } | undefined
  readonly anchor?: Param | undefined
  /** Ends the path with a slash, except where it has a format. */
  readonly trailingSlash?: boolean | undefined
  /** A path that stands before the route's: `/app`. */
  readonly scriptName?: string | undefined
}

/** What a `…Url` helper takes beyond the parameters of its path. */
export interface UrlOptions extends PathOptions {
  /** A name or an address, with a port or without. */
  readonly host: string
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

/** A named route as an emitted module holds it. */
export interface NamedRoute {
  /** The path pattern: `/photos/{id}(.{format})`, `/files/{*path}`. All else is text, percent-encoded already. */
  readonly pattern: string
  /** What required parameters must match: a scanner, or a RegExp with anchors and without the flags `g`, `m` and `y`. */
  readonly requirements?: Readonly<Record<string, { test(text: string): boolean; toString(): string }>>
  /** Default parameters. Those that are not of the path keep their names out of the query. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Default options: `{ subdomain: 'admin' }`. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Where the route was declared: `config/routes.ts:7:3`. */
  readonly at?: string
  /** What the builder has found in `pattern`: every parameter, and those outside of all groups. */
  names?: readonly string[]
  required?: readonly string[]
}
