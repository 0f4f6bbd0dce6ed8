/**
 * Text that is safe in a terminal: a control character in the name of a folder could move the cursor, hide lines or
 * forge them. The compiler has the same function, which a test compares; this package is installed without it.
 */

/** C0 and C1 control characters, the line separators of Unicode, characters that reorder text, and halves of surrogate pairs. */
const CONTROLS = /\r\n|[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu

/**
 * Escapes control characters in a text of several lines. Line feeds stay; a tab becomes a space.
 *
 *     'a\u001b[31m'    -> 'a\\u001b[31m'
 *     'a\u202eb'       -> 'a\\u202eb'
 *     'a\r\nb'         -> 'a\nb'
 *
 * The escapes are those of JSON, so that JSON and JavaScript in the text keep their meaning. Colours are added
 * afterwards.
 */
export function printable(text: string): string {
  return text.replace(CONTROLS, (control) => {
    if (control === '\n' || control === '\r\n') return '\n'
    return control === '\t' ? ' ' : escaped(control)
  })
}

function escaped(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}
