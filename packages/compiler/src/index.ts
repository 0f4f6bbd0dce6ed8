/**
 * The public API of the compiler: declarations in; manifest, modules and diagnostics out. It knows nothing of Vite and
 * reads no files.
 */
export type { Block, Compilation, CompileOptions, CompileRoutesOptions } from './compile.ts'
export type { ClientRoutes } from './client-routes.ts'
export { compileRoutes, type CompiledRoutes } from './compile-routes.ts'
export type { InflectionRules, Inflections } from './phases/2-expand/inflect.ts'
export type { HelperStyle } from './names/helper-name.ts'
export {
  catalog,
  codeFrame,
  formatDiagnostic,
  readOnce,
  SourceText,
  type CallSite,
  type CatalogEntry,
  type Diagnostic,
  type DiagnosticCode,
  type Occurrence,
  type ReadSource,
  type RelatedLocation,
  type Severities,
  type Severity,
} from '@turnout/diagnostics'
export {
  BY_NAME,
  MANIFEST_VERSION,
  RAILS_SERVER,
  ROUTE_FIELDS,
  callableUses,
  diffManifests,
  explainRequest,
  guardsOf,
  isRegExpSource,
  printManifest,
  suggestRequests,
  withoutGuards,
  type Answer,
  type CallableReference,
  type CallableUse,
  type Candidate,
  type ChangedRoute,
  type Condition,
  type Endpoint,
  type Explanation,
  type HelperBreak,
  type Json,
  type Location,
  type Manifest,
  type ManifestDiff,
  type ManifestDirect,
  type ManifestResolve,
  type ManifestRoute,
  type MappedCallable,
  type MappedRoute,
  type Miss,
  type Pattern,
  type RedirectEndpoint,
  type RegExpSource,
  type RemovedRoute,
  type RequestBreak,
  type RequestProof,
  type Requirement,
  type RouteField,
  type Segment,
  type Suggestion,
} from '@turnout/manifest'
