// Evaluates guessed calls, and compares their routes with those of a Rails server.
import { Diagnostics } from '@turnout/compiler/internal/diagnostics/collector'
import { analyse } from '@turnout/compiler/internal/phases/4-analyse/analyse'
import { evaluate } from '@turnout/compiler/internal/phases/1-evaluate/evaluate'
import { expand } from '@turnout/compiler/internal/phases/2-expand/expand'
import { freeze } from '@turnout/compiler/internal/phases/3-freeze/freeze'
import { BY_NAME, withoutGuards, type ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { replay, type Call } from './call.ts'
import type { Imported } from './single-call.ts'

/** Returns the routes that calls declare, without analysing them; null if there is an error. */
export function routesOfCalls(calls: readonly Call[]): readonly ManifestRoute[] | null {
  const { routes, error } = compileCalls(calls, { analysed: false })
  return error === null ? routes : null
}

/** Compiles calls as the plugin compiles a route file. Returns their routes, and the message of the first error. */
export function compileCalls(
  calls: readonly Call[],
  { analysed }: { readonly analysed: boolean },
): { readonly routes: readonly ManifestRoute[]; readonly error: string | null } {
  const diagnostics = new Diagnostics()
  const locatorOf = () => () => null
  const functionsByName = new Map<string, () => boolean>()
  const namesByFunction = new Map<object, string>()
  const functionOf = (name: string) => {
    const existing = functionsByName.get(name)
    if (existing !== undefined) return existing
    const placeholder = () => true
    functionsByName.set(name, placeholder)
    namesByFunction.set(placeholder, name)
    return placeholder
  }
  const walk = evaluate({ file: 'routes', block: replay(calls, functionOf) }, diagnostics, locatorOf)
  const declared = walk.next()
  if (declared.done !== true) return { routes: [], error: 'a route file is drawn' }
  const set = expand(declared.value, {}, { diagnostics, locatorOf, exportName: () => null })
  const identify = (callable: object) => ({ module: BY_NAME, export: namesByFunction.get(callable)! })
  const frozen = freeze(set, identify, diagnostics, locatorOf)
  if (analysed) analyse(frozen, 'camelCase', diagnostics)
  const error = diagnostics.all.find(({ severity }) => severity === 'error')
  return { routes: frozen.manifest.routes, error: error?.message ?? null }
}

/** Returns a key that is equal for equal routes. It contains no locations, and functions by their names. */
export function keyOfRoute(route: ManifestRoute): string {
  const { location: _location, endpoint, defaults, requirements, conditions, ...fields } = withoutGuards(route)
  return JSON.stringify([
    fields,
    sorted(defaults),
    sorted(requirements),
    sorted(conditions),
    route.constraints.map((constraint) => constraint.export),
    endpoint?.kind === 'callable' ? endpoint.export : endpoint,
  ])
}

/** Returns the key of an imported route, with the functions that replace Ruby code. */
export function keyOfImported({ route, constraint, endpoint }: Imported): string {
  return keyOfRoute({
    ...route,
    constraints: constraint === null ? [] : [{ module: BY_NAME, export: constraint }],
    endpoint: endpoint === null ? route.endpoint : { kind: 'callable', module: BY_NAME, export: endpoint },
  })
}

function sorted(map: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
}
