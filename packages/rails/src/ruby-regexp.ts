// Translates Ruby's regular expressions (Onigmo) to JavaScript.
import type { RegExpSource } from '@turnout/compiler/internal/manifest/manifest'
import { ALL_CHARS, charsIn, FIRST_BEYOND_ASCII, hasChar } from '@turnout/compiler/internal/patterns/regexp/char-set'
import { regExpProblem } from '@turnout/compiler/internal/patterns/regexp/parse'
import {
  bothCases,
  codeText,
  Cursor,
  printSet,
  readClass,
  readEscape,
  readProperty,
  Untranslatable,
  type CharacterClass,
} from './ruby-class.ts'

/** A regular expression as the rake task prints it: Ruby's source, and its options `i`, `m` and `x`. */
export interface RubyRegExp {
  readonly regexp: string
  readonly flags: string
}

/** A regular expression of JavaScript that matches at least the strings that Ruby's matches. */
export interface TranslatedRegExp extends RegExpSource {
  /** True if it may match other strings as well. */
  readonly isWider?: true
}

/**
 * Converts a regular expression of Ruby to JavaScript, for single-line ASCII strings such as paths and attributes of
 * requests. What JavaScript cannot express becomes wider.
 *
 *     \h+                   -> [0-9A-Fa-f]+
 *     [[:alpha:]_]          -> [A-Z_a-z]
 *     [^/]++                -> [^/]+(?![^/])
 *     (?-mix:\d+)           -> (?:\d+)           as Ruby prints an expression within another
 *     a(?i-mx:b[c-e])       -> a(?:[Bb][C-Ec-e])
 *     \Ahttp\z              -> ^http$
 *     (\w)\1                -> (\w)[^]*          wider, because only a slow search could compare the two parts
 *
 * @returns null for an expression that cannot be read
 */
export function fromRuby({ regexp, flags }: RubyRegExp): TranslatedRegExp | null {
  if (!/^[imx]*$/.test(flags)) return null
  const mentionsIgnoreCase = flags.includes('i') || /\(\?[a-z]*i/.test(regexp)
  // Beyond ASCII, Ruby ignores the case of more letters than JavaScript: `(?i:\p{L})` matches `ss`, the upper case of `ß`.
  if (mentionsIgnoreCase && /\\(?:[pP]|u(?!00[0-7]))|[^\0-~]/.test(regexp)) return null
  // Uses the flag `i` if all letters ignore case, otherwise writes both cases of those that do.
  return (mentionsIgnoreCase ? translate(regexp, flags, true) : null) ?? translate(regexp, flags, false)
}

function translate(regexp: string, flags: string, outputIgnoresCase: boolean): TranslatedRegExp | null {
  try {
    const { text, isWider } = new Translation(regexp, flags, outputIgnoresCase).translate()
    const source = text || '(?:)'
    const newFlags = `${outputIgnoresCase ? 'i' : ''}${flags.includes('m') ? 's' : ''}`
    if (regExpProblem(source, newFlags) !== null) return null
    return { source, flags: newFlags, ...(isWider && { isWider }) }
  } catch (error) {
    if (error instanceof Untranslatable) return null
    throw error
  }
}

/** A translated part of an expression. */
interface Part {
  /** In JavaScript's syntax. */
  readonly text: string
  /** True if it may match more than in Ruby. */
  readonly isWider: boolean
  /** True if a quantifier behind the text repeats all of it. */
  readonly isAtom: boolean
  /** True if it matches one character, and is not wider. */
  readonly isCharacter: boolean
  /** True if it has one match at most at each position, so that Ruby never tries another. */
  readonly hasOneMatchAtMost: boolean
  /** The text that has only the match that Ruby tries first at each position; null if none is known. */
  readonly firstMatch: string | null
}

/** An expression that calls its groups can double in size with each call. */
const MAX_LENGTH = 20_000

function part(text: string, facts: Partial<Part> = {}): Part {
  if (text.length > MAX_LENGTH) throw new Untranslatable()
  const { isWider = false, isAtom = false, isCharacter = false, hasOneMatchAtMost = false } = facts
  const firstMatch = hasOneMatchAtMost ? text : (facts.firstMatch ?? null)
  return { text, isWider, isAtom, isCharacter, hasOneMatchAtMost, firstMatch }
}

function character(text: string, isAtom = true): Part {
  return part(text, { isAtom, isCharacter: true, hasOneMatchAtMost: true })
}

function assertion(text: string, isWider = false): Part {
  return part(text, { isWider, hasOneMatchAtMost: true })
}

/** Replaces a part that JavaScript cannot express: any string. */
const ANYTHING = part('[^]*', { isWider: true })

/** Groups in groups, and all else that nests: parsers recurse. */
const MAX_DEPTH = 150

/** Reads an expression and writes it, part by part. */
class Translation {
  readonly #cursor: Cursor
  /** Whether the expression has `m`, which dots outside of groups with other options have from its flag. */
  readonly #dotAll: boolean
  readonly #outputIgnoresCase: boolean
  /** The named groups that end before the position. */
  readonly #groups = new Map<string, Part>()
  /** The options that hold here, of `i`, `m` and `x`. */
  #flags: string
  #depth = 0

  constructor(source: string, flags: string, outputIgnoresCase: boolean) {
    this.#cursor = new Cursor(source)
    this.#flags = flags
    this.#dotAll = flags.includes('m')
    this.#outputIgnoresCase = outputIgnoresCase
  }

  translate(): Part {
    const { source } = this.#cursor
    const whole = this.#choice()
    if (this.#cursor.at < source.length) throw new Untranslatable()
    return whole
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    return this.#cursor.take(pattern)
  }

  #choice(): Part {
    if (++this.#depth > MAX_DEPTH) throw new Untranslatable()
    const items = [this.#sequence()]
    while (this.#take(/\|/y) !== null) items.push(this.#sequence())
    this.#depth -= 1
    if (items.length === 1) return items[0]!
    const texts = items.map(({ text }) => text)
    const areFixed = items.every(({ hasOneMatchAtMost, isWider }) => hasOneMatchAtMost && !isWider)
    return part(texts.join('|'), {
      isWider: items.some(({ isWider }) => isWider),
      // (?>a|ab)c -> (?:a|(?!a)ab)c
      firstMatch: areFixed ? `(?:${texts.reduceRight((others, text) => `${text}|(?!${text})(?:${others})`)})` : null,
    })
  }

  #sequence(): Part {
    const items: Part[] = []
    for (;;) {
      this.#skipComments()
      if (/^(?:[|)]|$)/.test(this.#cursor.source.charAt(this.#cursor.at))) break
      const options = this.#take(/\(\?([a-z]*)(?:-([a-z]*))?\)/y)
      if (options !== null) {
        // They hold to the end of the group around them, alternatives included.
        this.#switch(options)
        items.push(group(this.#choice()))
        break
      }
      items.push(this.#repeated(this.#term()))
    }
    const [first, last] = [items[0], items.at(-1)]
    if (first === undefined || last === undefined) return assertion('')
    if (items.length === 1) return first
    const start = items.slice(0, -1)
    const text = start.map((item) => item.text).join('')
    const isStartFixed = start.every(({ hasOneMatchAtMost }) => hasOneMatchAtMost)
    return part(text + last.text, {
      isWider: items.some(({ isWider }) => isWider),
      hasOneMatchAtMost: isStartFixed && last.hasOneMatchAtMost,
      firstMatch: isStartFixed && last.firstMatch !== null ? text + last.firstMatch : null,
    })
  }

  #skipComments(): void {
    while (this.#take(/\(\?#(?:\\[^]|[^)\\])*\)/y) !== null || this.#isSpace());
  }

  #isSpace(): boolean {
    return this.#flags.includes('x') && this.#take(/\s+|#[^\n]*(?:\n|$)/y) !== null
  }

  /** Repeats may follow each other: `a{2}+` is `(?:a{2})+`, and `a{2}?` is `(?:a{2})?`. */
  #repeated(item: Part): Part {
    let result = item
    for (;;) {
      this.#skipComments()
      const [, sign, suffix] = this.#take(/([*+?])([+?]?)/y) ?? []
      if (sign !== undefined) {
        const repeat = repeated(result, sign, suffix === '?')
        result = suffix === '+' ? atomic(repeat) : repeat
      } else {
        const counted = this.#take(/\{(?=\d|,\d)(\d*)(,?)(\d*)\}/y)
        if (counted === null) return result
        const [, min, comma, max] = counted
        const isLazy = comma !== '' && this.#take(/\?/y) !== null
        result = repeated(result, `{${min || '0'}${comma}${max}}`, isLazy)
      }
    }
  }

  #term(): Part {
    if (this.#take(/\(/y) !== null) return this.#group()
    if (this.#cursor.source[this.#cursor.at] === '[') return this.#characterOf(readClass(this.#cursor))
    if (this.#take(/\\/y) !== null) return this.#escape()
    const [text] = this.#take(/[^]/uy)!
    if (text === '^' || text === '$') return assertion(text)
    if (text === '.') return character(this.#dot())
    if (/^[*+?]$/.test(text)) throw new Untranslatable()
    return this.#literal(text)
  }

  #dot(): string {
    const matchesNewlines = this.#flags.includes('m')
    return matchesNewlines === this.#dotAll ? '.' : matchesNewlines ? '[^]' : '[^\\n]'
  }

  #literal(text: string): Part {
    if (text.length > 1) return character(text, false)
    const escaped = text < ' ' ? codeText(text.charCodeAt(0)) : text.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
    return this.#characterOf({ set: charsIn(text), isNegated: false, text: escaped })
  }

  #characterOf(read: CharacterClass | null): Part {
    if (read === null) return ANYTHING
    const { set, isNegated, text } = read
    const ignoresCase = this.#flags.includes('i')
    // The set may contain `ſ`, which is an `s` to Ruby.
    if (ignoresCase && hasChar(set, FIRST_BEYOND_ASCII) && text === null) return ANYTHING
    const folded = bothCases(set)
    const hasLetters = folded !== set
    if (hasLetters && this.#outputIgnoresCase && !ignoresCase) throw new Untranslatable()
    if (text !== null && (!hasLetters || ignoresCase === this.#outputIgnoresCase)) return character(text)
    const written = ignoresCase ? folded : set
    return character(printSet(isNegated ? ~written & ALL_CHARS : written))
  }

  /** Reads a group behind its opening bracket. */
  #group(): Part {
    const outerFlags = this.#flags
    const opening = this.#take(/\?(?:<([^=!>][^>]*)>|'([^']+)'|(<?[=!]|[>~:]|\(|([a-z]*)(?:-([a-z]*))?:))/y)
    const result = this.#groupAfter(opening)
    this.#flags = outerFlags
    return result
  }

  #groupAfter(opening: RegExpExecArray | null): Part {
    const name = opening?.[1] ?? opening?.[2]
    if (opening === null || name !== undefined) {
      if (this.#cursor.source[this.#cursor.at] === '?') throw new Untranslatable()
      const item = this.#toEnd()
      if (name !== undefined) this.#groups.set(name, group(item))
      return group(item, '(')
    }
    const [, , , kind = '', on, off] = opening
    if (kind.endsWith(':')) {
      this.#switch([kind, on, off])
      return group(this.#toEnd())
    }
    // Which of two alternatives matches depends on a group.
    if (kind === '(' && this.#take(/[^)]+\)/y) === null) throw new Untranslatable()
    const item = this.#toEnd()
    if (kind === '(') return ANYTHING
    if (kind === '>') return group(atomic(item))
    // An absent operator matches any string that does not contain a match.
    if (kind === '~') return item.isCharacter ? part(`(?:(?!${item.text})[^])*`) : ANYTHING
    // A wider expression would exclude more.
    if (kind.endsWith('!') && item.isWider) return assertion('', true)
    return assertion(`(?${kind}${item.text})`, item.isWider)
  }

  #toEnd(): Part {
    const item = this.#choice()
    if (this.#take(/\)/y) === null) throw new Untranslatable()
    return item
  }

  /** `a`, `d` and `u` choose which characters beyond ASCII `\w` and the like match. */
  #switch([, on = '', off = '']: readonly (string | undefined)[]): void {
    if (/[^adimux]/.test(on + off)) throw new Untranslatable()
    const flags = new Set(this.#flags + on.replace(/[adu]/g, ''))
    this.#flags = [...flags].filter((flag) => !off.includes(flag)).join('')
  }

  /** Reads an escape behind its backslash. */
  #escape(): Part {
    // The string that a group has matched cannot be compared in linear time. `\10` may also be a control character.
    const [reference, kind, name, quotedName = name] = this.#take(/([gk])(?:<([^>]+)>|'([^']+)')|[1-9]\d*|[GKR]/y) ?? []
    if (kind === 'g') return this.#groups.get(quotedName!) ?? ANYTHING
    if (reference !== undefined) return ANYTHING
    const [position] = this.#take(/[AZzbB]/y) ?? []
    if (position !== undefined) return assertion({ A: '^', Z: '$', z: '$' }[position] ?? `\\${position}`)
    // A grapheme is a character in ASCII.
    if (this.#take(/X/y) !== null) return character('[^]')
    const [shorthand] = this.#take(/[dDsSwW]/y) ?? []
    if (shorthand !== undefined) return character(`\\${shorthand}`)
    const property = readProperty(this.#cursor)
    if (property !== undefined) return this.#characterOf(property)
    const code = readEscape(this.#cursor)
    return typeof code === 'number' ? this.#literal(String.fromCharCode(code)) : ANYTHING
  }
}

/** Returns a part in brackets. */
function group(item: Part, opening = '(?:'): Part {
  const { text, firstMatch } = item
  return part(`${opening}${text})`, {
    ...item,
    isAtom: true,
    firstMatch: firstMatch === null ? null : `${opening}${firstMatch})`,
  })
}

/** @param quantifier such as `*` and `{2,3}` */
function repeated(item: Part, quantifier: string, isLazy: boolean): Part {
  const text = `${item.isAtom ? item.text : `(?:${item.text})`}${quantifier}`
  const takesAll = item.isCharacter && !isLazy && /^(?:[*+]|\{\d+,\})$/.test(quantifier)
  return part(isLazy ? `${text}?` : text, {
    isWider: item.isWider,
    hasOneMatchAtMost: item.hasOneMatchAtMost && /^\{\d+\}$/.test(quantifier),
    // a++ -> a+(?!a)
    ...(takesAll && { firstMatch: `${text}(?!${item.text})` }),
  })
}

/** Returns a part of which Ruby tries only one match. JavaScript has no syntax for it, but a lookahead excludes others. */
function atomic(item: Part): Part {
  const { text, firstMatch, isWider } = item
  return part(firstMatch ?? text, { ...item, isWider: isWider || firstMatch === null, hasOneMatchAtMost: true })
}
