import type { RegExpSource } from '../manifest.ts'
import { UnsupportedRegExp } from './marked-automaton.ts'
import { has } from './regexp/char-set.ts'
import { parseRegExp } from './regexp/parse.ts'
import {
  alphabet,
  anyOf,
  choice,
  contains,
  isAssertion,
  isBackreference,
  looksBack,
  nullable,
  type Expression,
  type RegExpTree,
} from './regexp/syntax.ts'
import { textsOf } from './regexp/texts.ts'

/** A requirement as automata for canonical paths are built from it. */
export interface RequiredExpression {
  /** Matches all texts that the requirement does, and where it has assertions perhaps others. */
  readonly plain: RegExpTree
  /** It has assertions. */
  readonly asserts: boolean
  /** It has some that look at what stands before. */
  readonly looksBack: boolean
  /** Matches the texts that the requirement does, and no others. @throws TooManyStates */
  readonly exact: () => Expression
}

const known = new Map<string, RequiredExpression>()

/**
 * A requirement is about the whole param: its assertions see the ends of the param as ends of the text, so that what it
 * allows is a set of texts (`textsOf`). Where a param may end in several places, one is taken that Rails' regular
 * expression, in which a lookahead sees what follows in the path, comes to first:
 *
 *     /domains/:id(.:format)  id: /[^/]+?(?=\.json|$)/   /domains/a.org -> id: a.org
 *
 * If none of those leads to a match, the others are tried, longest first. A requirement that looks back has none of the
 * first kind, for what it would look at is not part of the param.
 *
 * Sets of characters stand for ASCII only.
 *
 * @throws UnsupportedRegExp
 */
export function requiredExpression({ source, flags }: RegExpSource): RequiredExpression {
  const key = `${flags}/${source}`
  let required = known.get(key)
  if (required === undefined) known.set(key, (required = convertRequirement(source, flags)))
  return required
}

function convertRequirement(source: string, flags: string): RequiredExpression {
  const tree = parseRegExp(source, flags)
  if (contains(tree, isBackreference)) throw new UnsupportedRegExp('a back-reference')
  const asserts = contains(tree, isAssertion)
  const isBack = looksBack(tree)
  const plain = isBack ? withoutAssertions(tree) : tree
  const exact = (): Expression => {
    if (!asserts) return plain
    const texts = textsOf(source, flags)
    return isBack ? anyOf(texts) : choice({ kind: 'whole', item: plain, texts }, anyOf(texts))
  }
  return { plain, asserts, looksBack: isBack, exact }
}

/** True if it takes tokens only: never empty, without slashes and dots. Paths hold no question marks. */
export function isOneToken(expression: Expression): boolean {
  const letters = alphabet(expression)
  return !has(letters, '/') && !has(letters, '.') && !nullable(expression)
}

/** The expression as if each of its assertions held. */
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
    case 'backreference':
      return tree
  }
}
