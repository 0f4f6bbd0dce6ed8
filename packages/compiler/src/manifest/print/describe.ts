import { showLocation } from '../../diagnostics/location.ts'
import {
  BY_NAME,
  type CallableReference,
  type Condition,
  type Endpoint,
  type Json,
  type ManifestRoute,
  type Requirement,
} from '../manifest.ts'

/** `GET|POST`; empty for any verb, as in `rails routes`. */
export function verbOf({ verbs }: Pick<ManifestRoute, 'verbs'>): string {
  return verbs.join('|')
}

/** `GET /photos/:id(.:format)`. */
export function describeRoute(route: Pick<ManifestRoute, 'verbs' | 'pattern'>): string {
  return `${verbOf(route) || 'any verb'} ${route.pattern}`
}

/** Describes the endpoint: `photos#show`, `redirect(301, /photos)`, `health (src/health.ts)`. */
export function describeEndpoint(route: ManifestRoute): string {
  const { endpoint } = route
  return endpoint === null ? `${controllerOf(route)}#${actionOf(route)}` : describeTarget(endpoint)
}

/** Returns the controller. `:controller` if the pattern contains it; empty if the endpoint is not an action. */
export function controllerOf({ controller, endpoint }: ManifestRoute): string {
  return controller ?? (endpoint === null ? ':controller' : '')
}

export function actionOf({ action, endpoint }: ManifestRoute): string {
  return action ?? (endpoint === null ? ':action' : '')
}

function describeTarget(endpoint: Endpoint): string {
  if (endpoint.kind === 'callable') return describeCallable(endpoint)
  const { status, query } = endpoint
  const querySuffix = query === 'keep' ? ', the query kept' : ''
  if ('callable' in endpoint) return `redirect(${status}, ${describeCallable(endpoint.callable)}${querySuffix})`
  const { target } = endpoint
  return `redirect(${status}, ${typeof target === 'string' ? target : describeEntries(target).join(', ')}${querySuffix})`
}

/** `fromOffice (src/constraints.ts)`; the name alone if no module of the project exports it. */
export function describeCallable({ module, export: name }: CallableReference): string {
  return module === BY_NAME ? name : `${name} (${module})`
}

/** `config/routes.ts:4:5`; empty if the route is from no file. */
export function describePlace({ location }: Pick<ManifestRoute, 'location'>): string {
  return location === null ? '' : showLocation(location)
}

/** `id: /\d+/`, `subdomain: "api"`. */
export function describeEntries(map: Readonly<Record<string, Json | Requirement | Condition>>): string[] {
  return Object.entries(map).map(([key, value]) => `${key}: ${printValue(value)}`)
}

/** A regular expression as a JavaScript literal, any other value as JSON. */
export function printValue(value: unknown): string {
  return isRegExp(value) ? `/${value.source}/${value.flags}` : JSON.stringify(value)
}

function isRegExp(value: unknown): value is { source: string; flags: string } {
  return typeof value === 'object' && value !== null && 'source' in value && 'flags' in value
}

/** Returns the name of a route in messages: its verbs and its pattern. */
export function showRoute({ verbs, pattern }: ManifestRoute): string {
  return `\`${verbs.length === 0 ? '' : `${verbs.join('|')} `}${pattern}\``
}

/** Returns the name of a route's endpoint in messages. */
export function showEndpoint({ controller, action, endpoint }: ManifestRoute): string {
  if (endpoint === null) return `\`${controller}#${action}\``
  return endpoint.kind === 'redirect' ? 'a redirect' : `\`${endpoint.export}\``
}
