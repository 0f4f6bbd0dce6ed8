import getTruncatedWidth from 'fast-string-truncated-width'

/**
 * Returns the number of terminal columns that a string takes: two for a wide character or an emoji, none for a combining
 * mark.
 *
 *     'abc'   -> 3
 *     '写真'   -> 4
 */
export function displayWidth(text: string): number {
  return getTruncatedWidth(text).width
}

/** Returns the length of the longest start of a string that fits into the columns, in UTF-16 code units. */
export function fittingLength(text: string, columns: number): number {
  return getTruncatedWidth(text, { limit: columns }).index
}
