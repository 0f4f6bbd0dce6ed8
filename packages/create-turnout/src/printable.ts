/**
 * Makes strings safe for a terminal: a control character in the name of a folder could move the cursor, hide lines or forge
 * them. The compiler has the same function, and a test compares both. This package is installed without the compiler.
 */

/** C0 and C1 control characters, Unicode's line separators, bidirectional controls, and halves of surrogate pairs. */
const CONTROLS = /\r\n|[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu

/**
 * Escapes control characters in a string of several lines. It keeps line feeds, and replaces a tab by a space.
 *
 *     'a\u001b[31m'    -> 'a\\u001b[31m'
 *     'a\u202eb'       -> 'a\\u202eb'
 *     'a\r\nb'         -> 'a\nb'
 *
 * It writes escapes of JSON, so that JSON and JavaScript in the string keep their meaning. Add colours afterwards.
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
