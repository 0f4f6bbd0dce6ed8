// The one way into the log of Vite: what is logged may quote a request, a file or the name of a folder.
import { printable } from '@turnout/compiler/internal/diagnostics/printable'
import type { LogOptions } from 'vite'

/** What Turnout needs of a logger. */
export interface Log {
  error(text: string, options?: LogOptions): void
  warn(text: string, options?: LogOptions): void
  info(text: string, options?: LogOptions): void
}

/** The most characters of one entry: a report of all problems, with the lines of their files, is shorter. */
const MAX_LENGTH = 100_000

/** Writes to a logger; control characters are escaped, and the logger adds its colours afterwards. */
export function logTo(logger: Log, level: keyof Log, text: string, options?: LogOptions): void {
  const rest = text.length - MAX_LENGTH
  const shown = rest > 0 ? `${text.slice(0, MAX_LENGTH)}… (${rest} more characters)` : text
  logger[level](printable(shown), options)
}
