// Converts a route to the automaton of the paths that it matches, for proofs.
import { paramsOf, type Param, type Segment } from '../pattern/pattern.ts'
import { positionAutomaton, type PositionAutomaton } from '../automata/position-automaton.ts'
import { withoutAssertions } from '../automata/required-expression.ts'
import { buildTaggedAutomaton } from '../automata/tagged-automaton.ts'
import { withinLimit } from '../automata/too-many-states.ts'
import { PATH_CHARS } from '../regexp/char-set.ts'
import {
  choice,
  contains,
  isAssertion,
  literal,
  NEVER,
  optional,
  plus,
  sequence,
  withoutEmpty,
  type Expression,
} from '../regexp/syntax.ts'
import {
  comparesTokens,
  isToken,
  mayJoinWords,
  requirementOn,
  type RoutePattern,
  treeOfParam,
} from './route-pattern.ts'

/** The paths that a route matches, as an automaton that reads the characters of canonical paths. */
export interface Language {
  /** Accepts at least every path that the route matches. */
  readonly automaton: PositionAutomaton
  /**
   * False if the automaton may accept other paths, too. There are two causes: a requirement has a lookaround, or Rails compares
   * whole tokens where two words can be adjacent.
   */
  readonly exact: boolean
}

/** A route with more states than this is left out of all proofs. */
const MAX_STATES = 6000

/**
 * Returns the language of a route, by the rules of Journey, the router in Rails (`Path::Pattern`, `GTG::Simulator`).
 * Returns null if the language is too large.
 */
export function languageOf(route: RoutePattern): Language | null {
  const automaton = withinLimit(() => positionAutomaton(buildTaggedAutomaton(expressionOf(route), MAX_STATES)))
  return automaton && { automaton, exact: isExact(route) }
}

/** The paths of a pattern, as an automaton that is built on first access. */
export class PathLanguage {
  readonly pattern: RoutePattern
  /** Undefined before the first access. */
  #language: Language | null | undefined

  constructor(pattern: RoutePattern) {
    this.pattern = pattern
  }

  /** A superset: accepts all paths of the pattern, perhaps more. Null if it is too large. */
  get upperBound(): PositionAutomaton | null {
    if (this.#language === undefined) this.#language = languageOf(this.pattern)
    return this.#language && this.#language.automaton
  }

  /** Exact: accepts the paths of the pattern and no others. Null if it is too large, or if only a superset is known. */
  get lowerBound(): PositionAutomaton | null {
    return this.upperBound && (this.#language!.exact ? this.upperBound : null)
  }
}

function isExact(route: RoutePattern): boolean {
  if (comparesTokens(route) && mayJoinWords(route.segments)) return false
  return !paramsOf(route.segments).some((param) => contains(treeOfParam(param, route), isAssertion))
}

const ANY_REMAINDER = optional(plus(PATH_CHARS))

function expressionOf(route: RoutePattern): Expression {
  const isTokenized = comparesTokens(route)
  const visit = (segment: Segment): Expression => {
    if (segment.kind === 'static') return literal(segment.text)
    if (segment.kind === 'optional') return optional(sequence(...segment.segments.map(visit)))
    return valuesOf(segment, route, isTokenized && segment.kind === 'param')
  }
  const body = sequence(...route.segments.map(visit))
  if (route.anchored) return body
  // `/` alone is the beginning of every path. Otherwise Journey: `UnanchoredRegexp`, `(?:\b|\Z|/)`.
  if (route.pattern === '/') return sequence(body, ANY_REMAINDER)
  const endOfPrefix = choice({ kind: 'assertion', at: 'word' }, { kind: 'assertion', at: 'end' }, literal('/'))
  return sequence(body, endOfPrefix, ANY_REMAINDER)
}

/**
 * Returns the values of a param.
 *
 * @param isOneToken true if Rails first reads the param as one token. Such a param is never empty, and a requirement that is a
 *   string then matches only if the string is one token
 */
function valuesOf(param: Param, route: RoutePattern, isOneToken: boolean): Expression {
  const requirement = requirementOn(param.name, route)
  if (typeof requirement === 'string' && isOneToken && !isToken(requirement)) return NEVER
  const values = withoutAssertions(treeOfParam(param, route))
  return isOneToken ? withoutEmpty(values) : values
}
