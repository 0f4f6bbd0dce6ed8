/**
 * Path patterns and their requirements: how they are written, which paths they match, and how the matcher recognises them.
 * `@turnout/patterns/regexp` has the expressions and automata behind it. Our own packages use both; they may change with any
 * version.
 */

// Patterns: their text, and their segments.
export { escapePath, joinPath, normalizePath } from './pattern/join.ts'
export {
  countVariants,
  globNames,
  namelessMarks,
  paramNames,
  parsePattern,
  PatternError,
  type RailsVersion,
} from './pattern/parse.ts'
export type { Pattern, Segment } from './pattern/pattern.ts'
export { printPattern } from './pattern/print.ts'

// Requirements on params, and whether they are safe to run.
export { isLinear, isLinearSearch, asWholeMatch } from './automata/linear.ts'
export { isRegExpSource, matchingFlags, searchFlags, type RegExpSource, type Requirement } from './requirement.ts'
export { satisfies } from './routes/satisfies.ts'

// A route's pattern with its requirements, by Rails' rules.
export {
  defaultOf,
  formatOf,
  isAnything,
  isByToken,
  isToken,
  mayEndWithFormat,
  mayJoinWords,
  paramsOf,
  requirementOn,
  type Param,
  type RoutePattern,
} from './routes/route-pattern.ts'

// The paths that a route matches: as a set, as a sample, and in common with other routes.
export { matchesPath } from './automata/inclusion.ts'
export { commonPath, coveredBy } from './automata/overlap.ts'
export { Candidates } from './routes/candidates.ts'
export { languageOf, type Bound, type Language } from './routes/language.ts'
export { keysOf, REST, sampleOf, WILD, type Key, type Sample } from './routes/path-keys.ts'
export { plainMatches, plainPath, plainPattern, takesAll, type PlainPattern } from './routes/plain-pattern.ts'
export { samplePath, sampleText } from './routes/sample.ts'

// The plan by which the matcher recognises a route.
export { capturesOf, type PlanStep, type Variant } from './routes/plan.ts'
export { REST_NAME, type PlanProgram } from './routes/plan-programs.ts'
export { planRoute } from './routes/plan-route.ts'
