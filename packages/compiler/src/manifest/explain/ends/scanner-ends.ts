import type { Scanner, ScannerState } from '@turnout/runtime'
import type { FindEnds } from './find-ends.ts'
import { VisitedSteps } from './visited.ts'

/**
 * Finds the ends that a scanner accepts, longest match first: `\d{1,3}` in `/1234`, from 1 -> `[4, 3, 2]`.
 *
 * @param isEnd returns whether a param that begins at `from` may end at `at`
 */
export function longestEndsFirst(
  scanner: Scanner,
  path: string,
  isEnd: (from: number, at: number) => boolean = () => true,
): FindEnds {
  const visited = new VisitedSteps(path)
  return (from) => {
    const endPositions: number[] = []
    /** True once the scan continues like that of an earlier start, which has returned all further ends. */
    let meetsEarlierScan = false
    let state: ScannerState | undefined = scanner.first()
    for (let at = from; state !== undefined; at++) {
      meetsEarlierScan = at > from && visited.add(state, 0, at)
      if (meetsEarlierScan) break
      if (isEnd(from, at) && scanner.accepts(state)) endPositions.push(at)
      if (at === path.length) break
      state = scanner.step(state, path.charCodeAt(at))
    }
    return endPositions.length > 0 || meetsEarlierScan ? endPositions.reverse() : null
  }
}
