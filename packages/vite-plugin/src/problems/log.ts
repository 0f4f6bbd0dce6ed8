// The one way into the log of Vite or Rollup: what is logged may quote a request, a file or the name of a folder.
import { printable } from '@turnout/compiler/internal/diagnostics/printable'
import type { LogOptions } from 'vite'

/** What Turnout needs of a logger. */
export interface Log {
  error(text: string, options?: LogOptions): void
  warn(text: string, options?: LogOptions): void
  info(text: string, options?: LogOptions): void
}

/** Writes to a logger; control characters are escaped, and the logger adds its colours afterwards. */
export function logTo(logger: Log, level: keyof Log, text: string, options?: LogOptions): void {
  logger[level](printable(text), options)
}
