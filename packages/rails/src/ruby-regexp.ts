// Translates Ruby's regular expressions (Onigmo) to JavaScript.
import type { RegExpSource } from '@turnout/compiler/internal/manifest/manifest'
import { regExpProblem } from '@turnout/compiler/internal/patterns/regexp/parse'

/** A regular expression as the rake task prints it: Ruby's source, and its flags `i`, `m` and `x`. */
export interface RubyRegExp {
  readonly regexp: string
  readonly flags: string
}

/** Longer expressions are not translated. The longest one in the recorded applications has 429 characters. */
const MAX_LENGTH = 20_000

/**
 * Converts a regular expression of Ruby to JavaScript, for single-line ASCII strings such as paths and attributes of
 * requests.
 *
 *     \h+                   -> [0-9a-fA-F]+
 *     [[:alpha:]_]          -> [a-zA-Z_]
 *     [^/]++                -> [^/]+(?![^/])
 *     (?-mix:\d+)           -> (?:\d+)           as Ruby prints an expression within another
 *     \Ahttp\z              -> ^http$
 *
 * @returns null for an expression that needs a feature that JavaScript or this function lacks, such as a back-reference or
 *   an intersection of classes. The caller then has to accept any string, and to mark the match as conditional.
 */
export function fromRuby({ regexp, flags }: RubyRegExp): RegExpSource | null {
  if (!/^[imx]*$/.test(flags) || regexp.length > MAX_LENGTH) return null
  // A character of two code units is not one character to JavaScript.
  if (/[\ud800-\udfff]/.test(regexp)) return null
  // Beyond ASCII, Ruby ignores the case of more letters than JavaScript: `(?i:\p{L})` matches `ss`, the upper case of `ß`.
  if (flags.includes('i') && /\\(?:[pP]|u(?!00[0-7]))|[^\0-~]/.test(regexp)) return null
  const source = translate(regexp, flags)
  const newFlags = `${flags.includes('i') ? 'i' : ''}${flags.includes('m') ? 's' : ''}`
  return source === null || regExpProblem(source, newFlags) !== null ? null : { source, flags: newFlags }
}

/** An escape in any of its lengths, as a part of other expressions. */
const ESCAPE = String.raw`\\(?:[pP]\{\^?\w+\}|x[\da-fA-F]{1,2}|u[\da-fA-F]{4}|[^])`
const POSIX_CLASS = String.raw`\[:\^?[a-z]+:\]`

const FLAGS = /\(\?([a-z]*)(?:-([a-z]+))?([:)])/y
const LOOKAROUND = /\(\?<?[=!]/y
const GROUP = /\((?:\?(?:<[A-Za-z_]\w*>|'[A-Za-z_]\w*')|(?!\?))/y
const QUANTIFIER = /([*+?]|\{\d+(?:,\d*)?\}|\{,\d+\})([+?]?)/y
const CLASS = new RegExp(String.raw`\[(\^?)(\]?(?:${POSIX_CLASS}|${ESCAPE}|[^\]\\[])*)\]`, 'y')
const CHARACTER = new RegExp(`${ESCAPE}|[^]`, 'y')

interface OpenGroup {
  /** The flags that apply again after the group. */
  readonly flagsAfter: string
  /** Whether Ruby opens the group without a parenthesis that closes it: `a(?m)b|c` is `a(?m:b|c)`. */
  readonly isImplicit: boolean
}

/** Translates an expression token by token. Returns null if a token has no translation. */
function translate(source: string, initialFlags: string): string | null {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  let text = ''
  let flags = initialFlags
  const openGroups: OpenGroup[] = []
  const closeImplicitGroups = (): void => {
    while (openGroups.at(-1)?.isImplicit === true) {
      text += ')'
      openGroups.pop()
    }
  }
  /** The last token, if it matches exactly one character: only such a token can be repeated possessively. */
  let lastCharacter: string | null = null
  while (at < source.length) {
    if (take(/\(\?#[^)]*\)/y) !== null || (flags.includes('x') && take(/\s+|#.*/y) !== null)) continue
    const flagChange = take(FLAGS)
    const group = flagChange === null ? (take(LOOKAROUND) ?? take(GROUP)) : null
    const quantifier = flagChange === null && group === null ? take(QUANTIFIER) : null
    if (flagChange !== null) {
      const flagsInGroup = changeFlags(flags, flagChange)
      if (flagsInGroup === null) return null
      openGroups.push({ flagsAfter: flags, isImplicit: flagChange[3] === ')' })
      text += '(?:'
      flags = flagsInGroup
      lastCharacter = null
    } else if (group !== null) {
      openGroups.push({ flagsAfter: flags, isImplicit: false })
      text += /^\(\?<?[=!]/.test(group[0]) ? group[0] : '('
      lastCharacter = null
    } else if (quantifier !== null) {
      const repetition = translateQuantifier(quantifier, lastCharacter)
      if (repetition === null) return null
      text += repetition
      lastCharacter = null
    } else if (take(/\)/y) !== null) {
      closeImplicitGroups()
      flags = openGroups.pop()?.flagsAfter ?? flags
      text += ')'
      lastCharacter = null
    } else {
      const characterClass = take(CLASS)
      const token =
        characterClass === null
          ? translateCharacter(take(CHARACTER)![0], flags, initialFlags)
          : translateClass(characterClass)
      if (token === null) return null
      text += token
      lastCharacter = /^(?:[|^$]|\\[bB])$/.test(token) ? null : token
    }
  }
  closeImplicitGroups()
  return text || '(?:)'
}

/**
 * Returns the flags within a group such as `(?m-x:…)`. `a`, `d` and `u` choose which characters beyond ASCII `\w` and the
 * like match, so they change nothing here.
 */
function changeFlags(flags: string, [, added = '', removed = '']: RegExpExecArray): string | null {
  if (/[^adimux]/.test(added + removed)) return null
  const changed = [...new Set(flags + added.replace(/[adu]/g, ''))].filter((flag) => !removed.includes(flag)).join('')
  // JavaScript knows `(?i:…)` only since ES2025.
  return changed.includes('i') === flags.includes('i') ? changed : null
}

/** Translates a quantifier. A possessive one never gives back what it matched: `[^/]++` -> `[^/]+(?![^/])`. */
function translateQuantifier([, quantifier = '', mode]: RegExpExecArray, lastCharacter: string | null): string | null {
  // To Ruby, `{2}?` is an optional `{2}`, and `{2}+` a repeated one.
  if (mode !== '' && /^\{\d+\}$/.test(quantifier)) return null
  if (mode !== '+') return `${quantifier.replace('{,', '{0,')}${mode}`
  return lastCharacter !== null && /^[*+]$/.test(quantifier) ? `${quantifier}(?!${lastCharacter})` : null
}

/** Translates a character or an escape outside of a class. */
function translateCharacter(token: string, flags: string, initialFlags: string): string | null {
  if (token === '.') {
    const matchesNewlines = flags.includes('m')
    return matchesNewlines === initialFlags.includes('m') ? '.' : matchesNewlines ? '[^]' : '[^\\n]'
  }
  if (/^[[(\\]$/.test(token)) return null
  if (!token.startsWith('\\')) return token.replace(/[\]{}]/, '\\$&')
  const assertion = { A: '^', Z: '$', z: '$', b: '\\b', B: '\\B' }[token.slice(1)]
  if (assertion !== undefined) return assertion
  const content = translateEscape(token)
  if (content !== null) return /^\\[hp]/.test(token) ? `[${content}]` : content
  if (!/^\\(?:H|P\{\w|p\{\^)/.test(token)) return null
  const positiveContent = translateEscape(token.replace(/^\\H$/, '\\h').replace(/^\\P\{|^\\p\{\^/, '\\p{'))
  return positiveContent === null ? null : `[^${positiveContent}]`
}

/** Translates a class. Classes in classes and intersections have no translation. */
function translateClass([, negation, content = '']: RegExpExecArray): string | null {
  let isTranslated = !content.includes('&&') && !/(?<!^|\\)-(?:\[|\\[dDhHsSwWpP])/.test(content)
  const text = content.replace(new RegExp(`${POSIX_CLASS}|${ESCAPE}|^\\]`, 'g'), (item) => {
    if (item === ']') return '\\]'
    const translated = item.startsWith('[')
      ? POSIX.get(item.slice(2, -2))
      : item === '\\b'
        ? '\\x08'
        : translateEscape(item)
    isTranslated &&= translated !== null && translated !== undefined
    return translated ?? ''
  })
  return isTranslated ? `[${negation}${text}]` : null
}

/** Translates an escape to the content of a class, without its brackets: `\h` -> `0-9a-fA-F`. */
function translateEscape(escape: string): string | null {
  const [, letter = '', rest = ''] = /^\\(.)(.*)$/s.exec(escape)!
  if (letter === 'h') return POSIX.get('xdigit')!
  if (letter === 'p') return POSIX.get(rest.slice(1, -1).toLowerCase()) ?? null
  if (letter === 'a' || letter === 'e') return letter === 'a' ? '\\x07' : '\\x1b'
  if (letter === 'u') return escape.length === 6 ? escape : null
  // From `\x80` on, a byte is a part of a character.
  if (letter === 'x') return Number.parseInt(rest, 16) < 0x80 ? `\\x${rest.padStart(2, '0')}` : null
  return /[dDsSwWtnrfv]|[^\w]/.test(letter) || letter === '0' ? escape : null
}

/**
 * Ruby's POSIX classes, as the content of a class of JavaScript. Only ASCII is listed, because paths and attributes of
 * requests are ASCII. None ends with a single character, which a following `-` would make the beginning of a range.
 */
const POSIX: ReadonlyMap<string, string> = new Map([
  ['alnum', 'a-zA-Z0-9'],
  ['alpha', 'a-zA-Z'],
  ['ascii', '\\x00-\\x7f'],
  ['blank', ' \\t-\\t'],
  ['cntrl', '\\x7f\\x00-\\x1f'],
  ['digit', '0-9'],
  ['graph', '!-~'],
  ['lower', 'a-z'],
  ['print', ' -~'],
  ['punct', '!-\\/:-@\\[-`{-~'],
  ['space', '\\s'],
  ['upper', 'A-Z'],
  ['word', '\\w'],
  ['xdigit', '0-9a-fA-F'],
])
