// The routes between expansion and freezing: the fields of the manifest, with callables and call sites.
import type { CallSite } from './diagnostics/location.ts'
import type { ManifestRoute, MappedRoute } from './manifest/manifest.ts'

/** A route after expansion: the fields of the manifest's route, but with callables and call sites themselves. */
export interface Route extends Omit<ManifestRoute, 'constraints' | 'endpoint' | 'location'> {
  /** Callables that must return true for the request. */
  readonly constraints: readonly object[]
  /** A redirect, a callable, or null for a controller action. */
  readonly endpoint: RedirectTarget | object | null
  /** The callable that a scope around the route sets as `to`. Rails counts it among the defaults, so the manifest does too. */
  readonly scopeTo: object | null
  readonly site: CallSite | null
}

/** The mark of redirects. A registered symbol, because the DSL of the plugin and the compiler may be two copies. */
const REDIRECT = Symbol.for('turnout.redirect')

/** The result of `redirect(…)`, of any copy of the DSL. No object of a user has the mark by accident. */
export class RedirectTarget {
  /** A path or URL with `%{param}` in it, URL parts, or a function that returns a path or URL. */
  readonly target: unknown
  readonly status: unknown
  readonly query: unknown

  constructor(target: unknown, status: unknown, query?: unknown) {
    this.target = target
    this.status = status
    this.query = query
    Object.defineProperty(this, REDIRECT, { value: true })
  }

  static [Symbol.hasInstance](value: unknown): value is RedirectTarget {
    return typeof value === 'object' && value !== null && REDIRECT in value
  }
}

/**
 * A function as the target of `resolve` or `direct`. If a module exports the function, the application calls it. A function
 * without parameters may also be written in the route file; it is called once, when the routes are compiled.
 */
export interface MappingFunction<Target> {
  readonly callable: object
  /** Calls the function and returns the target; null for a function with parameters. @throws Rejection for another result, or an error */
  readonly atBuild: (() => Target) | null
}

/** A declaration `resolve(model, …)`. */
export interface Resolve {
  readonly model: string
  readonly target: MappedRoute | MappingFunction<MappedRoute>
  readonly site: CallSite | null
}

/** A declaration `direct(name, …)`. */
export interface Direct {
  readonly name: string
  readonly target: string | MappedRoute | MappingFunction<string | MappedRoute>
  readonly site: CallSite | null
}

/** The routes of an application in order, and its URL mappings. */
export interface RouteSet {
  readonly routes: readonly Route[]
  readonly resolves: readonly Resolve[]
  readonly directs: readonly Direct[]
}
