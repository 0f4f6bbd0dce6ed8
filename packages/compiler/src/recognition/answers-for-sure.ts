import type { ManifestRoute } from '../manifest.ts'

/**
 * True if a route answers each request that it matches. One with a function as a constraint may say no. A callable may
 * decline: as in Rails, a Rack app answers 404 with `X-Cascade: pass`, and the next route that matches is asked. Actions
 * and redirects have the last word, unless code of the Rails server that the table comes from decides as well.
 */
export function answersForSure({ constraints, endpoint, conditional }: ManifestRoute): boolean {
  return constraints.length === 0 && endpoint?.kind !== 'callable' && conditional !== true
}
