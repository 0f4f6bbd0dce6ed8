/**
 * A set of characters, as bits: bit n is the ASCII character n, and bit 127 is every character from U+007F on.
 * A canonical path contains visible ASCII characters only, so this loses nothing for paths.
 */
export type CharSet = bigint

export const NO_CHARS: CharSet = 0n
export const ALL_CHARS: CharSet = (1n << 128n) - 1n

/** DEL (U+007F) has no bit of its own: bit 127 is for DEL and for all characters after it. */
export const FIRST_BEYOND_ASCII = 0x7f

/** The bit for every character beyond ASCII. */
const OTHER = 1n << BigInt(FIRST_BEYOND_ASCII)

/** The characters that a request can contain: all except control characters. */
export const TEXT_CHARS: CharSet = ALL_CHARS & ~((1n << 32n) - 1n)

/** The characters of a canonical path: visible ASCII except `?`, `#` and the characters that are always encoded. */
export const PATH_CHARS: CharSet = visible() & ~charsIn('"<>\\^`{|}?#')

/** The characters that `.` matches. Only the ASCII line ends are excluded. */
export const DOT_CHARS: CharSet = ALL_CHARS & ~charsIn('\n\r')

/** The characters that `\w` matches. */
export const WORD_CHARS: CharSet = charsIn('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')

function visible(): CharSet {
  let set = NO_CHARS
  for (let code = 0x21; code <= 0x7e; code += 1) set |= 1n << BigInt(code)
  return set
}

/** Returns the set of the characters of a string. */
export function charsIn(text: string): CharSet {
  let set = NO_CHARS
  for (const character of text) {
    const code = character.codePointAt(0)!
    set |= code < FIRST_BEYOND_ASCII ? 1n << BigInt(code) : OTHER
  }
  return set
}

/** True if the set contains the ASCII character. */
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

/** Returns the first and the last code of each range of ASCII characters: `\w` -> 0-9, A-Z, _ and a-z. */
export function asciiRanges(set: CharSet): (readonly [firstCode: number, lastCode: number])[] {
  const ranges: [number, number][] = []
  for (let code = 0; code < FIRST_BEYOND_ASCII; code += 1) {
    if (!hasChar(set, code)) continue
    const range = ranges.at(-1)
    if (range !== undefined && range[1] === code - 1) range[1] = code
    else ranges.push([code, code])
  }
  return ranges
}

/** Characters that represent all beyond ASCII: letters, digits, spaces, symbols, a line separator, an emoji. */
const SAMPLES = ['\u00e9', '\u00c9', '\u0660', '\u00a0', '\u4e00', '\u20ac', '\u2028', '\u017f', '\u{1f600}']

const charsByAtom = new Map<string, CharSet>()

/**
 * Returns the characters that an atom of a regular expression (`\d`, `[^a-z]`, `.`, `\p{L}`) matches, by running the
 * engine itself. An atom that may match a character beyond ASCII has the bit `OTHER`.
 */
export function charsOfAtom(atom: string, flags: string): CharSet {
  const key = `${flags}/${atom}`
  let set = charsByAtom.get(key)
  if (set !== undefined) return set
  const regexp = new RegExp(`^(?:${atom})$`, flags)
  set = NO_CHARS
  for (let code = 0; code < FIRST_BEYOND_ASCII; code += 1) {
    if (regexp.test(String.fromCharCode(code))) set |= 1n << BigInt(code)
  }
  // eslint-disable-next-line no-control-regex
  if (/[^\x00-\x7e]|\\[upx]/.test(atom) || SAMPLES.some((sample) => regexp.test(sample))) set |= OTHER
  charsByAtom.set(key, set)
  return set
}
