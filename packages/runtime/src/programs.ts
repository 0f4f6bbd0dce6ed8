import type { Captures, Program } from './route-match.ts'
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
]

/** Takes the ways behind a node that patterns and tails lead on. */
export type Programs = (walk: Walk, path: string, node: number, start: number, end: number, count: number) => void

/** What tables need that have patterns or tails. The others' bundles have none of it. */
export function programs(list: readonly Program[]): Programs {
  return ([nodes, captures, mayWin, consider, walk], path, node, start, end, count) => {
    for (let other = nodes[node + OTHER]!; other > 0; other = nodes[other + NEXT_OTHER]!) {
      if (!mayWin(other)) continue
      const program = nodes[other + PROGRAM]!
      const to = program & 1 ? path.length : end
      if (!list[program >> 1]!(path, start, to, captures, count)) continue
      const after = count + nodes[other + PROGRAM_CAPTURES]!
      if (to === path.length) consider(path, other, after, 0)
      else walk(path, other, end + 1, after)
    }
  }
}
