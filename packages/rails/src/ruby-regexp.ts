// Translates Ruby's regular expressions to JavaScript.
import type { RegExpSource } from '@turnout/manifest'
import { regExpProblem } from '@turnout/patterns/regexp'

/** A regular expression as the rake task prints it: Ruby's source, and its options `i`, `m` and `x`. */
export interface RubyRegExp {
  readonly regexp: string
  readonly flags: string
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

/**
 * Converts a regular expression of Ruby to JavaScript, for single-line ASCII strings such as paths and attributes of
 * requests.
 *
 *     \h+                   -> [0-9a-fA-F]+
 *     [[:alpha:]_]          -> [a-zA-Z_]
 *     (?-mix:\d+)           -> (?:\d+)           as Ruby prints an expression within another
 *     a(?i-mx:b[c-e])       -> a(?:[bB][c-eC-E])
 *     \Ahttp\z              -> ^http$
 *
 * @returns null if JavaScript has no equivalent: possessive repeats, atomic groups, calls of groups, …
 */
export function fromRuby({ regexp, flags }: RubyRegExp): RegExpSource | null {
  if (!/^[imx]*$/.test(flags)) return null
  const isFolded = flags.includes('i') || /\(\?[mx]*i/.test(regexp)
  // Uses the flag `i` if all letters ignore case, otherwise writes both cases of those that do.
  const ignoringCase = isFolded ? new Translation(regexp, flags, true).translate() : null
  const source = ignoringCase ?? new Translation(regexp, flags, false).translate()
  if (source === null || source === '') return null
  const newFlags = `${ignoringCase === null ? '' : 'i'}${flags.includes('m') ? 's' : ''}`
  return regExpProblem(source, newFlags) === null ? { source, flags: newFlags } : null
}

/** Escapes that mean the same in both languages, of characters that are letters or digits. */
const SAME = /^\\[dDwWsSbBtnrfv0-9]$/

/** A group that is open. */
interface Group {
  /** The options that hold behind it. */
  readonly outerFlags: string
  /** How many parentheses end it: one more for each `(?i)` in it, which is a group from there to its end. */
  readonly parentheses: number
}

class Translation {
  readonly #source: string
  /** Whether the expression has `m`, which dots outside of groups with other options have from its flag. */
  readonly #dotAll: boolean
  /** Whether the result has the flag `i`. */
  readonly #ignoresCase: boolean
  /** The options that hold here, of `i`, `m` and `x`. */
  #flags: string
  #at = 0
  readonly #groups: Group[] = []

  constructor(source: string, flags: string, ignoresCase: boolean) {
    this.#source = source
    this.#flags = flags
    this.#dotAll = flags.includes('m')
    this.#ignoresCase = ignoresCase
  }

  /** Null where JavaScript has no words for it, or not with this flag `i`. */
  translate(): string | null {
    this.#groups.push({ outerFlags: this.#flags, parentheses: 0 })
    let text = ''
    while (this.#at < this.#source.length) {
      const part = this.#part()
      if (part === null) return null
      text += part
    }
    return this.#groups.length === 1 ? text + ')'.repeat(this.#groups[0]!.parentheses) : null
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#source)
    if (match !== null) this.#at = pattern.lastIndex
    return match
  }

  #part(): string | null {
    if (this.#flags.includes('x') && this.#take(/\s+|#[^\n]*(?:\n|$)/y) !== null) return ''
    const escape = this.#take(/\\[^]/y)
    if (escape !== null) return this.#escape(escape[0])
    if (this.#take(/\[/y) !== null) return this.#class()
    if (this.#take(/\(\?#[^)]*\)/y) !== null) return ''
    const group = this.#take(/\(\?([a-z]*)(?:-([a-z]*))?([:)])/y)
    if (group !== null) return this.#options(group)
    // Lookarounds and named groups are written alike; an atomic group has no counterpart.
    const opening = this.#take(/\((?:\?(?:<?[=!]|<[A-Za-z_]\w*>|(.)))?/y)
    if (opening !== null) {
      this.#groups.push({ outerFlags: this.#flags, parentheses: 1 })
      return opening[1] === undefined ? opening[0] : null
    }
    if (this.#take(/\)/y) !== null) return this.#end()
    const repeat = this.#take(/(?:[*+?]|\{(\d*)(,?)(\d*)\})([+?]?)/y)
    if (repeat !== null) return repeated(repeat)
    const character = this.#take(/[^]/y)![0]
    return character === '.' ? this.#dot() : this.#letter(character, character)
  }

  #end(): string | null {
    if (this.#groups.length === 1) return null
    const { outerFlags, parentheses } = this.#groups.pop()!
    this.#flags = outerFlags
    return ')'.repeat(parentheses)
  }

  #dot(): string {
    const matchesNewlines = this.#flags.includes('m')
    return matchesNewlines === this.#dotAll ? '.' : matchesNewlines ? '[^]' : '[^\\n]'
  }

  /** A character, or both of its cases. Null if it is case-sensitive but the flag makes all letters ignore case. */
  #letter(character: string, translated: string): string | null {
    const counterpart = otherCase(character)
    if (counterpart === null || this.#flags.includes('i') === this.#ignoresCase) return translated
    return this.#ignoresCase ? null : `[${character}${counterpart}]`
  }

  #escape(escape: string): string | null {
    if (escape === '\\A') return '^'
    if (escape === '\\z' || escape === '\\Z') return '$'
    if (escape === '\\h') return '[0-9a-fA-F]'
    if (escape === '\\H') return '[^0-9a-fA-F]'
    if (escape === '\\u' || escape === '\\x') {
      const code = this.#code(escape)
      return code === null ? null : this.#letter(characterOf(code), code)
    }
    // The capture of the group would have to match again in either case.
    if (/^\\[1-9]$/.test(escape) && this.#flags.includes('i') !== this.#ignoresCase) return null
    return SAME.test(escape) || /^\\[^A-Za-z0-9]$/.test(escape) ? escape : null
  }

  #code(escape: string): string | null {
    const digits = this.#take(escape === '\\u' ? /[\da-fA-F]{4}/y : /[\da-fA-F]{2}/y)
    return digits === null ? null : escape + digits[0]
  }

  /** Behind the bracket that opens it. Classes in classes, and their intersections, have no counterpart. */
  #class(): string | null {
    const opening = this.#take(/\^/y) === null ? '[' : '[^'
    const items: ClassItem[] = []
    // Ruby treats a bracket in first position as a literal.
    if (this.#take(/\]/y) !== null) items.push({ text: '\\]', character: ']' })
    for (;;) {
      const posix = this.#take(/\[:(\^?)([a-z]+):\]/y)
      if (posix !== null) {
        const text = posix[1] === '' && Object.hasOwn(POSIX, posix[2]!) ? POSIX[posix[2]!]! : null
        if (text === null) return null
        const hasOneCase = text === POSIX['lower'] || text === POSIX['upper']
        items.push({ text: this.#flags.includes('i') && hasOneCase ? 'a-zA-Z' : text, character: null })
        continue
      }
      const part = this.#take(/\\[^]|&&|[^]/y)?.[0]
      if (part === undefined || part === '&&' || part === '[') return null
      if (part === ']') break
      const item = this.#classItem(part)
      if (item === null) return null
      items.push(item)
    }
    const text = items.map((item) => item.text).join('')
    if (this.#flags.includes('i') === this.#ignoresCase) return `${opening}${text}]`
    const counterparts = otherCases(items)
    // With the flag they would be in the class, too.
    if (this.#ignoresCase) return counterparts === '' ? `${opening}${text}]` : null
    return `${opening}${text.replace(/-$/, '\\-')}${counterparts}]`
  }

  #classItem(part: string): ClassItem | null {
    if (part === '\\h') return { text: '0-9a-fA-F', character: null }
    if (!part.startsWith('\\')) return { text: part, character: part }
    if (/^\\[AzZHRXGKbB]$/.test(part)) return null
    if (part === '\\u' || part === '\\x') {
      const code = this.#code(part)
      return code === null ? null : { text: code, character: characterOf(code) }
    }
    if (!SAME.test(part) && !/^\\[^A-Za-z0-9]$/.test(part)) return null
    return { text: part, character: SAME.test(part) ? null : part.charAt(1) }
  }

  /** `(?i-mx:`, or `(?i)`, which holds to the end of the group around it, alternatives included. */
  #options([, switchedOn = '', switchedOff = '', end]: RegExpExecArray): string | null {
    // `a`, `d` and `u` choose what `\w` and the like are.
    if (/[^imx]/.test(switchedOn + switchedOff)) return null
    const outerFlags = this.#flags
    this.#flags = [...new Set(outerFlags + switchedOn)].filter((flag) => !switchedOff.includes(flag)).join('')
    if (end === ':') this.#groups.push({ outerFlags, parentheses: 1 })
    else {
      const group = this.#groups.pop()!
      this.#groups.push({ ...group, parentheses: group.parentheses + 1 })
    }
    return '(?:'
  }
}

/** A part of a class; `character` is null for a set of several. */
interface ClassItem {
  readonly text: string
  readonly character: string | null
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

/** `\x41`, `\u0041` -> `A` */
function characterOf(code: string): string {
  return String.fromCharCode(Number.parseInt(code.slice(2), 16))
}

/** A repeat; null for a possessive one, which takes no step back. */
function repeated([text, min, comma, max, suffix]: RegExpExecArray): string | null {
  if (min === undefined) return suffix === '+' ? null : text
  // `{,3}` is `{0,3}`. A brace around anything else is a literal. After `{2}`, a plus is another repetition.
  if (min === '' && max === '') return text.replace(/[{}]/g, '\\$&')
  if (suffix === '+') return null
  return `{${min === '' ? '0' : min}${comma}${max}}${suffix}`
}
