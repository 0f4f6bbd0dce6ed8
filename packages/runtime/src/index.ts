export { path } from './build-path.ts'
export { freeze } from './freeze.ts'
export { pathForModel, urlForModel, type Models } from './model.ts'
export type { NamedRoute, Param, PathOptions, QueryValue, UrlOptions } from './types.ts'
export { url } from './url.ts'
export { automaton, expression } from './automaton.ts'
export { defaults, endpoint, redirect, rest } from './answers.ts'
export { canonicalPath } from './canonical-path.ts'
export { automatonRequirement, condition, requirement } from './conditions.ts'
export { requestFormat } from './request-format.ts'
export {
  createMatcher,
  type Constraint,
  type Match,
  type MatchRequest,
  type RequestAttributes,
  type RouteMatch,
} from './match.ts'
