// The view of the last requests that the dev server handled.
import { explainRequest, type Explanation } from '@turnout/compiler/internal/manifest/explain'
import { suggestRequests } from '@turnout/compiler/internal/manifest/explain/suggest'
import type { RequestAttributes } from '@turnout/runtime'
import { describeEndpoint } from '@turnout/compiler/internal/manifest/print/describe'
import { isNear, isSure, nearest, onlyIf, reasonOf } from '@turnout/compiler/internal/manifest/print/misses'
import type { PageRequest } from '../src/page-data.ts'
import { addressOf, writeAddress } from './address.ts'
import { followArrows } from './arrow-keys.ts'
import { count, duration, fill, h, type Child } from './dom.ts'
import type { Model, RouteRow } from './model.ts'
import { empty, marked, patternText, placeOf, prose, verbBadges } from './parts.ts'
import type { RequestSource } from './request-source.ts'
import { suggestionLine } from './suggestion-line.ts'
import { statusBadge } from './status-badge.ts'
import type { View } from './view.ts'
import { scrollArea, VirtualList } from './virtual-list.ts'

/** The number of similar routes in the details of a request. */
const MAX_MISSES = 8

/** Lists the last requests that the dev server has handled, each with its route. */
export class RequestsView implements View {
  readonly id = 'requests'
  readonly title = 'Requests'
  readonly about = 'The last requests that the dev server has handled for routes. They stay in its memory only.'
  readonly element: HTMLElement
  readonly #source: RequestSource
  #model: Model | null = null
  #requests: readonly PageRequest[] = []
  /** The requests with an id up to this one are cleared from the list. */
  #clearedUpTo = 0
  #text = ''
  #selected: number | null = null
  #explanations = new Map<number, Explanation>()
  #drawn = ''
  readonly #search = h('input.search', {
    type: 'search',
    placeholder: 'Method, path, status or controller#action',
    'aria-label': 'Search the requests',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  readonly #found = h('p.found', { role: 'status' })
  readonly #nothing = h('div')
  readonly #table: HTMLElement
  readonly #list: VirtualList<PageRequest>
  readonly #detail = h('div.detail.sheet', { role: 'region', 'aria-label': 'The selected request', tabindex: 0 })

  constructor(source: RequestSource) {
    this.#source = source
    const { scroller, body } = scrollArea('Requests')
    this.#table = scroller
    this.#list = new VirtualList<PageRequest>(scroller, body, {
      height: () => 54,
      render: (request, index) => this.#row(request, index),
    })
    this.element = h(
      'section.view.helpers.requests',
      { 'aria-label': 'Requests' },
      h(
        'div.pane.list',
        {},
        h(
          'div.pane-tools',
          {},
          this.#search,
          h('button.quiet', { type: 'button', onclick: () => this.#clear() }, 'Clear'),
        ),
        this.#found,
        scroller,
        this.#nothing,
      ),
      this.#detail,
    )
    this.#search.addEventListener('input', () => {
      this.#text = this.#search.value
      writeAddress(this.id, { q: this.#text, id: this.#selected === null ? null : String(this.#selected) })
      this.#draw()
    })
    this.element.addEventListener('keydown', (event) => followArrows(event, this.#search, this.#list))
    source.on((requests) => {
      this.#requests = requests
      if (this.element.isConnected) this.#draw()
    })
  }

  isFor({ data }: Model): boolean {
    return data.handlesRequests === true
  }

  take(model: Model): void {
    this.#model = model
    this.#explanations.clear()
    this.#drawn = ''
    this.#draw()
  }

  show(params: URLSearchParams): void {
    this.#text = params.get('q') ?? ''
    const id = Number(params.get('id'))
    this.#selected = Number.isInteger(id) && id > 0 ? id : null
    this.#source.refresh()
    this.#draw()
  }

  #clear(): void {
    this.#clearedUpTo = this.#requests.at(-1)?.id ?? 0
    this.#selected = null
    writeAddress(this.id, { q: this.#text })
    this.#draw()
  }

  #draw(): void {
    if (this.#model === null) return
    if (this.#search.value !== this.#text) this.#search.value = this.#text
    const words = this.#words()
    const current = this.#requests.filter(({ id }) => id > this.#clearedUpTo)
    const visible = current
      .filter((request) => {
        if (words.length === 0) return true
        const text =
          `${request.method} ${request.target} ${request.status ?? ''} ${this.#answerText(request)}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      .reverse()
    this.#found.textContent =
      visible.length === current.length
        ? count(current.length, 'request')
        : `${visible.length} of ${count(current.length, 'request')}`
    this.#table.setAttribute('aria-rowcount', String(visible.length))
    this.#table.hidden = visible.length === 0
    fill(
      this.#nothing,
      visible.length > 0
        ? null
        : current.length === 0
          ? empty('No requests yet', 'Open a page of the application in another tab. Its requests appear here.')
          : empty('No request matches the search', 'Search for fewer letters.'),
    )
    this.#list.setItems(visible)
    this.#drawDetail()
  }

  #words(): string[] {
    return this.#text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
  }

  #row(request: PageRequest, index: number): HTMLElement {
    const { id, method, target, status, ms } = request
    const words = this.#words()
    const [path] = target.split('?', 1) as [string]
    const link = h(
      'a.helper.request',
      {
        href: addressOf(this.id, { q: this.#text, id: String(id) }),
        title: `${method} ${target}`,
        ...(id === this.#selected && { 'aria-current': 'true' }),
      },
      h('span.request-line', {}, verbBadges([method]), h('span.helper-name', {}, ...marked(path, words))),
      h(
        'span.request-line',
        {},
        h('span.verbs', {}, statusBadge(status)),
        h('span.helper-path', {}, ...marked(this.#answerText(request), words)),
        h('span.ms', {}, duration(ms)),
      ),
    )
    return h('div.row.plain', { role: 'row', 'aria-rowindex': index + 1 }, h('div.cell', { role: 'cell' }, link))
  }

  /** Explains a request with the current table. Each request is explained once for each table. */
  #explain(request: PageRequest): Explanation | null {
    const manifest = this.#model?.data.manifest ?? null
    if (manifest === null) return null
    let explanation = this.#explanations.get(request.id)
    if (explanation === undefined) {
      const { method, target } = request
      explanation = explainRequest(manifest, method, target, {
        ...attributesOf(request),
        base: this.#model!.data.base || '/',
      })
      this.#explanations.set(request.id, explanation)
    }
    return explanation
  }

  #answerText(request: PageRequest): string {
    const explanation = this.#explain(request)
    const [match] = explanation?.answers ?? []
    return match === undefined ? 'no route' : describeEndpoint(match.route)
  }

  #drawDetail(): void {
    const request = this.#requests.find(({ id }) => id === this.#selected)
    const drawn = `${this.#selected} ${request?.id}`
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    this.element.classList.toggle('has-choice', request !== undefined)
    if (request === undefined) {
      const [title, text] =
        this.#selected === null
          ? ['Select a request', 'This part shows its route, and the similar routes that did not match.']
          : ['This request is not in the list', 'The dev server keeps the last 200 requests, until it ends.']
      fill(this.#detail, empty(title, text))
      return
    }
    fill(
      this.#detail,
      h('a.back', { href: addressOf(this.id, { q: this.#text }) }, '← All requests'),
      ...this.#parts(request),
    )
  }

  #parts(request: PageRequest): Child[] {
    const { method, target, at, status, ms, location, host } = request
    const explanation = this.#explain(request)
    const facts: (readonly [string, Child])[] = [
      ['Status', h('span', {}, statusBadge(status), status === null ? ' The client disconnected.' : null)],
      ['Time', h('span', {}, `${duration(ms)}, at ${new Date(at).toLocaleTimeString()}`)],
      ...(location === null ? [] : [['Location', h('span.mono', {}, location)] as const]),
    ]
    return [
      h('h2.helper-title.request-title', {}, verbBadges([method]), ' ', target),
      h('dl.facts', {}, ...facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
      h('p.acts', {}, h('a.quiet', { href: addressOf('who', { verb: method, path: target, host }) }, 'Show the match')),
      h('h3.section', {}, 'Route'),
      ...(explanation === null ? [h('p.hint', {}, 'There is no route table.')] : this.#routes(explanation, request)),
    ]
  }

  #routes(explanation: Explanation, request: PageRequest): Child[] {
    const { status } = request
    const { rows } = this.#model!
    const { answers: matches, misses, method, path } = explanation
    const isUnmatched = matches.length === 0
    const isHandled = status !== null && status !== 404 && status !== 405 && status !== 400
    const notes = [
      isUnmatched &&
        h(
          'p.hint',
          {},
          isHandled
            ? 'No route of the current table matches this method and path. The application has handled the request: with middleware, with another method from a form field, or with an older table.'
            : 'No route matches.',
        ),
      isUnmatched &&
        suggestionLine(
          suggestRequests(this.#model!.data.manifest!, explanation, attributesOf(request)),
          this.#model!.data.base,
        ),
      ...matches.map((match) => this.#answer(rows[match.index]!, onlyIf(match))),
      matches.length > 0 && !isSure(matches.at(-1)!) && h('p.hint', {}, 'Otherwise no route matches.'),
    ]
    if (path === null) return notes
    const near = misses.filter(({ miss }) => isNear(miss, path))
    const similar = (near.length === 0 && isUnmatched ? nearest(misses) : near).slice(-MAX_MISSES)
    if (similar.length === 0) return notes
    return [
      ...notes,
      h('h3.section', {}, 'Similar routes that do not match'),
      h(
        'ol.misses.narrow',
        {},
        ...similar.map(({ index, route, miss }) =>
          h(
            'li.miss',
            { class: `miss hue-${this.#model!.hueOf(rows[index]!.controller)}` },
            h('span.number', {}, index + 1),
            h('span.what', {}, verbBadges(route.verbs), ' ', this.#link(rows[index]!)),
            h('span.why', {}, reasonOf(route, miss, method, path)),
          ),
        ),
      ),
    ]
  }

  #answer(row: RouteRow, condition: string): HTMLElement {
    const source = this.#model!.actionSource(row.route)
    const { editor } = this.#model!.data
    return h(
      'div.built',
      {},
      h('p.route-line', {}, h('span.number', {}, row.index + 1), verbBadges(row.verbs), this.#link(row)),
      h(
        'p',
        {},
        h('span.mono', {}, row.endpoint),
        ' ',
        source === null ? placeOf(row.route.location, editor) : placeOf(source, editor),
      ),
      condition === '' ? null : h('p.if', {}, prose(condition.replace(/^, /, ''))),
    )
  }

  #link(row: RouteRow): HTMLElement {
    return h('a.open', { href: addressOf('routes', { route: row.key }), title: row.path }, patternText(row.path))
  }
}

function attributesOf({ host, protocol, ip, headers }: PageRequest): RequestAttributes {
  return { ...(host !== null && { host }), ...(ip !== null && { ip }), protocol, headers }
}
