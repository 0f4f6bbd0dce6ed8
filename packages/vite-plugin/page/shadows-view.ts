import { SharedRequests, type SharedRequest } from '@turnout/compiler/internal'
import type { PageFinding } from '../src/inspector/page-data.ts'
import { addressOf } from './address.ts'
import { count, fill, h } from './dom.ts'
import type { Model, RouteRow } from './model.ts'
import { empty, patternText, placeOf, verbBadges } from './parts.ts'
import type { View } from './view.ts'
import { scrollArea, VirtualList } from './virtual-list.ts'

/** An earlier route that takes requests from a later one. */
interface Pair {
  readonly earlier: RouteRow
  readonly later: RouteRow
  readonly request: SharedRequest
  /** A literal before a param in its place, `/photos/new` before `/photos/:id`: what declaration order is for. */
  readonly isUsual: boolean
}

/** The page stays at work no longer than this at a time. */
const SLICE_MS = 12

/** Which route shadows which: those that are never reached, and those that share requests with an earlier one. */
export class ShadowsView implements View {
  readonly id = 'shadows'
  readonly title = 'Shadows'
  readonly about =
    'Where several routes match one request, the earliest answers. These are the routes that lose some, or all.'
  readonly element: HTMLElement
  #model: Model | null = null
  #pairs: Pair[] = []
  #hidesUsual = false
  /** Changes with each table, so that the search in an old one ends. */
  #run = 0
  #marked: number | null = null
  readonly #findings = h('div.findings')
  readonly #usual = h('button.toggle', { type: 'button', 'aria-pressed': false }, 'Without literals before params')
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

  /** Looks through the table bit by bit, so that the page stays at hand. */
  async #search({ data: { manifest }, rows }: Model, run: number): Promise<void> {
    if (manifest === null) return
    const shared = new SharedRequests(manifest)
    const lost = new Set(this.#model!.data.findings.flatMap(({ index, kind }) => (kind === 'shadowed' ? [] : [index])))
    let until = performance.now() + SLICE_MS
    for (const later of rows) {
      if (performance.now() > until) {
        this.#status.textContent = `Looking: ${later.index + 1} of ${count(rows.length, 'route')}`
        await new Promise((resolve) => setTimeout(resolve))
        if (run !== this.#run) return
        until = performance.now() + SLICE_MS
      }
      // What is never reached is said above.
      if (lost.has(later.index)) continue
      for (const request of shared.of(later.index)) {
        const earlier = rows[request.by]!
        this.#pairs.push({ earlier, later, request, isUsual: isLiteralBefore(earlier.path, later.path) })
      }
    }
    this.#draw()
  }

  #draw(): void {
    const unusual = this.#pairs.filter(({ isUsual }) => !isUsual)
    const usual = this.#pairs.filter(({ isUsual }) => isUsual)
    // What nobody may have meant comes first.
    const shown = this.#hidesUsual ? unusual : [...unusual, ...usual]
    this.#usual.setAttribute('aria-pressed', String(this.#hidesUsual))
    const note =
      usual.length === 0 ? '' : `, ${usual.length.toLocaleString('en')} of them a literal before a param in its place`
    this.#status.textContent = `${count(this.#pairs.length, 'pair')} of routes${note}.`
    this.#table.setAttribute('aria-rowcount', String(shown.length))
    this.#table.hidden = shown.length === 0
    this.#list.set(shown)
  }

  #drawFindings(): void {
    const { data, rows } = this.#model!
    if (data.findings.length === 0)
      return fill(
        this.#findings,
        rows.length === 0 ? empty('There are no routes yet', '') : h('p.hint', {}, 'Every route is reached.'),
      )
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
    const { index, kind, by, witness, verb, host } = finding
    const what = {
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
        `It ${what}. `,
        question === null ? null : h('a', { href: question }, `${verb} ${witness}`),
        question === null ? null : ' goes elsewhere.',
        ' ',
        placeOf(rows[index]!.route.location, data.editor),
      ),
      ...by.slice(0, 8).map((other) => h('div.behind', {}, h('span.hint', {}, 'behind '), routeLine(rows[other]!))),
    )
  }
}

function routeLine(row: RouteRow): HTMLElement {
  return h(
    'p.route-line',
    {},
    h('span.number', {}, row.index + 1),
    verbBadges(row.verbs),
    patternText(row.path),
    h('span.to', {}, row.endpoint),
  )
}

function pairRow({ earlier, later, request, isUsual }: Pair, index: number, { hueOf }: Model): HTMLElement {
  const { method, path, isConditional } = request
  return h(
    'div.row',
    {
      class: `row plain pair hue-${hueOf(earlier.controller)}${isUsual ? ' usual' : ''}`,
      role: 'row',
      'aria-rowindex': index + 1,
    },
    h(
      'div.cell',
      { role: 'cell' },
      routeLine(earlier),
      h(
        'p.takes',
        {},
        isConditional ? 'may take ' : 'takes ',
        h('a', { href: addressOf('who', { verb: method, path }) }, `${method} ${path}`),
        ' from',
      ),
      routeLine(later),
    ),
  )
}

/** True if the paths differ only in words that the first has in the place of params, or in the names of params. */
function isLiteralBefore(earlier: string, later: string): boolean {
  const partsOf = (path: string) => path.replace(/(?<=\/):\w+(?=\/|$)/g, ':').split('/')
  const [own, theirs] = [partsOf(earlier), partsOf(later)]
  return (
    own.length === theirs.length &&
    own.every((part, index) => part === theirs[index] || (theirs[index] === ':' && /^[^:*()]+$/.test(part)))
  )
}
