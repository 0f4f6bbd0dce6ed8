/** True for a character of a word, as in `\w`; false beyond the ends of a string. */
export function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character)
}
