/** A place in a route file. */
export interface Location {
  /** Path relative to the project root, with forward slashes. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** 1-based, counted in UTF-16 code units. */
  readonly column: number
}

/** `config/routes.ts:4:5` */
export function showLocation({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`
}

/**
 * Returns a test that is true if a call is tested with a key for the first time. All routes of one call have its location.
 * Without a location the test is always true.
 */
export function oncePerCall(): (location: Location | null, key: string) => boolean {
  const tested = new Set<string>()
  return (location, key) => {
    const count = tested.size
    return location === null || tested.add(`${showLocation(location)} ${key}`).size > count
  }
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
