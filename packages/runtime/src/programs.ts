import type { Captures, Candidates, Program, Rows } from './route-match.ts'
import { NEXT_OTHER, OTHER, PROGRAM, PROGRAM_CAPTURES } from './route-table.ts'

/** The state of the search that patterns and tails need. A tuple, because minifiers keep property names. */
export type Walk = readonly [
  nodes: Int32Array,
  captures: Captures,
  /** True if an entry here or below has the verb and exceeds the bar. */
  mayWin: (node: number) => boolean,
  /** Takes the first of a node's entries that matches, if it exceeds the bar. `dot` is the index of a format's dot, or 0. */
  consider: (path: string, node: number, count: number, dot: number) => void,
  /** Continues from a node at the segment that begins at `start`, with `count` captures. */
  walk: (path: string, node: number, start: number, count: number) => void,
  entries: Int32Array,
  /** The best entry so far, or 0. */
  best: () => number,
  /** Sets the entry that others have to exceed, if there is an argument, and returns it. */
  bar: (to?: number) => number,
  /** The entries so far, if the search collects all. */
  all: () => Candidates | undefined,
]

/** The params that match several whole segments, see `spans.ts`. */
export type Spans = (search: Walk) => {
  /** Continues after a node of a span that begins at `start`, from each of its ends. */
  follow(path: string, node: number, start: number, count: number): void
  /** True if a tail has matched after an earlier end of a span. */
  isDone(node: number): boolean
  markDone(node: number): void
  /** Returns the state that the runs of a tail after different ends share. */
  rowsOf(program: number): Rows | undefined
}

/** Returns the function that follows the branches of a node that begin with a pattern, a tail or a span. */
export type Programs = (search: Walk) => (path: string, node: number, start: number, end: number, count: number) => void

/** Creates the functions for tables with patterns, tails or spans. Bundles of child tables do not contain them. */
export const programs =
  (list: readonly Program[], spansOf?: Spans): Programs =>
  (search) => {
    const [nodes, captures, mayWin, consider, walk] = search
    const spans = spansOf?.(search)
    return (path, node, start, end, count) => {
      for (let child = nodes[node + OTHER]!; child > 0; child = nodes[child + NEXT_OTHER]!) {
        if (!mayWin(child)) continue
        const program = nodes[child + PROGRAM]!
        if (program < 0) {
          spans!.follow(path, child, start, count)
          continue
        }
        const isTail = program & 1
        // A tail matches the same after each end of a span.
        if (isTail && spans?.isDone(child)) continue
        const to = isTail ? path.length : end
        if (!list[program >> 1]!(path, start, to, captures, count, isTail ? spans?.rowsOf(program) : undefined))
          continue
        if (isTail) spans?.markDone(child)
        const countAfter = count + nodes[child + PROGRAM_CAPTURES]!
        if (to === path.length) consider(path, child, countAfter, 0)
        else walk(path, child, end + 1, countAfter)
      }
    }
  }
