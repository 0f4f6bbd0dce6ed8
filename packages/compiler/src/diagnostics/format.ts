import type { Location } from '../location.ts'
import type { Diagnostic } from './diagnostic.ts'

/** Reads the text of a route file, by its path relative to the project root; null where it cannot be read. */
export type ReadSource = (file: string) => string | null

/**
 * Puts a diagnostic into words, for a terminal without colours:
 *
 *     error[missing-via] The route does not say which verbs it answers.
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
 * @param page where a code is explained
 */
export function formatDiagnostic(diagnostic: Diagnostic, read: ReadSource = () => null, page = pageOf): string {
  const { severity, code, message, location, related, why, fix, stack, trace } = diagnostic
  const lines = [`${severity}[${code}] ${message}`, ...place(location, read)]
  for (const other of related) lines.push(`  ${other.message}`, ...place(other.location, read))
  lines.push(`  why: ${why}`, `  fix: ${fix}`, `  see: ${page(code)}`)
  if (trace !== undefined && trace.length > 0) lines.push('  trace:', ...trace.map(indented))
  if (stack !== undefined) lines.push(...stack.map(indented))
  return lines.join('\n')
}

function indented(line: string): string {
  return `    ${line}`
}

/** Where the code is explained: a page of its own, which is installed with the plugin. */
export function pageOf(code: string): string {
  return `vite-plugin-turnout/docs/diagnostics/${code}.md`
}

function place(location: Location | null, read: ReadSource): string[] {
  if (location === null) return []
  const source = read(location.file)
  const at = `  at ${location.file}:${location.line}:${location.column}`
  if (source === null) return [at]
  return [at, '', ...codeFrame(source, location).split('\n'), '']
}

/** The lines around a place, with a mark under its column. Tabs count as one column and are shown as one space. */
export function codeFrame(source: string, location: Pick<Location, 'line' | 'column'>): string {
  const lines = source.split(/\r\n|\n|\r/)
  const first = Math.max(1, location.line - 2)
  const last = Math.min(lines.length, location.line + 2)
  const width = String(last).length
  const frame: string[] = []
  for (let number = first; number <= last; number += 1) {
    const here = number === location.line
    const text = lines[number - 1]!.replaceAll('\t', ' ')
    frame.push(`${here ? '>' : ' '} ${String(number).padStart(width)} | ${text}`.trimEnd())
    if (here) frame.push(`  ${' '.repeat(width)} | ${' '.repeat(Math.max(0, location.column - 1))}^`)
  }
  return frame.join('\n')
}
