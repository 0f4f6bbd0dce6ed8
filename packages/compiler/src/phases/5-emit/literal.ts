// Writes values as literals of JavaScript.
import { matchingFlags } from '../../patterns/requirement.ts'
import type { Json } from '../../manifest/manifest.ts'

/**
 * Matches strings that a bundler, a browser or Node may act on even inside a string of a module. String literals spell them
 * with an escape, so that the emitted code does not contain them.
 */
const HIDDEN = /<(?=[/!])|>(?<=--.)|\.(?<=(?:import|process)\.)|_(?=_VITE_)|U(?=RL=)/g

/** Nearly no string contains a match of the searches in `quote`, so one search replaces three. */
const SPECIAL = /[^ -~]|[\\'<>]|(?:import|process)\.|__VITE_|URL=/

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A JavaScript string literal in single quotes. It holds no line terminator, half surrogate or control character. */
export function quote(text: string): string {
  if (!SPECIAL.test(text)) return `'${text}'`
  const escaped = text
    .replace(/[\\'\n\r\t]/g, (character) => ESCAPES[character]!)
    .replace(/[\p{Cc}\u2028\u2029\ufeff\p{Surrogate}]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(HIDDEN, (character) => `\\x${character.charCodeAt(0).toString(16)}`)
  return `'${escaped}'`
}

/** A key of an object literal. `__proto__` is computed, as it would set the prototype otherwise. */
export function quoteKey(key: string): string {
  if (key === '__proto__') return `['__proto__']`
  return isName(key) ? key : quote(key)
}

/** A name as the braces of an import or export have it. */
export function exportedName(name: string): string {
  return isName(name) ? name : quote(name)
}

/** True for what may be the name of a variable, unless it is a reserved word. */
export function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text)
}

/** A JavaScript expression for a value of JSON, on one line. */
export function literal(value: Json | undefined): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return String(value ?? null)
  if (isList(value)) return `[${value.map(literal).join(', ')}]`
  return object(Object.entries(value).map(([key, member]) => [key, literal(member)]))
}

/** An object literal of expressions, on one line. */
export function object(entries: readonly (readonly [key: string, expression: string])[]): string {
  return entries.length
    ? `{ ${entries.map(([key, expression]) => `${quoteKey(key)}: ${expression}`).join(', ')} }`
    : '{}'
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value)
}

/** A regular expression literal that must match a complete string: `\d+` and `gi` -> `/^(?:\d+)$/i`. */
export function wholeRegExp(source: string, flags: string): string {
  const usedFlags = matchingFlags(flags)
  return `/^(?:${new RegExp(source, usedFlags).source.replaceAll('<!--', '\\x3c!--')})$/${usedFlags}`
}
