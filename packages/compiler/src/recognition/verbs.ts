/**
 * Rails' rules of verbs. A HEAD request is answered by a route that names HEAD, if any such answers; else as GET. A
 * route without verbs is for any, but it is not a HEAD route.
 *
 * @returns true if a route with these verbs answers a request that is asked as this verb
 */
export function serves(verbs: readonly string[], verb: string): boolean {
  return verbs.includes(verb) || (verbs.length === 0 && verb !== 'HEAD')
}

/** True if a route with these verbs may answer requests of the verb, as what it is or HEAD as GET. */
export function mayServe(verbs: readonly string[], verb: string): boolean {
  return serves(verbs, verb) || (verb === 'HEAD' && serves(verbs, 'GET'))
}

/** What a route of any verb is said to answer. */
const COMMON = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The verbs that a table can be asked for by their name: the common ones, then others that it names, from A to Z. */
export function verbsOf(routes: readonly { readonly verbs: readonly string[] }[]): readonly string[] {
  return [...new Set([...COMMON, ...routes.flatMap(({ verbs }) => verbs).sort()])]
}
