// The command `turnout routes`.
import { showLocation } from '@turnout/compiler/internal/diagnostics/location'
import path from 'node:path'
import { printManifest, type Manifest } from '@turnout/compiler'
import {
  compareControllers,
  type ControllerComparison,
  type UnusedAction,
} from '@turnout/compiler/internal/checks/compare-controllers'
import { describeEndpoint, describePlace, verbOf } from '@turnout/compiler/internal/manifest/print/describe'
import { plain } from '@turnout/compiler/internal/terminal/style'
import { table, type Column } from '@turnout/compiler/internal/terminal/table'
import {
  controllerPattern,
  filterRoutes,
  formatRoutes,
  noRoutes,
  type RouteFilter,
  type RouteFormat,
} from '@turnout/compiler/internal/terminal/format-routes'
import type { Project } from '../project/project.ts'
import { CommandError, defineCommand, projectOptions, UsageError, type ExitCode, type Host } from './command.ts'
import { readTable } from './problems.ts'
import { controllersFolder, readControllers } from './project-controllers.ts'

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
    else {
      host.out(formatRoutes(selectedRoutes, format))
      // Programs read the output of a pipe, so only terminals get the count.
      if (width !== undefined)
        host.out(style.out('dim', `\n${countRoutes(selectedRoutes.length, manifest.routes.length)}`))
    }
    return 0
  },
})

/** `5 routes.`, or `2 of 5 routes.` with a filter. */
function countRoutes(shown: number, total: number): string {
  return `${shown === total ? '' : `${shown} of `}${count(total, 'route', 'routes')}.`
}

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

/**
 * Compares the table with the controllers of the project.
 *
 * @throws CommandError if no option names a folder of controllers, and there is none at its default place
 */
export async function findUnused(manifest: Manifest, project: Project): Promise<ControllerComparison> {
  const controllers = await readControllers(project)
  // If the option names the folder, every action is missing.
  if (controllers === null && project.options.controllers === null) {
    throw new CommandError(
      `There is no folder \`${path.relative(project.root, controllersFolder(project))}\`. ` +
        "Name the folder of your controllers in the Vite config: `turnout({ controllers: 'src/controllers' })`.",
    )
  }
  const { actionsWithPage } = await project.outcome()
  return compareControllers(manifest, controllers ?? new Map(), actionsWithPage)
}

/** Formats two tables: routes without an action, and actions without a route. */
function formatUnused(
  { unhandled, unused }: ControllerComparison,
  { width, style = plain }: Pick<RouteFormat, 'width' | 'style'>,
): string {
  const parts: string[] = []
  if (unhandled.length > 0) {
    const rows = unhandled.map(({ route, file }) => [
      ' ',
      verbOf(route),
      route.pattern,
      describeEndpoint(route),
      file === null ? 'no such controller' : 'no such action',
      describePlace(route),
    ])
    const columns: Column[] = [{}, { style: 'green' }, {}, { style: 'cyan' }, {}, { style: 'dim' }]
    parts.push(titled(count(unhandled.length, 'route has no action', 'routes have no action'), rows, columns))
  }
  if (unused.length > 0) {
    const rows = unused.map((action) => [' ', nameOfUnused(action), showLocation(action)])
    const title = count(unused.length, 'action is reached by no route', 'actions are reached by no route')
    parts.push(titled(title, rows, [{}, { style: 'cyan' }, { style: 'dim' }]))
  }
  if (parts.length === 0) return 'Every route has its action, and every action its route.'
  return parts.join('\n\n')

  function titled(title: string, rows: readonly (readonly string[])[], columns: readonly Column[]): string {
    return `${style('bold', `${title}:`)}\n${table(rows, columns, { width, style })}`
  }
}

function nameOfUnused({ controller, action }: UnusedAction): string {
  return action === null ? `${controller} (the whole controller)` : `${controller}#${action}`
}

function count(number: number, singular: string, plural: string): string {
  return `${number} ${number === 1 ? singular : plural}`
}
