import { COMMON_METHODS } from '@turnout/runtime'
import { testedVerb } from './conditions.ts'
import type { ManifestRoute } from './manifest.ts'

/**
 * Tests the verb of a request by Rails' rules. A HEAD request goes to a route that names HEAD, if one matches;
 * otherwise it is treated as GET. A route without verbs accepts all verbs, but is not a HEAD route.
 *
 * @returns true if a route with these verbs accepts the verb
 */
export function serves(verbs: readonly string[], verb: string): boolean {
  return verbs.includes(verb) || (verbs.length === 0 && verb !== 'HEAD')
}

/** True if a route with these verbs may receive requests of the verb, including HEAD requests treated as GET. */
export function mayServe(verbs: readonly string[], verb: string): boolean {
  return serves(verbs, verb) || (verb === 'HEAD' && serves(verbs, 'GET'))
}

/** All verbs to list for a table: the common ones, then the other verbs that its routes name from A to Z. */
export function verbsOf(routes: readonly Pick<ManifestRoute, 'verbs' | 'conditions'>[]): readonly string[] {
  return [...new Set([...COMMON_METHODS, ...routes.flatMap(namedVerbs).sort()])]
}

/** Returns the verbs that a route names, in its option `via` or in conditions such as `'link?': true`. */
export function namedVerbs({ verbs, conditions }: Pick<ManifestRoute, 'verbs' | 'conditions'>): string[] {
  return [...verbs, ...Object.keys(conditions).flatMap((attribute) => testedVerb(attribute) ?? [])]
}
