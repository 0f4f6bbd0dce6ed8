/**
 * A route table for browsers, which match few requests: a line for each route, and a search that tries one route after
 * another. It takes a third of the bytes of `openTable` with its search, and about 20 times as long for 100 routes.
 *
 *     '1/photos>photos>index>photos 34.2/photos/{id>photos>update'
 *
 * A line has the digits of its verbs (their places in the table, counted from 1; 0: any verb that the table lacks), the
 * number of its extra if it has one, and the pattern. After the pattern, `|` means that the path has no format, and `^` that
 * it must have one; otherwise it may have one. No path contains these characters, nor `{`, which begins a parameter. The
 * controller, the action and the name of the route follow. A line without them belongs to the same route as the line
 * before.
 */
import type { Extras } from './extras.ts'
import type { OpenTable } from './open-table.ts'
import { emptyParams, isInherited } from './params.ts'
import type { Captures } from './route-match.ts'
import { ENTRY_SIZE, EXTRA, ROUTE } from './route-table.ts'
import { verbNumbers } from './verb-numbers.ts'

/** The parts of a line: verbs, extra, pattern, format, labels. */
const LINE = /(\d+)\.?(\d*)([^>|^]*)([|^]?)>?(.*)/

/** Opens the table that `emitMatcher` of the compiler writes for browsers. */
export function openSmallTable(verbs: string, routes: string, extras?: Extras): OpenTable {
  const verbList = verbs.split(' ')
  const lines = routes.split(' ')
  const entries: number[] = []
  // As in every table, the greater of two entries is the first declared.
  const rows = lines.map((line, index) => {
    const [, served, extra, pattern, format, labels] = LINE.exec(line)!
    const entry = ENTRY_SIZE * (lines.length - index)
    entries[entry + EXTRA] = +extra!
    // The place of the route's first line.
    entries[entry + ROUTE] = labels ? index : entries[entry + ENTRY_SIZE + ROUTE]!
    const names: string[] = []
    const source = pattern!.replace(/[.$()*+[\]?]/g, '\\$&').replace(/{(\w*)/g, (_, name: string) => {
      names.push(name)
      return ')([^/.]+)('
    })
    const formatSource = format === '|' ? '' : `\\.[^/.]+${format ? '' : '|'}`
    return [entry, served!, RegExp(`^(${source})(${formatSource})$`), names, labels!.split('>')] as const
  })
  const captures: Captures = new Int32Array(2 * routes.split('{').length + 3)

  return [
    verbList,
    verbNumbers(verbList),
    entries,
    extras,
    (path, verb, _captures, request, target, candidates) => {
      for (const [entry, served, pattern] of rows) {
        const groups = served.includes(`${verb}`) && pattern.exec(path)
        if (!groups) continue
        // The groups cover the path. Each ends where a capture begins or ends.
        let end = 0
        for (let group = 1; group < groups.length; group++) captures[group - 1] = end += groups[group]!.length
        const format = groups.at(-1) ? path.lastIndexOf('.') + 1 : 0
        captures[groups.length - 3] = format || -1
        captures[captures.length - 1] = format
        const extra = entries[entry + EXTRA]!
        if (extra > 0 && !extras!.holds(extra, path, captures, request, target)) continue
        if (!candidates) return entry
        candidates.push([entry, captures.slice()])
      }
      return 0
    },
    captures,
    (entry, path) => {
      const [, , , names] = rows[lines.length - entry / ENTRY_SIZE]!
      const [controller, action, name] = rows[entries[entry + ROUTE]!]![4].map((label) => label || null)
      const params = emptyParams(names.some(isInherited))
      ;[...names, ...(captures.at(-1) ? ['format'] : [])].forEach((param, index) => {
        params[param] = decodeURIComponent(path.slice(captures[2 * index], captures[2 * index + 1]))
      })
      return { name: name!, controller: controller!, action: action!, params, path }
    },
  ]
}
