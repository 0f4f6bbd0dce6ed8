// Prepares the tree of a requirement for the automata of canonical paths.
import { DOT_CHARS, has } from '../regexp/char-set.ts'
import { treeOf } from '../regexp/parse.ts'
import {
  alphabet,
  choice,
  contains,
  isAssertion,
  looksBack,
  matchesEmptyString,
  nullable,
  type Expression,
  type Guard,
  type RegExpTree,
} from '../regexp/syntax.ts'
import { fact } from '../facts.ts'

/** A requirement as automata for canonical paths are built from it. */
export interface RequiredExpression {
  /** Matches every string that the requirement matches; with assertions possibly more. */
  readonly loose: RegExpTree
  /** True if the requirement has assertions. */
  readonly asserts: boolean
  /** True if some of its assertions test preceding characters. */
  readonly looksBack: boolean
  /** Each form matches exactly the strings that the requirement matches. */
  readonly forms: Readonly<Record<RequirementForm, Expression>>
}

/**
 * The ways to build a requirement into the automaton of a route, best first:
 *
 * - `exact`: as states. With assertions, a scanner also tests each match of the states.
 * - `counted`: the same with a scanner that counts, so that `{0,500}` is one loop.
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
export const requiredExpression = fact((requirement): RequiredExpression => {
  const tree = treeOf(requirement)
  const asserts = contains(tree, isAssertion)
  const isBack = looksBack(tree)
  const loose = isBack ? withoutAssertions(tree) : tree
  const takesEmpty = matchesEmptyString(tree)
  const guard = (item: Expression): Guard => ({ kind: 'guard', item, requirement, takesEmpty })
  const longest = guard({
    kind: 'repeat',
    item: { kind: 'set', set: alphabet(loose) & DOT_CHARS },
    min: 0,
    max: Infinity,
    greedy: true,
  })
  const ordered = (item: RegExpTree): Expression => (isBack ? longest : choice(guard(item), longest))
  const forms = {
    exact: asserts ? ordered(loose) : loose,
    counted: asserts ? ordered(withoutCounts(loose)) : guard(withoutCounts(loose)),
    longest,
  }
  return { loose, asserts, looksBack: isBack, forms }
})

/** True if the expression matches tokens only, which are never empty and contain no slashes and dots. Paths contain no `?`. */
export function isOneToken(expression: Expression): boolean {
  const letters = alphabet(expression)
  return !has(letters, '/') && !has(letters, '.') && !nullable(expression)
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
