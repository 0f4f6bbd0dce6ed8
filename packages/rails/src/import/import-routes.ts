// Writes a route file for the table of a Rails server.
import { listNames } from '@turnout/compiler/internal/diagnostics/text'
import { isReservedWord } from '@turnout/compiler/internal/phases/5-emit/module-scope'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import { guardsOf, type ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { compileRails, type RailsFile } from '../compile-rails.ts'
import type { RailsRoute, RailsTable } from '../rails-json.ts'
import { camelCase, mergeCalls, printBlock, printRouteFile, type Call } from './call.ts'
import { CallFinder } from './declare.ts'
import { completeCallOf } from './single-route.ts'
import { compilePrinted, keyOfImported, keyOfRoute, type Imported } from './table.ts'

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

/** A route that no declaration makes. */
interface Unmade {
  readonly pattern: string
  readonly reason: string
}

/**
 * Writes a route file. Its declarations have been compiled and compared with the table: they are equal, route by route.
 * A route that no declaration makes is left out.
 *
 * @param functionsFile the module of the functions, as the route file imports it
 * @returns `unmade`: the paths of the routes that no declaration makes, with the reasons. No file if the JSON has errors, or
 *   if no declaration makes any of its routes
 */
export function importRails(
  file: RailsFile,
  functionsFile: string,
): {
  readonly imported: ImportedRoutes | null
  readonly diagnostics: readonly Diagnostic[]
  readonly unmade: readonly Unmade[]
} {
  const { manifest, table, entries, diagnostics } = compileRails(file)
  if (manifest === null) return { imported: null, diagnostics, unmade: [] }
  const functions = new FunctionNames()
  const imported: Imported[] = []
  const unmade: Unmade[] = []
  for (const [index, route] of manifest.routes.entries()) {
    const entry = entries[index]!
    const isApp = route.endpoint?.kind === 'callable'
    const names = {
      route,
      constraint: guardsOf(route).length > 0 ? functions.nameOf('constraint', entry.constraints[0] ?? 'unknown') : null,
      endpoint: isApp ? functions.nameOf('endpoint', (route.endpoint as { export: string }).export) : null,
    }
    const reason = reasonAgainst(names)
    if (reason === null) imported.push(names)
    else unmade.push({ pattern: route.pattern, reason })
  }
  const calls = replaceWrongCalls(new CallFinder(imported).findAllCalls(), imported)
  // The table as a whole can have errors that no route has alone.
  const { error } = compilePrinted(printBlock(calls), { analysed: true })
  if (error !== null) return { imported: null, diagnostics, unmade: [{ pattern: 'the table', reason: error }] }
  if (imported.length === 0 && unmade.length > 0) return { imported: null, diagnostics, unmade }
  const leftOut = diagnostics.filter(({ code }) => code === 'rails-route-left-out').length + unmade.length
  const isPartlyRead = diagnostics.some(({ code }) => code === 'invalid-rails-json')
  const header = 'Made of the routes of a Rails application by `turnout import`.'
  return {
    imported: {
      routes: printRouteFile(calls, functionsFile, header),
      functions: functions.size === 0 ? null : functions.print(),
      counts: { routes: imported.length, inResources: countInResources(calls), leftOut },
      losses: [
        ...(leftOut > 0 ? [countLeftOut(leftOut)] : []),
        ...(isPartlyRead ? ['Some entries of the JSON are not valid, and are left out; the warnings say why.'] : []),
        ...lossesOf(table, entries),
      ],
    },
    diagnostics,
    unmade,
  }
}

/** Returns the reason why no line declares a route; null if one does. */
function reasonAgainst(entry: Imported): string | null {
  const { routes, error } = compilePrinted(printBlock([completeCallOf(entry)]), { analysed: true })
  if (routes === null) return error
  if (routes.length === 1 && isEqual(routes[0], entry)) return null
  return `a route file would declare \`${routes[0]?.pattern}\` instead.`
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
    const { routes } = compilePrinted(printBlock(verifiedCalls), { analysed: false })
    const firstWrong = imported.findIndex((entry, index) => !isEqual(routes?.[index], entry))
    if (firstWrong < 0 && routes!.length === imported.length) return verifiedCalls
    const wrong = blockDeclaring(Math.max(firstWrong, 0), verifiedCalls)
    if (wrong === null) return imported.map(completeCallOf)
    const { index, start } = wrong
    const singleCalls = imported.slice(start, start + verifiedCalls[index]!.routeCount).map(completeCallOf)
    verifiedCalls = mergeCalls([...verifiedCalls.slice(0, index), ...singleCalls, ...verifiedCalls.slice(index + 1)])
  }
}

/** Returns the index of the first block or resource that declares the route or a later one, and the index of its first route. */
function blockDeclaring(
  routeIndex: number,
  calls: readonly Call[],
): { readonly index: number; readonly start: number } | null {
  let start = 0
  for (const [index, { block, method, routeCount }] of calls.entries()) {
    const isBlock = block !== null || isResource(method)
    if (isBlock && start + routeCount > routeIndex) return { index, start }
    start += routeCount
  }
  return null
}

function isResource(method: string): boolean {
  return method === 'resource' || method === 'resources'
}

function isEqual(route: ManifestRoute | undefined, imported: Imported): boolean {
  return route !== undefined && keyOfRoute(route) === keyOfImported(imported)
}

/** Returns the number of routes that are in a resource. */
function countInResources(calls: readonly Call[]): number {
  return calls.reduce((sum, call) => {
    if (isResource(call.method)) return sum + call.routeCount
    return sum + (call.block === null ? 0 : countInResources(call.block))
  }, 0)
}

/** The functions that a route file imports. A user completes them. */
class FunctionNames {
  readonly #names = new Map<string, { readonly name: string; readonly role: string; readonly ruby: string }>()

  get size(): number {
    return this.#names.size
  }

  /** Returns the name of a function: `AdminConstraint` -> `adminConstraint`, `Sidekiq::Web` -> `sidekiqWeb`. */
  nameOf(role: 'constraint' | 'endpoint', ruby: string): string {
    const key = `${role} ${ruby}`
    const existingName = this.#names.get(key)
    if (existingName !== undefined) return existingName.name
    const base = camelCase(ruby) || role
    const usedNames = new Set([...this.#names.values()].map(({ name }) => name))
    let name = isReservedWord(base) ? `${base}_` : base
    for (let number = 2; usedNames.has(name); number += 1) name = `${base}${number}`
    this.#names.set(key, { name, role, ruby })
    return name
  }

  /** Returns the source of the module. */
  print(): string {
    const parts = [...this.#names.values()].map(({ name, role, ruby: rubyName }) => {
      // In a comment of the module.
      const ruby = rubyName.replace(/[^\w:#.]/g, '_')
      return role === 'constraint'
        ? `/** Stands for \`${ruby}\` of the Rails application, which decides there whether a request is taken. */\nexport function ${name}() {\n  return true\n}\n`
        : `/** Stands for \`${ruby}\` of the Rails application, which answers there. */\nexport function ${name}() {}\n`
    })
    return parts.join('\n')
  }
}
