/**
 * Text that is safe in a terminal and in a log. Names, paths and messages may come from a request, from a file of
 * somebody else, or from a folder's name: a control character in them could move the cursor, hide lines or forge them.
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

/** The same for a text that must stay on one line: line feeds are escaped as well. */
export function printableLine(text: string): string {
  return text.replace(CONTROLS, (control) => (control === '\t' ? ' ' : Array.from(control, escaped).join('')))
}

function escaped(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}
