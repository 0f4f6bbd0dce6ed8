/** Shortens long strings and lists in messages. */

/**
 * Cuts a string to at most `limit` characters, including the ellipsis.
 *
 *     shorten('photos', 4) -> 'pho…'
 */
export function shorten(text: string, limit = 80): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text
}

/**
 * Lists at most `limit` names in backticks, with the number of omitted names.
 *
 *     listNames(['a', 'b', 'c', 'd'], 2) -> '`a`, `b` and 2 more'
 */
export function listNames(names: readonly string[], limit: number): string {
  return listSome(names, limit, (name) => `\`${name}\``)
}

/** Lists items in the same way, without backticks. */
export function listSome<T>(items: readonly T[], limit: number, show: (item: T) => string): string {
  const firstItems = items.slice(0, limit).map(show).join(', ')
  return items.length > limit ? `${firstItems} and ${items.length - limit} more` : firstItems
}
