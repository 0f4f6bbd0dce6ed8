// Runs guessed calls as they are printed, and compares their routes with those of a Rails server.
import { defineRoutes, redirect } from '@turnout/compiler/dsl'
import { Diagnostics } from '@turnout/compiler/internal/diagnostics/collector'
import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import { analyse } from '@turnout/compiler/internal/phases/4-analyse/analyse'
import { evaluate } from '@turnout/compiler/internal/phases/1-evaluate/evaluate'
import { expand } from '@turnout/compiler/internal/phases/2-expand/expand'
import { freeze } from '@turnout/compiler/internal/phases/3-freeze/freeze'
import { BY_NAME, withoutGuards, type ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'

/** A route of the table, and the functions that replace Ruby code that decides about it. */
export interface Imported {
  readonly route: ManifestRoute
  /** The export that replaces its constraint; null without one. */
  readonly constraint: string | null
  /** The export that replaces the app or block that handles it; null if an action or a redirect does. */
  readonly endpoint: string | null
}

/**
 * Compiles printed calls as the plugin compiles a route file. Returns their routes, or the message of the first error.
 *
 * @param analysed whether to check the table as a whole, too
 */
export function compilePrinted(
  text: string,
  { analysed }: { readonly analysed: boolean },
):
  | { readonly routes: readonly ManifestRoute[]; readonly error: null }
  | { readonly routes: null; readonly error: string } {
  const diagnostics = new Diagnostics()
  const locatorOf = () => () => null
  let block: unknown
  try {
    block = run(text)
  } catch (error) {
    return { routes: null, error: `the printed calls are not JavaScript: ${describeError(error)}` }
  }
  const walk = evaluate({ file: 'routes', block }, diagnostics, locatorOf)
  const declared = walk.next()
  if (declared.done !== true) return { routes: null, error: 'a route file is drawn' }
  const set = expand(declared.value, {}, { diagnostics, locatorOf, exportName: () => null })
  const identify = (callable: object) => ({ module: BY_NAME, export: (callable as { name: string }).name })
  const frozen = freeze(set, identify, diagnostics, locatorOf)
  if (analysed) analyse(frozen, 'camelCase', diagnostics)
  const error = diagnostics.all.find(({ severity }) => severity === 'error')
  return error === undefined ? { routes: frozen.manifest.routes, error: null } : { routes: null, error: error.message }
}

/** Runs the default export of a printed route file. What the file imports are parameters. */
function run(block: string): unknown {
  const functions = new Proxy({}, { get: (_, name) => Object.defineProperty(() => true, 'name', { value: name }) })
  const module = new Function('defineRoutes', 'redirect', 'functions', `'use strict'\nreturn ${block}`)
  return module(defineRoutes, redirect, functions)
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
