// The routes between expansion and freezing: the fields of the manifest, with callables and call sites.
import type { CallSite } from './diagnostics/location.ts'
import type { ManifestRoute, MappedRoute } from './manifest/manifest.ts'

/** A route as expand makes it: the manifest's route, with callables and call sites still to be traced. */
export interface Route extends Omit<ManifestRoute, 'constraints' | 'endpoint' | 'location'> {
  /** Callables that must return true for the request. */
  readonly constraints: readonly object[]
  /** A redirect, a callable, or null for a controller action. */
  readonly endpoint: RedirectTarget | object | null
  /** A callable `to` of a scope around. Rails counts it among the defaults, so the manifest does. */
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
 * What a mapping was given as a function. One that a module exports is called by production; one without parameters may
 * be written in place, and is called when the routes are compiled.
 */
export interface MappingFunction<Target> {
  readonly callable: object
  /** What it returns; null for a function with parameters. @throws Rejection where that is not a target, or it throws */
  readonly atBuild: (() => Target) | null
}

/** `resolve(model, …)` as expand found it. */
export interface Resolve {
  readonly model: string
  readonly target: MappedRoute | MappingFunction<MappedRoute>
  readonly site: CallSite | null
}

/** `direct(name, …)` as expand found it. */
export interface Direct {
  readonly name: string
  readonly target: string | MappedRoute | MappingFunction<string | MappedRoute>
  readonly site: CallSite | null
}

/** The ordered routes of an application, and the URL mappings that go with them. */
export interface RouteSet {
  readonly routes: readonly Route[]
  readonly resolves: readonly Resolve[]
  readonly directs: readonly Direct[]
}
