/** A place in a route file. */
export interface Location {
  /** Path relative to the project root, with forward slashes. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** 1-based, counted in UTF-16 code units. */
  readonly column: number
}

/** Where a call stands in the code as it runs: what V8 knows, before source maps. */
export interface CallSite {
  /** A `file:` URL, a path, or whatever the evaluating module runner named the module. */
  readonly url: string
  /** 1-based. */
  readonly line: number
  /** 1-based. */
  readonly column: number
}
