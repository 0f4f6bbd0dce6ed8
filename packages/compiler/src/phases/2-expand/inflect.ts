import { getOrCreate } from '../../collections.ts'
import { escapeRegExp } from '../../patterns/regexp/print.ts'
import { IRREGULARS, PLURALS, SINGULARS, UNCOUNTABLES } from './english.ts'

/** The rules that a user adds to, as in ActiveSupport. A later rule comes before an earlier one. */
export interface Inflections {
  /** What to replace in a singular to make it plural: `plural(/^(ox)$/i, '$1en')`. */
  plural(rule: RegExp | string, replacement: string): void
  /** What to replace in a plural to make it singular: `singular(/^(ox)en$/i, '$1')`. */
  singular(rule: RegExp | string, replacement: string): void
  /** Two words that follow no rule: `irregular('person', 'people')`. */
  irregular(singular: string, plural: string): void
  /** Words that are singular and plural at once: `uncountable('fish', 'sheep')`. */
  uncountable(...words: string[]): void
}

/** Adds rules to ActiveSupport's English ones. */
export type InflectionRules = (inflections: Inflections) => void

/** Turns words from singular to plural and back. Each word is computed once. */
export interface Inflector {
  pluralize(word: string): string
  singularize(word: string): string
}

/** Makes an inflector with ActiveSupport's English rules, and the user's rules before them. Two inflectors share no rules. */
export function makeInflector(rules?: InflectionRules): Inflector {
  const ruleSet = new Rules()
  for (const [rule, replacement] of PLURALS) ruleSet.plural(rule, replacement)
  for (const [rule, replacement] of SINGULARS) ruleSet.singular(rule, replacement)
  for (const [singular, plural] of IRREGULARS) ruleSet.irregular(singular, plural)
  ruleSet.uncountable(...UNCOUNTABLES)
  rules?.(ruleSet)
  return {
    pluralize: memoize((word) => ruleSet.apply(ruleSet.plurals, word)),
    singularize: memoize((word) => ruleSet.apply(ruleSet.singulars, word)),
  }
}

type Rule = readonly [pattern: RegExp | string, replacement: string]

/** ActiveSupport's `Inflector::Inflections`. */
class Rules implements Inflections {
  /** The first rule that matches decides. */
  readonly plurals: Rule[] = []
  readonly singulars: Rule[] = []
  /** By word, in lower case: the expression that finds it at the end of a string. */
  readonly #uncountables = new Map<string, RegExp>()

  plural(rule: RegExp | string, replacement: string): void {
    this.#makeCountable(rule, replacement)
    this.plurals.unshift([rule, replacement])
  }

  singular(rule: RegExp | string, replacement: string): void {
    this.#makeCountable(rule, replacement)
    this.singulars.unshift([rule, replacement])
  }

  /**
   * Adds the rules for both words, with the first letter in upper and in lower case.
   *
   *     irregular('person', 'people')   starts alike: `Person` -> `People`, because the rules keep the first letter
   *     irregular('cow', 'kine')        one rule for `Cow` -> `Kine`, one for `cow` -> `kine`
   */
  irregular(singular: string, plural: string): void {
    this.#makeCountable(singular, plural)
    const [singularStart, pluralStart] = [singular.slice(0, 1), plural.slice(0, 1)]
    const [singularEnd, pluralEnd] = [singular.slice(1), plural.slice(1)]
    const startAlike = singularStart.toUpperCase() === pluralStart.toUpperCase()
    // Both words are both a singular and a plural: `people` is its own plural.
    for (const word of [singular, plural]) {
      const [start, end] = [word.slice(0, 1), word.slice(1)]
      if (startAlike) {
        const pattern = new RegExp(`(${escapeRegExp(start)})${escapeRegExp(end)}$`, 'i')
        this.plural(pattern, `$1${asReplacement(pluralEnd)}`)
        this.singular(pattern, `$1${asReplacement(singularEnd)}`)
        continue
      }
      for (const changeCase of [upper, lower]) {
        const pattern = withRestInAnyCase(changeCase(start), end)
        this.plural(pattern, asReplacement(changeCase(pluralStart) + pluralEnd))
        this.singular(pattern, asReplacement(changeCase(singularStart) + singularEnd))
      }
    }
  }

  uncountable(...words: string[]): void {
    for (const word of words.flat()) {
      const key = word.toLowerCase()
      this.#uncountables.set(key, new RegExp(`\\b${escapeRegExp(key)}$`, 'i'))
    }
  }

  /** Returns the word after the first rule that matches it; unchanged if none does, or if the word is uncountable. */
  apply(rules: readonly Rule[], word: string): string {
    if (word === '') return word
    for (const uncountable of this.#uncountables.values()) if (uncountable.test(word)) return word
    for (const [rule, replacement] of rules) {
      if (typeof rule === 'string' ? word.includes(rule) : word.search(rule) !== -1)
        return word.replace(rule, replacement)
    }
    return word
  }

  /** A rule for an uncountable word makes it countable, as in ActiveSupport. */
  #makeCountable(rule: RegExp | string, replacement: string): void {
    if (typeof rule === 'string') this.#uncountables.delete(rule)
    this.#uncountables.delete(replacement)
  }
}

const upper = (text: string) => text.toUpperCase()
const lower = (text: string) => text.toLowerCase()

/** Returns the expression for a word of which only the first letter has a fixed case: `'C'`, `'ow'` -> `/C[oO][wW]$/`. */
function withRestInAnyCase(firstLetter: string, rest: string): RegExp {
  const characters = [...rest].map((character) => {
    const cases = new Set([lower(character), upper(character)])
    return `[${[...cases].map(escapeRegExp).join('')}]`
  })
  return new RegExp(`${escapeRegExp(firstLetter)}${characters.join('')}$`)
}

/** Returns a replacement that inserts the string literally: `'a$1'` -> `'a$$1'`. */
function asReplacement(text: string): string {
  return text.replaceAll('$', '$$$$')
}

function memoize(inflect: (word: string) => string): (word: string) => string {
  const inflections = new Map<string, string>()
  return (word) => getOrCreate(inflections, word, () => inflect(word))
}
