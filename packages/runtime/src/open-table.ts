import type { Extras } from './extras.ts'
import type { KeyOf } from './literals.ts'
import { SHAPE_SHIFT, unescape, type MakeParams } from './params.ts'
import type { Programs } from './programs.ts'
import type { Captures, RouteMatch } from './route-match.ts'
import { readTable, ROUTE, SHAPE, type RouteTable } from './route-table.ts'
import { createSearch, type Search } from './search.ts'

/** What `match` and all beside it ask. A tuple, as minifiers keep the names of properties. */
export type OpenTable = readonly [
  /** The verbs that the table names. */
  verbs: readonly string[],
  /** The number of a verb; 0 for one that the table does not name. HEAD is GET where it does not name it. */
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
 * @param extras, programs, keyOf left out where the table has none
 */
export function openTable(
  verbs: string,
  words: string,
  table: string,
  makeParams: readonly MakeParams[] = [],
  extras?: Extras,
  programs?: Programs,
  keyOf?: KeyOf,
): OpenTable {
  const verbList = verbs.split(' ')
  const numberOf = (method: string): number => verbList.indexOf(method) + 1 || (method === 'HEAD' ? numberOf('GET') : 0)
  const tables = readTable(verbList.length, words, table, keyOf)
  const [, entries, labels, , captureLimit] = tables
  const captures: Captures = new Int32Array(2 * captureLimit + 5)
  function answer(entry: number, path: string): RouteMatch {
    const shape = entries[entry + SHAPE]!
    const route = entries[entry + ROUTE]!
    const cut = (i: number) => path.slice(captures[2 * i], captures[2 * i + 1])
    const params =
      shape > 0 ? makeParams[shape >> SHAPE_SHIFT]!(shape, cut(0), cut(1), cut(2), cut(3), path, captures) : {}
    const format = captures.at(-1)!
    if (format > 0) params['format'] = path.slice(format)
    if (path.includes('%')) for (const name of Object.keys(params)) params[name] = unescape(params[name] as string)
    return { name: labels[route]!, controller: labels[route + 1]!, action: labels[route + 2]!, params, path }
  }
  // Most processes begin with paths that the walk of `match` answers.
  let search: Search | undefined
  return [
    verbList,
    numberOf,
    words.includes('%'),
    tables,
    makeParams,
    extras,
    (...asked) => (search ??= createSearch(tables, extras, programs))(...asked),
    captures,
    answer,
  ]
}
