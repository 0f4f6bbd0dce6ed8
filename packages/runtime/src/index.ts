// What emitted modules and the compiler import from the runtime. Functions such as `path`, `routeFunctions` and `automaton` create the
// functions that an emitted module calls for each request or link.
export { path } from './build-path.ts'
export { handleIfPromise } from './promise.ts'
export { findExport, actionExportNames, pageExportNames } from './export-names.ts'
export { checkRequirements, patternRoute, patternRouteSkippingOptionals, type PatternRoute } from './pattern-route.ts'
export { directPath, directUrl, urlBuilder, pathForModel, urlForModel, type Models } from './model.ts'
export type { NamedRoute, Param, PathOptions, QueryValue, UrlOptions } from './types.ts'
export { url, link } from './url.ts'
export { setUrlDefaults } from './url-defaults.ts'
export { automaton } from './automaton.ts'
export { withScanners } from './with-scanners.ts'
export { segment, spans, type Span } from './spans.ts'
export { scanner, type Scanner, type ScannerState } from './scanner.ts'
export { conditionalStep, defaultsStep, endpointStep, namespaceStep, restStep } from './match-steps.ts'
export {
  allowedMethodsUnderBase,
  withoutBase,
  matchAllUnderBase,
  matchUnderBase,
  attributeUnderBase,
  redirectUnderBase,
} from './base.ts'
export { canonicalPath, refusalOf } from './canonical-path.ts'
export {
  conditionTest,
  requirementTest,
  tokensTest,
  type AttributeReader,
  type RequestCondition,
} from './conditions.ts'
export { rareAttribute } from './rare-attribute.ts'
export { requestFormat } from './request-format.ts'
export { keepQuery, redirect, redirectBy, redirectTo, withOptions, withParams } from './redirect.ts'
export { searchAfterRejection, constraints, type Constraint } from './constraints.ts'
export { routeFunctions } from './route-functions.ts'
export { programs } from './programs.ts'
export { allowedMethodsWithoutHidden, matchAllWithoutHidden, hiddenStep, matchWithoutHidden } from './hidden-routes.ts'
export { fullLiteralKey } from './literals.ts'
export { openTable } from './open-table.ts'
export { openSmallTable } from './small-table.ts'
export { createSmallMatcher } from './match-by-search.ts'
export { ENTRY_SIZE } from './route-table.ts'
export * from './automaton.ts'
export * from './scanner.ts'
export * from './route-table.ts'
export { genericParams, decodeParam } from './params.ts'
export { createMatcher } from './match.ts'
export { createMatchAll } from './match-all.ts'
export { COMMON_METHODS, createAllowedMethods } from './allowed-methods.ts'
export type {
  AllowedMethods,
  Candidates,
  Match,
  MatchAll,
  MatchRequest,
  RunProgram,
  RequestAttributes,
  RequestLike,
  RouteMatch,
  WholeRequest,
} from './route-match.ts'
