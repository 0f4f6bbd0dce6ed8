// The parameters and options of the helpers of a route.
import type { Json, ManifestRoute, Manifest } from './manifest.ts'
import { paramNames, paramsOf } from '../patterns/pattern/pattern.ts'

/** A parameter of a route's path, as its helpers take it. */
export interface HelperParam {
  readonly name: string
  readonly glob: boolean
  /** False if the parameter is in an optional group, or has a default. */
  readonly required: boolean
  readonly hasDefault: boolean
}

/** Returns the parameters of a path in order, each once. A name that is also in a group is optional, as in Rails. */
export function helperParams(route: ManifestRoute): HelperParam[] {
  const params = new Map<string, HelperParam>()
  const defaults = helperDefaults(route).params
  for (const { kind, name, isOptional } of paramsOf(route.segments)) {
    const hasDefault = Object.hasOwn(defaults, name)
    const previous = params.get(name)
    const required = !isOptional && (!hasDefault || defaults[name] === null) && previous?.required !== false
    params.set(name, { name, glob: kind === 'glob' || previous?.glob === true, required, hasDefault })
  }
  return [...params.values()]
}

/** True if the route's URL has a host without an option. */
export function hasDefaultHost(route: ManifestRoute): boolean {
  return Object.hasOwn(helperDefaults(route).options, 'host')
}

/** Options of a URL that a route may have a default for: Rails' name and ours. */
const URL_OPTIONS: Readonly<Record<string, string>> = {
  host: 'host',
  protocol: 'protocol',
  port: 'port',
  subdomain: 'subdomain',
  domain: 'domain',
  tld_length: 'tldLength',
  tldLength: 'tldLength',
  trailing_slash: 'trailingSlash',
  trailingSlash: 'trailingSlash',
  anchor: 'anchor',
  script_name: 'scriptName',
  scriptName: 'scriptName',
}

/** True for the name of an option that every helper accepts, by our name. */
export function isUrlOption(name: string): boolean {
  return name === 'query' || Object.values(URL_OPTIONS).includes(name)
}

/** Defaults of a route as its helpers need them. */
interface HelperDefaults {
  /**
   * For path parameters the value; null if a path cannot contain it. For other defaults only the name matters, because
   * no query parameter may use it, and for `format` only whether there is one.
   */
  readonly params: Readonly<Record<string, string | number | true | null>>
  /** URL options, under Turnout's names. */
  readonly options: Readonly<Record<string, Json>>
}

const NO_DEFAULTS: HelperDefaults = { params: {}, options: {} }

/** The defaults of a route, sorted by what helpers make of them. */
export function helperDefaults(route: ManifestRoute): HelperDefaults {
  const defaults = Object.entries(route.defaults)
  if (defaults.length === 0) return NO_DEFAULTS
  const names = new Set(paramNames(route.segments))
  const params: [string, string | number | true | null][] = []
  const options: [string, Json][] = []
  for (const [name, value] of defaults) {
    if (name === 'controller' || name === 'action') continue
    if (Object.hasOwn(URL_OPTIONS, name) && !names.has(name)) options.push([URL_OPTIONS[name]!, value])
    else params.push([name, typeof value === 'string' || typeof value === 'number' || value === true ? value : null])
  }
  return { params: Object.fromEntries(params), options: Object.fromEntries(options) }
}

/** A route that has helpers. */
export type NamedManifestRoute = ManifestRoute & { readonly name: string }

/**
 * Returns the named routes. If two routes share a name, the first one keeps it; the compiler has reported the other.
 */
export function namedRoutes(manifest: Manifest): NamedManifestRoute[] {
  const routes = new Map<string, NamedManifestRoute>()
  for (const route of manifest.routes) {
    if (route.name !== null && !routes.has(route.name)) routes.set(route.name, route as NamedManifestRoute)
  }
  return [...routes.values()]
}

/** Returns the names whose helpers a `direct` redefines. Routes of these names have no helper. */
export function redefinedNames({ directs }: Manifest): ReadonlySet<string> {
  return new Set(directs.map(({ name }) => name))
}
