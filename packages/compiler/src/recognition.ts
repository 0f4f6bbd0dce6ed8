/**
 * `@turnout/compiler/recognition`: what a pattern and its requirements match, for packages that translate routes. It may
 * change with any version, as `internal` may.
 */
export { guardsOf, RAILS_SERVER } from './manifest.ts'
export { joinPath } from './pattern/join.ts'
export { globNames, paramNames, type RailsVersion } from './pattern/parse.ts'
export { printPattern } from './pattern/print.ts'
export { Candidates } from './recognition/candidates.ts'
export { commonPath, type CommonPath } from './recognition/overlap.ts'
export { REST, WILD } from './recognition/path-keys.ts'
export { PositionBuilder, type PositionAutomaton } from './recognition/position-automaton.ts'
export { has } from './recognition/regexp/char-set.ts'
export { parseRegExp } from './recognition/regexp/parse.ts'
export { printRegExp } from './recognition/regexp/print.ts'
export {
  alphabet,
  choice,
  contains,
  isAssertion,
  isBackreference,
  nullable,
  text,
  withoutEmpty,
  type RegExpTree,
} from './recognition/regexp/syntax.ts'
export { isOneToken } from './recognition/required-expression.ts'
export {
  defaultOf,
  formatOf,
  hasAdjacentParams,
  isAnything,
  isByToken,
  isToken,
  paramsOf,
  requirementOn,
  type Param,
} from './recognition/route-pattern.ts'
export { withinLimit } from './recognition/too-many-states.ts'
