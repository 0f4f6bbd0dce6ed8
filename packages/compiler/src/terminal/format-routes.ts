import type { ManifestRoute } from '../manifest/manifest.ts'
import { pathTableOf } from '../matcher/path-table.ts'
import {
  actionOf,
  controllerOf,
  describeEndpoint,
  describeEntries,
  describePlace,
  verbOf,
} from '../manifest/print/describe.ts'
import { plain, type Style, colourMethods, colourPattern } from './style.ts'
import { table } from './table.ts'

/** Which routes to show. As in Rails, `controller` overrides `grep`. */
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
  /** Columns of the terminal. Without it, tables are as wide as their content, and rules between blocks are 80 long. */
  readonly width?: number
  /** Default: no colours. */
  readonly style?: Style
}

/** A route in words. */
interface Row {
  readonly prefix: string
  readonly verb: string
  readonly path: string
  readonly endpoint: string
  readonly location: string
}

/**
 * Picks routes, in order, by the rules of `rails routes` (`ActionDispatch::Routing::RoutesInspector`).
 *
 * @throws SyntaxError if a filter is not a regular expression
 */
export function filterRoutes(routes: readonly ManifestRoute[], filter: RouteFilter): readonly ManifestRoute[] {
  if (filter.controller !== undefined) {
    const pattern = controllerPattern(filter.controller)
    return routes.filter((route) => pattern.test(controllerOf(route)))
  }
  if (filter.grep !== undefined) {
    const pattern = new RegExp(filter.grep)
    const path = `/${encodeURI(filter.grep)}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
    const matches = pathTableOf(routes).find(path)
    return routes.filter((route, index) => {
      const texts = [controllerOf(route), actionOf(route), verbOf(route), route.name ?? '', route.pattern]
      return texts.some((text) => pattern.test(text)) || matches.has(index)
    })
  }
  return routes
}

/** Returns the pattern for controller names, by Rails' rule: `Admin::PhotosController` finds `admin/photos`. */
export function controllerPattern(controller: string): RegExp {
  return new RegExp(underscore(controller).replace(/_?controller$/, ''))
}

/** Returns the message for a filter that finds no route. */
export function noRoutes(total: number, filter: RouteFilter): string {
  if (total === 0) return 'There are no routes yet. Declare some in the route file.'
  if (filter.controller !== undefined) return 'No routes were found for this controller.'
  return 'No routes were found for this grep pattern.'
}

/** Formats the routes like `rails routes`: as a table, or as a block for each route. */
export function formatRoutes(routes: readonly ManifestRoute[], format: RouteFormat): string {
  const rows = routes.map(rowOf)
  const { width, style = plain } = format
  if (format.expanded) return expanded(rows, width ?? 80, style)
  const cells = rows.map(({ prefix, verb, path, endpoint }) => [prefix, verb, path, endpoint])
  const columns = [{ align: 'right' }, { style: colourMethods }, { style: colourPattern }, {}] as const
  return table([['Prefix', 'Verb', 'URI Pattern', 'Controller#Action'], ...cells], columns, {
    width,
    style,
    header: true,
  })
}

function expanded(rows: readonly Row[], width: number, style: Style): string {
  return rows
    .map((row, index) => {
      const lines = [
        `--[ Route ${index + 1} ]`.padEnd(width, '-'),
        `Prefix            | ${row.prefix}`,
        `Verb              | ${row.verb}`,
        `URI               | ${row.path}`,
        `Controller#Action | ${row.endpoint}`,
      ]
      if (row.location !== '') lines.push(`Source Location   | ${row.location}`)
      return lines
        .map((line) => line.trimEnd())
        .map((line, at) => (at === 0 ? style('bold', line) : line))
        .join('\n')
    })
    .join('\n')
}

function rowOf(route: ManifestRoute): Row {
  const constraints = constraintsOf(route)
  const endpoint = describeEndpoint(route)
  return {
    prefix: route.name ?? '',
    verb: verbOf(route),
    path: route.pattern,
    endpoint: constraints === '' ? endpoint : `${endpoint} ${constraints}`,
    location: describePlace(route),
  }
}

/** Returns the conditions beyond verb and path: `{ id: /\d+/, subdomain: "api", fromOffice }`. */
function constraintsOf(route: ManifestRoute): string {
  const { defaults, requirements, conditions, constraints } = route
  // As in Rails, a condition that is a string is among the defaults too. The set removes the duplicate.
  const parts = new Set([
    ...[defaults, requirements, conditions].flatMap(describeEntries),
    ...constraints.map((callable) => callable.export),
  ])
  return parts.size === 0 ? '' : `{ ${[...parts].join(', ')} }`
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
