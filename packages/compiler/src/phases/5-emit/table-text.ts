// Strings as the route table has them; `encode-table.ts` has the format.

/** A resource brings up to a dozen. */
const RECENT = 16
/** The number of the first string that is known by number. */
const FIRST_STRING = RECENT + 3

/** So many strings may have a number from the start. With more of them large tables come out longer, as these differ. */
export const COMMON_STRINGS = 16

/**
 * The words as one text, each behind the separator. What a word has in common with the one before it is a mark at its
 * start, from `-` for two characters to `!` for 14: names that are numbered, or begin alike, take a third of the bytes.
 * A word that begins like a mark has `/` before it, for none.
 */
export function joinWords(words: readonly string[]): string {
  const separator = [' ', ';', '|', '\n', '\t'].find((s) => words.every((word) => !word.includes(s))) ?? '\0'
  let before = ''
  let text = ''
  for (const word of words) {
    const shared = sharedWith(before, word)
    const mark = shared > 1 || word < '0' ? String.fromCharCode(NO_MARK - shared) : ''
    text += separator + mark + (mark === '' ? word : word.slice(shared))
    before = word
  }
  return text
}

const NO_MARK = '/'.charCodeAt(0)

/** How many characters two words share at their start, if there is a mark for it. */
function sharedWith(before: string, word: string): number {
  let shared = 0
  while (shared < 14 && shared < before.length && shared < word.length && before[shared] === word[shared]) shared++
  // A `'` would be escaped, and `%` says that a table has escapes.
  if (shared === 8 || shared === 10) shared--
  return shared > 1 ? shared : 0
}

/** The strings so far. The reader keeps the same list. */
export class Strings {
  readonly words: string[] = []
  readonly #numbers = new Map<string | null, number>([[null, 0]])
  readonly common: number

  constructor(common: readonly string[]) {
    this.common = common.length
    for (const text of common) {
      this.words.push(text)
      this.#add(text)
    }
  }

  #add(text: string): void {
    this.#numbers.set(text, this.#numbers.size)
  }

  /** @param base what the first number is counted from */
  encode(text: string | null, base = 0): number[] {
    const number = this.#numbers.get(text)
    if (number !== undefined) {
      const age = this.#numbers.size - number
      return [base + (age <= RECENT ? age + 2 : number + FIRST_STRING)]
    }
    const parts = this.#split(text!)
    let encoded: number[]
    if (parts === null) {
      this.words.push(text!)
      encoded = [base]
    } else {
      const [separator, first, second] = parts
      encoded = [base + (separator === '_' ? 1 : 2), ...this.encode(first), ...this.encode(second)]
    }
    this.#add(text!)
    return encoded
  }

  /** Two parts of which one is known at least; both, if there are such. */
  #split(text: string): [separator: string, first: string, second: string] | null {
    let found: [string, string, string] | null = null
    for (let i = 1; i < text.length - 1; i++) {
      const separator = text[i]!
      if (separator !== '_' && separator !== '/') continue
      const [first, second] = [text.slice(0, i), text.slice(i + 1)]
      const known = Number(this.#numbers.has(first)) + Number(this.#numbers.has(second))
      if (known === 2) return [separator, first, second]
      if (known === 1) found = [separator, first, second]
    }
    return found
  }
}
