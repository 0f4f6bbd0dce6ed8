import { FIRST_BEYOND_ASCII } from './char-set.ts'

/** All UTF-16 units from U+007F to U+FFFF, in order. */
const UNITS = String.fromCharCode(
  ...Array.from({ length: 0x10000 - FIRST_BEYOND_ASCII }, (_, index) => FIRST_BEYOND_ASCII + index),
)

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
  let ranges = rangesByAtom.get(atom)
  if (ranges === undefined) rangesByAtom.set(atom, (ranges = findRanges(atom)))
  return ranges
}

function findRanges(atom: string): number[] {
  const slash = atom.indexOf('/')
  const [flags, source] = [atom.slice(0, slash), atom.slice(slash + 1)]
  const regexp = new RegExp(`(?:${source})+`, `g${flags}`)
  return joinRuns(/[uv]/.test(flags) ? codePointRuns(regexp, source) : runsIn(UNITS, regexp, FIRST_BEYOND_ASCII))
}

/** Neighbouring characters that match: the code of the first and of the last. */
type Run = readonly [firstCode: number, lastCode: number]

/** Returns the runs of code points. The regular expression has the flag `u` or `v`. */
function* codePointRuns(regexp: RegExp, source: string): Generator<Run> {
  // U+DC00 begins a second search: the engine would read a high surrogate before a low one as a pair.
  yield* runsIn(UNITS.slice(0, 0xdc00 - FIRST_BEYOND_ASCII), regexp, FIRST_BEYOND_ASCII)
  yield* runsIn(UNITS.slice(0xdc00 - FIRST_BEYOND_ASCII), regexp, 0xdc00)
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
