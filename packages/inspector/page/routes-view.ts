// The view of the route table: its lines, its filters and its headings.
import type { ManifestDiff } from '@turnout/compiler/internal/manifest/diff'
import { addressOf, writeAddress } from './address.ts'
import { followArrows } from './arrow-keys.ts'
import { count, fill, h } from './dom.ts'
import type { Model, RouteRow } from './model.ts'
import { empty, emptyTable } from './parts.ts'
import type { RequestSource } from './request-source.ts'
import { RouteDrawer } from './route-drawer.ts'
import { createLine, groupedLines, heightOf, lineOf, NARROW, type Line } from './route-line.ts'
import { filterRows, type RouteQuery } from './search.ts'
import { COLUMNS, nextOrder, orderText, readOrder, sortRows, type Column, type Order } from './sort.ts'
import type { View } from './view.ts'
import { scrollArea, VirtualList } from './virtual-list.ts'

const TITLES: Readonly<Record<Column, string>> = {
  number: '#',
  verb: 'Verb',
  path: 'Path',
  helper: 'Helper',
  endpoint: 'Handled by',
  place: 'Declared at',
}

const VERBS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

/** The route table. */
export class RoutesView implements View {
  readonly id = 'routes'
  readonly title = 'Routes'
  readonly about = 'All routes, in the order of declaration. The first matching route wins.'
  readonly element: HTMLElement
  #model: Model | null = null
  #query: RouteQuery = { text: '', verbs: [], namespace: null, filter: null }
  #order: Order = readOrder(null)
  /** The key of the route in the drawer. */
  #selected: string | null = null
  /** The rows in the order of the table, which typing in the search does not change. */
  #sorted: { readonly of: Model; readonly order: string | null; readonly rows: readonly RouteRow[] } | null = null
  #lines: readonly Line[] = []
  /** The order that the headings show; undefined at first. */
  #drawnOrder: string | null | undefined
  readonly #search = h('input.search', {
    type: 'search',
    placeholder: 'Name, path, controller#action, verb, or a path such as /photos/7',
    'aria-label': 'Search the routes',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  readonly #verbs = new Map(VERBS.map((verb) => [verb, toggle(verb, `v-${verb.toLowerCase()}`)]))
  readonly #namespace = h('select', { 'aria-label': 'Namespace' })
  readonly #unnamed = toggle('Unnamed')
  readonly #unreachable = toggle('Unreachable')
  readonly #edited = toggle('Edited')
  readonly #orders = h(
    'select',
    { 'aria-label': 'Order' },
    h('option', { value: '' }, 'By resource'),
    h('option', { value: 'number' }, 'As declared'),
    ...COLUMNS.slice(1).map((column) => h('option', { value: column }, `By ${TITLES[column].toLowerCase()}`)),
  )
  readonly #headings = new Map(COLUMNS.map((column) => [column, h('div.cell', { role: 'columnheader' })]))
  readonly #drawer: RouteDrawer
  readonly #resultCount = h('p.found', { role: 'status' })
  readonly #changes = h('p.since', { role: 'status' })
  readonly #table: HTMLElement
  readonly #emptyMessage = h('div')
  readonly #list: VirtualList<Line>

  constructor(source: RequestSource) {
    this.#drawer = new RouteDrawer(() => this.#select(null), source)
    const { scroller, body } = scrollArea('Routes', this.#headingRow())
    this.#table = scroller
    this.#list = new VirtualList<Line>(scroller, body, {
      height: heightOf,
      render: (line, index) => this.#createLine(line, index),
    })
    this.element = h(
      'section.view.routes',
      { 'aria-label': 'Routes' },
      h(
        'div.tools',
        {},
        this.#search,
        h(
          'div.strip',
          {},
          h('div.filters', { role: 'group', 'aria-label': 'Verbs' }, ...this.#verbs.values()),
          this.#namespace,
          this.#orders,
          h('div.filters', { role: 'group', 'aria-label': 'Show' }, this.#unnamed, this.#unreachable, this.#edited),
        ),
      ),
      h('div.found-line', {}, this.#resultCount, this.#changes),
      h('div.table-area', {}, scroller, this.#emptyMessage, this.#drawer.element),
    )
    body.addEventListener('click', (event) => this.#click(event))
    this.element.addEventListener('keydown', (event) => {
      followArrows(event, this.#search, this.#list, (line) => line.kind === 'route')
    })
    this.#search.addEventListener('input', () => this.#changeQuery({ text: this.#search.value }))
    this.#namespace.addEventListener('change', () => {
      const { value } = this.#namespace
      this.#changeQuery({ namespace: value === '' ? null : value.slice(1) })
    })
    for (const [verb, button] of this.#verbs) {
      button.addEventListener('click', () => {
        const { verbs } = this.#query
        this.#changeQuery({
          verbs: verbs.includes(verb) ? verbs.filter((chosenVerb) => chosenVerb !== verb) : [...verbs, verb],
        })
      })
    }
    const toggle = (filter: 'unnamed' | 'unreachable' | 'edited') =>
      this.#changeQuery({ filter: this.#query.filter === filter ? null : filter })
    this.#unnamed.addEventListener('click', () => toggle('unnamed'))
    this.#unreachable.addEventListener('click', () => toggle('unreachable'))
    this.#edited.addEventListener('click', () => toggle('edited'))
    this.#orders.addEventListener('change', () => this.#sort(readOrder(this.#orders.value || null)))
    NARROW.addEventListener('change', () => this.#draw())
  }

  count(model: Model) {
    return { number: model.rows.length }
  }

  take(model: Model): void {
    this.#model = model
    const options = [
      h('option', { value: '' }, 'All namespaces'),
      h('option', { value: '/' }, 'No namespace'),
      ...model.namespaces.map((name) => h('option', { value: `/${name}` }, name)),
    ]
    fill(this.#namespace, ...options)
    const unreachable = model.rows.filter(({ finding }) => finding !== null).length
    const unnamed = model.rows.filter(({ helper }) => helper === null).length
    this.#unnamed.textContent = `Unnamed ${unnamed.toLocaleString('en')}`
    this.#unreachable.textContent = `Unreachable ${unreachable.toLocaleString('en')}`
    const { diff } = model.data
    this.#edited.hidden = diff === null && this.#query.filter !== 'edited'
    fill(this.#changes, diff === null ? null : h('a', { href: addressOf('changes') }, sinceText(diff, model)))
    this.#draw()
    this.#open(this.#selected)
  }

  show(params: URLSearchParams): void {
    const filter = params.get('only')
    const oldState = JSON.stringify([this.#query, this.#order])
    this.#query = {
      text: params.get('q') ?? '',
      verbs: (params.get('verb') ?? '').split(',').filter((verb) => VERBS.includes(verb)),
      namespace: params.has('in') ? params.get('in')!.replace(/^\//, '') : null,
      filter: filter === 'unnamed' || filter === 'unreachable' || filter === 'edited' ? filter : null,
    }
    this.#order = readOrder(params.get('order'))
    // An address that only selects another route leaves the list and its focus as they are.
    if (JSON.stringify([this.#query, this.#order]) !== oldState) this.#draw()
    this.#open(params.get('route'))
  }

  /** Applies the user's input, and stores it in the address. */
  #changeQuery(change: Partial<RouteQuery>): void {
    this.#query = { ...this.#query, ...change }
    writeAddress(this.id, this.#params(this.#selected))
    this.#table.scrollTop = 0
    this.#draw()
  }

  /** Removes the search and the filters. */
  #clear(): void {
    this.#changeQuery({ text: '', verbs: [], namespace: null, filter: null })
    this.#search.focus()
  }

  #sort(order: Order): void {
    this.#order = order
    this.#changeQuery({})
  }

  /** Returns the parameters of the address: the search, the order, and the selected route. */
  #params(selected: string | null): Record<string, string | null> {
    const { text, verbs, namespace, filter } = this.#query
    return {
      q: text,
      verb: verbs.join(','),
      in: namespace === null ? null : `/${namespace}`,
      only: filter,
      order: orderText(this.#order),
      route: selected,
    }
  }

  /** Opens a route in the drawer, or closes the drawer, with an entry in the browser's history. */
  #select(key: string | null): void {
    location.hash = addressOf(this.id, this.#params(key))
  }

  /** Shows a route in the drawer. Only an action of the user moves the focus. */
  #open(key: string | null): void {
    const model = this.#model
    if (model === null) return
    const previous = this.#selected
    const hasFocus = this.#drawer.element.contains(document.activeElement)
    this.#selected = key
    this.#drawer.show(key === null ? null : (model.rowsByKey.get(key) ?? null), model)
    this.#lines.forEach((line, index) => {
      const element = line.kind === 'route' ? this.#list.elementOf(index) : undefined
      if (element !== undefined) this.#markSelected(element, (line as { row: RouteRow }).row)
    })
    if (previous === key) return
    if (key !== null && this.element.contains(document.activeElement)) this.#drawer.focus()
    else if (key === null && hasFocus) {
      const index = this.#lines.findIndex((line) => line.kind === 'route' && line.row.key === previous)
      if (index >= 0) this.#list.focus(index)
    }
  }

  #markSelected(element: HTMLElement, row: RouteRow): void {
    const isSelected = row.key === this.#selected
    element.classList.toggle('is-selected', isSelected)
    const link = element.querySelector('.open')
    if (isSelected) link?.setAttribute('aria-current', 'true')
    else link?.removeAttribute('aria-current')
  }

  /** Opens the route of a row. Its links and buttons have their own actions. */
  #click(event: MouseEvent): void {
    const target = event.target as Element
    if (target.closest('a, button') !== null || getSelection()?.isCollapsed === false) return
    const link = target.closest('.row.route')?.querySelector<HTMLElement>('.open')
    if (link === null || link === undefined) return
    link.focus({ preventScroll: true })
    link.click()
  }

  #headingRow(): HTMLElement {
    return h(
      'div.row-group',
      { role: 'rowgroup' },
      h('div.row.headings', { role: 'row', 'aria-rowindex': 1 }, ...this.#headings.values()),
    )
  }

  #drawHeadings(): void {
    const order = orderText(this.#order)
    if (order === this.#drawnOrder) return
    this.#drawnOrder = order
    for (const [column, cell] of this.#headings) {
      const isSorted = this.#order.kind === 'column' && this.#order.column === column
      const isDown = this.#order.kind === 'column' && this.#order.isDown
      if (isSorted) cell.setAttribute('aria-sort', isDown ? 'descending' : 'ascending')
      else cell.removeAttribute('aria-sort')
      const hasFocus = cell.contains(document.activeElement)
      const button = h(
        'button.sort',
        { type: 'button', onclick: () => this.#sort(nextOrder(this.#order, column)) },
        TITLES[column],
        isSorted && h('span', { 'aria-hidden': true }, isDown ? ' ↓' : ' ↑'),
      )
      fill(cell, button)
      if (hasFocus) button.focus()
    }
    this.#orders.value = this.#order.kind === 'grouped' ? '' : this.#order.column
  }

  /** Returns all rows in the order of the table. They are sorted once for each table and order. */
  #sortedRows(model: Model): readonly RouteRow[] {
    const order = orderText(this.#order)
    if (this.#sorted?.of !== model || this.#sorted.order !== order) {
      this.#sorted = { of: model, order, rows: sortRows([...model.rows, ...model.removedRows], this.#order) }
    }
    return this.#sorted.rows
  }

  #draw(): void {
    const model = this.#model
    if (model === null) return
    const { text, verbs, namespace, filter } = this.#query
    if (this.#search.value !== text) this.#search.value = text
    for (const [verb, button] of this.#verbs) button.setAttribute('aria-pressed', String(verbs.includes(verb)))
    this.#namespace.value = namespace === null ? '' : `/${namespace}`
    this.#unnamed.setAttribute('aria-pressed', String(filter === 'unnamed'))
    this.#edited.setAttribute('aria-pressed', String(filter === 'edited'))
    this.#unreachable.setAttribute('aria-pressed', String(filter === 'unreachable'))
    const rows = filterRows(this.#sortedRows(model), this.#query, model.routesAt)
    const isGrouped = this.#order.kind === 'grouped'
    const lines = isGrouped
      ? groupedLines(rows, model)
      : rows.map((row, index) => lineOf(row, index === rows.length - 1, model))
    const totalCount = model.rows.length
    const shownCount = rows.filter(({ change }) => change !== 'removed').length
    this.#resultCount.textContent =
      shownCount === totalCount
        ? count(totalCount, 'route')
        : `${shownCount.toLocaleString('en')} of ${count(totalCount, 'route')}`
    this.#table.setAttribute('aria-rowcount', String(lines.length + 1))
    this.#table.hidden = rows.length === 0
    const emptyMessage =
      totalCount === 0
        ? emptyTable()
        : empty('No route matches the search', 'Search for fewer letters, or remove a filter.', {
            next: h('button.quiet', { type: 'button', onclick: () => this.#clear() }, 'Show all routes'),
          })
    fill(this.#emptyMessage, rows.length === 0 ? emptyMessage : null)
    this.#lines = lines
    this.#drawHeadings()
    this.#list.setItems(lines)
  }

  #createLine(line: Line, index: number): HTMLElement {
    const element = createLine(line, index, {
      model: this.#model!,
      searchText: this.#query.text,
      addressOfRow: (row) => addressOf(this.id, this.#params(row.key)),
    })
    if (line.kind === 'route') this.#markSelected(element, line.row)
    return element
  }
}

function toggle(text: string, tone = ''): HTMLButtonElement {
  return h('button.toggle', { class: `toggle ${tone}`, type: 'button', 'aria-pressed': false }, text)
}

/** `since start: +3 −1 ~2, 1 breaking` */
function sinceText(diff: ManifestDiff, { data }: Model): string {
  const { removed, changed, added, helpers } = diff
  const breaks = helpers.length + [...removed, ...changed].reduce((sum, change) => sum + change.breaks.length, 0)
  const counts = [
    ['+', added.length],
    ['−', removed.length],
    ['~', changed.length],
  ] as const
  const parts = counts.flatMap(([sign, number]) => (number === 0 ? [] : [`${sign}${number}`]))
  const origin = data.editor === null ? 'since the older table' : 'since start'
  return `${origin}: ${parts.join(' ') || 'helpers'}${breaks === 0 ? '' : `, ${breaks} breaking`}`
}
