import type { Extras } from './extras.ts'
import { otherParams, SHAPE_SHIFT, unescape, type MakeParams } from './params.ts'
import type { Programs } from './programs.ts'
import type { Captures, RouteMatch } from './route-match.ts'
import { COUNT, FORMAT, readTable, ROUTE, SHAPE, WITH_FORMAT, type RouteTable } from './route-table.ts'
import { createSearch, type Search } from './search.ts'

/** What `match` and all beside it ask. A tuple, as minifiers keep the names of properties. */
export type OpenTable = readonly [
  /** The verbs that the table names. */
  verbs: readonly string[],
  /** The number of a verb, in any case; 0 for one that the table does not name. */
  numberOf: (method: string) => number,
  /** Where literals have escapes, an odd character anywhere may make another path of one that no route answers. */
  escapes: boolean,
  table: RouteTable,
  makeParams: readonly MakeParams[],
  extras: Extras | undefined,
  search: Search,
  /** The captures of what was found: all that ask share them, so whoever has run code of the application sets them anew. */
  captures: Captures,
  /** Makes the answer of an entry whose captures are noted. */
  answer: (entry: number, path: string) => RouteMatch,
]

/**
 * Reads the route table that `emitMatcher` of the compiler has written.
 *
 * @param makeParams functions for 64 shapes each
 * @param extras, programs left out where the table has none
 */
export function openTable(
  verbs: string,
  words: string,
  table: string,
  makeParams: readonly MakeParams[] = [],
  extras?: Extras,
  programs?: Programs,
): OpenTable {
  const verbList = verbs.split(' ')
  const tables = readTable(verbList.length, words, table)
  const [, entries, labels, shapes, , captureLimit] = tables
  const captures: Captures = new Int32Array(2 * captureLimit + 4)
  const answer = (entry: number, path: string): RouteMatch => {
    const decode = path.includes('%') ? unescape : undefined
    const cut = (i: number): string | undefined => {
      if (captures[2 * i]! < 0) return undefined
      const text = path.slice(captures[2 * i], captures[2 * i + 1])
      return decode ? decode(text) : text
    }
    const [count, shape, route] = [entries[entry + COUNT]!, entries[entry + SHAPE]!, entries[entry + ROUTE]!]
    const values = []
    for (let i = 0; i < count; i++) values.push(cut(i))
    const names = shapes[shape]
    const params = names ? otherParams(names, values) : makeParams[shape >> SHAPE_SHIFT]!(shape, ...values)
    const format = entries[entry + FORMAT]! & WITH_FORMAT ? cut(count) : undefined
    if (format !== undefined) params.format = format
    return { name: labels[route]!, controller: labels[route + 1]!, action: labels[route + 2]!, params, path }
  }
  return [
    verbList,
    (method) => verbList.indexOf(method) + 1 || verbList.indexOf(method.toUpperCase()) + 1,
    words.includes('%'),
    tables,
    makeParams,
    extras,
    createSearch(tables, extras, programs),
    captures,
    answer,
  ]
}
