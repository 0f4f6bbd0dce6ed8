import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { printable } from '../diagnostics/printable.ts'

/** Colours a string, or returns it unchanged. */
export type Style = (format: Format, text: string) => string

export type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan'

export const plain: Style = (_format, text) => text

/** A random key in the marks of colours, so that printed strings cannot contain these marks. */
const KEY = `\uFDD0${randomBytes(12).toString('base64url')}`
const MARKS = new RegExp(`${KEY}(\\d+);`, 'g')

/** Puts marks around a string. `terminalText` replaces the marks by colours. */
export const coloured: Style = (format, text) => {
  const [start, end] = inspect.colors[format]!
  return `${KEY}${start};${text}${KEY}${end};`
}

/**
 * Prepares a string for a terminal or a log: escapes control characters except line feeds, then adds the colours of
 * `coloured`.
 */
export function terminalText(text: string): string {
  return printable(text).replace(MARKS, '\u001B[$1m')
}

/** Removes the colours of `coloured`, for a string that is cut. */
export function withoutColours(text: string): string {
  return text.replace(MARKS, '')
}

/**
 * Returns the style for a stream: with colours on a terminal, otherwise without. `NO_COLOR` and `FORCE_COLOR` override
 * this, `NO_COLOR` first, as in Vite.
 */
export function styleOf({ isTTY }: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  if (env['NO_COLOR']) return plain
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced === '0' || forced === 'false' ? plain : coloured
  return isTTY === true && env['TERM'] !== 'dumb' ? coloured : plain
}

/** The colours of the inspector, in the palette of terminals. */
const METHOD_COLOURS: Readonly<Record<string, Format>> = {
  GET: 'green',
  POST: 'blue',
  PUT: 'yellow',
  PATCH: 'yellow',
  DELETE: 'red',
}

/** Colours the methods in a string: `GET|POST`. */
export function colourMethods(text: string, style: Style): string {
  return text.replace(/\w+/g, (method) =>
    style(Object.hasOwn(METHOD_COLOURS, method) ? METHOD_COLOURS[method]! : 'magenta', method),
  )
}

/** Colours the params of a pattern. The optional format is dim, because nearly every route has it. */
export function colourPattern(text: string, style: Style): string {
  return text.replace(/\(\.:format\)|[:*]\w+/g, (part) => style(part.startsWith('(') ? 'dim' : 'cyan', part))
}
