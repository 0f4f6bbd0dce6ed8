/**
 * Params that take one or more whole segments, between slashes: `/*namespace/:project/-/issues`. A span is a node that all
 * routes with the same beginning share. It finds where the param may end, in the order in which Rails tries the ends, and
 * the search goes on from each of them.
 *
 * The time stays linear in the path where spans follow on spans: what stands behind a place does not depend on what
 * stands before it, so no span looks twice at one place in one state, and no tail runs twice.
 */
import { NO_ROWS } from './automaton.ts'
import type { Spans } from './programs.ts'
import type { Captures, Rows } from './route-match.ts'
import { ENTRY_SIZE, PROGRAM, ROUTE } from './route-table.ts'
import type { Scanner, ScannerState } from './scanner.ts'
import { createMemory, type WasAt } from './visited.ts'

/** The scanner of the requirement, or 0 if any text will do; then 1 if the shortest text is tried first. */
export type Span = readonly [scanner: Scanner | 0, shortest?: 0 | 1]

const SLASH = 47

/** The list of ends keeps this many places between searches. */
const KEPT_ENDS = 4096

/** What tables need that have spans. */
export const spans =
  (list: readonly Span[]): Spans =>
  (search) => {
    const [nodes, captures, , consider, walk, entries, best, bar, currentCandidates] = search
    /** How many spans the search is behind. */
    let depth = 0
    const doneNodes = new Set<number>()
    const rows = new Map<number, Rows>()
    /** For a node of a span behind another span: the place where it began first; without a scanner, the first place. */
    const starts = new Map<number, number>()
    /** For such a node that has begun at several places: where each state of its scanner has been. */
    const visited = new Map<number, WasAt>()
    /** The ends of all spans that the search is behind, the innermost last: a list for each span would be garbage. */
    let ends = new Int32Array(64)
    let endCount = 0

    let lastPath = ''
    let lastFormat = -1

    function addEnd(end: number): void {
      if (endCount === ends.length) {
        const longer = new Int32Array(2 * endCount)
        longer.set(ends)
        ends = longer
      }
      ends[endCount++] = end
    }

    /**
     * Where the format of a path begins: at the last dot of the last segment, if it is not empty. Otherwise -1. A span
     * behind many ends of another span asks often, and each search reads the path.
     */
    function formatOf(path: string): number {
      if (path !== lastPath) {
        const dot = path.lastIndexOf('.')
        lastPath = path
        lastFormat = dot > path.lastIndexOf('/') && dot + 1 < path.length ? dot : -1
      }
      return lastFormat
    }

    /** Adds the ends of a span without a scanner, up to the place where it began before: there it has been at all ends. */
    function addAllEnds(path: string, node: number, start: number): void {
      const { length } = path
      const dot = formatOf(path)
      const before = starts.get(node) ?? length
      if (depth > 0 && start < before) starts.set(node, start)
      for (let at = start; at < length;) {
        const slash = path.indexOf('/', at + 1)
        at = slash < 0 ? length : slash
        if (at === length && dot > start && dot <= before) addEnd(dot)
        if (at > before) return
        addEnd(at)
      }
    }

    /** Adds the ends of a span with a scanner, up to a place where the same state has been before. */
    function addScannedEnds(scanner: Scanner, path: string, node: number, start: number): void {
      let wasAt = visited.get(node)
      const firstStart = starts.get(node)
      if (firstStart === undefined) {
        if (depth > 0) starts.set(node, start)
      } else if (!wasAt) {
        // Most spans begin at one place only, so the places of the first time are noted now.
        const count = endCount
        visited.set(node, (wasAt = createMemory(new Map(), path.length)))
        scan(scanner, path, firstStart, wasAt)
        endCount = count
      }
      scan(scanner, path, start, wasAt)
    }

    function scan(scanner: Scanner, path: string, start: number, wasAt: WasAt | undefined): void {
      const { length } = path
      const dot = formatOf(path)
      let state: ScannerState | undefined = scanner.first()
      for (let at = start; state; at++) {
        const character = at < length ? path.charCodeAt(at) : SLASH
        if (at > start) {
          if (wasAt?.(state, 0, at)) return
          if ((character === SLASH || at === dot) && scanner.accepts(state)) addEnd(at)
        }
        if (at === length) return
        state = scanner.step(state, character)
      }
    }

    function follow(path: string, node: number, start: number, count: number): void {
      const span = list[~nodes[node + PROGRAM]!]!
      const scanner = span[0]
      const firstEnd = endCount
      if (scanner) addScannedEnds(scanner, path, node, start)
      else addAllEnds(path, node, start)
      const lastEnd = endCount
      const candidates = currentCandidates()
      const routes = candidates && new Set<number>()
      const barBefore = bar()
      const bestBefore = best()
      let leader = bestBefore
      depth++
      for (let index = firstEnd; index < lastEnd; index++) {
        const end = ends[span[1] ? index : firstEnd + lastEnd - 1 - index]!
        const countBefore = candidates?.length
        captures[2 * count] = start
        captures[2 * count + 1] = end
        if (end === path.length) consider(path, node, count + 1, 0)
        else if (path.charCodeAt(end) === SLASH) walk(path, node, end + 1, count + 1)
        else consider(path, node, count + 1, end)
        // A route that matches with one end is not tried with the ends behind it.
        if (candidates) {
          const added = candidates.splice(countBefore!).filter(([entry]) => !routes!.has(entries[entry + ROUTE]!))
          for (const [entry] of added) routes!.add(entries[entry + ROUTE]!)
          candidates.push(...added)
        } else if (best() !== leader) {
          leader = best()
          let top = leader
          while (entries[top + ENTRY_SIZE + ROUTE] === entries[leader + ROUTE]) top += ENTRY_SIZE
          bar(top)
        }
      }
      endCount = firstEnd
      bar(best() === bestBefore ? barBefore : best())
      if (--depth === 0) forget()
    }

    /** Clears the state of a search. Clearing an empty map takes as long as creating one. */
    function forget(): void {
      if (doneNodes.size > 0) doneNodes.clear()
      if (rows.size > 0) rows.clear()
      if (starts.size > 0) starts.clear()
      if (visited.size > 0) visited.clear()
      if (ends.length > KEPT_ENDS) ends = new Int32Array(64)
    }

    return {
      follow,
      isDone: (node) => depth > 0 && doneNodes.has(node),
      markDone(node) {
        if (depth > 0) doneNodes.add(node)
      },
      rowsOf: (program) => (depth > 0 ? recall(rows, program, () => ({ ...NO_ROWS })) : undefined),
    }
  }

function recall<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}

/** A param alone in its segment whose requirement looks around, or may take a backtracking engine long. */
export function segment(test: { test(text: string): boolean }) {
  return (path: string, start: number, end: number, captures: Captures, firstCapture: number): boolean => {
    captures[2 * firstCapture] = start
    captures[2 * firstCapture + 1] = end
    return start < end && test.test(path.slice(start, end))
  }
}
