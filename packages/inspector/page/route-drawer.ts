// The drawer with the parts of one route.
import { explainRequest } from '@turnout/compiler/internal/manifest/explain'
import { helperParams } from '@turnout/compiler/internal/manifest/helper-params'
import { helperName } from '@turnout/compiler/internal/names/helper-name'
import { describeCallable, describeEndpoint, describeValue } from '@turnout/compiler/internal/manifest/print/describe'
import type { PageFinding } from '../src/page-data.ts'
import { addressOf, proofAddress } from './address.ts'
import { copyButton, fill, h, type Child } from './dom.ts'
import { argumentsOf } from './js-code.ts'
import type { Model, RouteRow } from './model.ts'
import { patternText, placeOf, verbBadges } from './parts.ts'
import type { RequestSource } from './request-source.ts'
import { pathWith, sampleParams } from './samples.ts'
import { SendForm, type Draft } from './send-form.ts'
import { snippetsOf } from './snippets.ts'

/** The number of earlier routes that a warning lists. */
const MAX_EARLIER = 8

/** The parts of a route, and its request in forms to copy. It opens at the side of the table. */
export class RouteDrawer {
  readonly element = h('div.drawer', { role: 'region', 'aria-label': 'The selected route', tabindex: -1, hidden: true })
  readonly #close: () => void
  readonly #copies = h('div.copies')
  readonly #send: SendForm
  /** The values in the fields, by parameter. */
  #values: Record<string, string> = {}
  /** The name of the selected form of the request. It stays selected for the next route. */
  #form = 'path'
  #row: RouteRow | null = null
  #model: Model | null = null
  /** The data in the drawer. Input survives a change of the table that does not concern the route. */
  #drawn = ''

  /** @param close called if the user closes the drawer */
  constructor(close: () => void, source: RequestSource) {
    this.#close = close
    this.#send = new SendForm(() => this.#draft(), source, { query: true, headers: true })
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    })
  }

  /** Shows a route; null hides the drawer. */
  show(row: RouteRow | null, model: Model): void {
    const isSame = row?.key === this.#row?.key
    this.#row = row
    this.#model = model
    this.element.hidden = row === null
    const drawn = row === null ? '' : JSON.stringify([row.route, row.index, row.finding, model.actionSource(row.route)])
    if (row === null || drawn === this.#drawn) {
      this.#drawn = drawn
      return
    }
    this.#drawn = drawn
    if (!isSame) this.element.scrollTop = 0
    this.#values = { ...sampleParams(row.route) }
    fill(this.element, ...this.#parts(row, model))
    this.#drawCopies()
    this.#send.update(true)
  }

  /** Moves the focus into the drawer. */
  focus(): void {
    this.element.focus({ preventScroll: true })
  }

  #parts(row: RouteRow, model: Model): Child[] {
    const { route } = row
    const fields = helperParams(route)
    return [
      h(
        'div.drawer-head',
        {},
        h('h2.drawer-title', {}, verbBadges(row.verbs), ' ', patternText(row.path)),
        h(
          'button.quiet.close',
          { type: 'button', 'aria-label': 'Close', title: 'Close (Esc)', onclick: this.#close },
          '×',
        ),
      ),
      row.finding !== null && warningOf(row.finding, model),
      h('dl.facts', {}, ...factsOf(row, model).flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
      h('h3.section', {}, 'Use it'),
      fields.length > 0 &&
        h(
          'div.fields',
          {},
          ...fields.map(({ name, required }) =>
            h(
              'label',
              {},
              required ? name : `${name} (optional)`,
              h('input.field', {
                value: this.#values[name] ?? '',
                autocomplete: 'off',
                spellcheck: 'false',
                oninput: (event: Event) => {
                  this.#values[name] = (event.target as HTMLInputElement).value
                  this.#drawCopies()
                  this.#send.update()
                },
              }),
            ),
          ),
        ),
      this.#copies,
      ...(model.data.handlesRequests === true
        ? [h('h3.section', {}, 'Send it to the dev server'), this.#send.element]
        : []),
    ]
  }

  /** Returns the request to the selected route; null if a value is missing. */
  #draft(): Draft | null {
    const [row, model] = [this.#row, this.#model]
    if (row === null || model === null) return null
    const target = pathWith(row.route, this.#values, model.data.base)
    return target === null ? null : { method: row.verbs[0] ?? 'GET', target, headers: '' }
  }

  #drawCopies(): void {
    const [row, model] = [this.#row, this.#model]
    if (row === null || model === null) return
    const { route } = row
    const method = row.verbs[0] ?? 'GET'
    const path = pathWith(route, this.#values, model.data.base)
    if (path === null) return fill(this.#copies, h('p.hint', {}, 'Enter a value for each parameter of the path.'))
    const explanation = explainRequest(model.data.manifest!, method, path, { base: model.data.base || '/' })
    const match = explanation.answers.find(({ index }) => index === row.index)
    const snippets = snippetsOf({
      method,
      path,
      helperCall: this.#helperCall(row, model),
      origin: location.protocol === 'file:' ? 'http://localhost:5173' : location.origin,
    })
    const snippet = snippets.find(({ name }) => name === this.#form) ?? snippets[0]!
    const choose = (name: string) => {
      this.#form = name
      this.#drawCopies()
      this.#copies.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
    }
    const firstMatch = explanation.answers[0]
    fill(
      this.#copies,
      h(
        'div.filters',
        { role: 'group', 'aria-label': 'Form of the request' },
        ...snippets.map(({ name }) =>
          h(
            'button.toggle',
            { type: 'button', 'aria-pressed': name === snippet.name, onclick: () => choose(name) },
            name,
          ),
        ),
      ),
      h('pre.frame.snippet', { tabindex: 0, 'aria-label': `As ${snippet.name}` }, snippet.text),
      h(
        'p.acts',
        {},
        copyButton(() => snippet.text, 'Copy'),
        h('a.quiet', { href: addressOf('who', { verb: method, path }) }, 'Show the match'),
      ),
      match === undefined &&
        h(
          'p.if',
          {},
          firstMatch === undefined
            ? 'With these values, no route matches the path.'
            : `With these values, another route matches: ${describeEndpoint(firstMatch.route)}.`,
        ),
    )
  }

  #helperCall(row: RouteRow, model: Model): string | null {
    const route = namedRow(row, model)?.route
    if (route === undefined) return null
    const params = helperParams(route)
    const entries = params.flatMap(({ name, glob }) => {
      const value = this.#values[name] ?? ''
      return value === '' ? [] : [[name, glob && value.includes('/') ? value.split('/') : value] as const]
    })
    const name = helperName(route.name!, 'path', model.data.helpers)
    return `${name}(${argumentsOf(Object.fromEntries(entries), {}, params.length)})`
  }
}

/** Returns the warning about a route that loses requests: the reason, a request that proves it, and the earlier routes. */
function warningOf(finding: PageFinding, { rows, data }: Model): HTMLElement {
  const reasons = {
    unreachable: 'No request reaches this route, because earlier routes match all of its requests.',
    shadowed: 'An earlier route with a parameter matches this route’s path.',
    unmatchable: 'No request matches this route, because its requirements exclude each other.',
  }
  const { kind, verb, witness, by } = finding
  return h(
    'div.drawer-warning',
    {},
    h(
      'p',
      {},
      `${reasons[kind]} `,
      h('a', { href: proofAddress(finding) }, witness === null ? 'See why' : `${verb} ${witness}`),
    ),
    ...by.slice(0, MAX_EARLIER).map((index) => {
      const { path, route } = rows[index]!
      return h(
        'p.route-line',
        {},
        h('span.number', {}, index + 1),
        patternText(path),
        placeOf(route.location, data.editor),
      )
    }),
  )
}

/** Returns the row itself if it has a helper, and otherwise a row with the same path that has one. */
function namedRow(row: RouteRow, { rows }: Model): RouteRow | undefined {
  if (row.helper !== null) return row
  const { pattern, requirements } = row.route
  const isSamePath = ({ helper, route }: RouteRow) =>
    helper !== null && route.pattern === pattern && JSON.stringify(route.requirements) === JSON.stringify(requirements)
  return rows.find(isSamePath)
}

/** Returns the parts of a route with their names. Parts that the route does not have are left out. */
function factsOf(row: RouteRow, model: Model): (readonly [string, HTMLElement])[] {
  const { route } = row
  const { editor } = model.data
  const facts: (readonly [string, HTMLElement])[] = [['Pattern', h('code.plain-code', {}, route.pattern)]]
  const source = model.actionSource(route)
  facts.push([
    'Handled by',
    h('span', {}, h('span.mono', {}, row.endpoint), source === null ? null : placeOf(source, editor)),
  ])
  const namedRouteRow = namedRow(row, model)
  facts.push([
    'Helper',
    namedRouteRow === undefined
      ? h('span.hint', {}, 'none: the route has no name')
      : h(
          'span',
          {},
          h('a.mono', { href: addressOf('helpers', { name: namedRouteRow.helper }) }, namedRouteRow.helper),
          namedRouteRow !== row && h('span.hint', {}, ` of number ${namedRouteRow.index + 1}, which has the same path`),
        ),
  ])
  const { location } = route
  if (location !== null) {
    const line = model.lineAt(location)
    facts.push([
      'Declared at',
      h('span', {}, placeOf(location, editor), line === null ? null : h('code.source-line', {}, line.trim())),
    ])
  }
  const lists: (readonly [string, readonly Child[]])[] = [
    ['Requirements', pairsOf(route.requirements)],
    ['Defaults', pairsOf(route.defaults)],
    ['Conditions', pairsOf(route.conditions)],
    ['Constraints', route.constraints.map((callable) => h('li.mono', {}, describeCallable(callable)))],
  ]
  for (const [name, items] of lists) if (items.length > 0) facts.push([name, h('ul', {}, ...items)])
  if (!route.anchored) facts.push(['Matches', h('span', {}, 'every path that begins with the pattern')])
  facts.push(['Number', h('span', {}, `${row.index + 1} of ${model.rows.length.toLocaleString('en')}`)])
  return facts
}

function pairsOf(values: Readonly<Record<string, unknown>>): HTMLElement[] {
  return Object.entries(values).map(([name, value]) =>
    h('li.mono', {}, h('span.param', {}, name), ` ${describeValue(value)}`),
  )
}
