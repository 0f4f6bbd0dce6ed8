import type { RegExpSource } from '../../manifest.ts'
import { parseRegExp, type RegExpNode } from '../regexp/parse.ts'
import { NEVER, type Expression } from './syntax.ts'

/** Raised for what an automaton cannot do: back-references, lookbehind, texts as members of a class. */
export class UnsupportedRegExp extends Error {}

/**
 * A requirement as an automaton for canonical paths is built from it. Sets of characters stand for ASCII only.
 *
 * @throws UnsupportedRegExp
 */
export function expressionOf({ source, flags }: RegExpSource): Expression {
  if (flags.includes('v') && source.includes('\\q')) throw new UnsupportedRegExp('texts in a class')
  return convert(parseRegExp(source, flags))
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
      if (node.behind) throw new UnsupportedRegExp('a lookbehind')
      return { kind: 'lookahead', item: convert(node.node), negative: node.negative }
    case 'assertion':
      // A requirement never begins where the path does.
      return node.at === 'start' ? NEVER : { kind: 'assertion', assertion: node.at }
    case 'backreference':
      throw new UnsupportedRegExp('a back-reference')
  }
}
