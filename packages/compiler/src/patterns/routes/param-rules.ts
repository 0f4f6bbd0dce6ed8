// Works out the values that each param of a route accepts, as expressions.
import { isRegExpSource, type Requirement } from '../requirement.ts'
import { isOneToken, requiredExpression, type RequirementForm } from '../automata/required-expression.ts'
import { has, PATH_CHARS } from '../regexp/char-set.ts'
import { escapeRegExp } from '../regexp/print.ts'
import { charsOf, mayBeEmpty, type Expression } from '../regexp/syntax.ts'
import { isToken, requirementOn, type RoutePattern, treeOfParam } from './route-pattern.ts'
import { paramItems, type Param } from '../pattern/pattern.ts'

/** The values that a param accepts. */
export interface ParamRule {
  /** The expressions for the param inside its pattern. */
  readonly forms: Readonly<Record<RequirementForm, Expression>>
  readonly requirement: Requirement | undefined
  /** Matches every accepted value, and possibly more if the requirement has lookarounds. */
  readonly expression: Expression
  readonly isGlob: boolean
  readonly mayBeEmpty: boolean
  /** Always one whole token: never empty, without slashes and dots. */
  readonly isToken: boolean
  /** True if the param never contains a slash, and its end does not depend on the path after it. */
  readonly isInSegment: boolean
}

/**
 * The rules of a route's params, in the order of its pattern. Params with the same name have the same requirement, but
 * without one, `:name` matches one token and `*name` any string.
 */
export type ParamRules = ReadonlyMap<Param, ParamRule>

/** @throws UnsupportedRegExp, TooManyStates */
export function paramRulesOf(route: RoutePattern): ParamRules {
  return new Map(paramItems(route.segments).map((param) => [param, ruleOf(param, route)]))
}

function ruleOf(param: Param, route: RoutePattern): ParamRule {
  const requirement = requirementOn(param.name, route)
  const required = requirement !== undefined && isRegExpSource(requirement) ? requiredExpression(requirement) : null
  const expression = required?.upperBound ?? treeOfParam(param, route)
  return {
    forms: required?.forms ?? formsOfStrings(expression, requirement),
    requirement,
    expression,
    isGlob: param.kind === 'glob',
    mayBeEmpty: mayBeEmpty(expression),
    isInSegment: !has(charsOf(expression), '/') && (required === null || !required.hasAssertions || required.looksBack),
    isToken: isOneToken(expression),
  }
}

/** For an array of strings, the form `longest` is a scanner, because the list may be long. */
function formsOfStrings(expression: Expression, requirement: Requirement | undefined): ParamRule['forms'] {
  if (!Array.isArray(requirement)) return { exact: expression, counted: expression, longest: expression }
  const source = requirement.map(escapeRegExp).join('|')
  return {
    exact: expression,
    counted: expression,
    get longest() {
      return requiredExpression({ source, flags: '' }).forms.longest
    },
  }
}

/** Returns the expression of a param independent of its position. */
export function positionlessExpression({ requirement, forms }: ParamRule, form: RequirementForm): Expression {
  if (requirement === undefined || !isRegExpSource(requirement)) return forms[form]
  return requiredExpression(requirement).hasAssertions ? forms.longest : forms[form]
}

/** True for a requirement that is a string of several tokens: `a.b`. */
export function isRefusedByTokens({ requirement }: ParamRule): boolean {
  return typeof requirement === 'string' && !isToken(requirement)
}

/** True if the expression is a loop over all path characters, with or without the empty string: `.+`, `.*?`. */
export function matchesAnyString(tree: Expression): boolean {
  if (tree.kind !== 'repeat' || tree.min > 1 || tree.max !== Infinity || tree.item.kind !== 'set') return false
  return (tree.item.set & PATH_CHARS) === PATH_CHARS
}

/**
 * Returns the order in which an expression finds the ends of its matches, if it is a loop over one set, possibly after
 * lookaheads and single characters. A lookahead at the start is the same for all ends.
 *
 *     [a-z]+       -> longest
 *     (?!x)a.*?    -> shortest
 *     (ab)+        -> null
 */
export function orderOfEnds(tree: Expression): 'longest' | 'shortest' | null {
  if (tree.kind === 'sequence') {
    const firstSetIndex = tree.items.findIndex(({ kind }) => kind !== 'look' && kind !== 'assertion')
    const lastItem = tree.items.at(-1)
    if (firstSetIndex < 0 || lastItem?.kind !== 'repeat') return null
    return tree.items.slice(firstSetIndex, -1).every(({ kind }) => kind === 'set') ? orderOfEnds(lastItem) : null
  }
  if (tree.kind !== 'repeat' || tree.item.kind !== 'set') return null
  return tree.greedy ? 'longest' : 'shortest'
}
