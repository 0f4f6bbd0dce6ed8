// Reads the classes and escapes of Ruby's regular expressions (Onigmo) that match one character.
import {
  ALL_CHARS,
  asciiRanges,
  charsIn,
  FIRST_BEYOND_ASCII,
  hasChar,
  NO_CHARS,
  type CharSet,
} from '@turnout/compiler/internal/patterns/regexp/char-set'
import { parseRegExp } from '@turnout/compiler/internal/patterns/regexp/parse'

/** The source of an expression, and the position behind what has been read. */
export class Cursor {
  readonly source: string
  at = 0

  constructor(source: string) {
    this.source = source
  }

  /** Takes what a sticky expression matches at the position. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.source)
    if (match !== null) this.at = pattern.lastIndex
    return match
  }
}

/** Characters of which a part of an expression matches one. */
export interface CharacterClass {
  /** The characters in the case in which they are written, without the negation. */
  readonly set: CharSet
  readonly isNegated: boolean
  /** JavaScript's syntax for the class; null to write the set. */
  readonly text: string | null
}

/** Thrown for an expression that cannot be read, or that cannot be written with or without the flag `i`. */
export class Untranslatable extends Error {}

/** Classes in classes. */
const MAX_DEPTH = 50

/** Ruby's POSIX classes, as the content of a class of JavaScript. Routes only see ASCII. */
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

/** A class that is the same in both languages. */
const COMMON_CLASS =
  /\[\^?-?(?:\\[dDsSwW]|(?:[^\\[\]^&-]|\\[^\w\s]|\\[tnrfv])(?:-(?:[^\\[\]^&-]|\\[^\w\s]|\\[tnrfv]))?)+-?\]/y

/** Reads a class from its opening bracket on. Returns null if its characters are not known. */
export function readClass(cursor: Cursor): CharacterClass | null {
  const start = cursor.at
  const isCommon = cursor.take(COMMON_CLASS) !== null
  const end = cursor.at
  cursor.at = start + 1
  const reader = new ClassReader(cursor)
  const { set, isNegated } = reader.read(0)
  if (!reader.isKnown) return null
  return { set, isNegated, text: isCommon && cursor.at === end ? cursor.source.slice(start, end) : null }
}

class ClassReader {
  readonly #cursor: Cursor
  /** False if the class contains a character or a property whose meaning is not known. */
  isKnown = true

  constructor(cursor: Cursor) {
    this.#cursor = cursor
  }

  /** Reads a class behind its opening bracket. */
  read(depth: number): { readonly set: CharSet; readonly isNegated: boolean } {
    if (depth > MAX_DEPTH) throw new Untranslatable()
    const cursor = this.#cursor
    const isNegated = cursor.take(/\^/y) !== null
    let intersection = ALL_CHARS
    let set = NO_CHARS
    // A bracket in first position is a character.
    for (let isFirst = true; ; isFirst = false) {
      if (!isFirst && cursor.take(/\]/y) !== null) return { set: intersection & set, isNegated }
      if (cursor.take(/&&/y) === null) set |= this.#item(depth)
      else {
        intersection &= set
        set = NO_CHARS
      }
    }
  }

  /** Reads a character, a range, an escape or an inner class. */
  #item(depth: number): CharSet {
    const cursor = this.#cursor
    const posix = cursor.take(/\[:(\^?)([a-z]+):\]/y)
    if (posix !== null) return this.#known(propertySet(posix[2]!, posix[1] === '^'))
    if (cursor.take(/\[/y) !== null) {
      const { set, isNegated } = this.read(depth + 1)
      return isNegated ? ALL_CHARS & ~set : set
    }
    const first = this.#character()
    if (typeof first === 'bigint' || cursor.take(/-(?!\]|&&)/y) === null) return setOfOne(first)
    // Onigmo gives a class at the end of a range no clear meaning.
    const last = cursor.source[cursor.at] === '[' ? NO_CHARS : this.#character()
    if (typeof last === 'bigint' || last < first) {
      this.isKnown = false
      return NO_CHARS
    }
    return charsUpTo(last) & ~charsUpTo(Math.min(first, FIRST_BEYOND_ASCII) - 1)
  }

  /** Returns the code of a character, or the set of an escape. */
  #character(): number | CharSet {
    const cursor = this.#cursor
    if (cursor.take(/\\b/y) !== null) return 8
    if (cursor.take(/\\/y) !== null) return this.#known(readEscape(cursor))
    const [character] = cursor.take(/[^]/uy) ?? []
    if (character === undefined) throw new Untranslatable()
    return this.#known(codeOf(character))
  }

  #known<Value>(value: Value | null): Value | CharSet {
    if (value !== null) return value
    this.isKnown = false
    return NO_CHARS
  }
}

/** Returns the characters with this code or a lower one. */
function charsUpTo(code: number): CharSet {
  return code >= FIRST_BEYOND_ASCII ? ALL_CHARS : (1n << BigInt(code + 1)) - 1n
}

/** Returns null for a character of two code units, which JavaScript does not treat as one. */
function codeOf(character: string): number | null {
  return character.length === 1 ? character.charCodeAt(0) : null
}

/** Escapes of one character by their letter. */
const CONTROLS: Readonly<Record<string, number>> = { a: 7, t: 9, n: 10, v: 11, f: 12, r: 13, e: 27 }

/**
 * Reads an escape behind its backslash. Returns the code of a character, the set of an escape for several, or null if
 * its meaning is not known.
 */
export function readEscape(cursor: Cursor): number | CharSet | null {
  const property = readProperty(cursor)
  if (property !== undefined) return property && (property.isNegated ? ALL_CHARS & ~property.set : property.set)
  const [octal, ...hex] = cursor.take(/x([\da-fA-F]{1,2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|[0-7]{1,3}/y) ?? []
  if (octal !== undefined) {
    const digits = hex.find((each) => each !== undefined)
    const code = digits === undefined ? Number.parseInt(octal, 8) : Number.parseInt(digits, 16)
    // From `\x80` on, a byte is a part of a character.
    return code > (octal.startsWith('u') ? 0xffff : 0x7f) ? null : code
  }
  const [letter] = cursor.take(/[^]/uy) ?? []
  if (letter === undefined || /[cCMpPux]/.test(letter)) throw new Untranslatable()
  if (/[dDsSwW]/.test(letter)) return setOf(`\\${letter}`)
  return Object.hasOwn(CONTROLS, letter) ? CONTROLS[letter]! : codeOf(letter)
}

/**
 * Reads `h`, `H`, `p{Alpha}`, `p{^L}` or `P{L}` behind a backslash. Returns undefined for another escape, and null for a
 * property that is not known.
 */
export function readProperty(cursor: Cursor): CharacterClass | null | undefined {
  const [, hex, letter, caret, name = 'xdigit'] = cursor.take(/([hH])|([pP])\{(\^?)([^}]+)\}/y) ?? []
  if (hex === undefined && letter === undefined) return undefined
  const set = propertySet(name, false)
  const isNegated = hex === 'H' || (letter === 'P') !== (caret === '^')
  if (set === null) return null
  return { set, isNegated, text: hex === undefined ? null : `[${isNegated ? '^' : ''}${POSIX['xdigit']!}]` }
}

/** Returns the characters of a POSIX class, or of a property with a name that JavaScript has as well. */
function propertySet(name: string, isNegated: boolean): CharSet | null {
  const posix = name.toLowerCase()
  try {
    if (!Object.hasOwn(POSIX, posix)) return setOf(`\\${isNegated ? 'P' : 'p'}{${name}}`, 'u')
  } catch {
    return null
  }
  return isNegated ? ALL_CHARS & ~setOf(POSIX[posix]!) : setOf(POSIX[posix]!)
}

/** Returns the characters of a class by its content in JavaScript's syntax. */
function setOf(content: string, flags = ''): CharSet {
  const tree = parseRegExp(`[${content}]`, flags)
  return tree.kind === 'set' ? tree.set : NO_CHARS
}

function setOfOne(character: number | CharSet): CharSet {
  return typeof character === 'number' ? charsIn(String.fromCharCode(character)) : character
}

/** Adds the other case of each ASCII letter. */
export function bothCases(set: CharSet): CharSet {
  let folded = set
  for (let code = 0x41; code <= 0x5a; code += 1) {
    if (hasChar(set, code) || hasChar(set, code + 32)) folded |= charsIn(String.fromCharCode(code, code + 32))
  }
  return folded
}

/** Prints a set as a class. It stands for all characters beyond ASCII, or for none. */
export function printSet(set: CharSet): string {
  if (set === ALL_CHARS) return '[^]'
  const isNegated = hasChar(set, FIRST_BEYOND_ASCII)
  const ranges = asciiRanges(isNegated ? ALL_CHARS & ~set : set).map(([first, last]) => {
    const text = inClass(first)
    return first === last ? text : `${text}${last === first + 1 ? '' : '-'}${inClass(last)}`
  })
  return `[${isNegated ? '^' : ''}${ranges.join('')}]`
}

function inClass(code: number): string {
  const character = String.fromCharCode(code)
  if (/[\\\]^[-]/.test(character)) return `\\${character}`
  return code < 0x20 ? codeText(code) : character
}

/** 7 -> `\u0007` */
export function codeText(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}
