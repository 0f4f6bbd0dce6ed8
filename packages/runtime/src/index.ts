export { path } from './build-path.ts'
export { isPromise } from './promise.ts'
export { exported, exportNames, pageNames } from './exported.ts'
export { required, ruled, skipping, type RuledRoute } from './route-rules.ts'
export { freeze } from './freeze.ts'
export { directPath, directUrl, madeBy, pathForModel, urlForModel, type Models } from './model.ts'
export type { NamedRoute, Param, PathOptions, QueryValue, UrlOptions } from './types.ts'
export { unpack } from './unpack.ts'
export { url } from './url.ts'
export { setUrlDefaults } from './url-defaults.ts'
export { automaton } from './automaton.ts'
export { guarded } from './guarded.ts'
export { segment, spans, type Span } from './spans.ts'
export { scanner, type Scanner, type ScannerState } from './scanner.ts'
export { conditional, defaults, endpoint, namespace, rest } from './answers.ts'
export { allowedMethodsInside, insideBase, matchAllInside, matchInside, readInside, redirectInside } from './base.ts'
export { canonicalPath, refusalOf } from './canonical-path.ts'
export { condition, requirement, wholeTokens, type AttributeReader, type RequestCondition } from './conditions.ts'
export { rareAttribute } from './rare-attribute.ts'
export { requestFormat } from './request-format.ts'
export { keepQuery, redirect, redirectBy, redirectTo, withOptions, withParams } from './redirect.ts'
export { afterRejection, constraints, type Constraint } from './constraints.ts'
export { extras } from './extras.ts'
export { programs } from './programs.ts'
export { answeredMethods, beforeHidden, hidden, withoutHidden } from './hidden.ts'
export { link } from './link.ts'
export { wholeKey } from './literals.ts'
export { openTable } from './open-table.ts'
export { openSmallTable } from './small-table.ts'
export { createSmallMatcher } from './careful-match.ts'
export { ENTRY_SIZE } from './route-table.ts'
export { otherParams, unescape } from './params.ts'
export { createMatcher } from './match.ts'
export { createMatchAll } from './match-all.ts'
export { createAllowedMethods } from './allowed-methods.ts'
export type {
  AllowedMethods,
  Candidates,
  Match,
  MatchAll,
  MatchRequest,
  Program,
  RequestAttributes,
  RequestLike,
  RouteMatch,
  WholeRequest,
} from './route-match.ts'
