/**
 * A span is a parameter of one or more whole segments. It is a node of the tree. This module finds the positions at which the
 * parameter may end, in the order in which Rails tries them. The search continues from each of these ends.
 *
 *     /*namespace/:project/-/issues
 *     path    /a/b/c/-/issues
 *     ends    a/b/c/-/issues, a/b/c/-, a/b/c, a/b, a      the longest first; from `a/b`, the rest matches
 *
 * The time stays linear in the path even if a span follows a span. Whether the remaining pattern matches after a position does
 * not depend on the path before that position. So no span examines a position twice in one state, and no tail runs twice.
 */
import { NO_ROWS } from './automaton.ts'
import type { CreateSpanBranches } from './programs.ts'
import type { Captures, SharedRows } from './route-match.ts'
import { ENTRY_SIZE, PROGRAM_CODE, ROUTE_LABELS } from './route-table.ts'
import type { Scanner, ScannerState } from './scanner.ts'
import { createVisitedCheck, type WasVisited } from './visited.ts'

/** The scanner of the requirement, or 0 without one; then 1 if the shortest string is tried first. */
export type Span = readonly [scanner: Scanner | 0, isShortestFirst?: 0 | 1]

const SLASH = 47

/** The list of ends is replaced after a search that made it longer than this. */
const MAX_KEPT_ENDS = 4096

/** Returns the `CreateSpanBranches` of a table, for `programs`. */
export const spans =
  (list: readonly Span[]): CreateSpanBranches =>
  ([nodes, captures, , tryEntries, searchFrom], [entries, getEntryToBeat, setEntryToBeat, getCandidates]) => {
    /** The number of spans on the current branch of the search. */
    let depth = 0
    const doneNodes = new Set<number>()
    const rows = new Map<number, SharedRows>()
    /** The first position at which a span after another span began. Without a scanner, the smallest one. */
    const starts = new Map<number, number>()
    /** By the node of a span that has begun at several positions: the positions that each state of the scanner has reached. */
    const visited = new Map<number, WasVisited>()
    /** The ends of all spans on the branch, the innermost span's last. A list for each span would be garbage. */
    let ends = new Int32Array(64)
    let endCount = 0

    let lastPath = ''
    let lastFormatDot = -1

    function addEnd(end: number): void {
      if (endCount === ends.length) {
        const longer = new Int32Array(2 * endCount)
        longer.set(ends)
        ends = longer
      }
      ends[endCount++] = end
    }

    /**
     * Returns the position of the dot of a path's format: the last dot of the last segment, unless nothing follows it;
     * otherwise -1. The result is cached, because a span after many ends of another span needs it often.
     */
    function formatDotOf(path: string): number {
      if (path !== lastPath) {
        const dot = path.lastIndexOf('.')
        lastPath = path
        lastFormatDot = dot > path.lastIndexOf('/') && dot + 1 < path.length ? dot : -1
      }
      return lastFormatDot
    }

    /** Adds the ends of a span without a scanner, up to its earlier start, because all later ends have been tried. */
    function addAllEnds(path: string, node: number, start: number): void {
      const { length } = path
      const dot = formatDotOf(path)
      const earlierStart = starts.get(node) ?? length
      if (depth > 0 && start < earlierStart) starts.set(node, start)
      for (let position = start; position < length;) {
        const slash = path.indexOf('/', position + 1)
        position = slash < 0 ? length : slash
        if (position === length && dot > start && dot <= earlierStart) addEnd(dot)
        if (position > earlierStart) return
        addEnd(position)
      }
    }

    /** Adds the ends of a span with a scanner, up to a position that the scanner has reached in the same state before. */
    function addScannedEnds(scanner: Scanner, path: string, node: number, start: number): void {
      let wasVisited = visited.get(node)
      const firstStart = starts.get(node)
      if (firstStart === undefined) {
        if (depth > 0) starts.set(node, start)
      } else if (!wasVisited) {
        // Most spans begin at one position only, so the states of the first scan are recorded when a second one begins.
        const count = endCount
        visited.set(node, (wasVisited = createVisitedCheck(new Map(), path.length)))
        scan(scanner, path, firstStart, wasVisited)
        endCount = count
      }
      scan(scanner, path, start, wasVisited)
    }

    function scan(scanner: Scanner, path: string, start: number, wasVisited: WasVisited | undefined): void {
      const { length } = path
      const dot = formatDotOf(path)
      let state: ScannerState | undefined = scanner.first()
      for (let position = start; state; position++) {
        const character = position < length ? path.charCodeAt(position) : SLASH
        if (position > start) {
          if (wasVisited?.(state, 0, position)) return
          if ((character === SLASH || position === dot) && scanner.accepts(state)) addEnd(position)
        }
        if (position === length) return
        state = scanner.step(state, character)
      }
    }

    /** Continues the search from one end of a span: at the end of the path, at the next segment, or at the format. */
    function continueFrom(path: string, node: number, end: number, captureCount: number): void {
      if (end === path.length) tryEntries(path, node, captureCount, 0)
      else if (path.charCodeAt(end) === SLASH) searchFrom(path, node, end + 1, captureCount)
      else tryEntries(path, node, captureCount, end)
    }

    /** Returns the greatest entry of an entry's route. The entries of one route are neighbours. */
    function greatestEntryOfRoute(entry: number): number {
      let greatest = entry
      while (entries[greatest + ENTRY_SIZE + ROUTE_LABELS] === entries[entry + ROUTE_LABELS]) greatest += ENTRY_SIZE
      return greatest
    }

    /** Implements `follow`. A route that matches with one end of the span is not tried with the ends after it. */
    function follow(path: string, node: number, start: number, captureCount: number): void {
      const [scanner, isShortestFirst] = list[~nodes[node + PROGRAM_CODE]!]!
      const firstEnd = endCount
      if (scanner) addScannedEnds(scanner, path, node, start)
      else addAllEnds(path, node, start)
      const lastEnd = endCount
      const candidates = getCandidates()
      const matchedRoutes = candidates && new Set<number>()
      const entryToBeatBefore = getEntryToBeat()
      let bestOfSpan = 0
      depth++
      for (let index = firstEnd; index < lastEnd; index++) {
        const end = ends[isShortestFirst ? index : firstEnd + lastEnd - 1 - index]!
        const candidatesBefore = candidates?.length
        const entryToBeat = getEntryToBeat()
        captures[2 * captureCount] = start
        captures[2 * captureCount + 1] = end
        continueFrom(path, node, end, captureCount + 1)
        if (candidates) {
          const isNew = ([entry]: (typeof candidates)[number]) => !matchedRoutes!.has(entries[entry + ROUTE_LABELS]!)
          const added = candidates.splice(candidatesBefore!).filter(isNew)
          for (const [entry] of added) matchedRoutes!.add(entries[entry + ROUTE_LABELS]!)
          candidates.push(...added)
        } else if (getEntryToBeat() !== entryToBeat) {
          // A matching entry became the entry to beat. With the greatest of its route instead, only other routes can win.
          bestOfSpan = getEntryToBeat()
          setEntryToBeat(greatestEntryOfRoute(bestOfSpan))
        }
      }
      endCount = firstEnd
      setEntryToBeat(bestOfSpan || entryToBeatBefore)
      if (--depth === 0) forgetSearch()
    }

    /** Clears the state of a search. Clearing an empty map takes as long as creating one. */
    function forgetSearch(): void {
      if (doneNodes.size > 0) doneNodes.clear()
      if (rows.size > 0) rows.clear()
      if (starts.size > 0) starts.clear()
      if (visited.size > 0) visited.clear()
      if (ends.length > MAX_KEPT_ENDS) ends = new Int32Array(64)
    }

    return {
      follow,
      isDone: (node) => depth > 0 && doneNodes.has(node),
      markDone(node) {
        if (depth > 0) doneNodes.add(node)
      },
      rowsOf(program) {
        if (depth === 0) return undefined
        let shared = rows.get(program)
        if (!shared) rows.set(program, (shared = { ...NO_ROWS }))
        return shared
      },
    }
  }

/**
 * Creates the program of a parameter that is a whole segment, if its requirement has lookarounds or needs a scanner. The
 * program tests the segment with that requirement.
 */
export function segment(test: { test(text: string): boolean }) {
  return (path: string, start: number, end: number, captures: Captures, captureIndex: number): boolean => {
    captures[2 * captureIndex] = start
    captures[2 * captureIndex + 1] = end
    return start < end && test.test(path.slice(start, end))
  }
}
