/**
 * Returns the function that numbers verbs by their places in a table's list, counted from 1. A verb that the list lacks has
 * the number 0, but HEAD has the number of GET: a HEAD request without a route of its own is matched as GET (Journey).
 */
export function verbNumbers(verbs: readonly string[]): (method: string) => number {
  return function numberOf(method): number {
    return verbs.indexOf(method) + 1 || (method === 'HEAD' ? numberOf('GET') : 0)
  }
}
