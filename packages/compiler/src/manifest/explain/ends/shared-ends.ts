import { mayEndWithFormat, requirementOn } from '../../../patterns/routes/route-pattern.ts'
import type { EndsOptions, FindEnds } from './find-ends.ts'

/** The ends for the first start of a param. Routes with equal params share them. */
interface FirstEnds {
  readonly positions: readonly number[]
  /** For each position of the path, 1 + the index of the end there, or 0. Created for long lists only. */
  indexPlusOneAt: Int32Array | null
}

/** The first ends by start and param; null if the param cannot match. Only the last path is cached. */
const lastPath = { path: '', firstEnds: new Map<string, FirstEnds | null>() }

/** The ends of longer lists are not tried one by one. */
const MANY_ENDS = 100

/**
 * Returns a finder that shares the results of its first call with the finders of other routes, because many routes of a
 * table begin with the same params. Only a param that begins at several positions of a path needs a finder of its own,
 * which records the positions that it has visited.
 *
 * @param method the name of `createFinder`, for the cache
 */
export function shareFirstCall(
  method: string,
  options: EndsOptions,
  createFinder: (options: EndsOptions) => FindEnds,
): FindEnds {
  const { path, nextChars, nextLiteral } = options
  if (lastPath.path !== path) {
    lastPath.path = path
    lastPath.firstEnds.clear()
  }
  const key = `${method} ${keyOf(options)}`
  let firstStart = -1
  let finder: FindEnds | undefined
  return (from) => {
    if (firstStart < 0) {
      firstStart = from
      let firstEnds = lastPath.firstEnds.get(`${from} ${key}`)
      if (firstEnds === undefined) {
        finder = createFinder(options)
        const positions = finder(from)
        firstEnds = positions && { positions: keepEndsBefore(positions, path, nextChars), indexPlusOneAt: null }
        lastPath.firstEnds.set(`${from} ${key}`, firstEnds)
      }
      return firstEnds && keepEndsBeforeLiteral(firstEnds, path, nextLiteral)
    }
    if (finder === undefined) {
      // The first call used the cache. Its repetition records the positions that it visits.
      finder = createFinder(options)
      finder(firstStart)
    }
    return finder(from)
  }
}

/** The properties of a param that determine its ends in a path. */
function keyOf({ param, route, nextChars }: EndsOptions): string {
  const kind = param.glob ? `glob ${mayEndWithFormat(route)}` : 'param'
  return `${kind} ${JSON.stringify([requirementOn(param.name, route), nextChars])}`
}

/** Shortens a long list to the ends before certain characters, and the furthest end, where an explanation shows the mismatch. */
function keepEndsBefore(positions: readonly number[], path: string, nextChars: string | null): readonly number[] {
  if (nextChars === null || positions.length <= MANY_ENDS) return positions
  const furthestPosition = positions.reduce((furthest, position) => Math.max(furthest, position), 0)
  return positions.filter((position) => {
    // `charAt` is '' at the end of the path, and every string includes '': that end is kept.
    return position === furthestPosition || nextChars.includes(path.charAt(position))
  })
}

/** Shortens a long list to the ends before a literal, and the first and the last end, without a look at each end. */
function keepEndsBeforeLiteral(firstEnds: FirstEnds, path: string, nextLiteral: string | null): readonly number[] {
  const { positions } = firstEnds
  if (nextLiteral === null || positions.length <= MANY_ENDS) return positions
  firstEnds.indexPlusOneAt ??= indexByPosition(positions, path)
  const indices = new Set([0, positions.length - 1])
  for (let at = path.indexOf(nextLiteral); at >= 0; at = path.indexOf(nextLiteral, at + 1)) {
    const indexPlusOne = firstEnds.indexPlusOneAt[at]!
    if (indexPlusOne > 0) indices.add(indexPlusOne - 1)
  }
  return [...indices].sort((a, b) => a - b).map((index) => positions[index]!)
}

function indexByPosition(positions: readonly number[], path: string): Int32Array {
  const indexPlusOneAt = new Int32Array(path.length + 1)
  for (const [index, position] of positions.entries()) indexPlusOneAt[position] = index + 1
  return indexPlusOneAt
}
