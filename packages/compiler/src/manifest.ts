import type { Location } from './location.ts'
import type { Pattern } from './pattern/pattern.ts'

/** Raised when a manifest of an older compiler can no longer be read by a newer one. */
export const MANIFEST_VERSION = 1

/** The frozen route table: all that emitters, the runtime and the command ever see. */
export interface Manifest {
  readonly version: typeof MANIFEST_VERSION
  /** In declaration order, which is also the order of precedence. */
  readonly routes: readonly ManifestRoute[]
  /** `resolve` mappings, in declaration order; of two for one model the last wins. */
  readonly resolves: readonly ManifestResolve[]
  /** `direct` URLs, in declaration order. */
  readonly directs: readonly ManifestDirect[]
}

export interface ManifestRoute {
  /** The route name as Rails has it (`edit_photo`), without `_path`; null where the route has no helper. */
  readonly name: string | null
  /** Upper case, in the order of declaration. Empty: any verb (`via: 'all'`). */
  readonly verbs: readonly string[]
  /** The path pattern as Rails prints it, `(.:format)` included. */
  readonly pattern: string
  /** `pattern`, parsed. */
  readonly segments: Pattern
  /** Null where the endpoint is not a controller action, or the pattern holds `:controller`. */
  readonly controller: string | null
  readonly action: string | null
  /** Default parameters beyond `controller` and `action`. */
  readonly defaults: Readonly<Record<string, Json>>
  /** What a parameter of the path must match. A parameter that is not here matches `[^./?]+`, a glob `.+`. */
  readonly requirements: Readonly<Record<string, Requirement>>
  /** What an attribute of the request (`subdomain`, `host`, `protocol`, `port`, `ip`, …) must be. */
  readonly conditions: Readonly<Record<string, Condition>>
  /** Exported functions that must all return true for the request. */
  readonly constraints: readonly CallableReference[]
  /** What answers, where it is not `controller#action`. */
  readonly endpoint: Endpoint | null
  /** False: the pattern matches a prefix of the path (`mount`, `anchor: false`). */
  readonly anchored: boolean
  /**
   * True where something that is not in the manifest decides as well whether the route answers: code of the Rails server
   * that the table comes from. Left out where that is not so.
   */
  readonly conditional?: true
  /** The DSL call that declared the route; null where the call came from no file. */
  readonly location: Location | null
}

/** Anything JSON holds. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A regular expression in JSON. It has no anchors; it must match the whole parameter. */
export interface RegExpSource {
  readonly source: string
  readonly flags: string
}

/** True for a regular expression, as against texts and other values. */
export function isRegExpSource(value: Requirement | Condition): value is RegExpSource {
  return typeof value === 'object' && 'source' in value
}

/** A regular expression, or the one or several literal texts that are allowed. */
export type Requirement = RegExpSource | string | readonly string[]

/** A RegExp that is searched in the attribute's text, a value or one of several it must equal, or whether it must be present. */
export type Condition = RegExpSource | string | number | boolean | readonly (string | number)[]

/**
 * The `module` of a callable that is known by its function's name only, with `callables: 'by-name'`. No module has this
 * name: neither a path nor a bare specifier (`node:fs`) ends with a colon.
 */
export const BY_NAME = 'by-name:'

/** A function or object that a module exports; `module` is relative to the project root, or a bare specifier. */
export interface CallableReference {
  readonly module: string
  readonly export: string
}

export type Endpoint = RedirectEndpoint | ({ readonly kind: 'callable' } & CallableReference)

/** A redirect: to a path or URL with `%{param}` in it, to parts of a URL, or to what an exported function returns. */
export type RedirectEndpoint = {
  readonly kind: 'redirect'
  readonly status: number
  /** The query of the request is put behind that of the location. */
  readonly query?: 'keep'
} & ({ readonly target: string | Readonly<Record<string, Json>> } | { readonly callable: CallableReference })

/** Something of a table that names callables: a route, `direct('basket')`, `resolve('Basket')`. */
export interface CallableUse {
  readonly route: ManifestRoute | null
  /** The call, where it is not a route. */
  readonly call: string | null
  readonly location: Location | null
  readonly callables: readonly CallableReference[]
}

/** All that names callables, in the order of the table. */
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

/** A route, with options for its helper, that a mapping leads to. */
export interface MappedRoute {
  /** Its name (`profile`). */
  readonly route: string
  readonly options: Readonly<Record<string, Json>>
}

/** An exported function that makes the URL: it returns a URL, a path, or a route with what its helper takes. */
export interface MappedCallable {
  readonly callable: CallableReference
}

export type ManifestResolve = {
  /** The model's name (`User`). */
  readonly model: string
  readonly location: Location | null
} & (MappedRoute | MappedCallable)

export interface ManifestDirect {
  /** The helper's name, without `_path` or `_url`. */
  readonly name: string
  /** An absolute URL or a path where it is a text. */
  readonly target: string | MappedRoute | MappedCallable
  readonly location: Location | null
}
