// Which routes have no action, and which actions have no route.
import { actionExportNames } from '@turnout/runtime'
import { getOrCreate } from '../collections.ts'
import type { Manifest, ManifestRoute } from '../manifest/manifest.ts'
import { isApplication } from '../names/file-names.ts'
import { isForGet, type ControllerFile } from './handler-files.ts'

/** The differences between a table and the controllers. */
export interface ControllerComparison {
  /** Routes without an action, with the file of their controller; null if there is no such file. */
  readonly unhandled: readonly { readonly route: ManifestRoute; readonly file: ControllerFile | null }[]
  /** Actions and controllers without a route. */
  readonly unused: readonly UnusedAction[]
}

/** An exported action without a route, and its location. If `action` is null, the entire controller is unused. */
export interface UnusedAction {
  readonly controller: string
  readonly action: string | null
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * Compares the table with the controllers, by the rules of `checkControllers`.
 *
 *     route        r.get('photos', { to: 'photos#index' })
 *     controller   export const show = …
 *     result       the route has no action, and `show` has no route
 *
 * @param controllers the controllers by their name in routes: `admin/photos`
 * @param actionsWithPage `controller#action` of the routes that have a page. A route of these needs no action if GET matches it
 */
export function compareControllers(
  manifest: Manifest,
  controllers: ReadonlyMap<string, ControllerFile>,
  actionsWithPage: ReadonlySet<string> = new Set(),
): ControllerComparison {
  const unhandled: { route: ManifestRoute; file: ControllerFile | null }[] = []
  const usedExports = new Map<string, Set<string>>()
  for (const route of manifest.routes) {
    const { controller, action } = route
    if (controller === null || action === null) continue
    const hasPage = actionsWithPage.has(actionNameOf(route)) && isForGet(route)
    const file = controllers.get(controller) ?? null
    if (file !== null) {
      const exports = getOrCreate(usedExports, controller, () => new Set<string>())
      for (const name of actionExportNames(action)) exports.add(name)
    }
    if (!hasPage && (file === null || !mayExport(file, action))) unhandled.push({ route, file })
  }
  const unused = Array.from(controllers, ([controller, file]) =>
    unusedActions(controller, file, usedExports.get(controller)),
  )
  return { unhandled, unused: unused.flat() }
}

/** Returns the name of a route's action: `admin/photos#index`. */
export function actionNameOf({ controller, action }: ManifestRoute): string {
  return `${controller}#${action}`
}

/** True for the name of an action. `default`, `middleware` and names that begin with `_` are settings of the controller. */
export function isAction(name: string): boolean {
  return name !== 'default' && name !== 'middleware' && !name.startsWith('_')
}

/** True if the file exports the action, or if its exports are unknown. */
function mayExport({ actions }: ControllerFile, action: string): boolean {
  return actions === null || actions.some(({ name }) => actionExportNames(action).includes(name))
}

/** @param usedExports the names by which the file can export the actions of routes; undefined if no route names the file */
function unusedActions(
  controller: string,
  { file, actions }: ControllerFile,
  usedExports: ReadonlySet<string> | undefined,
): UnusedAction[] {
  // `use` of `application` is the guard of all controllers in its folder.
  const isGuard = (name: string) => name === 'use' && isApplication(controller)
  const exportedActions = (actions ?? []).filter(({ name }) => isAction(name) && !isGuard(name))
  if (usedExports === undefined) {
    // A file `index` often only re-exports other modules.
    const isIndex = /(?:^|\/)index\.[^/]+$/.test(file)
    return isIndex || exportedActions.length === 0 ? [] : [{ controller, action: null, file, line: 1, column: 1 }]
  }
  return exportedActions
    .filter(({ name }) => !usedExports.has(name))
    .map(({ name, line, column }) => ({ controller, action: name, file, line: line ?? 1, column: column ?? 1 }))
}
