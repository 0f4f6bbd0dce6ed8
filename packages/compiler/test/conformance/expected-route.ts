import type { Endpoint, ManifestRoute, RegExpSource } from '../../src/index.ts'
import type { ExpectedRoute, Value } from './corpus.ts'

/** A route of the manifest, in the form in which the corpora have Rails' routes. */
export function toExpectedRoute(route: ManifestRoute): ExpectedRoute {
  const requirements: Record<string, Value> = {}
  const literals: Record<string, Value> = {}
  for (const [param, requirement] of Object.entries(route.requirements)) {
    if (isSource(requirement)) requirements[param] = toRe(requirement)
    else literals[param] = requirement as Value
  }
  const conditions = mapValues(route.conditions, (value) => (isSource(value) ? toRe(value) : (value as Value)))
  return {
    name: route.name,
    verb: route.verbs.join('|'),
    path: route.pattern,
    controller: route.controller,
    action: route.action,
    ...unlessEmpty('defaults', mapValues(route.defaults as Record<string, Value>, toDefault)),
    ...unlessEmpty('requirements', requirements),
    ...unlessEmpty('literal_requirements', literals),
    ...unlessEmpty('conditions', conditions),
    ...(route.anchored ? {} : { anchored: false }),
    ...(route.endpoint === null ? {} : { app: toApp(route.endpoint) }),
  }
}

function toApp(endpoint: Endpoint): Value {
  switch (endpoint.kind) {
    case 'redirect':
      return { redirect: ('target' in endpoint ? endpoint.target : null) as Value, status: endpoint.status }
    case 'callable':
      return { fn: endpoint.export }
  }
}

/** A callable among the defaults. */
function toDefault(value: Value): Value {
  const map = value as Readonly<Record<string, Value>>
  return typeof value === 'object' && value !== null && 'export' in map ? { fn: map['export']! } : value
}

function isSource(value: unknown): value is RegExpSource {
  return typeof value === 'object' && value !== null && 'source' in value
}

/** JavaScript prints every slash of a source as `\/`, however it was written; Ruby does not. */
function toRe({ source, flags }: RegExpSource): Value {
  return { re: source.replaceAll('\\/', '/'), flags }
}

/** The expected routes, with slashes of regular expressions as `toRe` has them. */
export function withPlainSlashes(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withPlainSlashes)
  const map = value as Readonly<Record<string, Value>>
  if ('re' in map) return { ...map, re: String(map['re']).replaceAll('\\/', '/') }
  return mapValues(map, withPlainSlashes)
}

function mapValues<T>(map: Readonly<Record<string, T>>, change: (value: T) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
}

function unlessEmpty(key: string, map: Record<string, Value>): object {
  return Object.keys(map).length === 0 ? {} : { [key]: map }
}
