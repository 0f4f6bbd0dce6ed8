// Encodes the table of the matcher for the bundles of browsers, one line for each path of a route. `small-table.ts` of the
// runtime documents the format.
import type { TableEntry, TableStep } from './encode-table.ts'

/**
 * A table with more lines is packed (`encode-table.ts`): that form takes 1,800 bytes more for its code after compression,
 * and 3 to 6 bytes fewer for each route.
 */
const MAX_LINES = 400

/** A verb is one digit. */
const MAX_VERBS = 9

/**
 * Encodes the entries of a table, one line for each route and path.
 *
 * @param verbs the number of verbs of the table
 * @returns null if the table has more lines or verbs than the form allows, or a step other than a literal or a parameter
 */
export function encodeSmallTable(entries: readonly TableEntry[], verbs: number): string | null {
  const lines: { readonly entry: TableEntry; verbs: string }[] = []
  for (const entry of entries) {
    const previous = lines.at(-1)
    const isSameLine =
      entry.route === null &&
      previous?.entry.steps === entry.steps &&
      previous.entry.format === entry.format &&
      previous.entry.functionsNumber === entry.functionsNumber
    if (isSameLine) previous.verbs += entry.verb
    else lines.push({ entry, verbs: `${entry.verb}` })
  }
  const isSmall =
    verbs <= MAX_VERBS && lines.length > 0 && lines.length <= MAX_LINES && lines.every(({ entry }) => canBeLine(entry))
  return isSmall ? lines.map((line) => encodeLine(line.entry, line.verbs)).join(' ') : null
}

function canBeLine({ steps, route }: TableEntry): boolean {
  const labels = route === null ? [] : [route.controller, route.action, route.name]
  return (
    steps.every((step) => step.kind === 'literal' || (step.kind === 'param' && /^\w*$/.test(step.name))) &&
    labels.every((label) => label === null || /^[^ >]+$/.test(label))
  )
}

function encodeLine({ steps, format, functionsNumber, route }: TableEntry, verbs: string): string {
  const lineStart = functionsNumber === null ? verbs : `${verbs}.${functionsNumber + 1}`
  const path = steps.length === 0 ? '/' : steps.map((step) => `/${encodeStep(step)}`).join('')
  // The root has no format.
  const mark = steps.length === 0 ? FORMAT_MARKS[1] : FORMAT_MARKS[format & 3]
  const labels =
    route === null ? '' : `>${[route.controller, route.action, route.name].map((label) => label ?? '').join('>')}`
  return `${lineStart}${path}${mark}${labels}`
}

/** By the bits of a format: 1 without a format, 2 with one, 3 either. */
const FORMAT_MARKS = ['', '|', '^', '']

function encodeStep(step: TableStep): string {
  return step.kind === 'literal' ? step.text : `{${step.kind === 'param' ? step.name : ''}`
}
