/**
 * The public API of the compiler: declarations in; manifest, modules and diagnostics out. It knows nothing of Vite and
 * reads no files.
 */
export {
  type Block,
  type Compilation,
  type CompileOptions,
  type CompileRoutesOptions,
  compileRoutes,
  type CompiledRoutes,
} from './compile.ts'
export type { ClientRoutes } from './client-routes.ts'
export type { InflectionRules, Inflections } from './phases/2-expand/inflect.ts'
export type { HelperStyle } from './names/helper-name.ts'
export { catalog, type CatalogEntry, type DiagnosticCode, type Severity } from './diagnostics/catalog.ts'
export { codeFrame, formatDiagnostic } from './diagnostics/format.ts'
export { readOnce, SourceText, type ReadSource } from './diagnostics/source-text.ts'
export type { CallSite } from './diagnostics/location.ts'
export type { Diagnostic, Occurrence, RelatedLocation } from './diagnostics/diagnostic.ts'
export type { Severities } from './diagnostics/collector.ts'
export {
  BY_NAME,
  MANIFEST_VERSION,
  RAILS_SERVER,
  ROUTE_FIELDS,
  callableUses,
  guardsOf,
  isRegExpSource,
  withoutGuards,
  type CallableReference,
  type CallableUse,
  type Condition,
  type Endpoint,
  type Json,
  type Location,
  type Manifest,
  type ManifestDirect,
  type ManifestResolve,
  type ManifestRoute,
  type MappedCallable,
  type MappedRoute,
  type Pattern,
  type RedirectEndpoint,
  type RegExpSource,
  type Requirement,
  type Segment,
  printManifest,
} from './manifest/manifest.ts'
export {
  diffManifests,
  type ChangedRoute,
  type HelperBreak,
  type ManifestDiff,
  type RemovedRoute,
  type RequestBreak,
  type RequestProof,
  type RouteField,
} from './manifest/diff.ts'
export { explainRequest, type Answer, type Candidate, type Explanation, type Miss } from './manifest/explain.ts'
export { suggestRequests, type Suggestion } from './manifest/explain/suggest.ts'
