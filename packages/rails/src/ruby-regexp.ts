// Translates Ruby's regular expressions (Onigmo) to JavaScript.
import type { RegExpSource } from '@turnout/compiler/internal/manifest/manifest'
import { regExpProblem } from '@turnout/compiler/internal/patterns/regexp/parse'

/** A regular expression as the rake task prints it: Ruby's source, and its options `i`, `m` and `x`. */
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

const OPTIONS = /\(\?([a-z]*)(?:-([a-z]+))?([:)])/y
const LOOKAROUND = /\(\?<?[=!]/y
const GROUP = /\((?:\?(?:<[A-Za-z_]\w*>|'[A-Za-z_]\w*')|(?!\?))/y
const QUANTIFIER = /([*+?]|\{\d+(?:,\d*)?\}|\{,\d+\})([+?]?)/y
const CLASS = new RegExp(String.raw`\[(\^?)(\]?(?:${POSIX_CLASS}|${ESCAPE}|[^\]\\[])*)\]`, 'y')
const CHARACTER = new RegExp(`${ESCAPE}|[^]`, 'y')

/** Translates an expression token by token. Returns null for a token that has no translation. */
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
  /** The options outside of each group that is open. */
  const outerFlags: string[] = []
  /** The last token, if it matches exactly one character. */
  let repeatable: string | null = null
  while (at < source.length) {
    if (take(/\(\?#[^)]*\)/y) !== null || (flags.includes('x') && take(/\s+|#.*/y) !== null)) continue
    const options = take(OPTIONS)
    const group = options === null ? (take(LOOKAROUND) ?? take(GROUP)) : null
    const quantifier = options === null && group === null ? take(QUANTIFIER) : null
    if (options !== null) {
      const next = switched(flags, options)
      if (next === null) return null
      if (options[3] === ':') outerFlags.push(flags)
      text += options[3] === ':' ? '(?:' : ''
      flags = next
      repeatable = null
    } else if (group !== null) {
      outerFlags.push(flags)
      text += /^\(\?<?[=!]/.test(group[0]) ? group[0] : '('
      repeatable = null
    } else if (quantifier !== null) {
      const repetition = repeated(quantifier, repeatable)
      if (repetition === null) return null
      text += repetition
      repeatable = null
    } else if (take(/\)/y) !== null) {
      flags = outerFlags.pop() ?? flags
      text += ')'
      repeatable = null
    } else {
      const characters = take(CLASS)
      const token = characters === null ? characterOf(take(CHARACTER)![0], flags, initialFlags) : classOf(characters)
      if (token === null) return null
      text += token
      repeatable = /^(?:[|^$]|\\[bB])$/.test(token) ? null : token
    }
  }
  return text || '(?:)'
}

/** Returns the options of a group. `a`, `d` and `u` choose which characters beyond ASCII `\w` and the like match. */
function switched(flags: string, [, on = '', off = '']: RegExpExecArray): string | null {
  if (/[^adimux]/.test(on + off)) return null
  const next = [...new Set(flags + on.replace(/[adu]/g, ''))].filter((flag) => !off.includes(flag)).join('')
  // A part of an expression of JavaScript cannot ignore case.
  return next.includes('i') === flags.includes('i') ? next : null
}

/** Returns a quantifier. A possessive one keeps what it has taken: `[^/]++` -> `[^/]+(?![^/])`. */
function repeated([, quantifier = '', kind]: RegExpExecArray, repeatable: string | null): string | null {
  // `{2}?` is optional, and `{2}+` is repeated.
  if (kind !== '' && /^\{\d+\}$/.test(quantifier)) return null
  if (kind !== '+') return `${quantifier.replace('{,', '{0,')}${kind}`
  return repeatable !== null && /^[*+]$/.test(quantifier) ? `${quantifier}(?!${repeatable})` : null
}

function characterOf(token: string, flags: string, initialFlags: string): string | null {
  if (token === '.') {
    const matchesNewlines = flags.includes('m')
    return matchesNewlines === initialFlags.includes('m') ? '.' : matchesNewlines ? '[^]' : '[^\\n]'
  }
  if (/^[[(\\]$/.test(token)) return null
  if (!token.startsWith('\\')) return token.replace(/[\]{}]/, '\\$&')
  const position = { A: '^', Z: '$', z: '$', b: '\\b', B: '\\B' }[token.slice(1)]
  if (position !== undefined) return position
  const content = escapeOf(token)
  if (content !== null) return content.length > 1 && !content.startsWith('\\') ? `[${content}]` : content
  const opposite = escapeOf(token.replace(/^\\H$/, '\\h').replace(/^\\P\{|^\\p\{\^/, '\\p{'))
  return opposite === null || !/^\\(?:H|P\{\w|p\{\^)/.test(token) ? null : `[^${opposite}]`
}

/** Returns a class. Classes in classes and intersections have no translation. */
function classOf([, negation, content = '']: RegExpExecArray): string | null {
  let isKnown = !content.includes('&&') && !/(?<!^|\\)-(?:\[|\\[dDhHsSwWpP])/.test(content)
  const text = content.replace(new RegExp(`${POSIX_CLASS}|${ESCAPE}|^\\]`, 'g'), (item) => {
    if (item === ']') return '\\]'
    const known = item.startsWith('[') ? POSIX[item.slice(2, -2)] : item === '\\b' ? '\\x08' : escapeOf(item)
    isKnown &&= known !== null && known !== undefined
    return known ?? ''
  })
  return isKnown ? `[${negation}${text}]` : null
}

/** Returns an escape as the content of a class. */
function escapeOf(escape: string): string | null {
  const [, kind = '', rest = ''] = /^\\(.)(.*)$/s.exec(escape)!
  if (kind === 'h') return POSIX['xdigit']!
  if (kind === 'p') return POSIX[rest.slice(1, -1).toLowerCase()] ?? null
  if (kind === 'a' || kind === 'e') return kind === 'a' ? '\\x07' : '\\x1b'
  if (kind === 'u') return escape.length === 6 ? escape : null
  // From `\x80` on, a byte is a part of a character.
  if (kind === 'x') return Number.parseInt(rest, 16) < 0x80 ? `\\x${rest.padStart(2, '0')}` : null
  return /[dDsSwWtnrfv]|[^\w]/.test(kind) || kind === '0' ? escape : null
}

/**
 * Ruby's POSIX classes, as the content of a class of JavaScript. Routes only see ASCII. None ends with a single character,
 * which a following `-` would make the beginning of a range.
 */
const POSIX: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  ascii: '\\x00-\\x7f',
  blank: ' \\t-\\t',
  cntrl: '\\x7f\\x00-\\x1f',
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
