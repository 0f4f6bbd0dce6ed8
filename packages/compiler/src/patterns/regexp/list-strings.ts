// Lists the strings that a requirement with few strings matches.
import { isRegExpSource, type Requirement } from '../requirement.ts'
import { hasCode } from './char-set.ts'
import { treeOf } from './parse.ts'
import type { RegExpTree } from './syntax.ts'

/** Requirements with more strings are not written out. */
const MAX_STRINGS = 20

/**
 * Returns all strings that match a requirement, if there are at most 20. Null for more, and if it has assertions.
 *
 *     /json|a\/[bc]/    -> json, a/b, a/c
 *     ['json', 'a/b']   -> json, a/b
 *     /\w+/             -> null
 */
export function listStrings(requirement: Requirement): readonly string[] | null {
  if (!isRegExpSource(requirement)) return [requirement].flat()
  const strings = stringsOfTree(treeOf(requirement))
  return strings && [...new Set(strings)]
}

function stringsOfTree(tree: RegExpTree): readonly string[] | null {
  switch (tree.kind) {
    case 'set':
      return tree.beyond === undefined ? charactersOf(tree.set) : null
    case 'sequence':
      return tree.items.reduce<readonly string[] | null>((starts, item) => combine(starts, stringsOfTree(item)), [''])
    case 'choice': {
      const lists = tree.items.map(stringsOfTree)
      return lists.some((strings) => strings === null) ? null : withinMaximum(lists.flatMap((strings) => strings!))
    }
    case 'repeat': {
      const itemStrings = tree.max <= MAX_STRINGS ? stringsOfTree(tree.item) : null
      if (itemStrings === null) return null
      let strings: readonly string[] | null = tree.min === 0 ? [''] : []
      let rounds: readonly string[] | null = ['']
      for (let round = 1; round <= tree.max; round++) {
        rounds = combine(rounds, itemStrings)
        if (round >= tree.min) strings = rounds && strings && withinMaximum([...strings, ...rounds])
      }
      return strings
    }
    case 'look':
    case 'assertion':
      return null
  }
}

function combine(prefixes: readonly string[] | null, suffixes: readonly string[] | null): readonly string[] | null {
  return prefixes && suffixes && withinMaximum(prefixes.flatMap((start) => suffixes.map((end) => start + end)))
}

function withinMaximum(strings: readonly string[]): readonly string[] | null {
  return strings.length <= MAX_STRINGS ? strings : null
}

function charactersOf(set: bigint): readonly string[] | null {
  const characters: string[] = []
  for (let code = 0; code < 128; code++) if (hasCode(set, code)) characters.push(String.fromCharCode(code))
  return withinMaximum(characters)
}
