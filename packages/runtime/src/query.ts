// Serialises the query of a URL.
import { isMap, isWordOrInteger, refuse, stringOf } from './values.ts'

/** Deeper queries are refused, which also refuses cyclic ones. Rack reads no more than 32 levels. */
const MAX_DEPTH = 100

/**
 * Serialises a query as Rails' `to_query` does (Active Support 7.2), sorted, without the `?`:
 *
 *     { page: 2, by: 'a b' }       -> 'by=a+b&page=2'
 *     { user: { name: 'D' } }      -> 'user%5Bname%5D=D'
 *     { ids: [1, 2] }              -> 'ids%5B%5D=1&ids%5B%5D=2'
 *     { a: null, b: [], c: {} }    -> ''
 *
 * A value that is not a scalar, model, list or map is refused, and so is a query that is nested too deep.
 */
export function toQuery(value: unknown, key = '', depth = 0): string {
  if (depth > MAX_DEPTH) refuse('query is too deep')
  let pairs: string[]
  if (Array.isArray(value)) {
    // An empty list is left out, unless it is in a list.
    const list = value.length || !key.endsWith('[]') ? value : [null]
    pairs = list.map((element) => toQuery(element, `${key}[]`, depth + 1))
  } else if (isMap(value)) {
    pairs = Object.entries(value).map(([name, field]) =>
      field === undefined || (field === null && !key) ? '' : toQuery(field, key ? `${key}[${name}]` : name, depth + 1),
    )
    // Rails does not sort inside a list: a repeated key marks the start of the next element.
    if (!key.includes('[]')) pairs.sort()
  } else return `${encode(key, 'query')}=${encode(value, `query ${key}`)}`
  return pairs.filter(Boolean).join('&')
}

/** Rails' `CGI.escape` encodes `*` and keeps `~`. Form encoding does the opposite. */
function encode(value: unknown, label: string): string {
  if (isWordOrInteger(value)) return `${value}`
  const pair = `${new URLSearchParams({ '': stringOf(value, label) ?? '' })}`
  return pair.slice(1).replaceAll('*', '%2A').replaceAll('%7E', '~')
}
