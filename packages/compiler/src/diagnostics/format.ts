// Formats diagnostics for terminals and logs, with the lines of the file around each place.
import type { Location } from './location.ts'
import { printable, printableLine, displayWidth } from './printable.ts'
import type { Diagnostic } from './diagnostic.ts'
import { SourceText, type ReadSource } from './source-text.ts'

/**
 * Formats a diagnostic for a terminal without colours:
 *
 *     error[missing-via] The route has no `via`, so its HTTP methods are unknown.
 *       at config/routes.ts:4:5
 *
 *       3 |   r.resources('photos')
 *     > 4 |   r.match('search', { to: 'search#show' })
 *         |     ^
 *
 *       why: …
 *       fix: …
 *       see: vite-plugin-turnout/docs/diagnostics/missing-via.md
 *
 * The result contains no control characters except line feeds. No further line begins as the first one does, whatever
 * the message quotes.
 *
 * @param read for several diagnostics, pass one from `readOnce`
 * @param page returns the page that explains a code
 */
export function formatDiagnostic(diagnostic: Diagnostic, read: ReadSource = () => null, page = pageOf): string {
  const { severity, code, message, location, related, why, fix, stack, trace } = diagnostic
  const lines = [`${severity}[${code}] ${indentedBelow(message)}`, ...place(location, read)]
  for (const relatedLocation of related)
    lines.push(`  ${indentedBelow(relatedLocation.message)}`, ...place(relatedLocation.location, read))
  lines.push(`  why: ${indentedBelow(why)}`, `  fix: ${indentedBelow(fix)}`, `  see: ${printableLine(page(code))}`)
  if (trace !== undefined && trace.length > 0) lines.push('  trace:', ...trace.map(indented))
  if (stack !== undefined) lines.push(...stack.map(indented))
  return lines.join('\n')
}

function indented(line: string): string {
  return `    ${printableLine(line)}`
}

/** Indents all lines except the first. */
function indentedBelow(text: string): string {
  return printable(text).replaceAll('\n', '\n    ')
}

/** Returns the page that explains a code. The pages are installed with the plugin. */
export function pageOf(code: string): string {
  return `vite-plugin-turnout/docs/diagnostics/${code}.md`
}

function place(location: Location | null, read: ReadSource): string[] {
  if (location === null) return []
  const source = read(location.file)
  const at = `  at ${printableLine(location.file)}:${location.line}:${location.column}`
  if (source === null) return [at]
  return [at, '', ...codeFrame(source, location).split('\n'), '']
}

/** In UTF-16 code units. A longer line is cut around the column: a generated file may be one line of megabytes. */
const FRAME_WIDTH = 120

/**
 * The lines around a place, with a mark under its column. Lines are cut to 120 characters around the column, and
 * control characters are escaped. Tabs count as one column and are shown as one space.
 *
 *     > 1 | …{"verbs":["get"],"path":"/photos"}…
 *         |           ^
 */
export function codeFrame(source: string | SourceText, location: Pick<Location, 'line' | 'column'>): string {
  const text = typeof source === 'string' ? new SourceText(source) : source
  const firstLine = Math.max(1, location.line - 2)
  const lastLine = Math.min(text.lineCount, location.line + 2)
  const isThere = location.line >= 1 && location.line <= text.lineCount
  const column = isThere ? Math.min(location.column - 1, text.lineLength(location.line)) : 0
  const start = frameStart(column, isThere ? text.lineLength(location.line) : 0)
  const width = String(lastLine).length
  const frame: string[] = []
  for (let number = firstLine; number <= lastLine; number += 1) {
    const isMarked = number === location.line
    const line = frameLine(text, number, start)
    frame.push(`${isMarked ? '>' : ' '} ${String(number).padStart(width)} | ${line}`.trimEnd())
    if (!isMarked) continue
    const markOffset = displayWidth(printable(text.sliceOfLine(number, start, column))) + (start > 0 ? 1 : 0)
    frame.push(`  ${' '.repeat(width)} | ${' '.repeat(markOffset)}^`)
  }
  return frame.join('\n')
}

/** Returns the first column to show: 0 if the line up to the column fits, including a part after it. */
function frameStart(column: number, length: number): number {
  const half = FRAME_WIDTH / 2
  if (length <= FRAME_WIDTH || column <= half) return 0
  return Math.min(column - half, length - FRAME_WIDTH)
}

function frameLine(text: SourceText, number: number, start: number): string {
  const end = start + FRAME_WIDTH
  const visibleText = printable(text.sliceOfLine(number, start, end))
  const length = text.lineLength(number)
  return `${start > 0 && length > 0 ? '…' : ''}${visibleText}${length > end ? '…' : ''}`
}
