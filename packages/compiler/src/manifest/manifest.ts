// The manifest: the types of the frozen route table, and facts about its routes.
import type { Location } from '../diagnostics/location.ts'
import type { RegExpSource } from '../patterns/requirement.ts'
import type { RoutePattern } from '../patterns/routes/route-pattern.ts'

export { isRegExpSource, type RegExpSource, type Requirement } from '../patterns/requirement.ts'
export type { Pattern, Segment } from '../patterns/pattern/pattern.ts'
export type { Location }

/** The frozen route table: the only input of the emitters and the command. */
export interface Manifest {
  readonly version: typeof MANIFEST_VERSION
  /** In declaration order, which is also the order of precedence. */
  readonly routes: readonly ManifestRoute[]
  /** `resolve` mappings, in declaration order. The last mapping of a model overrides earlier ones. */
  readonly resolves: readonly ManifestResolve[]
  /** `direct` URLs, in declaration order. */
  readonly directs: readonly ManifestDirect[]
}

/**
 * A route. The fields for its path come from `RoutePattern`. Example: `get('photos/:id', { to: 'photos#show', id: /\d+/ })`
 *
 *     {
 *       "name": null,
 *       "verbs": ["GET"],
 *       "pattern": "/photos/:id(.:format)",
 *       "segments": [{ "kind": "static", "text": "/photos/" }, { "kind": "param", "name": "id" }, …],
 *       "controller": "photos",
 *       "action": "show",
 *       "defaults": {},
 *       "requirements": { "id": { "source": "\\d+", "flags": "" } },
 *       "conditions": {},
 *       "constraints": [],
 *       "endpoint": null,
 *       "anchored": true,
 *       "location": { "file": "config/routes.ts", "line": 4, "column": 3 }
 *     }
 */
export interface ManifestRoute extends RoutePattern {
  /** The route name in Rails' form (`edit_photo`), without `_path`; null if the route has no helper. */
  readonly name: string | null
  /** Upper case, in the order of declaration. Empty: any verb (`via: 'all'`). */
  readonly verbs: readonly string[]
  /** Null if the endpoint is not a controller action, or if the pattern contains `:controller`. */
  readonly controller: string | null
  readonly action: string | null
  /** Default parameters beyond `controller` and `action`. */
  readonly defaults: Readonly<Record<string, Json>>
  /** Conditions by attribute of the request (`subdomain`, `host`, `protocol`, `port`, `ip`, …). */
  readonly conditions: Readonly<Record<string, Condition>>
  /** Exported functions that must all return true for the request. See also `guardsOf`. */
  readonly constraints: readonly CallableReference[]
  /** The endpoint of a route that is not a controller action; otherwise null. */
  readonly endpoint: Endpoint | null
  /**
   * The namespace of a route with an endpoint, in the form of a controller's folder (`admin/reports`). Absent outside of
   * namespaces, and for actions: their controller's name contains it.
   */
  readonly namespace?: string
  /**
   * True if code of a Rails server, which the manifest does not contain, also decides whether the route matches. Absent for
   * routes that were not imported.
   */
  readonly conditional?: true
  /** The DSL call that declared the route; null if the call is in no file. */
  readonly location: Location | null
}

/** The URL of a model: `resolve('User', …)`. */
export type ManifestResolve = {
  /** The model's name (`User`). */
  readonly model: string
  readonly location: Location | null
} & (MappedRoute | MappedCallable)

/** A helper that does not belong to a route: `direct('homepage', …)`. */
export interface ManifestDirect {
  /** The helper's name, without `_path` or `_url`. */
  readonly name: string
  /** A string is an absolute URL or a path. */
  readonly target: string | MappedRoute | MappedCallable
  readonly location: Location | null
}

/** The target route of a mapping, with options for its helper. */
export interface MappedRoute {
  /** Its name (`profile`). */
  readonly route: string
  readonly options: Readonly<Record<string, Json>>
}

/** An exported function that makes the URL. It returns a URL, a path, or a route with the arguments of its helper. */
export interface MappedCallable {
  readonly callable: CallableReference
}

/** The endpoint of a route that is not a controller action. */
export type Endpoint = RedirectEndpoint | ({ readonly kind: 'callable' } & CallableReference)

/** A redirect to a path or URL that may contain `%{param}`, to parts of a URL, or to the result of an exported function. */
export type RedirectEndpoint = {
  readonly kind: 'redirect'
  readonly status: number
  /** Appends the query of the request to the query of the location. */
  readonly query?: 'keep'
} & ({ readonly target: string | Readonly<Record<string, Json>> } | { readonly callable: CallableReference })

/** A function or object that a module exports; `module` is relative to the project root, or a bare specifier. */
export interface CallableReference {
  readonly module: string
  readonly export: string
}

/**
 * A RegExp that is searched in the attribute's string, a value that the attribute must equal, a list of which it must
 * equal one, or a boolean: whether the attribute must be present. Null: the request must lack the attribute.
 */
export type Condition = RegExpSource | Scalar | readonly Scalar[]

type Scalar = string | number | boolean | null

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Incremented when a newer compiler can no longer read the manifests of an older one. */
export const MANIFEST_VERSION = 1

/**
 * The `module` of a callable that is identified only by its function's name, with `callables: 'by-name'`. No real module
 * has this name: neither a path nor a bare specifier (`node:fs`) ends with a colon.
 */
export const BY_NAME = 'by-name:'

/** Stands in a list of guards for code of the Rails server from which the table was imported. */
export const RAILS_SERVER: CallableReference = { module: BY_NAME, export: 'the Rails server' }

/** The fields of a route except its location, in the order of the JSON. Freezing and comparing go through this list. */
export const ROUTE_FIELDS = [
  'name',
  'verbs',
  'pattern',
  'segments',
  'controller',
  'action',
  'defaults',
  'requirements',
  'conditions',
  'constraints',
  'endpoint',
  'namespace',
  'anchored',
  'conditional',
] as const satisfies readonly (keyof ManifestRoute)[]

/**
 * Returns the guards of a route: the functions that may reject a request whose path, verb and conditions the route matches.
 * They are its constraints, and the Rails server of an imported route.
 */
export function guardsOf({ constraints, conditional }: ManifestRoute): readonly CallableReference[] {
  return conditional === true ? [...constraints, RAILS_SERVER] : constraints
}

/** Returns the fields of a route without its guards. */
export function withoutGuards({
  constraints: _constraints,
  conditional: _conditional,
  ...fields
}: ManifestRoute): Omit<ManifestRoute, 'constraints' | 'conditional'> {
  return fields
}

/** An entry of the table that refers to callables: a route, `direct('basket')`, `resolve('Basket')`. */
export interface CallableUse {
  readonly route: ManifestRoute | null
  /** The DSL call, `direct('basket')` for example; null for a route. */
  readonly call: string | null
  readonly location: Location | null
  readonly callables: readonly CallableReference[]
}

/** Returns all entries that refer to callables, in the order of the table. */
export function callableUses({ routes, resolves, directs }: Manifest): CallableUse[] {
  const uses: CallableUse[] = []
  for (const route of routes) {
    const callables = callablesOfRoute(route)
    if (callables.length > 0) uses.push({ route, call: null, location: route.location, callables })
  }
  for (const { name, target, location } of directs) {
    if (typeof target === 'string' || !('callable' in target)) continue
    uses.push({ route: null, call: `direct('${name}')`, location, callables: [target.callable] })
  }
  for (const mapping of resolves) {
    if (!('callable' in mapping)) continue
    const { model, location, callable } = mapping
    uses.push({ route: null, call: `resolve('${model}')`, location, callables: [callable] })
  }
  return uses
}

function callablesOfRoute({ constraints, endpoint }: ManifestRoute): readonly CallableReference[] {
  if (endpoint === null) return constraints
  if (endpoint.kind === 'callable') return [...constraints, endpoint]
  return 'callable' in endpoint ? [...constraints, endpoint.callable] : constraints
}

/**
 * True if a route responds to every request that it matches. A function constraint may reject a request. A callable may
 * decline: as in Rails, a Rack app returns 404 with `X-Cascade: pass`, and the router tries the next route. Actions and
 * redirects are final, unless the table is from a Rails server and code there also decides.
 */
export function alwaysResponds(route: ManifestRoute): boolean {
  return guardsOf(route).length === 0 && route.endpoint?.kind !== 'callable'
}

/** True if a route responds to every request whose path and verb it matches. */
export function isCertain(route: ManifestRoute): boolean {
  return alwaysResponds(route) && Object.keys(route.conditions).length === 0
}

/**
 * The maximum depth of a manifest, in levels of JSON. Code that reads a manifest recurses, so a deeper one would overflow the
 * stack. No compiled table is as deep: a pattern has at most 255 nested groups, which take two levels each.
 */
export const MAX_MANIFEST_DEPTH = 600

/** The manifests that have been checked. They never change. */
const checked = new WeakSet<object>()

/** True for a value that is nested deeper than any manifest. It does not recurse. */
export function isTooDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || checked.has(value)) return false
  let level: object[] = [value]
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_MANIFEST_DEPTH) return true
    level = level.flatMap((node) =>
      Object.values(node).filter((child): child is object => typeof child === 'object' && child !== null),
    )
  }
  checked.add(value)
  return false
}

/** @throws RangeError for a manifest that Turnout cannot have written */
export function assertDepth(...manifests: readonly Manifest[]): void {
  if (!manifests.some(isTooDeep)) return
  throw new RangeError(`The manifest is nested deeper than ${MAX_MANIFEST_DEPTH} levels.`)
}

/**
 * Returns a manifest as JSON for people: two spaces, one line feed at the end. The same input has the same bytes.
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs'
 * import { compileRoutes, printManifest } from '@turnout/compiler'
 *
 * const { manifest } = compileRoutes((r) => r.resources('photos'))
 * if (manifest !== null) writeFileSync('routes.json', printManifest(manifest))
 * ```
 */
export function printManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}
