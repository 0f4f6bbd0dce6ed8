// The types of links: addresses in an application's code.

/** The start and the end of a part of a file, in UTF-16 code units. */
export type Range = readonly [start: number, end: number]

/** An expression in an address whose value is unknown. */
export interface Hole {
  /** The expression. Null if the address has a name instead, such as `$id` in a path of TanStack Router. */
  readonly range: Range | null
  /** True if the value contains no slash, because `encodeURIComponent` returns it. */
  readonly isEncoded: boolean
}

/** A piece of an address. */
export type Part = string | Hole

/** How a fix writes a call instead of the address. */
export interface FixForm {
  /** The strings before and behind the call. */
  readonly around: readonly [before: string, behind: string]
  /** The place of a colon that a fix adds: `to="/photos"` in Vue -> `:to="photosPath()"`. */
  readonly colonAt?: number
}

/** `'/photos'` -> `photosPath()` */
export const EXPRESSION: FixForm = { around: ['', ''] }

/** `"/photos"` or `"/photos/{id}"`, the value of an attribute in JSX or Svelte -> `{photosPath()}` */
export const BRACES: FixForm = { around: ['{', '}'] }

/** An address in the code of an application. */
export interface Link {
  /** The expression, or the attribute's value with its quotes. */
  readonly range: Range
  readonly parts: readonly Part[]
  /** The methods of the request, of which it has one. Null if they are unknown. */
  readonly methods: readonly string[] | null
  /** True if a client router receives the address. A router may add the base path, and gives names to parameters. */
  readonly isRouter: boolean
  /** Null if the address cannot be replaced by a call. */
  readonly form: FixForm | null
}
