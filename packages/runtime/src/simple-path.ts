// Builds paths quickly, for the most frequent kinds of calls: `photoPath(7)`, `photoPath({ id: 7 })`.
import { MAX_PATH_LENGTH } from './canonical-path.ts'
import { toQuery } from './query.ts'
import type { NamedRoute } from './types.ts'
import { readDefaults } from './url-defaults.ts'
import { isMap, isWordOrInteger, type Values } from './values.ts'

/** Matches the names of options. Any other name is a parameter of the path, otherwise of the query. */
export const OPTION_NAME = /^(query|anchor|trailingSlash|scriptName|host|protocol|port|(sub)?domain|tldLength)$/

/**
 * Matches a value that needs only encoding to be safe between the static strings of a route. The value is valid Unicode, contains
 * no slash in any form, and cannot become a `.` or `..` segment, because it contains another character.
 */
const SAFE_VALUE = /^\.*[^./\\?#\0\p{Cs}][^/\\?#\0\p{Cs}]*$/u

/**
 * Returns the path for a call with an integer or a safe string for each parameter, in order or in one map, and at most a query.
 * Returns undefined for other calls, which `buildPath` completes or refuses.
 *
 * If this function returns a path, `buildPath` returns the same path for the same call.
 */
export function buildSimplePath(
  { parts, options, check, rules }: NamedRoute,
  args: readonly unknown[],
): string | undefined {
  // Static strings and names alternate: `['/photos/', 'id', '/edit']` has the parameter `parts[1]`.
  const count = (parts.length - 1) >> 1
  let map = args[args.length - 1]
  const keys = isMap(map) ? Object.keys(map) : undefined
  const byName = args.length === 1 && keys?.length === count
  if (readDefaults || rules || (!byName && args.length - count !== (keys ? 1 : 0))) return undefined
  let path = ((options?.scriptName ?? '') as string) + parts[0]!
  for (let index = 0; index < count; index++) {
    const name = parts[2 * index + 1]!
    const value = byName ? keys!.includes(name) && (map as Values)[name] : args[index]
    const encoded = isWordOrInteger(value)
      ? value
      : typeof value === 'string' && SAFE_VALUE.test(value) && encodeURI(value)
    if (encoded === false || check?.(name, `${value as string}`)) return undefined
    path += encoded + parts[2 * index + 2]!
  }
  if (path.length > MAX_PATH_LENGTH) return undefined
  if (keys && !byName) {
    if (`${keys}` === 'query') map = (map as Values).query
    else if (!count || keys.some((key) => OPTION_NAME.test(key) || parts.includes(key))) return undefined
    if (!isMap(map)) return undefined
    const search = toQuery(map)
    if (search) path += `?${search}`
  }
  return path
}
