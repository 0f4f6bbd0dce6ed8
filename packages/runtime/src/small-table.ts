/**
 * A route table for browsers, which match few requests: a line for each route, and a search that tries one route after
 * another. It takes a third of the bytes of `openTable` with its search, and about 20 times as long for 100 routes.
 *
 *     '1/photos>photos>index>photos 34.2/photos/{id>photos>update'
 *
 * A line contains:
 * - the digits of its verbs: their positions in the table's list, from 1; 0 is any verb that the table lacks;
 * - the number of its route's functions (`FUNCTIONS_NUMBER`) after a dot, if the route has functions;
 * - the pattern, in which `{` begins a parameter;
 * - `|` if the path must not have a format, `^` if it must have one, and nothing if it may have one;
 * - the labels of the route, each after `>`: controller, action and name. Without labels, the line belongs to the previous
 *   line's route.
 */
import type { FunctionRunner } from './route-functions.ts'
import { type OpenTable, verbNumbers } from './open-table.ts'
import { emptyParams, isInherited } from './params.ts'
import type { Captures } from './route-match.ts'
import { ENTRY_SIZE, FUNCTIONS_NUMBER, ROUTE_LABELS } from './route-table.ts'

/** The groups are verbs, the number of functions, pattern, format and labels. */
const LINE = /(\d+)\.?(\d*)([^>|^]*)([|^]?)>?(.*)/

/** Opens the table that `emitMatcher` of the compiler writes for browsers. */
export function openSmallTable(verbs: string, routes: string, routeFunctions?: FunctionRunner): OpenTable {
  const [passesTests, acceptFirst] = routeFunctions ?? []
  const verbList = verbs.split(' ')
  const lines = routes.split(' ')
  const entries: number[] = []
  // In every table, the entries of earlier routes are greater.
  const parsedLines = lines.map((line, index) => {
    const [, verbDigits, functionsNumber, pattern, format, labels] = LINE.exec(line)!
    const entry = ENTRY_SIZE * (lines.length - index)
    entries[entry + FUNCTIONS_NUMBER] = +functionsNumber!
    // Here, the index of the route's first line takes the place of the labels.
    entries[entry + ROUTE_LABELS] = labels ? index : entries[entry + ENTRY_SIZE + ROUTE_LABELS]!
    const names: string[] = []
    const source = pattern!.replace(/[.$()*+[\]?]/g, '\\$&').replace(/{(\w*)/g, (_, name: string) => {
      names.push(name)
      return ')([^/.]+)('
    })
    const formatSource = format === '|' ? '' : `\\.[^/.]+${format ? '' : '|'}`
    return [entry, verbDigits!, RegExp(`^(${source})(${formatSource})$`), names, labels!.split('>')] as const
  })
  const captures: Captures = new Int32Array(2 * routes.split('{').length + 3)

  return [
    verbList,
    verbNumbers(verbList),
    entries,
    acceptFirst,
    (path, verb, _captures, request, target, candidates) => {
      for (const [entry, verbDigits, pattern] of parsedLines) {
        const groups = verbDigits.includes(`${verb}`) && pattern.exec(path)
        if (!groups) continue
        // The groups cover the complete path, so each capture begins and ends where a group ends.
        let end = 0
        for (let group = 1; group < groups.length; group++) captures[group - 1] = end += groups[group]!.length
        const format = groups.at(-1) ? path.lastIndexOf('.') + 1 : 0
        captures[groups.length - 3] = format || -1
        captures[captures.length - 1] = format
        const functionsNumber = entries[entry + FUNCTIONS_NUMBER]!
        if (functionsNumber > 0 && !passesTests!(functionsNumber, path, captures, request, target)) continue
        if (!candidates) return entry
        candidates.push([entry, captures.slice()])
      }
      return 0
    },
    captures,
    (entry, path) => {
      const [, , , names] = parsedLines[lines.length - entry / ENTRY_SIZE]!
      const [controller, action, name] = parsedLines[entries[entry + ROUTE_LABELS]!]![4].map((label) => label || null)
      const params = emptyParams(names.some(isInherited))
      ;[...names, ...(captures.at(-1) ? ['format'] : [])].forEach((param, index) => {
        params[param] = decodeURIComponent(path.slice(captures[2 * index], captures[2 * index + 1]))
      })
      return { name: name!, controller: controller!, action: action!, params, path }
    },
  ]
}
