// The command `turnout routes`.
import { printManifest, type Manifest } from '@turnout/compiler'
import type { UnusedAction } from '@turnout/compiler/internal/checks/compare-controllers'
import {
  controllerPattern,
  filterRoutes,
  formatRoutes,
  noRoutes,
  type RouteFilter,
  type RouteFormat,
} from '@turnout/compiler/internal/terminal/format-routes'
import type { Project } from '../project/project.ts'
import { defineCommand, projectOptions, UsageError, type ExitCode, type Host } from './command.ts'
import { readTable } from './problems.ts'
import { findUnused, formatUnused } from './unused.ts'

/** `turnout routes`: the route table. */
export const routes = defineCommand({
  name: 'routes',
  summary: 'Print the route table.',
  options: {
    controller: {
      type: 'string',
      short: 'c',
      value: 'name',
      help: 'Show only the routes of a controller: photos, admin/photos, Admin::PhotosController.',
    },
    grep: {
      type: 'string',
      short: 'g',
      value: 'pattern',
      help: 'Show only routes whose name, method, path, controller or action matches a regular expression, or that match a path.',
    },
    expanded: {
      type: 'boolean',
      short: 'E',
      help: 'Print a block for each route, with its location in the route file.',
    },
    unused: {
      type: 'boolean',
      short: 'u',
      help: 'Show only routes whose action does not exist, and actions without a route.',
    },
    json: { type: 'boolean', help: 'Print the routes in the format of the manifest.' },
    ...projectOptions,
  },
  examples: [
    ['turnout routes -c photos', 'The routes of the photos controller.'],
    ['turnout routes -g /photos/7', 'All routes that match a path. `turnout explain` shows which one wins.'],
    ['turnout routes --unused', 'Routes and actions that you can remove or still have to write.'],
  ],
  exitCodes: { 0: 'The command printed the table.', 1: '`--unused` found something.' },
  async run({ controller, grep, expanded, unused, json, ...request }, _positionals, host) {
    const project = await host.loadProject(request)
    const outcome = await readTable(project, host, json)
    if (outcome === null) return 2
    const { manifest } = outcome
    const filter = { ...(controller !== undefined && { controller }), ...(grep !== undefined && { grep }) }
    const { columns: width, style } = host
    const format = { expanded: expanded ?? false, style: style.out, ...(width !== undefined && { width }) }
    if (unused === true)
      return printUnused(manifest, project, { filter, format: json === true ? 'json' : format }, host)
    const selectedRoutes = filtered(manifest, filter)
    if (json === true) host.out(printManifest({ ...manifest, routes: selectedRoutes }).trimEnd())
    else if (selectedRoutes.length === 0) host.out(noRoutes(manifest.routes.length, filter))
    else host.out(formatRoutes(selectedRoutes, format))
    return 0
  },
})

async function printUnused(
  manifest: Manifest,
  project: Project,
  { filter, format }: { readonly filter: RouteFilter; readonly format: RouteFormat | 'json' },
  host: Host,
): Promise<ExitCode> {
  const unusedParts = await findUnused(manifest, project)
  const routes = new Set(filtered({ ...manifest, routes: unusedParts.unhandled.map(({ route }) => route) }, filter))
  const unhandled = unusedParts.unhandled.filter(({ route }) => routes.has(route))
  const actions = filteredActions(unusedParts.unused, filter)
  if (format === 'json') host.out(JSON.stringify({ routes: [...routes], actions }, null, 2))
  else host.out(formatUnused({ unhandled, unused: actions }, format))
  return unhandled.length + actions.length === 0 ? 0 : 1
}

function filtered(manifest: Manifest, filter: RouteFilter): Manifest['routes'] {
  return readable(() => filterRoutes(manifest.routes, filter))
}

function filteredActions(actions: readonly UnusedAction[], { controller, grep }: RouteFilter): readonly UnusedAction[] {
  return readable(() => {
    const pattern = controller === undefined ? new RegExp(grep ?? '') : controllerPattern(controller)
    return actions.filter(
      (action) => pattern.test(action.controller) || (!controller && pattern.test(action.action ?? '')),
    )
  })
}

/** @throws UsageError if a filter is not a regular expression */
function readable<T>(filter: () => T): T {
  try {
    return filter()
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${error.message}.`)
    throw error
  }
}
