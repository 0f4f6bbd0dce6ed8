// Proves that a backtracking engine tests an expression in linear time.
import { searchFlags, type RegExpSource, isRegExpSource, matchingFlags, type Requirement } from '../requirement.ts'
import { isLinearWithoutAssertions } from './tagged-automaton.ts'
import { withoutAssertions } from './required-expression.ts'
import { treeOf } from '../regexp/parse.ts'
import { contains, type RegExpTree } from '../regexp/syntax.ts'
import { oncePerRequirement } from '../once-per-requirement.ts'
import { scannerOf } from './scanner-code.ts'

/**
 * True only if the structure of the expression proves that a backtracking engine tests a complete string in linear
 * time: the next character determines each choice, and lookarounds read few characters. All other requirements run on a
 * scanner.
 *
 *     [a-z]+-\d+        linear
 *     (a|a)*, \w*\d*x   not linear: an `a`, or a digit, belongs to either part
 */
export const isLinear = oncePerRequirement((requirement) => isLinearTree(treeOf(requirement)))

/**
 * Same as `isLinear`, for a search anywhere in a string. The engine may search from each position, so it must read few characters
 * there, unless the expression can only match at the start.
 */
export const isLinearSearch = oncePerRequirement((requirement) => {
  const tree = treeOf(requirement)
  // With `m`, the start of each line is a start.
  const canMatchLater = requirement.flags.includes('m') || !isAtStart(tree)
  return isLinearTree(tree) && (!canMatchLater || lengthOf(tree) <= MAX_LOOK)
})

/** Returns an expression that matches a complete string if a search in it succeeds: `b+` -> `[^]*(?:b+)[^]*`. */
export function asWholeMatch({ source, flags }: RegExpSource): RegExpSource {
  return { source: `[^]*(?:${source})[^]*`, flags: searchFlags(flags) }
}

/** True if each way through the expression begins with `^`. */
function isAtStart(tree: RegExpTree): boolean {
  if (tree.kind === 'choice') return tree.items.every(isAtStart)
  if (tree.kind === 'sequence') return tree.items[0] !== undefined && isAtStart(tree.items[0])
  return tree.kind === 'assertion' && tree.at === 'start'
}

/** One walk visits the lookarounds in lookarounds too. If each lookaround started a walk, nested ones would double the time. */
function isLinearTree(tree: RegExpTree): boolean {
  const looksFar = contains(
    tree,
    (part) => part.kind === 'look' && !(lengthOf(part.item) <= MAX_LOOK && isLinearOutsideLooks(part.item)),
  )
  return !looksFar && isLinearOutsideLooks(tree)
}

function isLinearOutsideLooks(tree: RegExpTree): boolean {
  return isLinearWithoutAssertions(withoutAssertions(tree))
}

/** The maximum number of characters that a lookaround may read, possibly at each character of a string. */
const MAX_LOOK = 100

/** Returns an upper bound of the characters that the engine reads at one position, all branches of a choice included. */
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
  }
}

/** Returns the test of a requirement: a regular expression if it is linear, otherwise a scanner. */
export const stringTestOf = oncePerRequirement((requirement): { test(text: string): boolean } => {
  const { source, flags } = requirement
  return isLinear(requirement) ? new RegExp(`^(?:${source})$`, matchingFlags(flags)) : scannerOf(requirement)
})

/** True if a complete string satisfies a requirement. The time is linear in the string. */
export function satisfies(text: string, requirement: Requirement): boolean {
  if (typeof requirement === 'string') return requirement === text
  return isRegExpSource(requirement) ? stringTestOf(requirement).test(text) : requirement.includes(text)
}
