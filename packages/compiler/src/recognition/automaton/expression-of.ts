import type { RegExpSource } from '../../manifest.ts'
import { contains, parseRegExp, type RegExpNode } from '../regexp/parse.ts'
import { isAssertion, looksBack, textsOf } from '../regexp/texts.ts'
import { anyOf, choice, NEVER, type Expression } from './syntax.ts'

/** Raised for a back-reference, which no automaton can do. */
export class UnsupportedRegExp extends Error {}

/** A requirement as automata for canonical paths are built from it. */
export interface RequiredExpression {
  /** Matches all texts that the requirement does, and where it has assertions perhaps others. */
  readonly plain: Expression
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
 * first kind, for what it would look at is no part of the param.
 *
 * Sets of characters stand for ASCII only.
 *
 * @throws UnsupportedRegExp
 */
export function expressionOf({ source, flags }: RegExpSource): RequiredExpression {
  const key = `${flags}/${source}`
  let required = known.get(key)
  if (required === undefined) known.set(key, (required = convertRequirement(source, flags)))
  return required
}

function convertRequirement(source: string, flags: string): RequiredExpression {
  const node = parseRegExp(source, flags)
  const asserts = contains(node, isAssertion)
  const isBack = looksBack(node)
  const plain = convert(isBack ? withoutAssertions(node) : node)
  const exact = (): Expression => {
    if (!asserts) return plain
    const texts = textsOf(source, flags)
    return isBack ? anyOf(texts) : choice({ kind: 'whole', item: plain, texts }, anyOf(texts))
  }
  return { plain, asserts, looksBack: isBack, exact }
}

function withoutAssertions(node: RegExpNode): RegExpNode {
  switch (node.kind) {
    case 'look':
    case 'assertion':
      return { kind: 'sequence', nodes: [] }
    case 'sequence':
    case 'choice':
      return { ...node, nodes: node.nodes.map(withoutAssertions) }
    case 'repeat':
      return { ...node, node: withoutAssertions(node.node) }
    case 'chars':
    case 'backreference':
      return node
  }
}

function convert(node: RegExpNode): Expression {
  switch (node.kind) {
    case 'chars':
      return { kind: 'set', set: node.set }
    case 'sequence':
      // Not by `sequence(…)` and `choice(…)`: a list may be longer than the arguments of a call can be.
      return { kind: 'sequence', items: node.nodes.map(convert) }
    case 'choice':
      return { kind: 'choice', items: node.nodes.map(convert) }
    case 'repeat': {
      const { min, max, greedy } = node
      return { kind: 'repeat', item: convert(node.node), min, max, greedy }
    }
    case 'look':
      return { kind: 'lookahead', item: convert(node.node), negative: node.negative }
    case 'assertion':
      return node.at === 'start' ? NEVER : { kind: 'assertion', assertion: node.at }
    case 'backreference':
      throw new UnsupportedRegExp('a back-reference')
  }
}
