/**
 * Exports for the plugin and the tests, in addition to the public API. They may change with any version, so other packages
 * must not import them.
 */
export { clientManifest } from './client-routes.ts'
export { compileProject } from './compile.ts'
export { deepFreeze } from './phases/3-freeze/freeze.ts'
export type { CompileHost } from './compile.ts'
export { isMap, isRegExp } from './plain.ts'
export type { DrawAnswer, RouteFile } from './phases/1-evaluate/evaluate.ts'
export { checkControllers } from './checks/check-controllers.ts'
export { compareControllers, type ControllerComparison, type UnusedAction } from './checks/compare-controllers.ts'
export { filesOf, type ControllerAction, type ControllerFile, type FolderContent } from './checks/controller-file.ts'
export { isForGet, pagesOf, routesForPages, type PageFiles } from './checks/check-pages.ts'
export { checkLoadFiles } from './checks/check-load-files.ts'
export { checkHelpers } from './checks/check-helpers.ts'
export { checkPublicFiles, isClaimed, type PublicFile } from './checks/check-public-files.ts'
export { checkRouteFiles } from './checks/check-route-files.ts'
export { findUnreachableRoutes, type Finding } from './phases/4-analyse/find-unreachable-routes.ts'
export type { ExportedByRouteFile, Identify } from './phases/3-freeze/freeze.ts'
export { ACTIONS, actionLinks } from './names/action-links.ts'
export { quote } from './phases/5-emit/literal.ts'
export { pathOf as pathOfUrl } from './phases/5-emit/emit-custom-urls.ts'
export { moduleNames } from './phases/5-emit/emit-module.ts'
export {
  constantHelpers,
  emitActions,
  MANIFEST_FILE,
  writeOutput,
  type OutputSettings,
} from './phases/5-emit/outputs.ts'
export { helperRoute } from './phases/5-emit/helper-route.ts'
export { matchingFlags } from '@turnout/patterns'
export { directParameters, helperOverloads } from './phases/5-emit/emit-types.ts'
export { exportNames } from '@turnout/runtime'
export { isReservedWord } from './names/reserved-word.ts'
export { helperName } from './names/helper-name.ts'
export { loadKey, pageKey } from './names/page-key.ts'
export { snakeCase } from './names/snake-case.ts'
export type { ContractExports } from './phases/5-emit/contract-types.ts'
