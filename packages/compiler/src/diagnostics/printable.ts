import getTruncatedWidth from 'fast-string-truncated-width'

/**
 * Makes strings safe for terminals and logs. Names, paths and messages may come from a request, from a third party's file,
 * or from a folder's name. A control character in them could move the cursor, or hide or forge lines.
 */

/** C0 and C1 control characters, the line separators of Unicode, characters that reorder text, and halves of surrogate pairs. */
const CONTROLS = /\r\n|[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu

/**
 * Escapes control characters in a string with several lines. Line feeds are kept. A tab becomes a space.
 *
 *     'a\u001b[31m'    -> 'a\\u001b[31m'
 *     'a\u202eb'       -> 'a\\u202eb'
 *     'a\r\nb'         -> 'a\nb'
 *
 * Uses the escapes of JSON, so that JSON and JavaScript in the string keep their meaning. Add colours afterwards.
 */
export function printable(text: string): string {
  return text.replace(CONTROLS, (control) => {
    if (control === '\n' || control === '\r\n') return '\n'
    return control === '\t' ? ' ' : escaped(control)
  })
}

/** Escapes line feeds as well, for a string that must stay on one line. */
export function printableLine(text: string): string {
  return text.replace(CONTROLS, (control) => (control === '\t' ? ' ' : Array.from(control, escaped).join('')))
}

function escaped(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}

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
