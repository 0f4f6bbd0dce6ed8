import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { printable } from '@turnout/compiler/internal'

/** Colours a text, or leaves it as it is. */
export type Style = (format: Format, text: string) => string

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export const plain: Style = (_format, text) => text

/** Nothing that is printed can contain the marks of colours: nobody knows this key. */
const KEY = `\uFDD0${randomBytes(12).toString('base64url')}`
const MARKS = new RegExp(`${KEY}(\\d+);`, 'g')

/** Puts marks around the text, in place of which `terminalText` writes colours. */
export const coloured: Style = (format, text) => {
  const [start, end] = inspect.colors[format]!
  return `${KEY}${start};${text}${KEY}${end};`
}

/**
 * What a command writes to a terminal or a log: control characters of the text are escaped first, then the colours of
 * `coloured` are added. Line feeds stay.
 */
export function terminalText(text: string): string {
  return printable(text).replace(MARKS, '\u001B[$1m')
}

/**
 * How to write to a stream: in colours on a terminal, plain elsewhere. `NO_COLOR` and `FORCE_COLOR` decide if they are
 * there, `NO_COLOR` first, as in Vite.
 */
export function styleOf({ isTTY }: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  if (env['NO_COLOR']) return plain
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced === '0' || forced === 'false' ? plain : coloured
  return isTTY === true && env['TERM'] !== 'dumb' ? coloured : plain
}
