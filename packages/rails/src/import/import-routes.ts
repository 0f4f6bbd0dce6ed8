// Writes a route file for the table of a Rails server.
import { listNames, type Diagnostic } from '@turnout/diagnostics'
import { guardsOf } from '@turnout/manifest'
import { isReservedWord } from '@turnout/compiler/internal'
import { readRailsRoutes, type RailsFile } from '../compile-rails.ts'
import type { RailsRoute, RailsTable } from '../rails-json.ts'
import type { Call } from './call.ts'
import { flatCall, type Imported } from './flat.ts'
import { printRouteFile } from './print-calls.ts'
import { merged, recover } from './recover.ts'
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
      constraint: guardsOf(route).length > 0 ? functions.of('constraint', entry.constraints[0] ?? 'unknown') : null,
      endpoint: isApp ? functions.of('endpoint', (route.endpoint as { export: string }).export) : null,
    }
  })
  // Routes that no call can declare cannot be checked.
  const unmade = imported
    .filter((entry) => {
      onAttempt()
      return !isMade([flatCall(entry)], [entry])
    })
    .map(({ route }) => route.pattern)
  if (unmade.length > 0) return { imported: null, diagnostics, unmade }
  const calls = checked(recover(imported, onAttempt), imported)
  const leftOut = diagnostics.filter(({ code }) => code === 'rails-route-left-out').length
  const header = 'Made of the routes of a Rails application by `turnout import`.'
  return {
    imported: {
      routes: printRouteFile(calls, functionsFile, header),
      functions: functions.size === 0 ? null : functions.print(),
      counts: { routes: imported.length, inResources: inResources(calls), leftOut },
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

/** The calls, with those as single routes that make another table than is wanted. */
function checked(calls: readonly Call[], imported: readonly Imported[]): readonly Call[] {
  let verifiedCalls = calls
  for (;;) {
    const routes = routesOfCalls(verifiedCalls)
    const wrong = imported.findIndex(
      (entry, index) => routes?.[index] === undefined || keyOfRoute(routes[index]) !== keyOfImported(entry),
    )
    if (wrong < 0 && routes!.length === imported.length) return verifiedCalls
    let start = 0
    const index = verifiedCalls.findIndex((call) => {
      start += call.routes
      return start > Math.max(wrong, 0) && (call.block !== null || /^resources?$/.test(call.method))
    })
    if (index < 0) return imported.map(flatCall)
    start = verifiedCalls.slice(0, index).reduce((sum, { routes: count }) => sum + count, 0)
    const flat = imported.slice(start, start + verifiedCalls[index]!.routes).map(flatCall)
    verifiedCalls = merged([...verifiedCalls.slice(0, index), ...flat, ...verifiedCalls.slice(index + 1)])
  }
}

function isMade(calls: readonly Call[], imported: readonly Imported[]): boolean {
  const routes = routesOfCalls(calls)
  return (
    routes?.length === imported.length &&
    imported.every((entry, index) => keyOfRoute(routes[index]!) === keyOfImported(entry))
  )
}

function inResources(calls: readonly Call[]): number {
  return calls.reduce((sum, call) => {
    if (/^resources?$/.test(call.method)) return sum + call.routes
    return sum + (call.block === null ? 0 : inResources(call.block))
  }, 0)
}

/** Names exports after their Rails counterparts: `AdminConstraint` -> `adminConstraint`. */
class FunctionNames {
  readonly #names = new Map<string, { readonly name: string; readonly role: string; readonly ruby: string }>()

  get size(): number {
    return this.#names.size
  }

  of(role: 'constraint' | 'endpoint', ruby: string): string {
    const key = `${role} ${ruby}`
    const existingName = this.#names.get(key)
    if (existingName !== undefined) return existingName.name
    const words = ruby.match(/[A-Za-z][A-Za-z\d]*/g) ?? [role]
    const [firstWord = '', ...otherWords] = words
    const base =
      firstWord.charAt(0).toLowerCase() +
      firstWord.slice(1) +
      otherWords.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
    const takenNames = new Set([...this.#names.values()].map(({ name }) => name))
    let name = isReservedWord(base) ? `${base}_` : base
    for (let number = 2; takenNames.has(name); number += 1) name = `${base}${number}`
    this.#names.set(key, { name, role, ruby })
    return name
  }

  print(): string {
    const parts = [...this.#names.values()].map(({ name, role, ruby: rubyName }) => {
      const ruby = rubyName.replace(/[^\w:#.]/g, '_')
      return role === 'constraint'
        ? `/** Stands for \`${ruby}\` of the Rails application, which decides there whether a request is taken. */\nexport function ${name}() {\n  return true\n}\n`
        : `/** Stands for \`${ruby}\` of the Rails application, which answers there. */\nexport function ${name}() {}\n`
    })
    return parts.join('\n')
  }
}
