import type { Condition, Endpoint, Json, ManifestRoute, Requirement } from '@turnout/compiler'
import { pathRegExp } from './path-regexp.ts'

/** Which routes to show. As in Rails, the controller decides where both are given. */
export interface RouteFilter {
  /** `photos`, `admin/photos` or `Admin::PhotosController`; matches anywhere in the controller's name. */
  readonly controller?: string
  /** A regular expression on the name, verb, path, controller and action; or a path that the route matches. */
  readonly grep?: string
}

/** How to show them. */
export interface RouteFormat {
  /** One block for each route instead of a table. */
  readonly expanded?: boolean
  /** Columns of the terminal, for the rules between blocks. Left out: 80. */
  readonly width?: number
}

/** A route in words. */
interface Row {
  readonly prefix: string
  readonly verb: string
  readonly path: string
  readonly endpoint: string
  readonly location: string | null
}

/**
 * Picks routes, in order, by the rules of `rails routes` (`ActionDispatch::Routing::RoutesInspector`).
 *
 * @throws SyntaxError if a filter is no regular expression
 */
export function filterRoutes(routes: readonly ManifestRoute[], filter: RouteFilter): readonly ManifestRoute[] {
  if (filter.controller !== undefined) {
    const pattern = new RegExp(underscore(filter.controller).replace(/_?controller$/, ''))
    return routes.filter((route) => pattern.test(controllerOf(route)))
  }
  if (filter.grep !== undefined) {
    const pattern = new RegExp(filter.grep)
    const path = `/${encodeURI(filter.grep)}`.replace(/\/{2,}/g, '/')
    return routes.filter((route) => {
      const texts = [controllerOf(route), actionOf(route), verbOf(route), route.name ?? '', route.pattern]
      return texts.some((text) => pattern.test(text)) || pathRegExp(route).test(path)
    })
  }
  return routes
}

/** What to say when the filter picks no route. */
export function noRoutes(total: number, filter: RouteFilter): string {
  if (total === 0) return 'There are no routes yet. Declare some in the route file.'
  if (filter.controller !== undefined) return 'No routes were found for this controller.'
  return 'No routes were found for this grep pattern.'
}

/** The routes as people know them from `rails routes`: a table, or a block for each. */
export function formatRoutes(routes: readonly ManifestRoute[], format: RouteFormat): string {
  const rows = routes.map(rowOf)
  return format.expanded ? expanded(rows, format.width ?? 80) : table(rows)
}

function table(rows: readonly Row[]): string {
  const header: Row = {
    prefix: 'Prefix',
    verb: 'Verb',
    path: 'URI Pattern',
    endpoint: 'Controller#Action',
    location: null,
  }
  const all = [header, ...rows]
  const width = (column: 'prefix' | 'verb' | 'path') => Math.max(...all.map((row) => row[column].length))
  const [prefix, verb, path] = [width('prefix'), width('verb'), width('path')]
  return all
    .map((row) => `${row.prefix.padStart(prefix)} ${row.verb.padEnd(verb)} ${row.path.padEnd(path)} ${row.endpoint}`)
    .join('\n')
}

function expanded(rows: readonly Row[], width: number): string {
  return rows
    .map((row, index) => {
      const lines = [
        `--[ Route ${index + 1} ]`.padEnd(width, '-'),
        `Prefix            | ${row.prefix}`,
        `Verb              | ${row.verb}`,
        `URI               | ${row.path}`,
        `Controller#Action | ${row.endpoint}`,
      ]
      if (row.location !== null) lines.push(`Source Location   | ${row.location}`)
      return lines.map((line) => line.trimEnd()).join('\n')
    })
    .join('\n')
}

function rowOf(route: ManifestRoute): Row {
  const { location } = route
  const constraints = constraintsOf(route)
  const endpoint = route.endpoint === null ? `${controllerOf(route)}#${actionOf(route)}` : endpointOf(route.endpoint)
  return {
    prefix: route.name ?? '',
    verb: verbOf(route),
    path: route.pattern,
    endpoint: constraints === '' ? endpoint : `${endpoint} ${constraints}`,
    location: location === null ? null : `${location.file}:${location.line}:${location.column}`,
  }
}

function verbOf(route: ManifestRoute): string {
  return route.verbs.join('|')
}

/** A pattern may hold `:controller` itself; an endpoint of another kind has none. */
function controllerOf(route: ManifestRoute): string {
  return route.controller ?? (route.endpoint === null ? ':controller' : '')
}

function actionOf(route: ManifestRoute): string {
  return route.action ?? (route.endpoint === null ? ':action' : '')
}

function endpointOf(endpoint: Endpoint): string {
  if (endpoint.kind === 'callable') {
    return endpoint.module === null ? endpoint.export : `${endpoint.export} (${endpoint.module})`
  }
  const { target, status } = endpoint
  if (typeof target === 'string') return `redirect(${status}, ${target})`
  return `redirect(${status}, ${entries(Object.entries(target)).join(', ')})`
}

/** What a request must meet beyond verb and path: `{ id: /\d+/, subdomain: "api", fromOffice }`. */
function constraintsOf(route: ManifestRoute): string {
  const { defaults, requirements, conditions, constraints } = route
  // A text that is a condition stands among the defaults too, as in Rails.
  const parts = new Set([
    ...[defaults, requirements, conditions].flatMap((each) => entries(Object.entries(each))),
    ...constraints.map((callable) => callable.export),
  ])
  return parts.size === 0 ? '' : `{ ${[...parts].join(', ')} }`
}

function entries(pairs: readonly (readonly [string, Json | Requirement | Condition])[]): string[] {
  return pairs.map(
    ([key, value]) => `${key}: ${isRegExp(value) ? `/${value.source}/${value.flags}` : JSON.stringify(value)}`,
  )
}

function isRegExp(value: unknown): value is { source: string; flags: string } {
  return typeof value === 'object' && value !== null && 'source' in value && 'flags' in value
}

/** `Admin::PhotosController` as `admin/photos_controller`, by ActiveSupport's rule. */
function underscore(name: string): string {
  return name
    .replace(/::/g, '/')
    .replace(/([A-Z\d]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}
