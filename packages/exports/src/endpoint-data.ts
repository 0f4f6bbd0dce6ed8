import { guardsOf, RAILS_SERVER, type Json, type ManifestRoute, type RedirectEndpoint } from '@turnout/manifest'

/** Returns the data of a route's endpoint in an exported table: plain JSON for the router that uses the table. */
export function endpointData(route: ManifestRoute, index: number): Readonly<Record<string, Json>> {
  const { name, controller, action, defaults, endpoint } = route
  return {
    route: index,
    name,
    controller,
    action,
    ...(Object.keys(defaults).length > 0 && { defaults }),
    ...(endpoint?.kind === 'redirect' && redirectData(endpoint)),
  }
}

function redirectData(endpoint: RedirectEndpoint): Readonly<Record<string, Json>> {
  const { status, query } = endpoint
  // `beyondPaths` excludes redirects that a function makes.
  return { ...('target' in endpoint && { redirect: endpoint.target }), status, ...(query && { query }) }
}

/** Yields what decides about a request besides its method and path. */
export function* beyondPath(route: ManifestRoute): Generator<string> {
  for (const attribute of Object.keys(route.conditions)) yield `it has a condition on the request's \`${attribute}\``
  const guards = guardsOf(route)
  if (guards.some((guard) => guard !== RAILS_SERVER)) yield 'a function of the application has to accept the request'
  if (guards.includes(RAILS_SERVER)) yield 'code of the Rails server decides as well whether it answers'
}

/** Returns why a route is excluded from every table of paths; null if it is included. */
export function beyondPaths(route: ManifestRoute): string | null {
  const [reason] = beyondPath(route)
  if (reason !== undefined) return reason
  const { endpoint } = route
  if (endpoint?.kind === 'callable') return `\`${endpoint.export}\` of \`${endpoint.module}\` answers it, which is code`
  if (endpoint?.kind === 'redirect' && 'callable' in endpoint) {
    return `\`${endpoint.callable.export}\` of \`${endpoint.callable.module}\` makes its location, which is code`
  }
  return null
}
