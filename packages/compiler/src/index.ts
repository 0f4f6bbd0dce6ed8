/** The public API of the compiler: route files in, manifest and modules out. It knows nothing of Vite. */
export { compileProject } from './compile.ts'
export type { Compilation, CompileHost, CompileOptions, CompileRoutesOptions } from './compile.ts'
export { compileRoutes, type CompiledRoutes } from './compile-routes.ts'
export { catalog, type CatalogEntry, type DiagnosticCode, type Severity } from './diagnostics/catalog.ts'
export type { Severities } from './diagnostics/collector.ts'
export { describeError } from './describe.ts'
export { nearest } from './diagnostics/nearest.ts'
export type { Diagnostic, Occurrence, RelatedLocation } from './diagnostics/diagnostic.ts'
export { codeFrame, formatDiagnostic, pageOf } from './diagnostics/format.ts'
export { diffManifests } from './diff.ts'
export type {
  ChangedRoute,
  HelperBreak,
  ManifestDiff,
  RemovedRoute,
  RequestBreak,
  RequestProof,
  RouteField,
} from './diff.ts'
export { explainRequest, routeMatches, type Answer, type Candidate, type Explanation, type Miss } from './explain.ts'
export type { Location } from './location.ts'
export * from './manifest.ts'
export type { Pattern, Segment } from './pattern/pattern.ts'
export type { CallSite } from './phases/1-evaluate/call-site.ts'
export type { DrawAnswer, RouteFile } from './phases/1-evaluate/evaluate.ts'
export type { InflectionRules, Inflections } from './phases/2-expand/inflect.ts'
export type { HelperStyle } from './phases/4-analyse/analyse.ts'
export { checkControllers, checkHelpers, checkRouteFiles, compareControllers } from './phases/4-analyse/check-files.ts'
export type {
  ControllerAction,
  ControllerComparison,
  ControllerFile,
  UnusedAction,
} from './phases/4-analyse/check-files.ts'
export { printManifest, type ExportedByRouteFile, type Identify } from './phases/3-freeze/freeze.ts'
export { emitModule, type EmittedText, type ModuleOptions } from './phases/5-emit/emit-module.ts'
export { emitTypes } from './phases/5-emit/emit-types.ts'
export { helperName } from './names/helper-name.ts'
