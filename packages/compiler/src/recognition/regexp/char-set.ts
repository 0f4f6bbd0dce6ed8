/**
 * A set of characters, as bits: bit n stands for the ASCII character n, and bit 127 for every character beyond ASCII.
 * A canonical path holds visible ASCII characters only, so nothing is lost where paths are concerned.
 */
export type CharSet = bigint

export const NO_CHARS: CharSet = 0n
export const ALL_CHARS: CharSet = (1n << 128n) - 1n

/** The bit that stands for every character beyond ASCII. */
const OTHER = 1n << 127n

/** What requests can hold: all but control characters. */
export const TEXT_CHARS: CharSet = ALL_CHARS & ~((1n << 32n) - 1n)

/** The characters of a canonical path: visible ASCII without what is always percent-encoded, `?` and `#`. */
export const PATH_CHARS: CharSet = visible() & ~charsIn('"<>\\^`{|}?#')

/** What `.` matches. Of the line ends only those are left out that are ASCII. */
export const DOT_CHARS: CharSet = ALL_CHARS & ~charsIn('\n\r')

/** What `\w` matches. */
export const WORD_CHARS: CharSet = charsIn('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')

function visible(): CharSet {
  let set = NO_CHARS
  for (let code = 0x21; code <= 0x7e; code += 1) set |= 1n << BigInt(code)
  return set
}

/** The set of the characters of a text. */
export function charsIn(text: string): CharSet {
  let set = NO_CHARS
  for (const character of text) {
    const code = character.codePointAt(0)!
    set |= code < 127 ? 1n << BigInt(code) : OTHER
  }
  return set
}

/** True if the set has the ASCII character. */
export function has(set: CharSet, character: string): boolean {
  return hasChar(set, character.charCodeAt(0))
}

/** True if no character of the set is beyond ASCII. */
export function isAsciiOnly(set: CharSet): boolean {
  return (set & OTHER) === NO_CHARS
}

const BITS: readonly CharSet[] = Array.from({ length: 128 }, (_, code) => 1n << BigInt(code))

/** True if the set has the ASCII character of this code. */
export function hasChar(set: CharSet, code: number): boolean {
  return (set & BITS[code]!) !== NO_CHARS
}

/** Characters beyond ASCII that stand for all others: letters, digits, spaces, symbols, a line separator, an emoji. */
const SAMPLES = ['\u00e9', '\u00c9', '\u0660', '\u00a0', '\u4e00', '\u20ac', '\u2028', '\u017f', '\u{1f600}']

const known = new Map<string, CharSet>()

/**
 * What an atom of a regular expression (`\d`, `[^a-z]`, `.`, `\p{L}`) matches, asked of the engine itself.
 * An atom that may match something beyond ASCII has the bit for it.
 */
export function charsOfAtom(atom: string, flags: string): CharSet {
  const key = `${flags}/${atom}`
  let set = known.get(key)
  if (set !== undefined) return set
  const regexp = new RegExp(`^(?:${atom})$`, flags)
  set = NO_CHARS
  for (let code = 0; code < 127; code += 1) if (regexp.test(String.fromCharCode(code))) set |= 1n << BigInt(code)
  // eslint-disable-next-line no-control-regex
  if (/[^\x00-\x7e]|\\[upx]/.test(atom) || SAMPLES.some((sample) => regexp.test(sample))) set |= OTHER
  known.set(key, set)
  return set
}
