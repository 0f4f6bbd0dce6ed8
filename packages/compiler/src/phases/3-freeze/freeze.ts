/**
 * Converts routes to the manifest, which is JSON. Callables become references, and call sites become locations:
 *
 *     constraints: [isAdmin]                       -> [{ module: 'src/constraints.ts', export: 'isAdmin' }]
 *     site: { url: 'file:///app/config/routes.ts', … }  -> location: { file: 'config/routes.ts', line: 4, column: 3 }
 */
import { getOrCreate } from '../../collections.ts'
import { Rejection, type Diagnostics, type Locator } from '../../diagnostics/collector.ts'
import { textFrom } from '../../diagnostics/describe.ts'
import type { CallSite, Location } from '../../diagnostics/location.ts'
import {
  BY_NAME,
  MANIFEST_VERSION,
  ROUTE_FIELDS,
  type CallableReference,
  type Endpoint,
  type Manifest,
  type ManifestRoute,
  type MappedCallable,
} from '../../manifest/manifest.ts'
import { RedirectTarget, type MappingFunction, type Route, type RouteSet } from '../../route.ts'
import { freezeRedirect } from './freeze-redirect.ts'

/** Finds the module that exports a callable. */
export type Identify = (callable: object) => CallableReference | ExportedByRouteFile | null

/** The callable is exported, but by a route file, which production must not import. */
export interface ExportedByRouteFile {
  readonly routeFile: string
  readonly export: string
}

/** A route of the manifest, with properties that the manifest does not contain. */
export interface FrozenRoute extends Pick<Route, 'site'> {
  readonly route: ManifestRoute
}

/** The frozen route table, and its routes in the same order for the analysis. */
export interface Frozen {
  readonly manifest: Manifest
  readonly routes: readonly FrozenRoute[]
}

/**
 * Converts the route set to plain JSON, deep-frozen: callables become references, call sites become locations. Reports
 * and omits routes that have no JSON form.
 */
export function freeze(
  set: RouteSet,
  identify: Identify,
  diagnostics: Diagnostics,
  locatorOf: (site: CallSite | null) => Locator,
): Frozen {
  // A call declares up to eight routes, which share a location.
  const locations = new Map<CallSite, Location | null>()
  const locate = (site: CallSite | null): Location | null =>
    site === null ? null : getOrCreate(locations, site, () => locatorOf(site)())
  const reference = (callable: object, role: string): CallableReference => {
    const exported = identify(callable)
    const name = textFrom(() => (callable as { name?: unknown }).name)
    if (exported === null) throw new Rejection('inline-callable', { name, role, routeFile: null })
    if ('routeFile' in exported) {
      throw new Rejection('inline-callable', { name, role, routeFile: exported.routeFile })
    }
    return exported
  }
  const routes = set.routes.flatMap((origin): FrozenRoute[] => {
    try {
      const constraints = origin.constraints.map((callable) => reference(callable, 'a constraint'))
      const endpoint = freezeEndpoint(origin.endpoint, reference)
      const { site, scopeTo, defaults: routeDefaults } = origin
      const defaults =
        scopeTo === null ? routeDefaults : { ...routeDefaults, to: { ...reference(scopeTo, 'an endpoint') } }
      const frozen = { defaults, constraints, endpoint, location: locate(site) }
      return [{ route: Object.assign(copyFields(origin), frozen), site }]
    } catch (error) {
      diagnostics.reportThrown(origin.pattern, error, locatorOf(origin.site))
      return []
    }
  })
  const freezeMapping = <Target>(target: Target | MappingFunction<Target>): Target | MappedCallable => {
    if (!isMappingFunction(target)) return target
    const { callable, atBuild } = target
    if (atBuild !== null) {
      const exported = identify(callable)
      if (exported === null || 'routeFile' in exported || exported.module === BY_NAME) return atBuild()
    }
    return { callable: { ...reference(callable, 'a function that makes a URL') } }
  }
  const mappings = <Mapping extends { readonly site: CallSite | null }, Frozen>(
    call: string,
    declarations: readonly Mapping[],
    freezeMappingOf: (mapping: Mapping) => Frozen,
  ): Frozen[] =>
    declarations.flatMap((mapping) => {
      try {
        return [freezeMappingOf(mapping)]
      } catch (error) {
        diagnostics.reportThrown(call, error, locatorOf(mapping.site))
        return []
      }
    })
  const manifest: Manifest = {
    version: MANIFEST_VERSION,
    routes: routes.map(({ route }) => route),
    resolves: mappings('resolve', set.resolves, ({ model, target, site }) => ({
      model,
      ...freezeMapping(target),
      location: locate(site),
    })),
    directs: mappings('direct', set.directs, ({ name, target, site }) => ({
      name,
      target: freezeMapping(target),
      location: locate(site),
    })),
  }
  return { manifest: deepFreeze(manifest), routes }
}

/** Copies the fields of a route that need no conversion. The loop is four times as fast as a rest element. */
function copyFields(origin: Route): Omit<ManifestRoute, 'defaults' | 'constraints' | 'endpoint' | 'location'> {
  const route: Partial<Record<(typeof ROUTE_FIELDS)[number], unknown>> = {}
  for (const field of ROUTE_FIELDS) if (origin[field] !== undefined) route[field] = origin[field]
  return route as ReturnType<typeof copyFields>
}

function isMappingFunction<Target>(target: Target | MappingFunction<Target>): target is MappingFunction<Target> {
  return typeof target === 'object' && target !== null && 'atBuild' in target
}

function freezeEndpoint(
  endpoint: object | null,
  reference: (callable: object, role: string) => CallableReference,
): Endpoint | null {
  if (endpoint === null) return null
  if (endpoint instanceof RedirectTarget) {
    return freezeRedirect(endpoint, (callable) => reference(callable, 'the function of a redirect'))
  }
  return { kind: 'callable', ...reference(endpoint, 'an endpoint') }
}

/** Freezes a value and everything that it contains. */
export function deepFreeze<T extends object>(value: T): T {
  const waiting: object[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()!
    if (Object.isFrozen(next)) continue
    Object.freeze(next)
    // One by one: as arguments of one call, 120,000 routes would overflow the stack.
    for (const property of Object.values(next))
      if (typeof property === 'object' && property !== null) waiting.push(property)
  }
  return value
}
