/**
 * Params that take one or more whole segments, between slashes: `/*namespace/:project/-/issues`. A span is a node that all
 * routes with the same beginning share. It finds where the param may end, in the order in which Rails tries the ends, and
 * the search goes on from each of them.
 *
 * The time stays linear in the path where spans follow on spans: what stands behind a place does not depend on what
 * stands before it, so no span looks twice at one place in one state, and no tail runs twice.
 */
import { NO_ROWS } from './automaton.ts'
import type { Spans, Walk } from './programs.ts'
import type { Captures, Rows } from './route-match.ts'
import { ENTRY_SIZE, PROGRAM, ROUTE } from './route-table.ts'
import type { Scanner, ScannerState } from './scanner.ts'

/** The scanner of the requirement, or 0 if any text will do; then 1 if the shortest text is tried first. */
export type Span = readonly [scanner: Scanner | 0, shortest?: 0 | 1]

const SLASH = 47
const ANY = {} as ScannerState

/** What tables need that have spans. */
export function spans(list: readonly Span[]): Spans {
  /** How many spans the search is behind. */
  let depth = 0
  const doneNodes = new Set<number>()
  const rows = new Map<number, Rows>()
  /** For a node of a span behind another span: where each state has been. */
  const visited = new Map<number, Map<ScannerState, Set<number>>>()

  let lastPath = ''
  let lastFormat = -1

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

  /** Where a span may end, in order. */
  function endsOf([scanner, shortest]: Span, path: string, node: number, start: number): number[] {
    const { length } = path
    const dot = formatOf(path)
    const states = depth > 0 ? recall(visited, node, () => new Map<ScannerState, Set<number>>()) : undefined
    const endPositions: number[] = []
    const wasAt = (state: ScannerState, at: number): boolean => {
      const positions = states && recall(states, state, () => new Set<number>())
      if (!positions || positions.has(at)) return positions !== undefined
      positions.add(at)
      return false
    }
    if (!scanner) {
      for (let at = start + 1; at <= length; at++) {
        const next = path.indexOf('/', at)
        at = next < 0 ? length : next
        if (at === length && dot > start && !wasAt(ANY, dot)) endPositions.push(dot)
        if (wasAt(ANY, at)) break
        endPositions.push(at)
      }
    } else {
      let state: ScannerState | undefined = scanner.first()
      for (let at = start; state; at++) {
        const character = at < length ? path.charCodeAt(at) : SLASH
        if (at > start) {
          if (wasAt(state, at)) break
          if ((character === SLASH || at === dot) && scanner.accepts(state)) endPositions.push(at)
        }
        if (at === length) break
        state = scanner.step(state, character)
      }
    }
    return shortest ? endPositions : endPositions.reverse()
  }

  function follow(search: Walk, path: string, node: number, start: number, count: number): void {
    const [nodes, captures, , consider, walk, entries, best, bar, currentCandidates] = search
    const endPositions = endsOf(list[~nodes[node + PROGRAM]!]!, path, node, start)
    const candidates = currentCandidates()
    const routes = new Set<number>()
    const barBefore = bar()
    const bestBefore = best()
    let leader = bestBefore
    depth++
    for (const end of endPositions) {
      const countBefore = candidates?.length
      captures[2 * count] = start
      captures[2 * count + 1] = end
      if (end === path.length) consider(path, node, count + 1, 0)
      else if (path.charCodeAt(end) === SLASH) walk(path, node, end + 1, count + 1)
      else consider(path, node, count + 1, end)
      // A route that matches with one end is not tried with the ends behind it.
      if (candidates) {
        const added = candidates.splice(countBefore!).filter(([entry]) => !routes.has(entries[entry + ROUTE]!))
        for (const [entry] of added) routes.add(entries[entry + ROUTE]!)
        candidates.push(...added)
      } else if (best() !== leader) {
        leader = best()
        let top = leader
        while (entries[top + ENTRY_SIZE + ROUTE] === entries[leader + ROUTE]) top += ENTRY_SIZE
        bar(top)
      }
    }
    if (best() === bestBefore) bar(barBefore)
    else bar(best())
    if (--depth === 0) {
      doneNodes.clear()
      rows.clear()
      visited.clear()
    }
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
