// Compiles the JSON that the rake task has printed.
import { describeError, traceOf } from '@turnout/compiler/internal/diagnostics/describe'
import { Diagnostics, Rejection, type Severities } from '@turnout/compiler/internal/diagnostics/collector'
import { messageOf } from '@turnout/compiler/internal/diagnostics/catalog'
import type { CallSite } from '@turnout/compiler/internal/diagnostics/location'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import { analyse } from '@turnout/compiler/internal/phases/4-analyse/analyse'
import { freeze } from '@turnout/compiler/internal/phases/3-freeze/freeze'
import type { Route } from '@turnout/compiler/internal/route'
import { BY_NAME, type Location, type Manifest } from '@turnout/compiler/internal/manifest/manifest'
import type { HelperStyle } from '@turnout/compiler'
import { helperName } from '@turnout/compiler/internal/names/helper-name'
import { JsonText } from './json-places.ts'
import { readRailsJson, showPath, type RailsRoute, type RailsTable } from './rails-json.ts'
import { routesOf } from './rails-routes.ts'

/** The JSON that the rake task has printed. */
export interface RailsFile {
  /** Relative to the project root, for locations. */
  readonly file: string
  readonly text: string
}

/** In UTF-16 code units. A route takes some 250. */
const MAX_LENGTH = 32 * 1024 * 1024

interface Options {
  readonly helpers?: HelperStyle
  readonly severities?: Severities
}

/** The result of compiling a Rails table. */
interface RailsRoutes {
  readonly manifest: Manifest
  /** The JSON as it was read. */
  readonly table: RailsTable
  /** The entry of each route of the manifest, in its order. */
  readonly entries: readonly RailsRoute[]
}

/** The same with errors: then there is no manifest, no table and no entry. */
type Compilation = { readonly diagnostics: readonly Diagnostic[] } & (
  | RailsRoutes
  | { readonly manifest: null; readonly table: null; readonly entries: readonly never[] }
)

/**
 * Compiles the routes that a Rails server has printed, instead of route files. Never throws.
 *
 * @param isThere returns whether the project contains a route file of the server, by its path relative to the root. If
 *   it does, the location of a route is the call in that file, otherwise its entry in the JSON
 */
export function compileRails(
  { file, text }: RailsFile,
  options: Options = {},
  isThere: (source: string) => boolean = () => false,
): Compilation {
  const diagnostics = new Diagnostics(options.severities)
  let routes: RailsRoutes | null = null
  try {
    routes = compile({ file, text }, options, isThere, diagnostics)
  } catch (error) {
    const locator = () => ({ file, line: 1, column: 1 })
    diagnostics.report('compilation-failed', { step: 'The compiler', error }, locator, { trace: traceOf(error) })
  }
  const compiled = diagnostics.hasErrors ? null : routes
  return { ...(compiled ?? { manifest: null, table: null, entries: [] }), diagnostics: diagnostics.all }
}

function compile(
  { file, text }: RailsFile,
  options: Options,
  isThere: (source: string) => boolean,
  diagnostics: Diagnostics,
): RailsRoutes | null {
  const { helpers = 'camelCase' } = options
  if (text.length > MAX_LENGTH) {
    const problem = `it has more than ${MAX_LENGTH / 1024 / 1024} Mi characters`
    diagnostics.report('invalid-rails-json', { problem }, () => ({ file, line: 1, column: 1 }))
    return null
  }
  const json = new JsonText(file, text)
  const read = json.read()
  if ('problem' in read) {
    diagnostics.report('invalid-rails-json', { problem: read.problem }, () => read.location)
    return null
  }
  const { table, slips, moreSlips } = readRailsJson(read.value)
  // If some routes are readable, the file is a table, and the mistakes concern only the routes that have them.
  const details = table === null ? {} : ({ severity: 'warning' } as const)
  for (const { at, wanted } of slips) {
    diagnostics.report('invalid-rails-json', { entry: showPath(at), wanted }, () => json.locationOf(at), details)
  }
  if (moreSlips > 0) {
    diagnostics.report('invalid-rails-json', { more: moreSlips }, () => ({ file, line: 1, column: 1 }), details)
  }
  if (table === null) return null
  const isThereByPath = new Map<string, boolean>()
  const locationOf = ({ source, at }: RailsRoute): Location => {
    const [, path, line] = /^([^\0:]+\.rb):(\d{1,6})$/.exec(source ?? '') ?? []
    if (path === undefined) return json.locationOf(at)
    if (!isThereByPath.has(path)) isThereByPath.set(path, isThere(path))
    return isThereByPath.get(path) ? { file: path, line: Number(line), column: 1 } : json.locationOf(at)
  }
  const entries = new Map<CallSite, RailsRoute>()
  const routes: Route[] = []
  /** The name of the route that has a helper, by the name of the helper. */
  const namesByHelper = new Map<string, string>()
  const hasTakenName = ({ name }: Pick<Route, 'name'>): boolean => {
    if (name === null) return false
    const helper = helperName(name, 'path', helpers)
    if (namesByHelper.has(helper)) return true
    namesByHelper.set(helper, name)
    return false
  }
  for (const translation of routesOf(table.routes, table.rails)) {
    const { entry } = translation
    const locator = () => locationOf(entry)
    const details = { path: entry.path, entry: showPath(entry.at) }
    if ('error' in translation) {
      const { error } = translation
      const reason = error instanceof Rejection ? messageOf(error.code, error.args as never) : describeError(error)
      diagnostics.report('rails-route-left-out', { ...details, reason }, locator)
      continue
    }
    // What freeze knows a route's place by.
    const site: CallSite = { url: file, line: 1, column: 1 }
    entries.set(site, entry)
    const isNameTaken = hasTakenName(translation.route)
    routes.push({ ...translation.route, ...(isNameTaken && { name: null }), site })
    const untranslated = [
      ...translation.untranslated,
      ...(isNameTaken ? [`the name \`${translation.route.name}\``] : []),
    ]
    for (const part of untranslated) diagnostics.report('unknown-in-rails', { part, ...details }, locator)
  }
  const frozen = freeze(
    { routes, resolves: [], directs: [] },
    (app) => ({ module: BY_NAME, export: (app as { name: string }).name }),
    diagnostics,
    (site) => () => (site === null ? null : locationOf(entries.get(site)!)),
  )
  analyse(frozen, helpers, diagnostics)
  return { manifest: frozen.manifest, table, entries: frozen.routes.map(({ site }) => entries.get(site!)!) }
}
