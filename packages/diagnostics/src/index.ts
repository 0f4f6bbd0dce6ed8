/**
 * Problems in route files: the catalogue of codes, the collector of a compilation, and how problems are printed. Our own
 * packages use it; it may change with any version.
 */

// The catalogue: severity, reason, fix and message of each code.
export {
  catalog,
  messageOf,
  type CatalogEntry,
  type DiagnosticCode,
  type MessageArgs,
  type Severity,
} from './catalog.ts'

// Diagnostics: one at a time, and those of a compilation.
export { Diagnostics, Rejection, type Finding, type Locator, type Severities } from './collector.ts'
export type { Diagnostic, Occurrence, RelatedLocation } from './diagnostic.ts'
export type { CallSite, Location } from './location.ts'
export { makeDiagnostic, makeError } from './make-diagnostic.ts'
export { traceOf } from './trace.ts'

// Words: values, names, lists, suggestions.
export { describeError, describeValue, isError, textFrom } from './describe.ts'
export { didYouMean } from './did-you-mean.ts'
export { editDistance, nearest } from './nearest.ts'
export { listNames, listSome, shorten } from './text.ts'

// Diagnostics in terminals and logs, with the source.
export { codeFrame, formatDiagnostic, pageOf } from './format.ts'
export { displayWidth, fittingLength } from './display-width.ts'
export { printable, printableLine } from './printable.ts'
export { readOnce, SourceText, type ReadSource } from './source-text.ts'
