import { Diagnostics, type Severities } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { ClientRoutes } from '../client-routes.ts'
import { isApplication } from '../names/file-names.ts'
import { pagesOf, routesForPages, filesOf, type ControllerFile, type FolderContent } from './handler-files.ts'
import { actionNameOf, compareControllers, type UnusedAction } from './compare-controllers.ts'
import { MissingReports } from './missing-reports.ts'

/** The files of a project that handle requests. */
export interface HandlerFiles {
  readonly controllers: FolderContent
  readonly pages: FolderContent
}

/** How a project uses its controllers and pages. */
export interface HandlerSettings {
  readonly severities?: Severities
  /** The routes that may have pages. Default: all. */
  readonly clientRoutes?: ClientRoutes
  /** True if `dispatch` calls the controllers. Only then `reserved-action`, `no-guard` and `no-document` are reported. */
  readonly isServed?: boolean
  /** The file of the document of all pages, relative to the project root, if it does not exist. */
  readonly missingTemplate?: string | undefined
}

/**
 * Compares the table with the controllers and pages. A route that GET matches may have a page, an action or both. Reads no
 * files.
 *
 * An action may be exported by its own name, in camelCase (`sign_in` as `signIn`), or with a `_` at its end if the name is
 * a reserved word (`new_`, `delete_`). An export that begins with `_`, or is `default` or `middleware`, is not an action. A
 * page may also be exported in PascalCase.
 *
 * @returns `duplicate-module`, `no-controllers`, `unknown-controller`, `unknown-action`, `unused-controller`, `unused-action`,
 *   `reserved-action`, `no-guard`, `no-pages`, `unknown-page`, `no-document`
 */
export function checkControllers(
  manifest: Manifest,
  { controllers: controllersFolder, pages: pagesFolder }: HandlerFiles,
  { severities = {}, clientRoutes, isServed = false, missingTemplate }: HandlerSettings = {},
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  reportDuplicates(diagnostics, filesOf(controllersFolder))
  reportDuplicates(diagnostics, filesOf(pagesFolder))
  if (pagesFolder.kind === 'missing') diagnostics.report('no-pages', { folder: pagesFolder.folder }, () => null)
  const pageFiles = pagesFolder.kind === 'read' ? pagesFolder.files : null
  const pageCandidates = pageFiles === null ? [] : routesForPages(manifest, clientRoutes)
  const actionsWithPage = pageFiles === null ? new Set<string>() : pagesOf(pageCandidates, pageFiles)
  if (controllersFolder.kind === 'missing' && actionsWithPage.size === 0) {
    diagnostics.report('no-controllers', { folder: controllersFolder.folder }, () => null)
    return diagnostics.all
  }
  const missing = new MissingReports(diagnostics, pageFiles)
  if (controllersFolder.kind === 'unset') {
    for (const route of pageCandidates) {
      if (!actionsWithPage.has(actionNameOf(route))) missing.page(route, { orAction: false })
    }
    return diagnostics.all
  }
  // A project with pages needs no controllers.
  const controllers = filesOf(controllersFolder)
  if (isServed && actionsWithPage.size > 0 && missingTemplate !== undefined && !mayMakeDocument(controllers)) {
    diagnostics.report('no-document', { file: missingTemplate }, () => null)
  }
  const { unhandled, unused } = compareControllers(manifest, controllers, actionsWithPage)
  const mayHavePage = new Set(pageCandidates)
  for (const { route, file } of unhandled) {
    if (mayHavePage.has(route) && missing.hasPages(route.controller!)) missing.page(route, { orAction: true })
    else if (file === null) missing.controller(route, controllers, { orPages: mayHavePage.has(route) })
    else missing.addAction(route, file)
  }
  missing.reportActions()
  if (isServed) reportReserved(diagnostics, manifest, controllers)
  if (isServed) reportMissingGuards(diagnostics, controllers)
  reportUnused(diagnostics, isServed ? unused.filter((action) => !isOfApplication(action)) : unused)
  return diagnostics.all
}

/** Reports files with the same name in routes. The guard in one of them would not run. */
function reportDuplicates(diagnostics: Diagnostics, modules: ReadonlyMap<string, ControllerFile>): void {
  for (const [name, { file, duplicates = [] }] of modules) {
    if (duplicates.length === 0) continue
    const locator = () => ({ file: duplicates[0]!, line: 1, column: 1 })
    diagnostics.report('duplicate-module', { name, files: [file, ...duplicates] }, locator)
  }
}

/** True if the controller `application` exports the function `document`, or if its exports are unknown. */
function mayMakeDocument(controllers: ReadonlyMap<string, ControllerFile>): boolean {
  const application = controllers.get('application')
  if (application === undefined) return false
  return application.actions === null || application.actions.some(({ name }) => name === 'document')
}

/** Export names with another meaning in a controller: for `import()`, for `dispatch`, and for modules. */
const RESERVED = new Set(['then', 'middleware', 'default'])

/** Reports reserved names as actions. Reports an export `then` even without a route: awaiting the module would call it. */
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

/** Reports modules `application` of namespaces without a guard. A module whose exports are unknown is checked when it is loaded. */
function reportMissingGuards(diagnostics: Diagnostics, controllers: ReadonlyMap<string, ControllerFile>): void {
  for (const [controller, { file, actions }] of controllers) {
    if (controller === 'application' || !isApplication(controller)) continue
    if (actions === null || actions.some(({ name }) => name === 'use')) continue
    diagnostics.report('no-guard', { file, controller }, () => ({ file, line: 1, column: 1 }))
  }
}

/** Exports of the controller `application` that `dispatch` calls without a route. */
const APPLICATION_EXPORTS: ReadonlySet<string> = new Set(['document', 'notFound', 'onError'])

/** True if `dispatch` uses the controller or the export without a route. The middleware of `application` always runs. */
function isOfApplication({ controller, action }: UnusedAction): boolean {
  return controller === 'application' && (action === null || APPLICATION_EXPORTS.has(action))
}

function reportUnused(diagnostics: Diagnostics, unused: readonly UnusedAction[]): void {
  for (const { controller, action, file, line, column } of unused) {
    const locator = () => ({ file, line, column })
    if (action === null) diagnostics.report('unused-controller', { controller }, locator)
    else diagnostics.report('unused-action', { controller, action }, locator)
  }
}
