// Shows the difference that a fix would make.
import type { FileReport } from './checker.ts'
import { applyEdits, type Edit } from './fix.ts'

/**
 * Returns the changed lines of a file, old and new.
 *
 *     src/menu.tsx:7
 *     -   <a href="/photos">
 *     +   <a href={photosPath()}>
 */
export function describeEdits({ file, source, edits }: FileReport): string {
  const groups: { start: number; end: number; edits: Edit[] }[] = []
  for (const edit of edits.toSorted((a, b) => a.range[0] - b.range[0])) {
    const start = source.lastIndexOf('\n', edit.range[0] - 1) + 1
    const newline = source.indexOf('\n', edit.range[1])
    const end = newline === -1 ? source.length : newline
    const last = groups.at(-1)
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end)
      last.edits.push(edit)
    } else groups.push({ start, end, edits: [edit] })
  }
  return groups
    .map(({ start, end, edits: edited }) => {
      const oldLines = source.slice(start, end).split('\n')
      const newLines = applyEdits(source.slice(0, end), edited).slice(start).split('\n')
      const line = source.slice(0, start).split('\n').length
      const removed = oldLines.filter((text) => !newLines.includes(text)).map((text) => `- ${text}`)
      const added = newLines.filter((text) => !oldLines.includes(text)).map((text) => `+ ${text}`)
      return [`${file}:${line}`, ...removed, ...added].join('\n')
    })
    .join('\n')
}
