import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { isReservedWord } from '../../names/reserved-word.ts'
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
  /** The module of the functions that it imports, to be filled in; null where it needs none. */
  readonly functions: string | null
  /** How many routes the file declares, how many of them with `resources` or `resource`, and how many it lacks. */
  readonly counts: { readonly routes: number; readonly inResources: number; readonly leftOut: number }
  /** What the Rails application has and the route file lacks, a sentence each. */
  readonly losses: readonly string[]
}

/**
 * Writes a route file. What it declares has been compared with the table: it is the same, route by route.
 *
 * @param functionsFile the module of the functions, as the route file imports it
 * @returns no file where the JSON has errors, or a route that no call makes
 */
export function importRails(
  file: RailsFile,
  functionsFile: string,
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
      constraint: route.conditional === true ? functions.of('constraint', entry.constraints[0] ?? 'unknown') : null,
      endpoint: isApp ? functions.of('endpoint', (route.endpoint as { export: string }).export) : null,
    }
  })
  // Of one that no call makes nothing can be checked.
  const unmade = imported.filter((each) => !isMade([flatCall(each)], [each])).map(({ route }) => route.pattern)
  if (unmade.length > 0) return { imported: null, diagnostics, unmade }
  const calls = checked(recover(imported), imported)
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

/** What the JSON names but cannot contain: blocks of `direct` and `resolve`, and the division into files. */
function lossesOf({ directs, resolves }: RailsTable, entries: readonly RailsRoute[]): string[] {
  const losses: string[] = []
  if (directs === null || resolves === null) {
    losses.push('The JSON does not list `direct` and `resolve`. Write it again with the current rake task to see them.')
  }
  for (const [method, names] of [
    ['direct', directs],
    ['resolve', resolves],
  ] as const) {
    if (names?.length) losses.push(`Write \`${method}\` by hand for ${listNames(names)}: its block is Ruby code.`)
  }
  const drawn = new Set(entries.flatMap(({ source }) => source?.match(/^config\/routes\/.*\.rb(?=:\d+$)/) ?? []))
  if (drawn.size > 0) losses.push(`The routes of ${listNames([...drawn])} are in the same file as the others.`)
  return losses
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).map((name) => `\`${name}\``)
  return shown.join(', ') + (names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '')
}

/** The calls, with those as single routes that make another table than is wanted. */
function checked(calls: readonly Call[], imported: readonly Imported[]): readonly Call[] {
  let made = calls
  for (;;) {
    const routes = routesOfCalls(made)
    const wrong = imported.findIndex(
      (each, index) => routes?.[index] === undefined || keyOfRoute(routes[index]) !== keyOfImported(each),
    )
    if (wrong < 0 && routes!.length === imported.length) return made
    let start = 0
    const index = made.findIndex((call) => {
      start += call.routes
      return start > Math.max(wrong, 0) && (call.block !== null || /^resources?$/.test(call.method))
    })
    if (index < 0) return imported.map(flatCall)
    start = made.slice(0, index).reduce((sum, { routes: count }) => sum + count, 0)
    const flat = imported.slice(start, start + made[index]!.routes).map(flatCall)
    made = merged([...made.slice(0, index), ...flat, ...made.slice(index + 1)])
  }
}

function isMade(calls: readonly Call[], imported: readonly Imported[]): boolean {
  const routes = routesOfCalls(calls)
  return (
    routes?.length === imported.length &&
    imported.every((each, index) => keyOfRoute(routes[index]!) === keyOfImported(each))
  )
}

function inResources(calls: readonly Call[]): number {
  return calls.reduce((sum, call) => {
    if (/^resources?$/.test(call.method)) return sum + call.routes
    return sum + (call.block === null ? 0 : inResources(call.block))
  }, 0)
}

/** Names exports after what they stand for in Rails: `AdminConstraint` -> `adminConstraint`. */
class FunctionNames {
  readonly #names = new Map<string, { readonly name: string; readonly role: string; readonly of: string }>()

  get size(): number {
    return this.#names.size
  }

  of(role: 'constraint' | 'endpoint', ruby: string): string {
    const key = `${role} ${ruby}`
    const known = this.#names.get(key)
    if (known !== undefined) return known.name
    const words = ruby.match(/[A-Za-z][A-Za-z\d]*/g) ?? [role]
    const [first = '', ...rest] = words
    const base =
      first.charAt(0).toLowerCase() +
      first.slice(1) +
      rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
    const taken = new Set([...this.#names.values()].map(({ name }) => name))
    let name = isReservedWord(base) ? `${base}_` : base
    for (let number = 2; taken.has(name); number += 1) name = `${base}${number}`
    this.#names.set(key, { name, role, of: ruby })
    return name
  }

  print(): string {
    const parts = [...this.#names.values()].map(({ name, role, of }) => {
      const ruby = of.replace(/[^\w:#.]/g, '_')
      return role === 'constraint'
        ? `/** Stands for \`${ruby}\` of the Rails application, which decides there whether a request is taken. */\nexport function ${name}() {\n  return true\n}\n`
        : `/** Stands for \`${ruby}\` of the Rails application, which answers there. */\nexport function ${name}() {}\n`
    })
    return parts.join('\n')
  }
}
