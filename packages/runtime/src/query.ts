import { isMap, textOf, type Refuse } from './values.ts'

/** Deeper queries are refused, and with them those that hold themselves. Rack reads no more than 32 levels. */
const MAX_DEPTH = 100

/**
 * Serialises a query as Rails' `to_query` does (Active Support 7.2), sorted, without the `?`:
 *
 *     { page: 2, by: 'a b' }       -> 'by=a+b&page=2'
 *     { user: { name: 'D' } }      -> 'user%5Bname%5D=D'
 *     { ids: [1, 2] }              -> 'ids%5B%5D=1&ids%5B%5D=2'
 *     { a: null, b: [], c: {} }    -> ''
 *
 * @param refuse is told of a value that is not a scalar, model, list or map, and of a query that is nested too deep
 */
export function toQuery(value: unknown, refuse: Refuse, key = '', depth = 0): string {
  if (depth > MAX_DEPTH) refuse('query is too deep')
  if (Array.isArray(value)) {
    // Of empty lists only one in a list leaves a trace.
    const list = value.length || !key.endsWith('[]') ? value : [null]
    return joined(list.map((each) => toQuery(each, refuse, `${key}[]`, depth + 1)))
  }
  if (isMap(value)) {
    const pairs = Object.entries(value).map(([name, inner]) =>
      inner === undefined || (inner === null && !key)
        ? ''
        : toQuery(inner, refuse, key ? `${key}[${name}]` : name, depth + 1),
    )
    // Rails does not sort below a list: the order of its elements' keys tells where one ends.
    return joined(key.includes('[]') ? pairs : pairs.sort())
  }
  // Rails' `CGI.escape` takes `*` and `~` the other way round than forms do.
  const pair = new URLSearchParams([[textOf(key, 'query', refuse)!, textOf(value, `query ${key}`, refuse) ?? '']])
  return `${pair}`.replaceAll('*', '%2A').replaceAll('%7E', '~')
}

function joined(pairs: readonly string[]): string {
  return pairs.filter(Boolean).join('&')
}
