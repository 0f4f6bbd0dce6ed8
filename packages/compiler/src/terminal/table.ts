import { displayWidth, fittingLength } from '../diagnostics/printable.ts'
import type { Format, Style } from './style.ts'

/** One column. */
export interface Column {
  readonly align?: 'right'
  /** The colour of a cell, or a function that colours a line of it. Added after padding. Default: no colour. */
  readonly style?: Format | ((text: string, style: Style) => string)
}

/** No column is made narrower than this. */
const MIN_WIDTH = 14
const GAP = 1

/**
 * Lines up rows of cells, one space between columns. No line ends with spaces.
 *
 * The header, if there is one, is bold. If the table is wider than the terminal, the widest columns are narrowed. Their
 * cells continue on the next lines, broken at a slash or a space if possible. Without a width no cell is broken, because
 * programs read such output.
 */
export function table(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  {
    width,
    style,
    header = false,
  }: { readonly width: number | undefined; readonly style: Style; readonly header?: boolean },
): string {
  const natural = columns.map((_, column) =>
    rows.reduce((longest, row) => Math.max(longest, displayWidth(row[column]!)), 0),
  )
  const widths = width === undefined ? natural : narrowed(natural, width)
  const heading = columns.map((column): Column => ({ ...column, style: 'bold' }))
  return rows.flatMap((row, index) => linesOf(row, header && index === 0 ? heading : columns, widths, style)).join('\n')
}

/** Narrows the widest columns until the table fits. */
function narrowed(natural: readonly number[], width: number): readonly number[] {
  const room = width - GAP * (natural.length - 1)
  const widths = [...natural]
  let excess = widths.reduce((sum, columnWidth) => sum + columnWidth, 0) - room
  while (excess > 0) {
    const widest = Math.max(...widths)
    if (widest <= MIN_WIDTH) break
    widths[widths.indexOf(widest)] = widest - 1
    excess -= 1
  }
  return widths
}

function linesOf(
  row: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
  style: Style,
): string[] {
  const cells = row.map((cell, column) => brokenAt(cell, widths[column]!))
  const height = Math.max(...cells.map(({ length }) => length))
  return Array.from({ length: height }, (_, line) => {
    const texts = cells.map((pieces) => pieces[line] ?? '')
    const lastFilled = texts.findLastIndex((text) => text !== '')
    return texts
      .slice(0, lastFilled + 1)
      .map((text, index) => {
        const { align, style: format } = columns[index]!
        const width = widths[index]!
        const padding = ' '.repeat(Math.max(0, width - displayWidth(text)))
        const padded = align === 'right' ? padding + text : index === lastFilled ? text : text + padding
        if (format === undefined || text === '') return padded
        return typeof format === 'string' ? style(format, padded) : format(padded, style)
      })
      .join(' '.repeat(GAP))
  })
}

/** Returns a cell in pieces of at most `width` terminal columns. */
export function brokenAt(cell: string, width: number): string[] {
  const lines: string[] = []
  let rest = cell
  for (;;) {
    // A piece has at least one character, even if the character is wider than the column, so that the loop ends.
    const longest = Math.max(1, fittingLength(rest, width))
    if (longest >= rest.length) return [...lines, rest]
    // Break after a space, otherwise before a slash or a group, otherwise after another mark between words, but not so
    // early that the line is nearly empty.
    const leastLength = longest / 3
    const space = rest.slice(0, longest).lastIndexOf(' ') + 1
    const fitting = rest.slice(0, longest + 1)
    const part = Math.max(fitting.lastIndexOf('/'), fitting.lastIndexOf('('))
    const mark = /^.*[#|,._-](?=\w)/s.exec(rest.slice(0, longest))?.[0].length ?? 0
    const end = [space, part, mark].find((at) => at > leastLength) ?? longest
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end)
  }
}
