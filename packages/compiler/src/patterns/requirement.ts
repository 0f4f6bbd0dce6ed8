// The requirement on a param, in the form of the manifest: `/\d+/` is `{ source: '\\d+', flags: '' }`.

/** A regular expression in JSON. It has no anchors; it must match the whole parameter. */
export interface RegExpSource {
  readonly source: string
  readonly flags: string
}

/** A regular expression, or one or more allowed literal strings. */
export type Requirement = RegExpSource | string | readonly string[]

/** True for a regular expression, false for strings and other values. */
export function isRegExpSource(
  value: Requirement | number | boolean | null | readonly (string | number | boolean | null)[],
): value is RegExpSource {
  return typeof value === 'object' && value !== null && 'source' in value
}

/**
 * Returns the flags of an expression that has to match a complete string, as a requirement has to: `gimy` -> `i`.
 *
 * - `d`, `g` and `y` affect only the result, or the position at which the next search starts.
 * - `m` would let the `^` and `$` around the expression match at line ends. One line of a value would then be enough.
 */
export function matchingFlags(flags: string): string {
  return flags.replace(/[dgmy]/g, '')
}

/** Returns the flags of an expression that is searched in a string: `gimy` -> `im`. Its `^` and `$` may match at line ends. */
export function searchFlags(flags: string): string {
  return flags.replace(/[dgy]/g, '')
}
