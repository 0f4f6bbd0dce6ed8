import { escapeRegExp } from '@turnout/patterns/regexp'
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

/** Turns words from singular to plural and back. Each word is worked out once. */
export interface Inflector {
  pluralize(word: string): string
  singularize(word: string): string
}

/** ActiveSupport's inflections with the user's own rules on top. Each has rules of its own. */
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
  /** The first that matches decides. */
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

  /** The first letter stays as it is written, where both words have the same. */
  irregular(singular: string, plural: string): void {
    this.#makeCountable(singular, plural)
    const [firstS, firstP] = [singular.slice(0, 1), plural.slice(0, 1)]
    const [restS, restP] = [singular.slice(1), plural.slice(1)]
    if (firstS.toUpperCase() === firstP.toUpperCase()) {
      for (const [letter, rest] of [
        [firstS, restS],
        [firstP, restP],
      ] as const) {
        const pattern = new RegExp(`(${escapeRegExp(letter)})${escapeRegExp(rest)}$`, 'i')
        this.plural(pattern, `$1${literal(restP)}`)
        this.singular(pattern, `$1${literal(restS)}`)
      }
      return
    }
    for (const [letter, rest] of [
      [firstS, restS],
      [firstP, restP],
    ] as const) {
      for (const [pattern, to] of [
        [inAnyCase(letter.toUpperCase(), rest), upper],
        [inAnyCase(letter.toLowerCase(), rest), lower],
      ] as const) {
        this.plural(pattern, literal(to(firstP) + restP))
        this.singular(pattern, literal(to(firstS) + restS))
      }
    }
  }

  uncountable(...words: string[]): void {
    for (const word of words.flat()) {
      const key = word.toLowerCase()
      this.#uncountables.set(key, new RegExp(`\\b${escapeRegExp(key)}$`, 'i'))
    }
  }

  /** The word by the first of the rules that changes it. */
  apply(rules: readonly Rule[], word: string): string {
    if (word === '') return word
    for (const uncountable of this.#uncountables.values()) if (uncountable.test(word)) return word
    for (const [rule, replacement] of rules) {
      if (typeof rule === 'string' ? word.includes(rule) : word.search(rule) !== -1)
        return word.replace(rule, replacement)
    }
    return word
  }

  /** A word with a rule of its own can no longer be both. */
  #makeCountable(rule: RegExp | string, replacement: string): void {
    if (typeof rule === 'string') this.#uncountables.delete(rule)
    this.#uncountables.delete(replacement)
  }
}

const upper = (text: string) => text.toUpperCase()
const lower = (text: string) => text.toLowerCase()

function inAnyCase(letter: string, rest: string): RegExp {
  const letters = [...rest].map(
    (letter) => `[${[...new Set([lower(letter), upper(letter)])].map(escapeRegExp).join('')}]`,
  )
  return new RegExp(`${escapeRegExp(letter)}${letters.join('')}$`)
}

/** Returns a replacement that inserts the string literally. */
function literal(text: string): string {
  return text.replaceAll('$', '$$$$')
}

function memoize(inflect: (word: string) => string): (word: string) => string {
  const inflections = new Map<string, string>()
  return (word) => {
    let inflected = inflections.get(word)
    if (inflected === undefined) inflections.set(word, (inflected = inflect(word)))
    return inflected
  }
}
