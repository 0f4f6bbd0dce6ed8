import type { RegExpSource } from '../manifest.ts'
import { isPlain } from './marked-automaton.ts'
import { withoutAssertions } from './required-expression.ts'
import { parseRegExp } from './regexp/parse.ts'
import { contains, isBackreference, type RegExpTree } from './regexp/syntax.ts'

const known = new Map<string, boolean>()

/**
 * True if a backtracking engine surely tests a whole text in time linear in its length, as the structure of the
 * expression proves: the next character settles each choice, and what looks around looks at few characters. All other
 * requirements run on a scanner.
 */
export function isLinear({ source, flags }: RegExpSource): boolean {
  const key = `${flags}/${source}`
  let linear = known.get(key)
  if (linear === undefined) known.set(key, (linear = isLinearTree(parseRegExp(source, flags))))
  return linear
}

function isLinearTree(tree: RegExpTree): boolean {
  if (contains(tree, isBackreference)) return false
  const looksFar = contains(tree, (part) => part.kind === 'look' && !isShort(part.item))
  return !looksFar && isPlain(withoutAssertions(tree))
}

/** Characters that a lookaround may look at. It may do so at each character of a text. */
const MAX_LOOK = 100

function isShort(tree: RegExpTree): boolean {
  return lengthOf(tree) <= MAX_LOOK && isLinearTree(tree)
}

/** The most characters that the parts of an expression take together, all ways of a choice included. */
function lengthOf(tree: RegExpTree): number {
  switch (tree.kind) {
    case 'set':
      return 1
    case 'sequence':
    case 'choice':
      return tree.items.reduce((sum, item) => sum + lengthOf(item), 0)
    case 'repeat':
      return tree.max === 0 ? 0 : tree.max * Math.max(1, lengthOf(tree.item))
    case 'look':
      return lengthOf(tree.item)
    case 'assertion':
      return 0
    case 'backreference':
      return Infinity
  }
}
