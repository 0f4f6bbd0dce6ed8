/** The characters from U+007F on: UTF-16 code units, or code points for an expression with the flag `u` or `v`. */
const UNITS = String.fromCharCode(...Array.from({ length: 0x10000 - 127 }, (_, index) => index + 127))

const rangesByAtom = new Map<string, readonly number[]>()

/**
 * The characters beyond ASCII that an atom of a regular expression matches, as pairs of the first and the last of each
 * range. It asks the engine.
 *
 * @param atom its flags, a slash, and its source, as in `beyond` of a set
 */
export function rangesBeyondAscii(atom: string): readonly number[] {
  let ranges = rangesByAtom.get(atom)
  if (ranges === undefined) rangesByAtom.set(atom, (ranges = findRanges(atom)))
  return ranges
}

function findRanges(atom: string): number[] {
  const slash = atom.indexOf('/')
  const flags = atom.slice(0, slash)
  const regexp = new RegExp(`(?:${atom.slice(slash + 1)})+`, `g${flags}`)
  const ranges: number[] = []
  if (!/[uv]/.test(flags)) {
    for (const { index, 0: run } of UNITS.matchAll(regexp)) addRange(ranges, index + 127, index + 126 + run.length)
    return ranges
  }
  // Unpaired surrogates: the two blocks are searched separately, so that no two halves form a pair.
  for (const [firstUnit, lastUnit] of [
    [127, 0xdbff],
    [0xdc00, 0xffff],
  ] as const) {
    for (const { index, 0: run } of UNITS.slice(firstUnit - 127, lastUnit - 126).matchAll(regexp)) {
      addRange(ranges, firstUnit + index, firstUnit + index + run.length - 1)
    }
  }
  // An atom that names no character up there takes all of them or none.
  if (!/\\[pPu]|[\u{10000}-\u{10ffff}]/u.test(atom)) {
    regexp.lastIndex = 0
    if (regexp.test('\u{1f600}')) addRange(ranges, 0x10000, 0x10ffff)
    return ranges
  }
  for (let plane = 1; plane <= 16; plane++) {
    const planeStart = plane * 0x10000
    const points = Array.from({ length: 0x10000 }, (_, offset) => String.fromCodePoint(planeStart + offset)).join('')
    for (const { index, 0: run } of points.matchAll(regexp)) {
      addRange(ranges, planeStart + index / 2, planeStart + (index + run.length) / 2 - 1)
    }
  }
  return ranges
}

function addRange(ranges: number[], rangeStart: number, rangeEnd: number): void {
  if (ranges.at(-1) === rangeStart - 1) ranges[ranges.length - 1] = rangeEnd
  else ranges.push(rangeStart, rangeEnd)
}
