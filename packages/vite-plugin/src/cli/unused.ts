import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import {
  compareControllers,
  type ControllerComparison,
  type UnusedAction,
} from '@turnout/compiler/internal/checks/compare-controllers'
import type { RouteFormat } from '@turnout/compiler/internal/terminal/format-routes'
import { plain } from '@turnout/compiler/internal/terminal/style'
import { table, type Column } from '@turnout/compiler/internal/terminal/table'
import type { Project } from '../project/project.ts'
import { CommandError } from './command.ts'
import { controllersFolder, readControllers } from './project-controllers.ts'
import { describeEndpoint, describePlace, verbOf } from '@turnout/compiler/internal/manifest/print/describe'

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
export function formatUnused(
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
    const rows = unused.map((action) => [' ', nameOf(action), `${action.file}:${action.line}:${action.column}`])
    const title = count(unused.length, 'action is reached by no route', 'actions are reached by no route')
    parts.push(titled(title, rows, [{}, { style: 'cyan' }, { style: 'dim' }]))
  }
  if (parts.length === 0) return 'Every route has its action, and every action its route.'
  return parts.join('\n\n')

  function titled(title: string, rows: readonly (readonly string[])[], columns: readonly Column[]): string {
    return `${style('bold', `${title}:`)}\n${table(rows, columns, { width, style })}`
  }
}

function nameOf({ controller, action }: UnusedAction): string {
  return action === null ? `${controller} (the whole controller)` : `${controller}#${action}`
}

function count(number: number, singular: string, plural: string): string {
  return `${number} ${number === 1 ? singular : plural}`
}
