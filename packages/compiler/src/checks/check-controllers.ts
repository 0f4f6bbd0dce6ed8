import { exportNames } from '@turnout/runtime'
import { messageOf } from '../diagnostics/catalog.ts'
import { Diagnostics, type Severities } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { nearest } from '../diagnostics/nearest.ts'
import type { Manifest, ManifestRoute } from '../manifest.ts'
import type { ClientRoutes } from '../client-routes.ts'
import { filesOf, type ControllerFile, type FolderContent } from './controller-file.ts'
import { controllersOfPages, isForGet, pagesOf, routesForPages, type PageFiles } from './check-pages.ts'

/** The files of a project that handle requests. */
export interface AnsweringFiles {
  readonly controllers: FolderContent
  readonly pages: FolderContent
}

/** How a project has its controllers and pages. */
export interface AnsweringSettings {
  readonly severities?: Severities
  /** Which routes have pages; left out, all. */
  readonly clientRoutes?: ClientRoutes
  /** The controllers are called by `dispatch`: also `reserved-action`. */
  readonly isServed?: boolean
  /** The file of the document of all pages, relative to the project root, if it does not exist: `no-document`. */
  readonly missingTemplate?: string | undefined
}

/**
 * Compares the table with the controllers and pages that there are: `no-controllers`, `unknown-controller`,
 * `unknown-action`, `unused-controller`, `unused-action`, `reserved-action`, `no-pages`, `unknown-page`, `no-document`. A route that GET matches may have
 * a page, an action or both. Pure: whoever has the files reads them, statically.
 *
 * An action may be exported by its own name, in camelCase (`sign_in` as `signIn`), or with a `_` at its end where
 * the name is a reserved word (`new_`, `delete_`). An export that begins with `_`, or is `default` or `middleware`, is
 * not an action. A page may also be exported in PascalCase.
 */
export function checkControllers(
  manifest: Manifest,
  { controllers: controllersFolder, pages: pagesFolder }: AnsweringFiles,
  { severities = {}, clientRoutes, isServed = false, missingTemplate }: AnsweringSettings = {},
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  if (pagesFolder.kind === 'missing') diagnostics.report('no-pages', { folder: pagesFolder.folder }, () => null)
  const pageFiles = pagesFolder.kind === 'read' ? pagesFolder.files : null
  const routes = pageFiles === null ? [] : routesForPages(manifest, clientRoutes)
  const actionsWithPage = pageFiles === null ? new Set<string>() : pagesOf(routes, pageFiles)
  if (controllersFolder.kind === 'missing' && actionsWithPage.size === 0) {
    diagnostics.report('no-controllers', { folder: controllersFolder.folder }, () => null)
    return diagnostics.all
  }
  const reporter = missingReporter(diagnostics, pageFiles)
  if (controllersFolder.kind === 'unset') {
    for (const route of routes) if (!actionsWithPage.has(nameOf(route))) reporter.page(route, false)
    return diagnostics.all
  }
  // A project with pages needs no controllers.
  const controllers = filesOf(controllersFolder)
  if (isServed && actionsWithPage.size > 0 && missingTemplate !== undefined && !hasDocument(controllers)) {
    diagnostics.report('no-document', { file: missingTemplate }, () => null)
  }
  const { unanswered, unused } = compareControllers(manifest, controllers, actionsWithPage)
  const mayHavePage = new Set(routes)
  for (const { route, file } of unanswered) {
    if (mayHavePage.has(route) && reporter.hasPages(route.controller!)) reporter.page(route, true)
    else if (file === null) reporter.controller(route, controllers, mayHavePage.has(route))
    else reporter.action(route, file)
  }
  reporter.flush()
  if (isServed) reportReserved(diagnostics, manifest, controllers)
  for (const { controller, action, file, line, column } of unused) {
    // Its middleware is around everything, and `dispatch` calls some of its exports.
    if (isServed && controller === 'application' && (action === null || APPLICATION_EXPORTS.has(action))) continue
    const locator = () => ({ file, line, column })
    if (action === null) {
      diagnostics.report('unused-controller', { controller }, locator)
    } else {
      diagnostics.report('unused-action', { controller, action }, locator)
    }
  }
  return diagnostics.all
}

/** Exports of the controller `application` that are no actions. */
const APPLICATION_EXPORTS: ReadonlySet<string> = new Set(['document', 'notFound', 'onError'])

/** True if the application makes the documents of its pages, or may. */
function hasDocument(controllers: ReadonlyMap<string, ControllerFile>): boolean {
  const application = controllers.get('application')
  return application !== undefined && (application.actions?.some(({ name }) => name === 'document') ?? true)
}

/** Reports routes whose controller, action or page is missing. */
function missingReporter(diagnostics: Diagnostics, pages: PageFiles | null) {
  const withPages = pages === null ? new Set<string>() : controllersOfPages(pages)
  /** Routes without their actions, by their file and call: one call of `resources` makes many. */
  const missingActions = new Map<string, { readonly controller: ControllerFile; readonly routes: ManifestRoute[] }>()
  return {
    hasPages: (controller: string) => withPages.has(controller),
    page(route: ManifestRoute, orAction: boolean): void {
      const { controller, action, location } = route
      const locator = () => location
      if (!withPages.has(controller!)) {
        const suggestion = nearest(controller!, [...withPages])
        return diagnostics.report('unknown-page', { page: controller!, route: null, suggestion, orAction }, locator)
      }
      const names = (pages!.get(controller!)?.actions ?? []).map(({ name }) => name)
      const suggestion = nearest(action!, names)
      diagnostics.report('unknown-page', { page: nameOf(route), route: describe(route), suggestion, orAction }, locator)
    },
    controller(
      { controller, location }: ManifestRoute,
      controllers: ReadonlyMap<string, ControllerFile>,
      orPages: boolean,
    ): void {
      const suggestion = nearest(controller!, [...new Set([...controllers.keys(), ...(orPages ? withPages : [])])])
      diagnostics.report('unknown-controller', { controller: controller!, suggestion, orPages }, () => location)
    },
    action(route: ManifestRoute, controller: ControllerFile): void {
      const { line, column, file } = route.location ?? { file: route.pattern, line: 0, column: route.action }
      const call = `${controller.file}\0${file}:${line}:${column}`
      const missing = missingActions.get(call)
      if (missing === undefined) missingActions.set(call, { controller, routes: [route] })
      else missing.routes.push(route)
    },
    /** Reports the missing actions of each call as one problem. */
    flush(): void {
      for (const { controller, routes } of missingActions.values()) {
        const { file } = controller
        const [route] = routes as [ManifestRoute]
        const names = (controller.actions ?? []).map(({ name }) => name).filter(isAction)
        const actions = [...new Set(routes.map(({ action }) => action!))]
        const [action, ...others] = actions as [string, ...string[]]
        const args = { file, action, route: describe(route), suggestion: nearest(action, names), others }
        const occurrences = routes.map((missing) => ({
          message: messageOf('unknown-action', {
            file,
            action: missing.action!,
            route: describe(missing),
            suggestion: nearest(missing.action!, names),
            others: [],
          }),
          location: missing.location,
        }))
        diagnostics.report('unknown-action', args, () => route.location, routes.length > 1 ? { occurrences } : {})
      }
    },
  }
}

const nameOf = ({ controller, action }: ManifestRoute): string => `${controller}#${action}`

/** Export names with another meaning in a controller: for `import()`, for `dispatch`, and for modules. */
const RESERVED = new Set(['then', 'middleware', 'default'])

/** Reports an export `then` even without a route, because awaiting the module would call it. */
function reportReserved(
  diagnostics: Diagnostics,
  { routes }: Manifest,
  controllers: ReadonlyMap<string, ControllerFile>,
): void {
  for (const { controller, action, location } of routes) {
    if (controller === null || action === null || !RESERVED.has(action)) continue
    diagnostics.report('reserved-action', { controller, action }, () => location)
  }
  for (const [controller, { file, actions }] of controllers) {
    const then = actions?.find(({ name }) => name === 'then')
    if (then === undefined) continue
    const locator = () => ({ file, line: then.line ?? 1, column: then.column ?? 1 })
    diagnostics.report('reserved-action', { controller, action: 'then' }, locator)
  }
}

/** The differences between a table and the controllers. */
export interface ControllerComparison {
  /** Routes that have no action, with the file of their controller; null where there is none. */
  readonly unanswered: readonly { readonly route: ManifestRoute; readonly file: ControllerFile | null }[]
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
 * Compares the table with the controllers that there are, by the rules of `checkControllers`.
 *
 * @param controllers by the name that routes know them by
 * @param actionsWithPage `controller#action` of the routes that have a page: those that GET matches need no action
 */
export function compareControllers(
  manifest: Manifest,
  controllers: ReadonlyMap<string, ControllerFile>,
  actionsWithPage: ReadonlySet<string> = new Set(),
): ControllerComparison {
  const unanswered: { route: ManifestRoute; file: ControllerFile | null }[] = []
  const reached = new Map<string, Set<string>>()
  for (const route of manifest.routes) {
    const { controller, action } = route
    if (controller === null || action === null) continue
    const hasPage = actionsWithPage.has(nameOf(route)) && isForGet(route)
    const file = controllers.get(controller)
    if (file === undefined) {
      if (!hasPage) unanswered.push({ route, file: null })
      continue
    }
    let actions = reached.get(controller)
    if (actions === undefined) reached.set(controller, (actions = new Set()))
    for (const name of exportNames(action)) actions.add(name)
    if (hasPage || file.actions === null || file.actions.some(({ name }) => exportNames(action).includes(name)))
      continue
    unanswered.push({ route, file })
  }
  const unused: UnusedAction[] = []
  for (const [controller, { file, actions }] of controllers) {
    const usedActions = reached.get(controller)
    if (usedActions === undefined) {
      // A folder's `index` is as likely not to be a controller at all.
      if (/(?:^|\/)index\.[^/]+$/.test(file) || !(actions ?? []).some(({ name }) => isAction(name))) continue
      unused.push({ controller, action: null, file, line: 1, column: 1 })
      continue
    }
    for (const { name, line, column } of actions ?? []) {
      if (!isAction(name) || usedActions.has(name)) continue
      unused.push({ controller, action: name, file, line: line ?? 1, column: column ?? 1 })
    }
  }
  return { unanswered, unused }
}

function isAction(name: string): boolean {
  return name !== 'default' && name !== 'middleware' && !name.startsWith('_')
}

function describe({ verbs, pattern }: ManifestRoute): string {
  return `${verbs.length === 0 ? 'any verb' : verbs.join('|')} ${pattern}`
}
