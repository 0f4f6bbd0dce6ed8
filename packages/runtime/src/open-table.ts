/**
 * Decodes the table of an emitted module, once for all matching functions: `match`, `matchAll` and `allowedMethods`.
 *
 *     in    'GET POST', ' photos index show photo', '[3,2,1,2,3,…]'
 *     out   verbs, entries, a search and a function that creates matches
 */
import type { FunctionRunner } from './route-functions.ts'
import type { LiteralKey } from './literals.ts'
import { SHAPE_SHIFT, decodeParam, type MakeParams } from './params.ts'
import type { CreateProgramSearch } from './programs.ts'
import type { Captures, RouteMatch } from './route-match.ts'
import { readTable, ROUTE_LABELS, SHAPE_NUMBER, type RouteTable } from './route-table.ts'
import { createSearch, type Search } from './search.ts'

/** The elements of a decoded table that all matching functions need. A tuple, because minifiers keep property names. */
type TableParts = [
  /** The verbs that the table names. */
  verbs: readonly string[],
  /** Returns the number of a verb; 0 if the table does not name it. HEAD is GET if the table does not name HEAD. */
  numberOf: (method: string) => number,
  /** The properties of the entries, see `route-table.ts`. A small table has `FUNCTIONS_NUMBER` and `ROUTE_LABELS` only. */
  entries: ArrayLike<number>,
  /** Undefined if no route has functions. */
  acceptFirst: FunctionRunner[1] | undefined,
  search: Search,
  /** The captures of the match. All callers share them, so a caller must set them again after running code of the application. */
  captures: Captures,
  /** Creates the match of an entry from the shared captures. */
  createMatch: (entry: number, path: string) => RouteMatch,
]

/** A table of either form: `openTable` and `openSmallTable` return one. */
export type OpenTable = readonly [...TableParts, ...unknown[]]

/** A table with the tree that `createMatcher` walks. */
export type FastTable = readonly [
  ...TableParts,
  /** True if literals contain escapes. Then a path with an unescaped character may match in its canonical form. */
  hasEscapes: boolean,
  routeTable: RouteTable,
  makeParams: readonly MakeParams[],
]

/**
 * Reads the route table that `emitMatcher` of the compiler writes.
 *
 * @param makeParams a function for every 64 shapes of parameters
 * @param routeFunctions omitted if no route has functions; `programs` and `literalKey` are also omitted if the table has none
 */
export function openTable(
  verbs: string,
  words: string,
  table: string,
  makeParams: readonly MakeParams[] = [],
  routeFunctions?: FunctionRunner,
  programs?: CreateProgramSearch,
  literalKey?: LiteralKey,
): FastTable {
  const verbList = verbs.split(' ')
  const routeTable = readTable(verbList.length, words, table, literalKey)
  const [, entries, labels, , captureLimit] = routeTable
  const captures: Captures = new Int32Array(2 * captureLimit + 5)
  function createMatch(entry: number, path: string): RouteMatch {
    const shape = entries[entry + SHAPE_NUMBER]!
    const route = entries[entry + ROUTE_LABELS]!
    const capture = (i: number) => path.slice(captures[2 * i], captures[2 * i + 1])
    const params =
      shape > 0
        ? makeParams[shape >> SHAPE_SHIFT]!(shape, capture(0), capture(1), capture(2), capture(3), path, captures)
        : {}
    const format = captures.at(-1)!
    if (format > 0) params['format'] = path.slice(format)
    if (path.includes('%')) for (const name of Object.keys(params)) params[name] = decodeParam(params[name] as string)
    return { name: labels[route]!, controller: labels[route + 1]!, action: labels[route + 2]!, params, path }
  }
  // Created when first needed, because in most processes the walk of `match` finds the routes of the first paths.
  let search: Search | undefined
  return [
    verbList,
    verbNumbers(verbList),
    entries,
    routeFunctions?.[1],
    (...args) => (search ??= createSearch(routeTable, routeFunctions, programs))(...args),
    captures,
    createMatch,
    words.includes('%'),
    routeTable,
    makeParams,
  ]
}

/**
 * Creates the function that returns a verb's number: its position in a table's list, from 1. A verb that the list lacks has
 * the number 0. If the list lacks HEAD, then HEAD has the number of GET: as in Rails, a HEAD request without a route of its own
 * is matched as GET.
 */
export function verbNumbers(verbs: readonly string[]): (method: string) => number {
  return function numberOf(method): number {
    return verbs.indexOf(method) + 1 || (method === 'HEAD' ? numberOf('GET') : 0)
  }
}
