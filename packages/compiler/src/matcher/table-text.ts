// Encodes the strings of the route table. `encode-table.ts` documents the format.

import {
  STRING_FIRST,
  STRING_JOINED_BY_SLASH,
  STRING_JOINED_BY_UNDERSCORE,
  STRING_LAST,
  STRING_NEW_WORD,
} from '@turnout/runtime'

/** The number of recent strings with short numbers: 16. A resource adds up to a dozen strings. */
const RECENT = STRING_FIRST - STRING_LAST

/** The maximum number of strings with a number from the start. Each lengthens every table, and large tables rarely use them. */
export const COMMON_STRINGS = 16

/**
 * Joins the words to one string, each after the separator. A mark replaces the characters that a word shares with the
 * start of the previous word: `-` for two characters, up to `!` for 14. With marks, numbered names and names with a common
 * start take a third of the bytes. A word that starts with a mark character gets the mark `/`, for no shared characters.
 */
export function joinWords(words: readonly string[]): string {
  const separator = [' ', ';', '|', '\n', '\t'].find((s) => words.every((word) => !word.includes(s))) ?? '\0'
  let previous = ''
  let text = ''
  for (const word of words) {
    const shared = sharedLength(previous, word)
    // Mark characters precede '0'. So does the empty word.
    const startsWithMark = word < '0'
    const mark = shared > 1 || startsWithMark ? String.fromCharCode(NO_MARK - shared) : ''
    text += separator + mark + (mark === '' ? word : word.slice(shared))
    previous = word
  }
  return text
}

const NO_MARK = '/'.charCodeAt(0)
const MAX_SHARED = 14

/** Returns the number of characters that two words share at their start, limited to numbers with a mark. */
function sharedLength(previous: string, word: string): number {
  let shared = 0
  const limit = Math.min(MAX_SHARED, previous.length, word.length)
  while (shared < limit && previous[shared] === word[shared]) shared++
  // The marks for 8 and 10 are not used: `'` would be escaped, and `%` marks a table with escapes.
  if (shared === 8 || shared === 10) shared--
  return shared > 1 ? shared : 0
}

/** The strings so far. The reader keeps the same list. */
export class StringEncoder {
  readonly words: string[] = []
  readonly #numbers = new Map<string | null, number>([[null, 0]])
  readonly commonCount: number

  constructor(common: readonly string[]) {
    this.commonCount = common.length
    for (const text of common) {
      this.words.push(text)
      this.#add(text)
    }
  }

  /** Gives the string the next number. */
  #add(text: string): void {
    this.#numbers.set(text, this.#numbers.size)
  }

  /**
   * Returns the numbers of a string, and gives it a number if it has none.
   *
   * @param base is added to the first number. The caller uses the smaller numbers itself
   */
  encode(text: string | null, base = 0): number[] {
    const number = this.#numbers.get(text)
    if (number !== undefined) {
      const age = this.#numbers.size - number
      return [base + (age <= RECENT ? STRING_LAST + age - 1 : STRING_FIRST + number)]
    }
    const parts = this.#split(text!)
    let encoded: number[]
    if (parts === null) {
      this.words.push(text!)
      encoded = [base + STRING_NEW_WORD]
    } else {
      const [separator, start, end] = parts
      const joined = separator === '_' ? STRING_JOINED_BY_UNDERSCORE : STRING_JOINED_BY_SLASH
      encoded = [base + joined, ...this.encode(start), ...this.encode(end)]
    }
    this.#add(text!)
    return encoded
  }

  /** Splits at `_` or `/` into two parts of which at least one already has a number, both if possible; otherwise null. */
  #split(text: string): [separator: string, first: string, second: string] | null {
    let split: [string, string, string] | null = null
    for (let i = 1; i < text.length - 1; i++) {
      const separator = text[i]!
      if (separator !== '_' && separator !== '/') continue
      const [start, end] = [text.slice(0, i), text.slice(i + 1)]
      const numbered = Number(this.#numbers.has(start)) + Number(this.#numbers.has(end))
      if (numbered === 2) return [separator, start, end]
      if (numbered === 1) split = [separator, start, end]
    }
    return split
  }
}
