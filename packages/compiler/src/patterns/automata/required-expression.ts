// Prepares the tree of a requirement for the automata of canonical paths.
import { DOT_CHARS, has } from '../regexp/char-set.ts'
import { treeOf } from '../regexp/parse.ts'
import {
  charsOf,
  choice,
  contains,
  isAssertion,
  looksBack,
  matchesEmptyString,
  mayBeEmpty,
  type Expression,
  type ScannedExpression,
  type RegExpTree,
} from '../regexp/syntax.ts'
import { oncePerRequirement } from '../once-per-requirement.ts'

/** A requirement as automata for canonical paths are built from it. */
export interface RequiredExpression {
  /** A superset: matches every string that the requirement matches, and possibly more if the requirement has assertions. */
  readonly upperBound: RegExpTree
  /** True if the requirement has assertions. */
  readonly hasAssertions: boolean
  /** True if some of its assertions test preceding characters. */
  readonly looksBack: boolean
  /** Each form matches exactly the strings that the requirement matches. */
  readonly forms: Readonly<Record<RequirementForm, Expression>>
}

/**
 * The ways to build a requirement into the automaton of a route, best first:
 *
 * - `exact`: as states. With assertions, a scanner also tests each match of the states.
 * - `counted`: as `exact`, but `{0,500}` becomes one loop, and a scanner counts its rounds.
 * - `longest`: any string that the scanner accepts, longest first. This form needs one state, but loses the order in
 *   which a backtracking engine finds the ends.
 */
export type RequirementForm = 'exact' | 'counted' | 'longest'

/**
 * Converts a requirement for the automaton of a route.
 *
 * A requirement restricts the entire param: its assertions see the ends of the param as ends of the string. If a param
 * may end at several positions, Turnout prefers the first end that Rails' regular expression finds. In that expression,
 * a lookahead also sees the rest of the path:
 *
 *     /domains/:id(.:format)  id: /[^/]+?(?=\.json|$)/   /domains/a.org -> id: a.org
 *
 * If none of those ends results in a match, Turnout tries the others, longest first. A requirement that looks back has
 * no preferred ends, because the characters that it would read are not part of the param.
 *
 * The sets of characters contain ASCII only.
 */
export const requiredExpression = oncePerRequirement((requirement): RequiredExpression => {
  const tree = treeOf(requirement)
  const hasAssertions = contains(tree, isAssertion)
  const isBack = looksBack(tree)
  const upperBound = isBack ? withoutAssertions(tree) : tree
  const acceptsEmpty = matchesEmptyString(tree)
  const scanned = (item: Expression): ScannedExpression => ({ kind: 'scanned', item, requirement, acceptsEmpty })
  const longest = scanned({
    kind: 'repeat',
    item: { kind: 'set', set: charsOf(upperBound) & DOT_CHARS },
    min: 0,
    max: Infinity,
    greedy: true,
  })
  const ordered = (item: RegExpTree): Expression => (isBack ? longest : choice(scanned(item), longest))
  const forms = {
    exact: hasAssertions ? ordered(upperBound) : upperBound,
    counted: hasAssertions ? ordered(withoutCounts(upperBound)) : scanned(withoutCounts(upperBound)),
    longest,
  }
  return { upperBound, hasAssertions, looksBack: isBack, forms }
})

/** True if the expression matches tokens only, which are never empty and contain no slashes and dots. Paths contain no `?`. */
export function isOneToken(expression: Expression): boolean {
  const letters = charsOf(expression)
  return !has(letters, '/') && !has(letters, '.') && !mayBeEmpty(expression)
}

/** Returns the expression without its assertions. It matches at least the same strings. */
export function withoutAssertions(tree: RegExpTree): RegExpTree {
  switch (tree.kind) {
    case 'look':
    case 'assertion':
      return { kind: 'sequence', items: [] }
    case 'sequence':
    case 'choice':
      return { ...tree, items: tree.items.map(withoutAssertions) }
    case 'repeat':
      return { ...tree, item: withoutAssertions(tree.item) }
    case 'set':
      return tree
  }
}

/** Counts up to this number stay, because a loop would not save many states. */
const MAX_KEPT_COUNT = 4

/** Returns the expression with loops in place of high counts outside lookarounds. It matches at least the same strings. */
function withoutCounts(tree: RegExpTree): RegExpTree {
  switch (tree.kind) {
    case 'sequence':
    case 'choice':
      return { ...tree, items: tree.items.map(withoutCounts) }
    case 'repeat': {
      const item = withoutCounts(tree.item)
      const isLong = (tree.max === Infinity ? tree.min : tree.max) > MAX_KEPT_COUNT
      return isLong ? { ...tree, item, min: Math.min(tree.min, 1), max: Infinity } : { ...tree, item }
    }
    default:
      return tree
  }
}
