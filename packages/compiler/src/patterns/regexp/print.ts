// Prints trees of regular expressions as sources: the tree of `\d` -> `[0-9]`.
import { asciiRanges, type CharSet } from './char-set.ts'
import type { RegExpTree } from './syntax.ts'

/**
 * Returns the source of an expression that matches the same ASCII strings, needs no flags and has no captures. The
 * source can be embedded in a larger expression.
 *
 * @throws TypeError for a back-reference
 */
export function printRegExp(tree: RegExpTree): string {
  switch (tree.kind) {
    case 'set':
      return printChars(tree.set)
    case 'sequence':
      return tree.items.map(printRegExp).join('')
    case 'choice':
      return `(?:${tree.items.map(printRegExp).join('|')})`
    case 'repeat': {
      const { min, max } = tree
      return `(?:${printRegExp(tree.item)}){${min},${max === Infinity ? '' : max}}${tree.greedy ? '' : '?'}`
    }
    case 'look':
      return `(?${tree.behind ? '<' : ''}${tree.negative ? '!' : '='}${printRegExp(tree.item)})`
    case 'assertion':
      return { start: '^', end: '$', word: '\\b', 'not-word': '\\B' }[tree.at]
  }
}

function printChars(set: CharSet): string {
  const ranges = asciiRanges(set).map(([firstCode, lastCode]) => `${escape(firstCode)}-${escape(lastCode)}`)
  return `[${ranges.join('')}]`
}

function escape(code: number): string {
  return /\w/.test(String.fromCharCode(code)) ? String.fromCharCode(code) : `\\x${code.toString(16).padStart(2, '0')}`
}

/** Returns the source of a regular expression that matches exactly one string. The source is also valid in a class. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
