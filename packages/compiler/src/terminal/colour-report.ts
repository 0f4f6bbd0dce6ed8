import type { Severity } from '../diagnostics/catalog.ts'
import type { Style } from './style.ts'
import { wrapReport } from './lines.ts'

const COLOURS = { error: 'red', warning: 'yellow', hint: 'cyan' } as const

/** How a report is laid out. */
export interface ReportLayout {
  readonly style: Style
  /** The columns of the terminal; undefined if the output is no terminal. */
  readonly width?: number | undefined
  /** The columns that a logger prints before the first line. */
  readonly prefix?: number
}

/**
 * Wraps and colours a report: its title, the place, and the lines of the file with the mark under the mistake. Pass the
 * result to `terminalText`.
 */
export function colourReport(text: string, severity: Severity, { style, width, prefix }: ReportLayout): string {
  const colour = COLOURS[severity]
  return wrapReport(text, width, prefix)
    .split('\n')
    .map((line, index) => {
      if (index === 0) {
        const [title] = /^\w+\[[\w-]+\]/.exec(line) ?? ['']
        return `${title === '' ? '' : style(colour, title)}${style('bold', line.slice(title.length))}`
      }
      if (/^ {2}at \S+:\d+:\d+$/.test(line)) return style('cyan', line)
      if (/^> *\d+ \|/.test(line)) return style('bold', line)
      if (/^ +\| +\^+$/.test(line)) return style(colour, line)
      if (/^ +\d+ \|/.test(line)) return style('dim', line)
      return line
    })
    .join('\n')
}
