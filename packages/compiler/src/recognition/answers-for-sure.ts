import type { ManifestRoute } from '../manifest.ts'

/**
 * True if a route answers each request that it matches. One with a function as a constraint may say no. A callable may
 * decline: as in Rails, a Rack app answers 404 with `X-Cascade: pass`, and the next route that matches is asked. Actions
 * and redirects have the last word.
 */
export function answersForSure({ constraints, endpoint }: ManifestRoute): boolean {
  return constraints.length === 0 && endpoint?.kind !== 'callable'
}
