/** A place in a route file. */
export interface Location {
  /** Path relative to the project root, with forward slashes. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** 1-based, counted in UTF-16 code units. */
  readonly column: number
}

/** The place of a call in the running code, as V8 reports it, before source maps are applied. */
export interface CallSite {
  /** A `file:` URL, a path, or another name that the module runner gave the module. */
  readonly url: string
  /** 1-based. */
  readonly line: number
  /** 1-based. */
  readonly column: number
}
