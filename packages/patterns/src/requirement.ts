// The requirement on a param, as the manifest contains it.

/** A regular expression in JSON. It has no anchors; it must match the whole parameter. */
export interface RegExpSource {
  readonly source: string
  readonly flags: string
}

/** A regular expression, or one or more allowed literal strings. */
export type Requirement = RegExpSource | string | readonly string[]

/** True for a regular expression, false for strings and other values. */
export function isRegExpSource(
  value: Requirement | number | boolean | readonly (string | number)[],
): value is RegExpSource {
  return typeof value === 'object' && 'source' in value
}
