// The nodes of expressions, functions that create them, and tests of complete trees.
import type { RegExpSource } from '../requirement.ts'
import { charsIn, NO_CHARS, type CharSet } from './char-set.ts'

/**
 * The syntax tree of regular expressions. It omits captures: they change neither the matches nor the time of a failed
 * match.
 *
 * @template Addition nodes of a tree that have no regular expression syntax
 */
type Tree<Addition> =
  /**
   * `beyond`: the flags, a slash and the source of an atom that matches characters beyond ASCII (`rangesBeyondAscii`).
   */
  | { readonly kind: 'set'; readonly set: CharSet; readonly beyond?: string }
  | { readonly kind: 'sequence'; readonly items: readonly Tree<Addition>[] }
  /** The first item that results in a match wins. */
  | { readonly kind: 'choice'; readonly items: readonly Tree<Addition>[] }
  /** `max` is Infinity for `*` and `+`. */
  | {
      readonly kind: 'repeat'
      readonly item: Tree<Addition>
      readonly min: number
      readonly max: number
      readonly greedy: boolean
    }
  /** A lookahead or lookbehind. */
  | { readonly kind: 'look'; readonly item: Tree<Addition>; readonly behind: boolean; readonly negative: boolean }
  /** `^`, `$`, `\b`, `\B`: takes no characters. */
  | { readonly kind: 'assertion'; readonly at: 'start' | 'end' | 'word' | 'not-word' }
  | Addition

/** A regular expression as it was written (`parseRegExp`). */
export type RegExpTree = Tree<never>

/**
 * The expression of a complete path or of some of its segments, from which the automata of routes are built. It has the nodes of regular
 * expressions, and three more.
 */
export type Expression = Tree<
  /** Next to `/`, `.` or an end of the path. */
  | { readonly kind: 'assertion'; readonly at: 'token' }
  | ScannedExpression
  /** Marks the position as the start or the end of a capture. */
  | { readonly kind: 'mark'; readonly slot: number }
>

/** Matches a string if `item` matches it, and `requirement` matches it as a complete string. A scanner tests the requirement. */
export interface ScannedExpression {
  readonly kind: 'scanned'
  readonly item: Expression
  readonly requirement: RegExpSource
  /** True if the requirement matches the empty string. */
  readonly acceptsEmpty: boolean
}

/** Matches nothing, not even the empty string. */
export const NEVER: RegExpTree = { kind: 'set', set: NO_CHARS }

export const literal = (value: string): RegExpTree => ({
  kind: 'sequence',
  items: Array.from(value, (character) => ({ kind: 'set', set: charsIn(character) })),
})
export const sequence = (...items: readonly Expression[]): Expression => ({ kind: 'sequence', items })
export const choice = (...items: readonly Expression[]): Expression => ({ kind: 'choice', items })
export const plus = (set: CharSet, greedy = true): RegExpTree => ({
  kind: 'repeat',
  item: { kind: 'set', set },
  min: 1,
  max: Infinity,
  greedy,
})
export const optional = (item: Expression): Expression => ({ kind: 'repeat', item, min: 0, max: 1, greedy: true })

/** Returns the characters that matches may contain. */
export function charsOf(expression: Expression): CharSet {
  switch (expression.kind) {
    case 'set':
      return expression.set
    case 'sequence':
    case 'choice':
      return expression.items.reduce((set, item) => set | charsOf(item), NO_CHARS)
    case 'repeat':
      return expression.max === 0 ? NO_CHARS : charsOf(expression.item)
    case 'scanned':
      return charsOf(expression.item)
    case 'assertion':
    case 'look':
    case 'mark':
      return NO_CHARS
  }
}

/** True if some match may be empty. Assertions count as empty. */
export function mayBeEmpty(expression: Expression): boolean {
  switch (expression.kind) {
    case 'set':
      return false
    case 'sequence':
      return expression.items.every(mayBeEmpty)
    case 'choice':
      return expression.items.some(mayBeEmpty)
    case 'repeat':
      return expression.min === 0 || mayBeEmpty(expression.item)
    case 'scanned':
      return mayBeEmpty(expression.item) && expression.acceptsEmpty
    case 'assertion':
    case 'look':
    case 'mark':
      return true
  }
}

/** True if the characters around a match may affect it. */
export function looksAround(expression: Expression): boolean {
  switch (expression.kind) {
    case 'set':
    case 'mark':
      return false
    case 'sequence':
    case 'choice':
      return expression.items.some(looksAround)
    case 'repeat':
    case 'scanned':
      return looksAround(expression.item)
    case 'assertion':
    case 'look':
      return true
  }
}

/** Returns the expression without its empty match. Loops without empty rounds need no precautions in the automaton. */
export function withoutEmpty(expression: Expression): Expression {
  switch (expression.kind) {
    case 'set':
      return expression
    case 'choice':
      return { kind: 'choice', items: expression.items.map(withoutEmpty) }
    case 'sequence': {
      if (!mayBeEmpty(expression)) return expression
      const [firstItem, ...otherItems] = expression.items
      if (firstItem === undefined) return NEVER
      return choice(
        sequence(withoutEmpty(firstItem), ...otherItems),
        sequence(onlyEmpty(firstItem), withoutEmpty(sequence(...otherItems))),
      )
    }
    case 'repeat': {
      const { item, min, max, greedy } = expression
      if (min > 0 && !mayBeEmpty(item)) return expression
      if (max === 0) return NEVER
      const nonEmptyItem = withoutEmpty(item)
      return sequence(nonEmptyItem, { kind: 'repeat', item: nonEmptyItem, min: 0, max: max - 1, greedy })
    }
    case 'scanned':
      return { ...expression, item: withoutEmpty(expression.item) }
    case 'assertion':
    case 'look':
    case 'mark':
      return NEVER
  }
}

/** Returns only the empty match of an expression, which consists of its assertions. */
export function onlyEmpty(expression: Expression): Expression {
  switch (expression.kind) {
    case 'set':
      return NEVER
    case 'sequence':
      return { kind: 'sequence', items: expression.items.map(onlyEmpty) }
    case 'choice':
      return { kind: 'choice', items: expression.items.map(onlyEmpty) }
    case 'repeat':
      return expression.min === 0 ? sequence() : onlyEmpty(expression.item)
    case 'scanned':
      return expression.acceptsEmpty ? onlyEmpty(expression.item) : NEVER
    case 'assertion':
    case 'look':
    case 'mark':
      return expression
  }
}

/** True if the expression matches the empty string, which has one position that is both start and end. */
export function matchesEmptyString(tree: RegExpTree): boolean {
  switch (tree.kind) {
    case 'set':
      return false
    case 'sequence':
      return tree.items.every(matchesEmptyString)
    case 'choice':
      return tree.items.some(matchesEmptyString)
    case 'repeat':
      return tree.min === 0 || matchesEmptyString(tree.item)
    case 'assertion':
      return tree.at !== 'word'
    case 'look':
      return matchesEmptyString(tree.item) !== tree.negative
  }
}

/** True if the condition holds for the tree or one inside. */
export function contains(tree: RegExpTree, condition: (tree: RegExpTree) => boolean): boolean {
  if (condition(tree)) return true
  if (tree.kind === 'sequence' || tree.kind === 'choice') return tree.items.some((node) => contains(node, condition))
  return (tree.kind === 'repeat' || tree.kind === 'look') && contains(tree.item, condition)
}

/** True if the node tests its surroundings: an assertion, a lookahead or a lookbehind. */
export function isAssertion({ kind }: RegExpTree): boolean {
  return kind === 'look' || kind === 'assertion'
}

/** True if the expression tests preceding characters: it contains a lookbehind or `^`. */
export function looksBack(tree: RegExpTree): boolean {
  return contains(
    tree,
    (node) => (node.kind === 'look' && node.behind) || (node.kind === 'assertion' && node.at === 'start'),
  )
}
