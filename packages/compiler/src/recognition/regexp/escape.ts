/** The source of a regular expression that matches one text. In a class it may stand alone. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
