// Writes a route file for the table of a Rails server.
import { listNames, type Diagnostic } from '@turnout/diagnostics'
import { guardsOf, type ManifestRoute } from '@turnout/manifest'
import { readRailsRoutes, type RailsFile } from '../compile-rails.ts'
import type { RailsRoute, RailsTable } from '../rails-json.ts'
import type { Call } from './call.ts'
import { singleCallOf, type Imported } from './single-call.ts'
import { FunctionNames } from './function-names.ts'
import { printRouteFile } from './print-calls.ts'
import { mergeCalls } from './merge-calls.ts'
import { recover } from './recover.ts'
import { keyOfImported, keyOfRoute, routesOfCalls } from './table.ts'

/** A route file that makes the table that a Rails server has printed. */
export interface ImportedRoutes {
  readonly routes: string
  /** The module of the imported functions, for the user to complete; null if none is needed. */
  readonly functions: string | null
  /** How many routes the file declares, how many of them with `resources` or `resource`, and how many it lacks. */
  readonly counts: { readonly routes: number; readonly inResources: number; readonly leftOut: number }
  /** Features of the Rails application that the route file lacks, one sentence each. */
  readonly losses: readonly string[]
}

/**
 * Writes a route file. Its declarations have been compared with the table and are equal, route by route.
 *
 * @param functionsFile the module of the functions, as the route file imports it
 * @param onAttempt called before each evaluation of calls, so that a caller can show progress: an import blocks the thread
 * @returns no file if the JSON has errors, or if no call can declare some route
 */
export function importRails(
  file: RailsFile,
  functionsFile: string,
  onAttempt: () => void = () => {},
): {
  readonly imported: ImportedRoutes | null
  readonly diagnostics: readonly Diagnostic[]
  readonly unmade: readonly string[]
} {
  const { manifest, table, entries, diagnostics } = readRailsRoutes(file)
  if (manifest === null || table === null) return { imported: null, diagnostics, unmade: [] }
  const functions = new FunctionNames()
  const imported = manifest.routes.map((route, index): Imported => {
    const entry = entries[index]!
    const isApp = route.endpoint?.kind === 'callable'
    return {
      route,
      constraint: guardsOf(route).length > 0 ? functions.nameOf('constraint', entry.constraints[0] ?? 'unknown') : null,
      endpoint: isApp ? functions.nameOf('endpoint', (route.endpoint as { export: string }).export) : null,
    }
  })
  // Routes that no call can declare cannot be checked.
  const unmade = imported
    .filter((entry) => {
      onAttempt()
      return !areDeclaredBy([singleCallOf(entry)], [entry])
    })
    .map(({ route }) => route.pattern)
  if (unmade.length > 0) return { imported: null, diagnostics, unmade }
  const calls = replaceWrongCalls(recover(imported, onAttempt), imported)
  const leftOut = diagnostics.filter(({ code }) => code === 'rails-route-left-out').length
  const header = 'Made of the routes of a Rails application by `turnout import`.'
  return {
    imported: {
      routes: printRouteFile(calls, functionsFile, header),
      functions: functions.size === 0 ? null : functions.print(),
      counts: { routes: imported.length, inResources: countInResources(calls), leftOut },
      losses: [...(leftOut > 0 ? [countLeftOut(leftOut)] : []), ...lossesOf(table, entries)],
    },
    diagnostics,
    unmade: [],
  }
}

function countLeftOut(count: number): string {
  return count === 1
    ? '1 route is left out; the warning says why.'
    : `${count} routes are left out; the warnings say why.`
}

/** Names in a sentence about losses are limited to this many. */
const SHOWN_NAMES = 10

/** Returns features that the JSON names but cannot contain: blocks of `direct` and `resolve`, and separate files. */
function lossesOf({ directs, resolves }: RailsTable, entries: readonly RailsRoute[]): string[] {
  const losses: string[] = []
  if (directs === null || resolves === null) {
    losses.push('The JSON does not list `direct` and `resolve`. Write it again with the current rake task to see them.')
  }
  for (const [method, names] of [
    ['direct', directs],
    ['resolve', resolves],
  ] as const) {
    if (names?.length)
      losses.push(`Write \`${method}\` by hand for ${listNames(names, SHOWN_NAMES)}: its block is Ruby code.`)
  }
  const drawn = new Set(entries.flatMap(({ source }) => source?.match(/^config\/routes\/.*\.rb(?=:\d+$)/) ?? []))
  if (drawn.size > 0)
    losses.push(`The routes of ${listNames([...drawn], SHOWN_NAMES)} are in the same file as the others.`)
  return losses
}

/**
 * Returns calls that declare the imported routes. A call whose block declares other routes is replaced by single calls,
 * until all routes are equal.
 */
function replaceWrongCalls(calls: readonly Call[], imported: readonly Imported[]): readonly Call[] {
  let verifiedCalls = calls
  for (;;) {
    const routes = routesOfCalls(verifiedCalls)
    const firstWrong = imported.findIndex((entry, index) => !isEqual(routes?.[index], entry))
    if (firstWrong < 0 && routes!.length === imported.length) return verifiedCalls
    const wrong = blockDeclaring(Math.max(firstWrong, 0), verifiedCalls)
    if (wrong === null) return imported.map(singleCallOf)
    const { index, start } = wrong
    const singleCalls = imported.slice(start, start + verifiedCalls[index]!.routes).map(singleCallOf)
    verifiedCalls = mergeCalls([...verifiedCalls.slice(0, index), ...singleCalls, ...verifiedCalls.slice(index + 1)])
  }
}

/** Returns the index of the first block or resource that declares the route or a later one, and the index of its first route. */
function blockDeclaring(
  routeIndex: number,
  calls: readonly Call[],
): { readonly index: number; readonly start: number } | null {
  let start = 0
  for (const [index, { block, method, routes }] of calls.entries()) {
    const isBlock = block !== null || isResource(method)
    if (isBlock && start + routes > routeIndex) return { index, start }
    start += routes
  }
  return null
}

function isResource(method: string): boolean {
  return method === 'resource' || method === 'resources'
}

/** True if the calls declare exactly these routes. */
function areDeclaredBy(calls: readonly Call[], imported: readonly Imported[]): boolean {
  const routes = routesOfCalls(calls)
  return routes?.length === imported.length && imported.every((entry, index) => isEqual(routes[index], entry))
}

function isEqual(route: ManifestRoute | undefined, imported: Imported): boolean {
  return route !== undefined && keyOfRoute(route) === keyOfImported(imported)
}

/** Returns the number of routes that are in a resource. */
function countInResources(calls: readonly Call[]): number {
  return calls.reduce((sum, call) => {
    if (isResource(call.method)) return sum + call.routes
    return sum + (call.block === null ? 0 : countInResources(call.block))
  }, 0)
}
