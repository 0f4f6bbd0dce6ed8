// The lines of the route table: routes, and the headings of their groups.
import { addressOf, proofAddress } from './address.ts'
import { count, h } from './dom.ts'
import type { Model, RouteRow } from './model.ts'
import { marked, patternText, placeOf, verbBadges } from './parts.ts'

/** A line of the table: a route, or the heading of a resource. */
export type Line =
  | { readonly kind: 'group'; readonly title: string; readonly hue: number; readonly size: number }
  | { readonly kind: 'route'; readonly row: RouteRow; readonly hue: number; readonly isLast: boolean }

type RouteLine = Extract<Line, { kind: 'route' }>

/** On narrow screens, rows have two or three lines. */
export const NARROW = matchMedia('(max-width: 760px)')

/** Groups the routes by controller, in the order of each controller's first route. */
export function groupedLines(rows: readonly RouteRow[], model: Model): Line[] {
  const groups = new Map<string, RouteRow[]>()
  for (const row of rows) {
    const title = row.controller ?? (row.route.endpoint?.kind === 'redirect' ? 'Redirects' : 'Functions and apps')
    const group = groups.get(title)
    if (group === undefined) groups.set(title, [row])
    else group.push(row)
  }
  return [...groups].flatMap(([title, group]): Line[] => {
    const hue = model.hueOf(group[0]!.controller)
    const lines = group.map((row, index) => lineOf(row, index === group.length - 1, model))
    return [{ kind: 'group', title, hue, size: group.length }, ...lines]
  })
}

/** Returns the line of a route. `isLast` is true for the last line of a group, or of the table. */
export function lineOf(row: RouteRow, isLast: boolean, { hueOf }: Model): Line {
  return { kind: 'route', row, hue: hueOf(row.controller), isLast }
}

/** Returns the height of a row, in pixels, which the style sheet expects. */
export function heightOf(line: Line): number {
  if (line.kind === 'group') return 46
  const isLong = line.row.details !== ''
  return NARROW.matches ? (isLong ? 84 : 66) : isLong ? 54 : 38
}

/** The parts of the view that a line shows. */
export interface LineContext {
  readonly model: Model
  /** The text of the search. The line highlights its words. */
  readonly searchText: string
  /** Returns the address that selects a route. */
  readonly addressOfRow: (row: RouteRow) => string
}

/** Creates the element of a line. @param index the index in the table */
export function createLine(line: Line, index: number, context: LineContext): HTMLElement {
  const position = { role: 'row', 'aria-rowindex': index + 2 }
  if (line.kind === 'route') return routeElement(line, position, context)
  const heading = h(
    'div.group-title',
    { role: 'rowheader', 'aria-colspan': 6, title: line.title },
    line.title,
    h('span.size', {}, count(line.size, 'route')),
  )
  return h('div.row', { ...position, class: `row group hue-${line.hue}` }, heading)
}

function routeElement({ row, hue, isLast }: RouteLine, position: object, context: LineContext): HTMLElement {
  const words = wordsOf(context.searchText)
  const isRemoved = row.change === 'removed'
  const classes = ['row', 'route', `hue-${hue}`]
  if (isLast) classes.push('last')
  if (row.finding !== null) classes.push('beaten')
  if (row.change !== null) classes.push(`is-${row.change}`)
  return h(
    'div.row',
    { ...position, class: classes.join(' ') },
    h('div.cell.number', { role: 'cell' }, isRemoved ? '−' : row.index + 1),
    h('div.cell.verb-cell', { role: 'cell' }, verbBadges(row.verbs)),
    pathCell(row, words, context),
    h('div.cell.name', { role: 'cell' }, nameOf(row, words)),
    h('div.cell.endpoint', { role: 'cell', title: row.endpoint }, ...marked(row.endpoint, words)),
    h('div.cell.where', { role: 'cell' }, placeOf(row.route.location, context.model.data.editor)),
  )
}

function pathCell(row: RouteRow, words: readonly string[], { addressOfRow }: LineContext): HTMLElement {
  const path = patternText(row.path, words)
  return h(
    'div.cell.path',
    { role: 'cell' },
    h(
      'div.line',
      { title: row.path },
      row.change === 'removed' ? path : h('a.open', { href: addressOfRow(row) }, path),
      ...marksOf(row),
    ),
    row.details === '' ? null : h('div.details', { title: row.details }, ...marked(row.details, words)),
  )
}

/** Returns the name of the helper, as a link to it. */
function nameOf({ helper, change }: RouteRow, words: readonly string[]): HTMLElement {
  if (helper === null || change === 'removed') return h('span.none', {}, 'unnamed')
  return h('a.helper-link', { title: helper, href: addressOf('helpers', { name: helper }) }, ...marked(helper, words))
}

/** `Photos  show` -> `photos`, `show` */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Returns the labels behind a path: a change since the start, an unreachable route. */
function marksOf({ finding, change }: RouteRow): HTMLElement[] {
  const marks: HTMLElement[] = []
  if (change !== null) marks.push(h('a.mark', { class: `mark is-${change}`, href: addressOf('changes') }, change))
  if (finding !== null) {
    const text = finding.kind === 'shadowed' ? 'shadowed' : 'unreachable'
    marks.push(h('a.mark', { href: proofAddress(finding) }, text))
  }
  return marks
}
