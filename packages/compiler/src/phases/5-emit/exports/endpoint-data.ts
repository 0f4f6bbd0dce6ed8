import type { Json, ManifestRoute, RedirectEndpoint } from '../../../manifest.ts'

/** What an exported table knows of a route's endpoint: plain JSON, to be handed on by whoever routes with it. */
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
  // `beyondPaths` leaves out what a function makes.
  return { ...('target' in endpoint && { redirect: endpoint.target }), status, ...(query && { query }) }
}

/** Why a route is left out of every table of paths; null where it is not. */
export function beyondPaths({ conditions, constraints, endpoint, conditional }: ManifestRoute): string | null {
  const [condition] = Object.keys(conditions)
  if (condition !== undefined) return `it has a condition on the request's \`${condition}\``
  if (constraints.length > 0) return 'a function of the application has to accept the request'
  if (conditional === true) return 'code of the Rails server decides as well whether it answers'
  if (endpoint?.kind === 'callable') return `\`${endpoint.export}\` of \`${endpoint.module}\` answers it, which is code`
  if (endpoint?.kind === 'redirect' && 'callable' in endpoint) {
    return `\`${endpoint.callable.export}\` of \`${endpoint.callable.module}\` makes its location, which is code`
  }
  return null
}
