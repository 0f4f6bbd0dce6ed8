// Sets of characters, and the characters that an atom of a regular expression matches: `\d` -> the bits of 0 to 9.
import { getOrCreate } from '../../collections.ts'

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
  return hasCode(set, character.charCodeAt(0))
}

/** True if no character of the set is beyond ASCII. */
export function isAsciiOnly(set: CharSet): boolean {
  return (set & OTHER) === NO_CHARS
}

const BITS: readonly CharSet[] = Array.from({ length: 128 }, (_, code) => 1n << BigInt(code))

/** True if the set has the ASCII character of this code. */
export function hasCode(set: CharSet, code: number): boolean {
  return (set & BITS[code]!) !== NO_CHARS
}

/** Returns the first and the last code of each range of ASCII characters: `\w` -> 0-9, A-Z, _ and a-z. */
export function asciiRanges(set: CharSet): (readonly [firstCode: number, lastCode: number])[] {
  const ranges: [number, number][] = []
  for (let code = 0; code < FIRST_BEYOND_ASCII; code += 1) {
    if (!hasCode(set, code)) continue
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
  return getOrCreate(charsByAtom, `${flags}/${atom}`, () => {
    const regexp = new RegExp(`^(?:${atom})$`, flags)
    let set = NO_CHARS
    for (let code = 0; code < FIRST_BEYOND_ASCII; code += 1) {
      if (regexp.test(String.fromCharCode(code))) set |= 1n << BigInt(code)
    }
    // eslint-disable-next-line no-control-regex
    return /[^\x00-\x7e]|\\[upx]/.test(atom) || SAMPLES.some((sample) => regexp.test(sample)) ? set | OTHER : set
  })
}

let unitsBeyondAscii: string | null = null

/** Returns all UTF-16 units from U+007F to U+FFFF, in order. Joining them takes 8 ms, and most tables do not need them. */
function joinUnits(): string {
  const unitAt = (_: unknown, index: number) => String.fromCharCode(FIRST_BEYOND_ASCII + index)
  return (unitsBeyondAscii ??= Array.from({ length: 0x10000 - FIRST_BEYOND_ASCII }, unitAt).join(''))
}

const rangesByAtom = new Map<string, readonly number[]>()

/**
 * Returns the characters from U+007F on that an atom of a regular expression matches, as pairs of the first and the last
 * character of each range. They are UTF-16 code units, or code points for an atom with the flag `u` or `v`. Runs the
 * engine on all of these characters, once for each atom.
 *
 *     'i/\\w'    []
 *     'iu/\\w'   [0x17f, 0x17f, 0x212a, 0x212a]   equal to `s` and `k` if case is ignored
 *
 * @param atom its flags, a slash, and its source, such as `iu/\\w`
 */
export function rangesBeyondAscii(atom: string): readonly number[] {
  return getOrCreate(rangesByAtom, atom, () => findRanges(atom))
}

function findRanges(atom: string): number[] {
  const slash = atom.indexOf('/')
  const [flags, source] = [atom.slice(0, slash), atom.slice(slash + 1)]
  const regexp = new RegExp(`(?:${source})+`, `g${flags}`)
  return joinRuns(/[uv]/.test(flags) ? codePointRuns(regexp, source) : runsIn(joinUnits(), regexp, FIRST_BEYOND_ASCII))
}

/** Neighbouring characters that match: the code of the first and of the last. */
type Run = readonly [firstCode: number, lastCode: number]

/** Returns the runs of code points. The regular expression has the flag `u` or `v`. */
function* codePointRuns(regexp: RegExp, source: string): Generator<Run> {
  // U+DC00 begins a second search: the engine would read a high surrogate before a low one as a pair.
  yield* runsIn(joinUnits().slice(0, 0xdc00 - FIRST_BEYOND_ASCII), regexp, FIRST_BEYOND_ASCII)
  yield* runsIn(joinUnits().slice(0xdc00 - FIRST_BEYOND_ASCII), regexp, 0xdc00)
  // An atom without \p, \P or a character above U+FFFF treats all characters above U+FFFF
  // alike: one of them decides.
  if (!/\\[pPu]|[\u{10000}-\u{10ffff}]/u.test(source)) {
    if (regexp.test('\u{1f600}')) yield [0x10000, 0x10ffff]
    return
  }
  for (let plane = 1; plane <= 16; plane++) {
    const planeStart = plane * 0x10000
    const points = Array.from({ length: 0x10000 }, (_, offset) => String.fromCodePoint(planeStart + offset)).join('')
    yield* runsIn(points, regexp, planeStart, 2)
  }
}

/**
 * Returns the runs that the regular expression matches in a string of characters with consecutive codes.
 *
 * @param unitsPerCharacter 2 for characters above U+FFFF
 */
function* runsIn(text: string, regexp: RegExp, firstCode: number, unitsPerCharacter = 1): Generator<Run> {
  for (const { index, 0: match } of text.matchAll(regexp)) {
    const runStart = firstCode + index / unitsPerCharacter
    yield [runStart, runStart + match.length / unitsPerCharacter - 1]
  }
}

/** Joins runs that meet at a border, and returns all of them in one list. */
function joinRuns(runs: Iterable<Run>): number[] {
  const ranges: number[] = []
  for (const [runStart, runEnd] of runs) {
    if (ranges.at(-1) === runStart - 1) ranges[ranges.length - 1] = runEnd
    else ranges.push(runStart, runEnd)
  }
  return ranges
}
