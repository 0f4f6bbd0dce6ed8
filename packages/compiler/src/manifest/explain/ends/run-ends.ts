import { ALL_CHARS, charsIn, hasChar, type CharSet } from '../../../patterns/regexp/char-set.ts'
import type { FindEnds } from './find-ends.ts'

/** The characters of a glob without a requirement. */
export const GLOB_CHARS = ALL_CHARS

/** The characters of a param without a requirement, as in Rails: `[^./?]`. */
export const PARAM_CHARS = ALL_CHARS & ~charsIn('./?')

export interface RunOptions {
  readonly chars: CharSet
  readonly path: string
  /** The fewest characters of the param. */
  readonly min: number
  /** True if the param is lazy: shorter matches are first. */
  readonly shortest?: boolean
  /** Returns whether the param may end at a position. Default: it may end anywhere. */
  readonly isEnd?: (at: number) => boolean
  /** As in `EndsOptions`. */
  readonly nextChars: string | null
}

/**
 * Finds the ends of a param that repeats one set of characters, such as `[^./?]+`. It ends in the run of such characters
 * that begins with it, or at the end of the run. A later start in the same run adds no ends to those of an earlier start.
 */
export function endsInRun({ chars, path, min, shortest = false, isEnd = () => true, nextChars }: RunOptions): FindEnds {
  const members = chars === GLOB_CHARS ? GLOB_MEMBERS : chars === PARAM_CHARS ? PARAM_MEMBERS : membersOf(chars)
  /** The earliest start of the param in each run, by the end of the run. */
  const earliestStarts = new Map<number, number>()
  /** The run of the last call. It is not searched again. */
  let run = { begin: 0, end: -1 }
  return (from) => {
    let runEnd = from >= run.begin && from <= run.end ? run.end : from
    while (runEnd < path.length && members[path.charCodeAt(runEnd)] === 1) runEnd++
    run = { begin: Math.min(from, runEnd === run.end ? run.begin : from), end: runEnd }
    if (runEnd < from + min) return null
    const earliestStart = earliestStarts.get(runEnd) ?? Infinity
    earliestStarts.set(runEnd, Math.min(earliestStart, from))
    const endPositions: number[] = []
    // The earliest start has returned all ends from `earliestStart + min` on.
    const limit = Math.min(runEnd, earliestStart + min - 1)
    for (let at = from + min; at <= limit; at++) {
      if (nextChars !== null && at < runEnd && !nextChars.includes(path[at]!)) continue
      if (isEnd(at)) endPositions.push(at)
    }
    if (endPositions.length === 0 && earliestStart === Infinity) return null
    return shortest ? endPositions : endPositions.reverse()
  }
}

/**
 * One byte per character code: 1 if the set has it. Code 127 is left out: in a `CharSet` that bit means all characters
 * beyond ASCII, and canonical paths have none.
 */
function membersOf(chars: CharSet): Uint8Array {
  return Uint8Array.from({ length: 127 }, (_, code) => (hasChar(chars, code) ? 1 : 0))
}

// Nearly every param is of one of these two sets, and a table is explained param by param.
const GLOB_MEMBERS = membersOf(GLOB_CHARS)
const PARAM_MEMBERS = membersOf(PARAM_CHARS)
