import { isRegExpSource, type Requirement } from '../requirement.ts'
import { hasChar } from './char-set.ts'
import { treeOf } from './parse.ts'
import type { RegExpTree } from './syntax.ts'

/** Requirements with more strings are not written out. */
const MAX_TEXTS = 20

/**
 * Returns all strings that match a requirement, if there are at most 20. Null for more, and if it has assertions.
 *
 *     /json|a\/[bc]/    -> json, a/b, a/c
 *     ['json', 'a/b']   -> json, a/b
 *     /\w+/             -> null
 */
export function fewTexts(requirement: Requirement): readonly string[] | null {
  if (!isRegExpSource(requirement)) return [requirement].flat()
  const texts = textsOfTree(treeOf(requirement))
  return texts && [...new Set(texts)]
}

function textsOfTree(tree: RegExpTree): readonly string[] | null {
  switch (tree.kind) {
    case 'set':
      return tree.beyond === undefined ? charactersOf(tree.set) : null
    case 'sequence':
      return tree.items.reduce<readonly string[] | null>((starts, item) => combine(starts, textsOfTree(item)), [''])
    case 'choice': {
      const lists = tree.items.map(textsOfTree)
      return lists.some((texts) => texts === null) ? null : few(lists.flatMap((texts) => texts!))
    }
    case 'repeat': {
      const itemTexts = tree.max <= MAX_TEXTS ? textsOfTree(tree.item) : null
      if (itemTexts === null) return null
      let texts: readonly string[] | null = tree.min === 0 ? [''] : []
      let rounds: readonly string[] | null = ['']
      for (let round = 1; round <= tree.max; round++) {
        rounds = combine(rounds, itemTexts)
        if (round >= tree.min) texts = rounds && texts && few([...texts, ...rounds])
      }
      return texts
    }
    case 'look':
    case 'assertion':
      return null
  }
}

function combine(prefixes: readonly string[] | null, suffixes: readonly string[] | null): readonly string[] | null {
  return prefixes && suffixes && few(prefixes.flatMap((start) => suffixes.map((end) => start + end)))
}

function few(texts: readonly string[]): readonly string[] | null {
  return texts.length <= MAX_TEXTS ? texts : null
}

function charactersOf(set: bigint): readonly string[] | null {
  const characters: string[] = []
  for (let code = 0; code < 128; code++) if (hasChar(set, code)) characters.push(String.fromCharCode(code))
  return few(characters)
}
