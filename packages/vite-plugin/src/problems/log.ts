// The one way into the log of Vite: what is logged may quote a request, a file or the name of a folder.
import type { Severity } from '@turnout/compiler'
import { colourReport } from '@turnout/compiler/internal/terminal/colour-report'
import { styleOf, terminalText, withoutColours } from '@turnout/compiler/internal/terminal/style'
import type { LogOptions } from 'vite'

/** What Turnout needs of a logger. */
export interface Log {
  error(text: string, options?: LogOptions): void
  warn(text: string, options?: LogOptions): void
  info(text: string, options?: LogOptions): void
}

/** The most characters of one entry: a report of all problems, with the lines of their files, is shorter. */
const MAX_LENGTH = 100_000

/** The longest prefix of Vite's logger for its own environments: `12:00:00 PM [vite] (client) `. */
const PREFIX_WIDTH = 28

const LEVELS = { error: 'error', warning: 'warn', hint: 'info' } as const

/** Writes to a logger. Control characters are escaped, then the marks of `coloured` become colours. */
export function logTo(logger: Log, level: keyof Log, text: string, options?: LogOptions): void {
  logger[level](terminalText(shortened(text)), options)
}

/** A cut could divide the mark of a colour, so a string that is too long has no colours. */
function shortened(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const plainText = withoutColours(text)
  const rest = plainText.length - MAX_LENGTH
  return rest > 0 ? `${plainText.slice(0, MAX_LENGTH)}… (${rest} more characters)` : plainText
}

/** Writes a report to a logger as `turnout check` prints it: in the colours and the width of the terminal. */
export function logReport(logger: Log, severity: Severity, text: string): void {
  const level = LEVELS[severity]
  // Vite writes errors and warnings to the standard error stream.
  const stream = level === 'info' ? process.stdout : process.stderr
  const layout = { style: styleOf(stream, process.env), prefix: PREFIX_WIDTH }
  const width = stream.isTTY ? stream.columns : undefined
  logTo(logger, level, colourReport(text, severity, { ...layout, width }), { timestamp: true })
}
