// Evaluates guessed calls, and compares their routes with those of a Rails server.
import { Diagnostics } from '@turnout/diagnostics'
import { evaluate, expand, freeze } from '@turnout/compiler/phases'
import { BY_NAME, withoutGuards, type ManifestRoute } from '@turnout/manifest'
import { replay, type Call } from './call.ts'
import type { Imported } from './single-call.ts'

/** Returns the routes that calls declare, without analysing them; null if there is an error. */
export function routesOfCalls(calls: readonly Call[]): readonly ManifestRoute[] | null {
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
  if (declared.done !== true) return null
  const set = expand(declared.value, {}, { diagnostics, locatorOf, exportName: () => null })
  const identify = (callable: object) => ({ module: BY_NAME, export: namesByFunction.get(callable)! })
  const { manifest } = freeze(set, identify, diagnostics, locatorOf)
  return diagnostics.hasErrors ? null : manifest.routes
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
