/**
 * Creates the function that returns a verb's number: its position in a table's list, from 1. A verb that the list lacks has
 * the number 0. HEAD then has the number of GET, because a HEAD request without a route of its own is matched as GET
 * (Journey).
 */
export function verbNumbers(verbs: readonly string[]): (method: string) => number {
  return function numberOf(method): number {
    return verbs.indexOf(method) + 1 || (method === 'HEAD' ? numberOf('GET') : 0)
  }
}
