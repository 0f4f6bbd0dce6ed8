// The full search for the entry that matches a path, for entries that the first walk cannot decide.
import type { Captures, Candidates, MatchRequest } from './route-match.ts'
import {
  EXTRA,
  FIRST,
  FORMAT,
  NEXT,
  OTHER,
  PARAM,
  TOP,
  VERBS,
  WITH_FORMAT,
  WITHOUT_FORMAT,
  type RouteTable,
} from './route-table.ts'
import type { Extras } from './extras.ts'
import type { Programs } from './programs.ts'

/**
 * Finds the entry that matches a canonical path, and writes its captures to `winning`. Returns 0 if there is none. With
 * `candidates`, it adds every entry that may match to that list instead.
 */
export type Search = (
  path: string,
  verb: number,
  winning: Captures,
  request: MatchRequest | undefined,
  target: string,
  candidates?: Candidates,
) => number

/**
 * Creates the full search. It follows all branches that can still win, and the greatest entry wins. A branch is never
 * longer than the longest pattern, so that time is linear in the path. A search runs no code of the application, so that
 * `match` may be called from anywhere.
 */
export function createSearch(table: RouteTable, extras: Extras | undefined, programs: Programs | undefined): Search {
  const [nodes, entries, , find, captureLimit] = table
  // The last element is the position at which the format begins, or 0.
  const captures: Captures = new Int32Array(2 * captureLimit + 5)
  let verb = 0
  let best = 0
  /** The entry that another entry has to exceed: the best, or a greater one after a span, see `spans.ts`. */
  let bar = 0
  let winning = captures
  let request: MatchRequest | undefined
  let target = ''
  let hasDot = false
  let candidates: Candidates | undefined

  const note = (capture: number, start: number, end: number): void => {
    captures[2 * capture] = start
    captures[2 * capture + 1] = end
  }

  const mayWin = (node: number): boolean => ((nodes[node + VERBS]! >> verb) & 1) === 1 && nodes[node + TOP]! > bar

  function consider(path: string, node: number, count: number, dot: number): void {
    for (let entry = nodes[node + FIRST + verb]!; entry > bar; entry = entries[entry + NEXT]!) {
      if (!(entries[entry + FORMAT]! & (dot > 0 ? WITH_FORMAT : WITHOUT_FORMAT))) continue
      note(count, dot > 0 ? dot + 1 : -1, path.length)
      captures[captures.length - 1] = dot > 0 ? dot + 1 : 0
      const extra = entries[entry + EXTRA]!
      if (extra > 0 && !extras!.holds(extra, path, captures, request, target)) continue
      if (candidates) {
        candidates.push([entry, captures.slice()])
        continue
      }
      best = bar = entry
      // Another branch might overwrite them.
      winning.set(captures)
    }
  }

  function walk(path: string, node: number, start: number, count: number): void {
    const slash = path.indexOf('/', start)
    const end = slash < 0 ? path.length : slash
    if (nodes[node + OTHER]! > 0) follow!(path, node, start, end, count)
    // Only the path `/` has an empty segment.
    if (start === end) return
    const child = find(node, path, start, end)
    const param = nodes[node + PARAM]!
    // -1 if the path has no dot. The slice keeps the time linear in the path.
    const dot = hasDot ? path.slice(start, end).indexOf('.') + start : -1
    if (slash >= 0) {
      if (child > 0 && mayWin(child)) walk(path, child, end + 1, count)
      if (param > 0 && dot < start && mayWin(param)) {
        note(count, start, end)
        walk(path, param, end + 1, count + 1)
      }
      return
    }
    if (child > 0) consider(path, child, count, 0)
    let wordEnd = end
    if (dot >= start) {
      wordEnd = path.lastIndexOf('.')
      if (wordEnd === start || wordEnd + 1 === end) return
      const base = find(node, path, start, wordEnd)
      if (base > 0) consider(path, base, count, wordEnd)
    }
    if (param > 0 && (dot < start || dot === wordEnd)) {
      note(count, start, wordEnd)
      consider(path, param, count + 1, wordEnd < end ? wordEnd : 0)
    }
  }
  const follow = programs?.([
    nodes,
    captures,
    mayWin,
    consider,
    walk,
    entries,
    () => best,
    (to = bar) => (bar = to),
    () => candidates,
  ])

  return function (path, ofVerb, noted, passedRequest, requested, candidateList) {
    verb = ofVerb
    winning = noted
    request = passedRequest
    target = requested
    candidates = candidateList
    best = bar = 0
    hasDot = path.includes('.')
    if (path.length === 1) consider(path, 0, 0, 0)
    if (mayWin(0)) walk(path, 0, 1, 0)
    return best
  }
}
