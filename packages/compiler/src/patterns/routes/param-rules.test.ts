import { describe, expect, test } from 'vitest'
import { matchesPath } from '../automata/inclusion.ts'
import { positionAutomaton } from '../automata/position-automaton.ts'
import { buildTaggedAutomaton } from '../automata/tagged-automaton.ts'
import { parsePattern } from '../pattern/parse.ts'
import { parseRegExp } from '../regexp/parse.ts'
import type { Expression } from '../regexp/syntax.ts'
import type { Requirement } from '../requirement.ts'
import {
  isRefusedByTokens,
  orderOfEnds,
  paramRulesOf,
  positionlessExpression,
  matchesAnyString,
} from './param-rules.ts'

const source = (expression: RegExp) => ({ source: expression.source, flags: expression.flags })
const treeOf = (expression: RegExp) => parseRegExp(expression.source, expression.flags)

/** The rule of the param of a pattern with one param. */
function ruleOf(requirement?: Requirement, pattern = '/:id') {
  const requirements = requirement === undefined ? {} : { id: requirement }
  const rules = paramRulesOf({ pattern, segments: parsePattern(pattern, '8.1'), requirements, anchored: true })
  const [[param, rule] = [], ...others] = rules
  expect([param?.name, others]).toEqual(['id', []])
  return rule!
}

test.each<[RegExp, boolean]>([
  [/.+/, true],
  [/.*/, true],
  [/.+?/, true],
  [/[^]*/, true],
  [/[!-~]+/, true],
  [/.{2,}/, false],
  [/.{1,9}/, false],
  [/[^/]+/, false],
  [/(?:ab)+/, false],
  [/./, false],
  [/.+a/, false],
])('whether %s takes all: %j', (expression, isAll) => {
  expect(matchesAnyString(treeOf(expression))).toBe(isAll)
})

test.each<[RegExp, 'longest' | 'shortest' | null]>([
  [/[a-z]+/, 'longest'],
  [/[a-z]{2,3}?/, 'shortest'],
  [/(?!x)a.*?/, 'shortest'],
  [/(?!x)\b.*/, 'longest'],
  [/a.+/, 'longest'],
  [/ab/, null],
  [/a/, null],
  [/(?:ab)+/, null],
  [/(?:ab)+c+/, null],
  [/a*b*/, null],
  [/a+b/, null],
  [/(?!a)/, null],
  [/\b(?=a)/, null],
  [/a(?!b)c+/, null],
  [/a|b/, null],
])('the order of the ends of %s is %j', (expression, order) => {
  expect(orderOfEnds(treeOf(expression))).toBe(order)
})

test.each<[string, Requirement | undefined, { mayBeEmpty: boolean; isToken: boolean; isInSegment: boolean }]>([
  ['/:id', undefined, { mayBeEmpty: false, isToken: true, isInSegment: true }],
  ['/*id', undefined, { mayBeEmpty: false, isToken: false, isInSegment: false }],
  ['/:id', source(/\d+/), { mayBeEmpty: false, isToken: true, isInSegment: true }],
  ['/:id', source(/\d*/), { mayBeEmpty: true, isToken: false, isInSegment: true }],
  ['/:id', source(/[^/]+/), { mayBeEmpty: false, isToken: false, isInSegment: true }],
  ['/:id', source(/.+/), { mayBeEmpty: false, isToken: false, isInSegment: false }],
  // The end of a value may depend on the path after it, unless the complete value is tested.
  ['/:id', source(/[a-z]+(?!\d)/), { mayBeEmpty: false, isToken: true, isInSegment: false }],
  ['/:id', source(/(?<!a)[a-z]+/), { mayBeEmpty: false, isToken: true, isInSegment: true }],
  ['/:id', 'a', { mayBeEmpty: false, isToken: true, isInSegment: true }],
  ['/:id', 'a.b', { mayBeEmpty: false, isToken: false, isInSegment: true }],
  ['/:id', 'a/b', { mayBeEmpty: false, isToken: false, isInSegment: false }],
  ['/:id', ['a', ''], { mayBeEmpty: true, isToken: false, isInSegment: true }],
])('%s with the requirement %j', (pattern, requirement, properties) => {
  expect(ruleOf(requirement, pattern)).toMatchObject({ ...properties, isGlob: pattern.includes('*'), requirement })
})

test('the tokens refuse only a string of several tokens', () => {
  expect(isRefusedByTokens(ruleOf('a.b'))).toBe(true)
  expect(isRefusedByTokens(ruleOf('a'))).toBe(false)
  expect(isRefusedByTokens(ruleOf(['a.b']))).toBe(false)
  expect(isRefusedByTokens(ruleOf(source(/a\.b/)))).toBe(false)
  expect(isRefusedByTokens(ruleOf())).toBe(false)
})

describe('the expression of a param independent of its position', () => {
  /** The paths that begin with a slash and continue with the expression. */
  function pathsOf(expression: Expression): readonly string[] {
    const path = { kind: 'sequence', items: [parseRegExp('/', ''), expression] } as const
    const automaton = positionAutomaton(buildTaggedAutomaton(path))
    return ['/a', '/b', '/ab', '/a.b'].filter((path) => matchesPath(automaton, path))
  }

  test('is that of the form without lookarounds', () => {
    const rule = ruleOf(source(/a|ab/))
    expect(positionlessExpression(rule, 'exact')).toBe(rule.forms.exact)
    expect(pathsOf(rule.forms.exact)).toEqual(['/a', '/ab'])
  })

  test('is tested as a complete string with lookarounds', () => {
    const rule = ruleOf(source(/[ab]+(?!b)/))
    expect(positionlessExpression(rule, 'exact')).toBe(rule.forms.longest)
    expect(rule.forms.longest).toMatchObject({ kind: 'scanned', requirement: source(/[ab]+(?!b)/) })
  })

  test('lists the strings, or is one scanned expression for many strings', () => {
    const rule = ruleOf(['a', 'a.b'])
    expect(positionlessExpression(rule, 'exact')).toBe(rule.forms.exact)
    expect(pathsOf(rule.forms.exact)).toEqual(['/a', '/a.b'])
    expect(rule.forms.longest).toMatchObject({ kind: 'scanned', requirement: { source: 'a|a\\.b', flags: '' } })
    const single = ruleOf('a')
    expect(single.forms.longest).toBe(single.forms.exact)
  })
})
