import type { RegExpSource } from '../manifest.ts'
import { regExpProblem } from '../recognition/regexp/parse.ts'

/** A regular expression as the rake task prints it: Ruby's source, and its options `i`, `m` and `x`. */
export interface RubyRegExp {
  readonly regexp: string
  readonly flags: string
}

/** What stands for a class of Ruby's within a class of JavaScript's. Paths are ASCII. */
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
 * Turns a regular expression of Ruby's into JavaScript's, for texts of one line in ASCII, as paths and attributes of
 * requests are.
 *
 *     \h+                   -> [0-9a-fA-F]+
 *     [[:alpha:]_]          -> [a-zA-Z_]
 *     (?-mix:\d+)           -> (?:\d+)           as Ruby prints one that stands in another
 *     \Ahttp\z              -> ^http$
 *
 * @returns null where JavaScript has no words for it: possessive repeats, atomic groups, calls of groups, …
 */
export function fromRuby({ regexp, flags }: RubyRegExp): RegExpSource | null {
  if (!/^[imx]*$/.test(flags)) return null
  const source = new Translation(regexp, flags).translate()
  if (source === null || source === '') return null
  const own = `${flags.includes('i') ? 'i' : ''}${flags.includes('m') ? 's' : ''}`
  return regExpProblem(source, own) === null ? { source, flags: own } : null
}

/** Escapes that mean the same in both languages, of characters that are letters or digits. */
const SAME = /^\\[dDwWsSbBtnrfv0-9]$/

class Translation {
  readonly #source: string
  readonly #flags: string
  #at = 0

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
  }

  translate(): string | null {
    let text = ''
    while (this.#at < this.#source.length) {
      const part = this.#part()
      if (part === null) return null
      text += part
    }
    return text
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)
    if (found !== null) this.#at = pattern.lastIndex
    return found
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
    const special = this.#take(/\(\?(?:<?[=!]|<[A-Za-z_]\w*>|(.))/y)
    if (special !== null) return special[1] === undefined ? special[0] : null
    const repeat = this.#take(/(?:[*+?]|\{(\d*)(,?)(\d*)\})([+?]?)/y)
    if (repeat !== null) return repeated(repeat)
    return this.#take(/[^]/y)![0]
  }

  #escape(escape: string): string | null {
    if (escape === '\\A') return '^'
    if (escape === '\\z' || escape === '\\Z') return '$'
    if (escape === '\\h') return '[0-9a-fA-F]'
    if (escape === '\\H') return '[^0-9a-fA-F]'
    if (escape === '\\u' || escape === '\\x') return this.#code(escape)
    return SAME.test(escape) || /^\\[^A-Za-z0-9]$/.test(escape) ? escape : null
  }

  #code(escape: string): string | null {
    const digits = this.#take(escape === '\\u' ? /[\da-fA-F]{4}/y : /[\da-fA-F]{2}/y)
    return digits === null ? null : escape + digits[0]
  }

  /** Behind the bracket that opens it. Classes in classes, and their intersections, have no counterpart. */
  #class(): string | null {
    let text = this.#take(/\^/y) === null ? '[' : '[^'
    // Ruby takes a bracket that stands first for a character.
    if (this.#take(/\]/y) !== null) text += '\\]'
    for (;;) {
      const posix = this.#take(/\[:(\^?)([a-z]+):\]/y)
      if (posix !== null) {
        const set = posix[1] === '' && Object.hasOwn(POSIX, posix[2]!) ? POSIX[posix[2]!]! : null
        if (set === null) return null
        text += set
        continue
      }
      const part = this.#take(/\\[^]|&&|[^]/y)
      if (part === null || part[0] === '&&' || part[0] === '[') return null
      if (part[0] === ']') return `${text}]`
      if (part[0] === '\\h') text += '0-9a-fA-F'
      else if (part[0].startsWith('\\')) {
        if (/^\\[AzZHRXGKbB]$/.test(part[0])) return null
        const escape = this.#escape(part[0])
        if (escape === null) return null
        text += escape
      } else text += part[0]
    }
  }

  /** `(?i-mx:`: taken where it asks for what holds already. */
  #options([, on = '', off = '', end]: RegExpExecArray): string | null {
    const holds =
      [...on].every((flag) => this.#flags.includes(flag)) && [...off].every((flag) => !this.#flags.includes(flag))
    return holds ? (end === ':' ? '(?:' : '') : null
  }
}

/** A repeat; null for a possessive one, which takes no step back. */
function repeated([text, min, comma, max, suffix]: RegExpExecArray): string | null {
  if (min === undefined) return suffix === '+' ? null : text
  // `{,3}` is `{0,3}`; a brace around anything else is a character, and behind `{2}` a plus repeats once more.
  if (min === '' && max === '') return text.replace(/[{}]/g, '\\$&')
  if (suffix === '+') return null
  return `{${min === '' ? '0' : min}${comma}${max}}${suffix}`
}
