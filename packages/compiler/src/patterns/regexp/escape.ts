/** Returns the source of a regular expression that matches exactly one string. The source is also valid in a class. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
