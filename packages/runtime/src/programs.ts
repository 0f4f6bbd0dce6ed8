/**
 * Follows the programs of the table: the branches of the tree that are neither a literal nor a parameter of one whole segment.
 *
 *     pattern   one segment, matched by an automaton             /:id-live
 *     tail      all remaining segments, matched by an automaton  /x-*path
 *     span      one parameter of one or more whole segments      /*path/edit   (`spans.ts`)
 */
import type { Captures, Candidates, RunProgram, SharedRows } from './route-match.ts'
import { FIRST_PROGRAM, NEXT_PROGRAM, PROGRAM_CAPTURES, PROGRAM_CODE } from './route-table.ts'

/** The steps of the full search that programs continue with. A tuple, because minifiers keep property names. */
export type SearchSteps = readonly [
  nodes: Int32Array,
  captures: Captures,
  /** True if an entry at the node or below has the verb, and is greater than the entry to beat. */
  mayWin: (node: number) => boolean,
  /** Makes the greatest matching entry of a node the best one, if it is greater than the entry to beat. `dot` is the index of a format's dot, or 0. */
  tryEntries: (path: string, node: number, captureCount: number, dot: number) => void,
  /** Continues from a node at the segment that begins at `start`. */
  searchFrom: (path: string, node: number, start: number, captureCount: number) => void,
]

/** The ranking of matching entries, which spans change. */
export type SearchRanking = readonly [
  entries: Int32Array,
  getEntryToBeat: () => number,
  setEntryToBeat: (entry: number) => void,
  /** The entries so far, if the search collects all. */
  getCandidates: () => Candidates | undefined,
]

/** Creates the functions that follow spans. `spans.ts` explains them. */
export type CreateSpanBranches = (
  steps: SearchSteps,
  ranking: SearchRanking,
) => {
  /** Continues the search after a span that begins at `start`, from each end that the span may have. */
  follow(path: string, node: number, start: number, captureCount: number): void
  /** True if a tail has matched after an earlier end of a span. */
  isDone(node: number): boolean
  markDone(node: number): void
  /** Returns the rows that the runs of a tail after different ends share. */
  rowsOf(program: number): SharedRows | undefined
}

/** Creates the function that follows the programs after a node. `start` and `end` are the borders of the next segment. */
export type CreateProgramSearch = (
  steps: SearchSteps,
  ranking: SearchRanking,
) => (path: string, node: number, start: number, end: number, captureCount: number) => void

/** Returns `CreateProgramSearch` for a table's automata and spans. Bundles of tables without programs do not contain it. */
export const programs =
  (automata: readonly RunProgram[], createSpans?: CreateSpanBranches): CreateProgramSearch =>
  (steps, ranking) => {
    const [nodes, captures, mayWin, tryEntries, searchFrom] = steps
    const spans = createSpans?.(steps, ranking)
    return (path, node, start, end, captureCount) => {
      for (let child = nodes[node + FIRST_PROGRAM]!; child > 0; child = nodes[child + NEXT_PROGRAM]!) {
        if (!mayWin(child)) continue
        const programCode = nodes[child + PROGRAM_CODE]!
        if (programCode < 0) {
          spans!.follow(path, child, start, captureCount)
          continue
        }
        const isTail = programCode & 1
        // A tail matches the same after each end of a span.
        if (isTail && spans?.isDone(child)) continue
        const programEnd = isTail ? path.length : end
        const run = automata[programCode >> 1]!
        if (!run(path, start, programEnd, captures, captureCount, isTail ? spans?.rowsOf(programCode) : undefined))
          continue
        if (isTail) spans?.markDone(child)
        const countAfter = captureCount + nodes[child + PROGRAM_CAPTURES]!
        if (programEnd === path.length) tryEntries(path, child, countAfter, 0)
        else searchFrom(path, child, end + 1, countAfter)
      }
    }
  }
