import type { ManifestRoute } from '../../manifest.ts'

/** A route as messages name it: its verbs and its pattern. */
export function showRoute({ verbs, pattern }: ManifestRoute): string {
  return `\`${verbs.length === 0 ? '' : `${verbs.join('|')} `}${pattern}\``
}

/** What answers for a route, as messages name it. */
export function showEndpoint({ controller, action, endpoint }: ManifestRoute): string {
  if (endpoint === null) return `\`${controller}#${action}\``
  return endpoint.kind === 'redirect' ? 'a redirect' : `\`${endpoint.export}\``
}
