/** A place in a route file. */
export interface Location {
  /** Path relative to the project root, with forward slashes. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** 1-based, counted in UTF-16 code units. */
  readonly column: number
}
