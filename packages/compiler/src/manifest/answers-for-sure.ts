import { guardsOf, type ManifestRoute } from './manifest.ts'

/**
 * True if a route responds to every request that it matches. A function constraint may reject a request. A callable may
 * decline: as in Rails, a Rack app returns 404 with `X-Cascade: pass`, and the router tries the next route. Actions and
 * redirects are final, unless the table is from a Rails server and code there also decides.
 */
export function answersForSure(route: ManifestRoute): boolean {
  return guardsOf(route).length === 0 && route.endpoint?.kind !== 'callable'
}
