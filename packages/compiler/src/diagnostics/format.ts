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
 *         |     ^^^^^
 *
 *       why: …
 *       fix: …
 *       see: vite-plugin-turnout/docs/diagnostics/missing-via.md
 *
 * The result contains no control characters except line feeds. No further line begins as the first one does, whatever
 * the message quotes.
 *
 * @example
 * ```ts
 * import { compileRoutes, formatDiagnostic } from '@turnout/compiler'
 *
 * const { diagnostics } = compileRoutes((r) => r.match('search', { to: 'search#show' }))
 * for (const diagnostic of diagnostics) console.error(formatDiagnostic(diagnostic))
 * ```
 *
 * @param read for several diagnostics, pass one from `readOnce`
 * @param page returns the page that explains a code
 */
export function formatDiagnostic(diagnostic: Diagnostic, read: ReadSource = () => null, page = pageOf): string {
  const { severity, code, message, location, related, why, fix, stack, trace } = diagnostic
  const lines = [`${severity}[${code}] ${indentedBelow(message)}`, ...place(location, message, read)]
  for (const relatedLocation of related)
    lines.push(
      `  ${indentedBelow(relatedLocation.message)}`,
      ...place(relatedLocation.location, relatedLocation.message, read),
    )
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

function place(location: Location | null, message: string, read: ReadSource): string[] {
  if (location === null) return []
  const source = read(location.file)
  const at = `  at ${printableLine(location.file)}:${location.line}:${location.column}`
  if (source === null) return [at]
  return [at, '', ...codeFrame(source, location, message).split('\n'), '']
}

/** In UTF-16 code units. A longer line is cut around the column: a generated file may be one line of megabytes. */
const FRAME_WIDTH = 120

/**
 * Returns the lines around a place, with a mark under the code that a message is about. Lines are cut to 120 characters
 * around the column, and control characters are escaped. Tabs count as one column and are shown as one space.
 *
 *     > 1 |   r.resources('photos', { ony: 'show' })
 *         |                           ^^^
 *
 * @param message the mark is under the first code in backticks that the call contains; otherwise, and without a message, it
 *   is under the name at the place
 */
export function codeFrame(
  source: string | SourceText,
  location: Pick<Location, 'line' | 'column'>,
  message = '',
): string {
  const text = typeof source === 'string' ? new SourceText(source) : source
  const firstLine = Math.max(1, location.line - 2)
  const lastLine = Math.min(text.lineCount, location.line + 2)
  const isThere = location.line >= 1 && location.line <= text.lineCount
  const column = isThere ? Math.min(location.column - 1, text.lineLength(location.line)) : 0
  const start = frameStart(column, isThere ? text.lineLength(location.line) : 0)
  const width = String(lastLine).length
  const mark = isThere ? findMark(text, { line: location.line, column, start, lastLine }, message) : null
  const frame: string[] = []
  for (let number = firstLine; number <= lastLine; number += 1) {
    const line = frameLine(text, number, start)
    frame.push(`${number === location.line ? '>' : ' '} ${String(number).padStart(width)} | ${line}`.trimEnd())
    if (mark === null || number !== mark.line) continue
    const offset = displayWidth(printable(text.sliceOfLine(number, start, mark.column))) + (start > 0 ? 1 : 0)
    const length = displayWidth(printable(text.sliceOfLine(number, mark.column, mark.end)))
    frame.push(`  ${' '.repeat(width)} | ${' '.repeat(offset)}${'^'.repeat(Math.max(length, 1))}`)
  }
  return frame.join('\n')
}

/** A part of a line; the columns are 0-based. */
interface Mark {
  readonly line: number
  readonly column: number
  readonly end: number
}

/** Returns the part of a call that a message is about, if the frame shows it. */
function findMark(
  text: SourceText,
  { line, column, start, lastLine }: { line: number; column: number; start: number; lastLine: number },
  message: string,
): Mark {
  const end = start + FRAME_WIDTH
  const [name] = /^\.?[\w$]*/.exec(text.sliceOfLine(line, column, end))!
  const nameEnd = column + name.length
  const nameMark = { line, column: name.startsWith('.') ? column + 1 : column, end: nameEnd }
  // A name that is not called is the code itself, such as a name in an import.
  if (name !== '' && text.sliceOfLine(line, nameEnd, nameEnd + 1) !== '(') return nameMark
  const quoted = [...message.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => [code, pathAsWritten(code)])
  for (const code of quoted) {
    let depth = 0
    for (let number = line; number <= lastLine; number += 1) {
      const from = number === line ? nameEnd : start
      const shown = text.sliceOfLine(number, from, end)
      const index = indexOfCode(shown, code)
      if (index >= 0) return { line: number, column: from + index, end: from + index + code.length }
      depth += shown.split('(').length - shown.split(')').length
      // The lines of a block are other calls, and so are those after the last parenthesis.
      if (shown.includes('=>') || depth <= 0) break
    }
  }
  return nameMark
}

/** Removes what Turnout adds to the path of a call: `GET /photos/:id(.:format)` -> `photos/:id` */
function pathAsWritten(pattern: string): string {
  return pattern.replace(/^(?:[A-Z|]+ )?\/(?=.)/, '').replace(/(?<=.)\(\.:format\)$/, '')
}

/** Returns the index of a piece of code in a line; -1 if it is there only as a part of longer words. */
function indexOfCode(line: string, code: string): number {
  const isWord = (character: string | undefined) => character !== undefined && /[\w$]/.test(character)
  for (let index = line.indexOf(code); index >= 0; index = line.indexOf(code, index + 1)) {
    const continuesBefore = isWord(code[0]) && isWord(line[index - 1])
    if (!continuesBefore && !(isWord(code.at(-1)) && isWord(line[index + code.length]))) return index
  }
  return -1
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
