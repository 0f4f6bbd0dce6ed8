import { inflections as inflectionsOf, pluralize, singularize } from 'inflected'

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

/** The rules as the package keeps them, which its types leave out. */
interface Rules extends Inflections {
  plurals: unknown[]
  singulars: unknown[]
  uncountables: unknown[]
}

const rulesOf = (locale: string): Rules => (inflectionsOf as unknown as (locale: string) => Rules)(locale)

/** The name under which the package keeps our rules; it keeps every name for ever, so there is only this one. */
const OWN_RULES = 'turnout'

/**
 * ActiveSupport's inflections with the user's own rules on top.
 *
 * The package keeps rules in one place for the process, so a second inflector with rules takes the place of
 * the first: use one before making the next.
 */
export function makeInflector(rules?: InflectionRules): Inflector {
  if (rules === undefined) {
    return { pluralize: memoize((word) => pluralize(word)), singularize: memoize((word) => singularize(word)) }
  }
  const english = rulesOf('en')
  const own = rulesOf(OWN_RULES)
  own.plurals = [...english.plurals]
  own.singulars = [...english.singulars]
  own.uncountables = [...english.uncountables]
  rules(own)
  // The package looks uncountable words up in English, whatever the locale; so ours stand in for them meanwhile.
  const withOwn = (inflect: (word: string, locale: string) => string) => (word: string) => {
    const { uncountables } = english
    english.uncountables = own.uncountables
    try {
      return inflect(word, OWN_RULES)
    } finally {
      english.uncountables = uncountables
    }
  }
  return { pluralize: memoize(withOwn(pluralize)), singularize: memoize(withOwn(singularize)) }
}

function memoize(inflect: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>()
  return (word) => {
    let inflected = known.get(word)
    if (inflected === undefined) known.set(word, (inflected = inflect(word)))
    return inflected
  }
}
