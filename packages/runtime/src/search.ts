/**
 * The full search: finds the entry that matches a canonical path by following every branch of the tree that can still win.
 *
 *     routes   1. GET /photos/:id   2. GET /photos/new   3. GET /:page/new
 *     path     /photos/new
 *     search   photos → new: route 2    photos → :id: route 1, which wins    :page: only route 3, which cannot win
 *
 * `match.ts` finds most entries with a simpler walk, and calls this search for the others.
 */
import type { Captures, Candidates, MatchRequest } from './route-match.ts'
import {
  FUNCTIONS_NUMBER,
  FIRST_ENTRY,
  FIRST_PROGRAM,
  FORMAT_BITS,
  GREATEST_ENTRY,
  NEXT_ENTRY,
  PARAM_CHILD,
  VERB_BITS,
  WITH_FORMAT,
  WITHOUT_FORMAT,
  type RouteTable,
} from './route-table.ts'
import type { FunctionRunner } from './route-functions.ts'
import type { CreateProgramSearch } from './programs.ts'

/**
 * Finds the entry that matches a canonical path, and writes its captures to `bestCaptures`. Returns 0 if there is none.
 * With `candidates`, it adds every entry whose path and tests match to that list instead.
 */
export type Search = (
  path: string,
  verb: number,
  bestCaptures: Captures,
  request: MatchRequest | undefined,
  target: string,
  candidates?: Candidates,
) => number

/**
 * Creates the full search. The entries of earlier routes have greater numbers, so the greatest matching number wins. A
 * branch is never longer than the longest pattern, so the time is linear in the path. A search never calls code of the
 * application, so one search cannot start another, and all searches share the state below.
 */
export function createSearch(
  table: RouteTable,
  routeFunctions: FunctionRunner | undefined,
  programs: CreateProgramSearch | undefined,
): Search {
  const [nodes, entries, , findLiteral, captureLimit] = table
  const passesTests = routeFunctions?.[0]
  // The last element is the position at which the format begins, or 0.
  const captures: Captures = new Int32Array(2 * captureLimit + 5)

  // The state of the current search.
  let verb = 0
  let bestEntry = 0
  /** An entry has to be greater than this. It is the best entry or, while `spans.ts` skips entries of one route, a greater one. */
  let entryToBeat = 0
  let bestCaptures = captures
  let request: MatchRequest | undefined
  let target = ''
  let hasDot = false
  let candidates: Candidates | undefined

  const setCapture = (index: number, start: number, end: number): void => {
    captures[2 * index] = start
    captures[2 * index + 1] = end
  }

  const mayWin = (node: number): boolean =>
    ((nodes[node + VERB_BITS]! >> verb) & 1) === 1 && nodes[node + GREATEST_ENTRY]! > entryToBeat

  function tryEntries(path: string, node: number, captureCount: number, dot: number): void {
    for (let entry = nodes[node + FIRST_ENTRY + verb]!; entry > entryToBeat; entry = entries[entry + NEXT_ENTRY]!) {
      if (!(entries[entry + FORMAT_BITS]! & (dot > 0 ? WITH_FORMAT : WITHOUT_FORMAT))) continue
      setCapture(captureCount, dot > 0 ? dot + 1 : -1, path.length)
      captures[captures.length - 1] = dot > 0 ? dot + 1 : 0
      const functionsNumber = entries[entry + FUNCTIONS_NUMBER]!
      if (functionsNumber > 0 && !passesTests!(functionsNumber, path, captures, request, target)) continue
      if (candidates) {
        candidates.push([entry, captures.slice()])
        continue
      }
      bestEntry = entryToBeat = entry
      // A copy, because another branch may overwrite the captures.
      bestCaptures.set(captures)
    }
  }

  function searchFrom(path: string, node: number, start: number, captureCount: number): void {
    const slash = path.indexOf('/', start)
    const end = slash < 0 ? path.length : slash
    if (nodes[node + FIRST_PROGRAM]! > 0) followPrograms!(path, node, start, end, captureCount)
    // Only the path `/` has an empty segment.
    if (start === end) return
    const literalChild = findLiteral(node, path, start, end)
    const paramChild = nodes[node + PARAM_CHILD]!
    // Less than `start` if this segment has no dot. It searches a slice, because a search to the end of the path for each
    // segment would take quadratic time.
    const dot = hasDot ? path.slice(start, end).indexOf('.') + start : -1
    if (slash >= 0) {
      if (literalChild > 0 && mayWin(literalChild)) searchFrom(path, literalChild, end + 1, captureCount)
      if (paramChild > 0 && dot < start && mayWin(paramChild)) {
        setCapture(captureCount, start, end)
        searchFrom(path, paramChild, end + 1, captureCount + 1)
      }
      return
    }
    // The last segment: `photos`, or `photos.json` with a format.
    if (literalChild > 0) tryEntries(path, literalChild, captureCount, 0)
    let endWithoutFormat = end
    if (dot >= start) {
      endWithoutFormat = path.lastIndexOf('.')
      if (endWithoutFormat === start || endWithoutFormat + 1 === end) return
      const formattedLiteral = findLiteral(node, path, start, endWithoutFormat)
      if (formattedLiteral > 0) tryEntries(path, formattedLiteral, captureCount, endWithoutFormat)
    }
    // A parameter contains no dot, so only the last dot of the path may follow it.
    if (paramChild > 0 && (dot < start || dot === endWithoutFormat)) {
      setCapture(captureCount, start, endWithoutFormat)
      tryEntries(path, paramChild, captureCount + 1, endWithoutFormat < end ? endWithoutFormat : 0)
    }
  }

  const followPrograms = programs?.(
    [nodes, captures, mayWin, tryEntries, searchFrom],
    [entries, () => entryToBeat, (entry) => (entryToBeat = entry), () => candidates],
  )

  return function search(path, searchedVerb, capturesOfBest, passedRequest, requestTarget, candidateList) {
    verb = searchedVerb
    bestCaptures = capturesOfBest
    request = passedRequest
    target = requestTarget
    candidates = candidateList
    bestEntry = entryToBeat = 0
    hasDot = path.includes('.')
    if (path.length === 1) tryEntries(path, 0, 0, 0)
    if (mayWin(0)) searchFrom(path, 0, 1, 0)
    return bestEntry
  }
}
