// Translates the classes and escapes of Ruby's regular expressions, which match one character each.
import { ALL_CHARS, charsIn, hasChar, NO_CHARS, parseRegExp, type CharSet } from '@turnout/patterns/regexp'

/** Thrown for an expression that cannot be read, or that cannot be written with or without the flag `i`. */
export class TooComplex extends Error {}

/** How a part of an expression treats the case of letters. */
export interface CaseRules {
  /** Whether letters match in both cases. */
  readonly isFolded: boolean
  /** Whether the translated expression has the flag `i`. Then a letter that matches in one case only cannot be written. */
  readonly hasFlag: boolean
}

/** Ruby's character classes as they are written in a class in JavaScript. Paths are ASCII. */
const POSIX: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  ascii: '\\x00-\\x7f',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9a-fA-F',
}

/** Escapes of a control character by their letter. */
const CONTROLS: Readonly<Record<string, string>> = { a: '\\x07', e: '\\x1b' }

/** A part of a class. */
interface ClassItem {
  /** In JavaScript's syntax; null if it can only be written as a set. */
  readonly text: string | null
  /** Null for a set of several characters. */
  readonly character: string | null
  readonly set: () => CharSet
}

/** Reads one class or one escape of an expression. */
export class RubyClasses {
  readonly #source: string
  readonly #rules: CaseRules
  /** The position behind what has been read. */
  at: number

  constructor(source: string, at: number, rules: CaseRules) {
    this.#source = source
    this.at = at
    this.#rules = rules
  }

  /** Returns the class behind an opening bracket, in JavaScript's syntax. */
  read(): string {
    const { isNegated, operands } = this.#class()
    const [items] = operands
    if (operands.length === 1 && items!.every(({ text }) => text !== null)) {
      return this.#printItems(isNegated ? '[^' : '[', items!)
    }
    return this.#printSet(this.#setOf(isNegated, operands))
  }

  /** Returns the escape behind a backslash, in JavaScript's syntax. */
  escape(): string {
    if (this.#take(/h/y) !== null) return '[0-9a-fA-F]'
    if (this.#take(/H/y) !== null) return '[^0-9a-fA-F]'
    const item = this.#escaped(false)
    const { text, character } = item
    if (character === null) {
      if (text === null) return this.#printSet(item.set())
      return text.startsWith('\\') && !text.includes('-') ? text : `[${text}]`
    }
    return this.letter(character, text!)
  }

  /** Returns a character, or both of its cases. */
  letter(character: string, source: string): string {
    const counterpart = otherCase(character)
    const { isFolded, hasFlag } = this.#rules
    if (counterpart === null || isFolded === hasFlag) return source
    if (hasFlag) throw new TooComplex()
    return `[${character}${counterpart}]`
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.#source)
    if (match !== null) this.at = pattern.lastIndex
    return match
  }

  /** Reads a class. Its operands are separated by `&&`. */
  #class(): { readonly isNegated: boolean; readonly operands: readonly (readonly ClassItem[])[] } {
    const isNegated = this.#take(/\^/y) !== null
    let items: ClassItem[] = []
    const operands = [items]
    // Ruby treats a bracket in first position as a literal.
    if (this.#take(/\]/y) !== null) items.push(literal(']', '\\]'))
    for (;;) {
      if (this.#take(/\]/y) !== null) return { isNegated, operands }
      if (this.#take(/&&/y) !== null) operands.push((items = []))
      else items.push(this.#item())
    }
  }

  #item(): ClassItem {
    const posix = this.#take(/\[:(\^?)([a-z]+):\]/y)
    if (posix !== null) return this.#property(posix[2]!, posix[1] === '^')
    if (this.#take(/\[/y) !== null) {
      const { isNegated, operands } = this.#class()
      return { text: null, character: null, set: () => this.#setOf(isNegated, operands) }
    }
    if (this.#take(/\\/y) !== null) return this.#escaped(true)
    const [character] = this.#take(/[^]/uy) ?? []
    if (character === undefined || character.length > 1) throw new TooComplex()
    return literal(character, character === '^' ? '\\^' : character)
  }

  /** `\p{Alpha}`, `[:alpha:]`. POSIX names have their own sets, other properties those of Unicode. */
  #property(name: string, isNegated: boolean): ClassItem {
    const posix = Object.hasOwn(POSIX, name.toLowerCase()) ? POSIX[name.toLowerCase()]! : null
    const hasOneCase = posix === POSIX['lower'] || posix === POSIX['upper']
    const text = this.#rules.isFolded && hasOneCase ? POSIX['alpha']! : posix
    const base = text === null ? unicodeSet(name) : setOf(text)
    const folded = this.#folded(base)
    return { text: isNegated ? null : text, character: null, set: () => (isNegated ? ALL_CHARS & ~folded : folded) }
  }

  #escaped(isInClass: boolean): ClassItem {
    const property = this.#take(/([pP])\{(\^?)([^}]+)\}/y)
    if (property !== null) {
      const [, letter, caret, name] = property
      return this.#property(name!, (letter === 'P') !== (caret === '^'))
    }
    const code = this.#code()
    if (code !== null) return code
    const [letter] = this.#take(/[^]/y) ?? []
    if (letter === undefined) throw new TooComplex()
    if (/[dDwWsS]/.test(letter)) return several(`\\${letter}`)
    if (letter === 'h') return several('0-9a-fA-F')
    if (letter === 'H') return { text: null, character: null, set: () => ALL_CHARS & ~setOf('0-9a-fA-F') }
    if (/[tnrfv]/.test(letter) || (letter === 'b' && isInClass)) return several(`\\${letter}`)
    if (Object.hasOwn(CONTROLS, letter)) return several(CONTROLS[letter]!)
    // Any other escaped letter is the letter.
    return /[A-Za-z]/.test(letter) ? literal(letter, letter) : literal(letter, `\\${letter}`)
  }

  /** `\x41`, `\u0041`, `\101`, `\cA`, `\C-A`; null for another escape. */
  #code(): ClassItem | null {
    const hex = this.#take(/x([\da-fA-F]{1,2})|u([\da-fA-F]{4})|u\{([\da-fA-F]+)\}/y)
    if (hex !== null) {
      const digits = hex[1] ?? hex[2] ?? hex[3]!
      const code = Number.parseInt(digits, 16)
      if (code > 0xffff) throw new TooComplex()
      return digits.length % 2 === 0 && hex[3] === undefined
        ? literal(String.fromCharCode(code), `\\${hex[0]}`)
        : coded(code)
    }
    const octal = this.#take(/[0-7]{1,3}/y)
    if (octal !== null) return coded(Number.parseInt(octal[0], 8) & 0xff)
    const control = this.#take(/(?:c|C-)([^\\])/y)
    if (control !== null) return coded(control[1] === '?' ? 0x7f : control[1]!.charCodeAt(0) & 0x1f)
    if (this.#take(/[xuMcCpP]/y) !== null) throw new TooComplex()
    return null
  }

  #folded(set: CharSet): CharSet {
    return this.#rules.isFolded ? bothCases(set) : set
  }

  #setOf(isNegated: boolean, operands: readonly (readonly ClassItem[])[]): CharSet {
    const sets = operands.map((items) => this.#folded(setOfItems(items)))
    const set = sets.reduce((left, right) => left & right)
    return isNegated ? ALL_CHARS & ~set : set
  }

  #printItems(opening: string, items: readonly ClassItem[]): string {
    const { isFolded, hasFlag } = this.#rules
    const text = items.map((item) => item.text).join('')
    if (isFolded === hasFlag) return `${opening}${text}]`
    const counterparts = otherCases(items)
    // With the flag they would be in the class, too.
    if (hasFlag) {
      if (counterparts !== '') throw new TooComplex()
      return `${opening}${text}]`
    }
    return `${opening}${text.replace(/-$/, '\\-')}${counterparts}]`
  }

  #printSet(set: CharSet): string {
    if (this.#rules.hasFlag && bothCases(set) !== set) throw new TooComplex()
    if (set === ALL_CHARS) return '[^]'
    return hasChar(set, OTHER) ? `[^${rangesOf(ALL_CHARS & ~set)}]` : `[${rangesOf(set)}]`
  }
}

/** The bit of all characters beyond ASCII. */
const OTHER = 127

/** Returns the union of the items. Ranges are items with a hyphen between them. */
function setOfItems(items: readonly ClassItem[]): CharSet {
  let set = NO_CHARS
  let text = ''
  for (const item of [...items, null]) {
    if (typeof item?.text === 'string') {
      text += item.text
      continue
    }
    if (text !== '') set |= setOf(text)
    text = ''
    if (item !== null) set |= item.set()
  }
  return set
}

/** Returns the characters of a class. */
function setOf(text: string): CharSet {
  const tree = parseRegExp(`[${text}]`, '')
  if (tree.kind !== 'set') throw new TooComplex()
  return tree.set
}

/** Returns the characters with a Unicode property. Ruby ignores case, spaces, hyphens and underscores in names. */
function unicodeSet(name: string): CharSet {
  const words = name.split(/[\s_-]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
  for (const spelling of [name, words.join('_')]) {
    for (const property of [spelling, `Script=${spelling}`]) {
      try {
        const tree = parseRegExp(`\\p{${property}}`, 'u')
        if (tree.kind === 'set') return tree.set
      } catch {
        // Another spelling may be the name.
      }
    }
  }
  throw new TooComplex()
}

function bothCases(set: CharSet): CharSet {
  let folded = set
  for (let code = 0x41; code <= 0x5a; code += 1) {
    if (hasChar(set, code) || hasChar(set, code + 32)) folded |= charsIn(String.fromCharCode(code, code + 32))
  }
  return folded
}

/** Prints the ASCII characters of a set as the content of a class. */
function rangesOf(set: CharSet): string {
  let text = ''
  for (let code = 0; code < OTHER; code += 1) {
    if (!hasChar(set, code)) continue
    const start = code
    while (code + 1 < OTHER && hasChar(set, code + 1)) code += 1
    text += start === code ? printed(code) : `${printed(start)}${start + 1 === code ? '' : '-'}${printed(code)}`
  }
  return hasChar(set, OTHER) ? `${text}\\x7f-\\uffff` : text
}

function printed(code: number): string {
  const character = String.fromCharCode(code)
  return /[\w!"#%&',:;<=>@`~]/.test(character) ? character : codeText(code)
}

/** 7 -> `\x07` */
function codeText(code: number): string {
  return code > 0xff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\x${code.toString(16).padStart(2, '0')}`
}

function literal(character: string, text: string): ClassItem {
  return { text, character, set: () => charsIn(character) }
}

function coded(code: number): ClassItem {
  return literal(String.fromCharCode(code), codeText(code))
}

/** An item without letters of its own, or with letters in both cases. */
function several(text: string): ClassItem {
  return { text, character: null, set: () => setOf(text) }
}

/** Returns the letters and ranges of a class in the other case, in JavaScript's syntax. */
function otherCases(items: readonly ClassItem[]): string {
  let text = ''
  for (let at = 0; at < items.length; at += 1) {
    const rangeStart = items[at]!.character
    if (rangeStart === null) continue
    const rangeEnd = items[at + 1]?.text === '-' ? items[at + 2]?.character : undefined
    if (rangeEnd === undefined || rangeEnd === null) text += otherCase(rangeStart) ?? ''
    else {
      text += otherRange(rangeStart, rangeEnd, LOWER_CASE) + otherRange(rangeStart, rangeEnd, UPPER_CASE)
      at += 2
    }
  }
  return text
}

/** The letters of one case. Adding `distance` to the code of a letter results in its other case. */
interface LetterCase {
  readonly first: string
  readonly last: string
  readonly distance: number
}

const LOWER_CASE: LetterCase = { first: 'a', last: 'z', distance: -32 }
const UPPER_CASE: LetterCase = { first: 'A', last: 'Z', distance: 32 }

/** Returns the letters of one case that are in a range, in the other case: `b-d` -> `B-D`. */
function otherRange(rangeStart: string, rangeEnd: string, { first, last, distance }: LetterCase): string {
  const start = Math.max(rangeStart.charCodeAt(0), first.charCodeAt(0)) + distance
  const end = Math.min(rangeEnd.charCodeAt(0), last.charCodeAt(0)) + distance
  return start > end ? '' : `${String.fromCharCode(start)}-${String.fromCharCode(end)}`
}

/** A letter in the other case; null if it is no ASCII letter. Paths are ASCII. */
function otherCase(character: string): string | null {
  if (/^[a-z]$/.test(character)) return character.toUpperCase()
  return /^[A-Z]$/.test(character) ? character.toLowerCase() : null
}
