import { Diagnostics, evaluate, expand, freeze } from '@turnout/compiler/phases'
import { BY_NAME, type ManifestRoute } from '@turnout/compiler'
import { replay, type Call } from './call.ts'
import type { Imported } from './flat.ts'

/** The routes that calls declare; null where there is an error. Nothing is analysed. */
export function routesOfCalls(calls: readonly Call[]): readonly ManifestRoute[] | null {
  const diagnostics = new Diagnostics()
  const nowhere = () => () => null
  const functions = new Map<string, () => boolean>()
  const functionOf = (name: string) => {
    if (!functions.has(name))
      functions.set(
        name,
        Object.defineProperty(() => true, 'name', { value: name }),
      )
    return functions.get(name)!
  }
  const walk = evaluate({ file: 'routes', block: replay(calls, functionOf) }, diagnostics, nowhere)
  const declared = walk.next()
  if (declared.done !== true) return null
  const set = expand(declared.value, {}, diagnostics, nowhere, () => null)
  const identify = (callable: object) => ({ module: BY_NAME, export: (callable as { name: string }).name })
  const { manifest } = freeze(set, identify, diagnostics, nowhere)
  return diagnostics.hasErrors ? null : manifest.routes
}

/** A route in the form in which two tables are compared: without its place; functions by their names. */
export function keyOfRoute(route: ManifestRoute): string {
  const {
    location: _location,
    conditional: _conditional,
    constraints,
    endpoint,
    defaults,
    requirements,
    conditions,
    ...rest
  } = route
  return JSON.stringify([
    rest,
    sorted(defaults),
    sorted(requirements),
    sorted(conditions),
    constraints.map((each) => each.export),
    endpoint?.kind === 'callable' ? endpoint.export : endpoint,
  ])
}

/** The same of a route that is imported. */
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
