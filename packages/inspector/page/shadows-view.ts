// The view of routes that earlier routes make unreachable, or with which they share requests.
import { SharedRequests, type SharedRequest } from '@turnout/manifest'
import type { PageFinding } from '../src/page-data.ts'
import { addressOf } from './address.ts'
import { count, fill, h } from './dom.ts'
import type { Model, RouteRow } from './model.ts'
import { emptyTable, patternText, placeOf, verbBadges } from './parts.ts'
import type { View } from './view.ts'
import { scrollArea, VirtualList } from './virtual-list.ts'

/** An earlier route that matches some requests of a later route. */
interface Pair {
  readonly earlierRow: RouteRow
  readonly laterRow: RouteRow
  readonly request: SharedRequest
  /** True for a static segment before a param at its position, as in `/photos/new` before `/photos/:id`: usually intended. */
  readonly isUsual: boolean
}

/** The longest time, in milliseconds, for which the search runs without a pause. */
const SLICE_MS = 12

/** Shows shadowed routes: unreachable routes, and routes that share requests with an earlier route. */
export class ShadowsView implements View {
  readonly id = 'shadows'
  readonly title = 'Shadows'
  readonly about =
    'If several routes match a request, the first one wins. This view lists the routes that lose some or all of their requests.'
  readonly element: HTMLElement
  #model: Model | null = null
  #pairs: Pair[] = []
  #hidesUsual = false
  /** Changes with each table, which stops the search in an older table. */
  #run = 0
  #marked: number | null = null
  readonly #findings = h('div.findings')
  readonly #usual = h(
    'button.toggle',
    { type: 'button', 'aria-pressed': false },
    'Hide static segments before parameters',
  )
  readonly #status = h('p.found', { role: 'status' })
  readonly #list: VirtualList<Pair>
  readonly #table: HTMLElement

  constructor() {
    const { scroller, body } = scrollArea('Shared requests')
    this.#table = scroller
    this.#list = new VirtualList<Pair>(scroller, body, {
      height: () => 92,
      render: (pair, index) => pairRow(pair, index, this.#model!),
    })
    this.#usual.addEventListener('click', () => {
      this.#hidesUsual = !this.#hidesUsual
      this.#draw()
    })
    this.element = h(
      'section.view.shadows',
      { 'aria-label': 'Shadows' },
      this.#findings,
      h('div.heading', {}, h('h2.section', {}, 'Requests that several routes match'), this.#usual),
      this.#status,
      scroller,
    )
  }

  count({ data: { findings } }: Model) {
    return findings.length === 0 ? null : { number: findings.length, tone: 'warning' as const }
  }

  take(model: Model): void {
    this.#model = model
    this.#run += 1
    this.#pairs = []
    this.#drawFindings()
    this.#draw()
    void this.#search(model, this.#run)
  }

  show(params: URLSearchParams): void {
    const number = Number(params.get('route'))
    this.#marked = number > 0 ? number - 1 : null
    this.#drawFindings()
    this.element.querySelector('.is-marked')?.scrollIntoView({ block: 'nearest' })
  }

  /** Searches the table in small steps, so that the page stays responsive. */
  async #search({ data: { manifest }, rows }: Model, run: number): Promise<void> {
    if (manifest === null) return
    const shared = new SharedRequests(manifest)
    const unreachableIndexes = new Set(
      this.#model!.data.findings.flatMap(({ index, kind }) => (kind === 'shadowed' ? [] : [index])),
    )
    let until = performance.now() + SLICE_MS
    for (const laterRow of rows) {
      if (performance.now() > until) {
        this.#status.textContent = `Looking: ${laterRow.index + 1} of ${count(rows.length, 'route')}`
        await new Promise((resolve) => setTimeout(resolve))
        if (run !== this.#run) return
        until = performance.now() + SLICE_MS
      }
      // Unreachable routes have their own list above.
      if (unreachableIndexes.has(laterRow.index)) continue
      for (const request of shared.of(laterRow.index)) {
        const earlierRow = rows[request.by]!
        this.#pairs.push({ earlierRow, laterRow, request, isUsual: isLiteralBefore(earlierRow.path, laterRow.path) })
      }
    }
    this.#draw()
  }

  #draw(): void {
    const unusual = this.#pairs.filter(({ isUsual }) => !isUsual)
    const usual = this.#pairs.filter(({ isUsual }) => isUsual)
    // Pairs that may be unintended come first.
    const visiblePairs = this.#hidesUsual ? unusual : [...unusual, ...usual]
    this.#usual.setAttribute('aria-pressed', String(this.#hidesUsual))
    const note =
      usual.length === 0 ? '' : `, ${usual.length.toLocaleString('en')} of them a literal before a param in its place`
    this.#status.textContent = `${count(this.#pairs.length, 'pair')} of routes${note}.`
    this.#table.setAttribute('aria-rowcount', String(visiblePairs.length))
    this.#table.hidden = visiblePairs.length === 0
    this.#list.setItems(visiblePairs)
  }

  #drawFindings(): void {
    const { data, rows } = this.#model!
    if (data.findings.length === 0)
      return fill(this.#findings, rows.length === 0 ? emptyTable() : h('p.hint', {}, 'Every route is reachable.'))
    fill(
      this.#findings,
      h('h2.section', {}, `${count(data.findings.length, 'route')} beaten by earlier ones`),
      h(
        'ul.beaten-list',
        { tabindex: 0, 'aria-label': 'Beaten routes' },
        ...data.findings.slice(0, 200).map((finding) => this.#finding(finding)),
      ),
      data.findings.length > 200 && h('p.hint', {}, `and ${data.findings.length - 200} more`),
    )
  }

  #finding(finding: PageFinding): HTMLElement {
    const { data, rows } = this.#model!
    const { index, kind, by: guards, witness, verb, host } = finding
    const effects = {
      unreachable: 'is never reached: earlier routes answer all of its requests',
      shadowed: 'is literal, and an earlier param takes it',
      unmatchable: 'matches nothing: its requirements exclude each other',
    }[kind]
    const question = witness === null ? null : addressOf('who', { verb, path: witness, host })
    return h(
      'li.shadow',
      { class: `shadow ${index === this.#marked ? 'is-marked' : ''}` },
      routeLine(rows[index]!),
      h(
        'p.hint',
        {},
        `It ${effects}. `,
        question === null ? null : h('a', { href: question }, `${verb} ${witness}`),
        question === null ? null : ' goes elsewhere.',
        ' ',
        placeOf(rows[index]!.route.location, data.editor),
      ),
      ...guards.slice(0, 8).map((guard) => h('div.behind', {}, h('span.hint', {}, 'behind '), routeLine(rows[guard]!))),
    )
  }
}

function routeLine(row: RouteRow): HTMLElement {
  return h(
    'p.route-line',
    {},
    h('span.number', {}, row.index + 1),
    verbBadges(row.verbs),
    h('span.cut', { title: row.path }, patternText(row.path)),
    h('span.to', { title: row.endpoint }, row.endpoint),
  )
}

function pairRow({ earlierRow, laterRow, request, isUsual }: Pair, index: number, { hueOf }: Model): HTMLElement {
  const { method, path, isConditional } = request
  return h(
    'div.row',
    {
      class: `row plain pair hue-${hueOf(earlierRow.controller)}${isUsual ? ' usual' : ''}`,
      role: 'row',
      'aria-rowindex': index + 1,
    },
    h(
      'div.cell',
      { role: 'cell' },
      routeLine(earlierRow),
      h(
        'p.takes',
        { title: `${method} ${path}` },
        isConditional ? 'may take ' : 'takes ',
        h('a', { href: addressOf('who', { verb: method, path }) }, `${method} ${path}`),
        ' from',
      ),
      routeLine(laterRow),
    ),
  )
}

/** True if the paths differ only in param names, and in static segments of the first at positions of params. */
function isLiteralBefore(earlierPath: string, laterPath: string): boolean {
  const partsOf = (path: string) => path.replace(/(?<=\/):\w+(?=\/|$)/g, ':').split('/')
  const [earlierParts, laterParts] = [partsOf(earlierPath), partsOf(laterPath)]
  return (
    earlierParts.length === laterParts.length &&
    earlierParts.every((part, index) => {
      return part === laterParts[index] || (laterParts[index] === ':' && /^[^:*()]+$/.test(part))
    })
  )
}
