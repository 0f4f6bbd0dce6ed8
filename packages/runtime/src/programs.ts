import type { Captures, Found, Program, Rows } from './route-match.ts'
import { NEXT_OTHER, OTHER, PROGRAM, PROGRAM_CAPTURES } from './route-table.ts'

/** What the walk over patterns and tails needs of the search. A tuple, as minifiers keep the names of properties. */
export type Walk = readonly [
  nodes: Int32Array,
  captures: Captures,
  /** True if an entry here or below has the verb, and would beat what was found. */
  mayWin: (node: number) => boolean,
  /** Takes the first of a node's entries that may answer, if it beats what was found. `dot` is where a format begins, or 0. */
  consider: (path: string, node: number, count: number, dot: number) => void,
  /** Goes on from a node at the segment that begins at `start`, with so many captures. */
  walk: (path: string, node: number, start: number, count: number) => void,
  entries: Int32Array,
  /** The best entry so far, or 0. */
  best: () => number,
  /** The entry that others have to beat, after it is set if there is an argument. */
  bar: (to?: number) => number,
  /** The entries so far, if all are wanted. */
  all: () => Found | undefined,
]

/** The params that take whole segments, see `spans.ts`. */
export interface Spans {
  /** Goes on behind a node of a span that begins at `start`, from each of its ends. */
  follow(search: Walk, path: string, node: number, start: number, count: number): void
  /** True if a tail has matched behind an earlier end of a span. */
  isDone(node: number): boolean
  markDone(node: number): void
  /** What a tail shares with its runs behind other ends. */
  rowsOf(program: number): Rows | undefined
}

/** Takes the ways behind a node that patterns and tails lead on. */
export type Programs = (walk: Walk, path: string, node: number, start: number, end: number, count: number) => void

/** What tables need that have patterns, tails or spans. The others' bundles have none of it. */
export function programs(list: readonly Program[], spans?: Spans): Programs {
  return (search, path, node, start, end, count) => {
    const [nodes, captures, mayWin, consider, walk] = search
    for (let other = nodes[node + OTHER]!; other > 0; other = nodes[other + NEXT_OTHER]!) {
      if (!mayWin(other)) continue
      const program = nodes[other + PROGRAM]!
      if (program < 0) {
        spans!.follow(search, path, other, start, count)
        continue
      }
      const isTail = program & 1
      // A tail behind several ends of a span is the same each time.
      if (isTail && spans?.isDone(other)) continue
      const to = isTail ? path.length : end
      if (!list[program >> 1]!(path, start, to, captures, count, isTail ? spans?.rowsOf(program) : undefined)) continue
      if (isTail) spans?.markDone(other)
      const after = count + nodes[other + PROGRAM_CAPTURES]!
      if (to === path.length) consider(path, other, after, 0)
      else walk(path, other, end + 1, after)
    }
  }
}
