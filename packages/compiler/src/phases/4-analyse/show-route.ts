import type { ManifestRoute } from '../../manifest/manifest.ts'

/** Returns the name of a route in messages: its verbs and its pattern. */
export function showRoute({ verbs, pattern }: ManifestRoute): string {
  return `\`${verbs.length === 0 ? '' : `${verbs.join('|')} `}${pattern}\``
}

/** Returns the name of a route's endpoint in messages. */
export function showEndpoint({ controller, action, endpoint }: ManifestRoute): string {
  if (endpoint === null) return `\`${controller}#${action}\``
  return endpoint.kind === 'redirect' ? 'a redirect' : `\`${endpoint.export}\``
}
