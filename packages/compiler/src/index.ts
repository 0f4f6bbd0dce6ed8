/**
 * The public API of the compiler: declarations in; manifest, modules and diagnostics out. It knows nothing of Vite and
 * reads no files.
 */
export type { Block, Compilation, CompileOptions, CompileRoutesOptions } from './compile.ts'
export type { ClientRoutes } from './client-routes.ts'
export { compileRoutes, type CompiledRoutes } from './compile-routes.ts'
export { catalog, type CatalogEntry, type DiagnosticCode, type Severity } from './diagnostics/catalog.ts'
export type { Severities } from './diagnostics/collector.ts'
export type { Diagnostic, Occurrence, RelatedLocation } from './diagnostics/diagnostic.ts'
export { codeFrame, formatDiagnostic } from './diagnostics/format.ts'
export { readOnce, SourceText, type ReadSource } from './diagnostics/source-text.ts'
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
export { explainRequest, type Answer, type Candidate, type Explanation, type Miss } from './explain.ts'
export { suggestRequests, type Suggestion } from './explain/suggest.ts'
export type { CallSite } from './location.ts'
export * from './manifest.ts'
export type { InflectionRules, Inflections } from './phases/2-expand/inflect.ts'
export type { HelperStyle } from './names/helper-name.ts'
export { printManifest } from './phases/5-emit/print-manifest.ts'
