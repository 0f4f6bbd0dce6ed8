// The view that explains which route matches a request.
import {
  explainRequest,
  type Answer,
  type Candidate,
  type Explanation,
} from '@turnout/compiler/internal/manifest/explain'
import { suggestRequests, type Suggestion } from '@turnout/compiler/internal/manifest/explain/suggest'
import { describeEndpoint, describeValue } from '@turnout/compiler/internal/manifest/print/describe'
import { isNear, isSure, nearest, onlyIf, reasonOf } from '@turnout/compiler/internal/manifest/print/misses'
import { typedRequest } from '@turnout/compiler/internal/manifest/print/typed-request'
import { addressOf, writeAddress } from './address.ts'
import { copyButton, count, fill, h } from './dom.ts'
import { headerLines } from './header-lines.ts'
import type { Model } from './model.ts'
import { patternText, placeOf, prose, verbBadges } from './parts.ts'
import type { RequestSource } from './request-source.ts'
import { SendForm, type Draft } from './send-form.ts'
import type { View } from './view.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The number of non-matching routes that are shown at once. */
const STEP = 60

/** Similar requests appear when nobody has typed for so long: their search takes longer than the other steps together. */
const SUGGESTIONS_MS = 150

/**
 * Shows which route matches a request, and why each earlier route does not. The page computes the result itself, so that
 * it also works in a single-file page.
 */
export class WhoView implements View {
  readonly id = 'who'
  readonly title = 'Match'
  readonly about =
    'Shows which route matches a request. The address of this page contains the request, so you can share it.'
  readonly element: HTMLElement
  #model: Model | null = null
  #showsAll = false
  #limit = STEP
  #pendingSuggestions: ReturnType<typeof setTimeout> | undefined
  readonly #method = h('input.field.method', {
    list: 'methods',
    'aria-label': 'Verb',
    value: 'GET',
    spellcheck: 'false',
    autocomplete: 'off',
  })
  readonly #path = h('input.field.grow', {
    'aria-label': 'Path or URL',
    placeholder: '/photos/7, or https://api.example.org/photos/7',
    spellcheck: 'false',
    autocomplete: 'off',
  })
  readonly #host = h('input.field', { placeholder: 'example.org', spellcheck: 'false', autocomplete: 'off' })
  readonly #ip = h('input.field', { placeholder: '10.0.0.1', spellcheck: 'false', autocomplete: 'off' })
  readonly #headers = h('textarea', { rows: 2, placeholder: 'accept: application/json', spellcheck: 'false' })
  readonly #more = h(
    'details.more',
    {},
    h('summary', {}, 'Host, address and headers'),
    h(
      'div.fields',
      {},
      h('label', {}, 'Host', this.#host),
      h('label', {}, 'Client address', this.#ip),
      h('label.wide', {}, 'Headers, one a line', this.#headers),
    ),
  )
  readonly #result = h('div.result', { 'aria-live': 'polite' })

  readonly #send: SendForm
  readonly #sendMore: HTMLElement

  constructor(source: RequestSource) {
    this.#send = new SendForm(() => this.#draft(), source, { query: false, headers: false })
    this.#sendMore = h('details.more', {}, h('summary', {}, 'Send this request to the dev server'), this.#send.element)
    const inputs = [this.#method, this.#path, this.#host, this.#ip, this.#headers]
    for (const input of inputs) input.addEventListener('input', () => this.#ask())
    this.element = h(
      'section.view.who.sheet',
      { 'aria-label': 'Match', tabindex: 0 },
      h(
        'form.question',
        { onsubmit: (event: Event) => event.preventDefault() },
        h(
          'div.tools',
          {},
          this.#method,
          this.#path,
          copyButton(() => location.href, 'Copy link'),
        ),
        h('datalist', { id: 'methods' }, ...METHODS.map((method) => h('option', { value: method }))),
        this.#more,
      ),
      this.#sendMore,
      this.#result,
    )
  }

  take(model: Model): void {
    this.#model = model
    this.#sendMore.hidden = model.data.handlesRequests !== true
    this.#answer()
  }

  show(params: URLSearchParams): void {
    this.#method.value = params.get('verb') ?? 'GET'
    this.#path.value = params.get('path') ?? ''
    this.#host.value = params.get('host') ?? ''
    this.#ip.value = params.get('ip') ?? ''
    this.#headers.value = params.get('headers') ?? ''
    if (this.#host.value + this.#ip.value + this.#headers.value !== '') this.#more.open = true
    this.#showsAll = false
    this.#limit = STEP
    this.#send.update(true)
    this.#answer()
  }

  /** Returns the request in the fields for the dev server; null without a path. The host is always that of the page. */
  #draft(): Draft | null {
    const path = this.#path.value.trim()
    if (path === '') return null
    return { method: this.#typedMethod(), target: typedRequest(path).target, headers: this.#headers.value }
  }

  #typedMethod(): string {
    return this.#method.value.trim().toUpperCase() || 'GET'
  }

  #ask(): void {
    writeAddress(this.id, {
      verb: this.#method.value,
      path: this.#path.value,
      host: this.#host.value,
      ip: this.#ip.value,
      headers: this.#headers.value,
    })
    this.#limit = STEP
    this.#send.update()
    this.#answer(SUGGESTIONS_MS)
  }

  /** @param delay the time before similar requests appear, in milliseconds; 0 shows them at once */
  #answer(delay = 0): void {
    clearTimeout(this.#pendingSuggestions)
    const manifest = this.#model?.data.manifest ?? null
    if (manifest === null) return
    const path = this.#path.value.trim()
    if (path === '') {
      fill(this.#result, h('p.hint', {}, 'Enter a path, such as ', this.#example(), '.'))
      return
    }
    const method = this.#typedMethod()
    const { target, request } = typedRequest(path)
    const [host, ip] = [this.#host.value.trim(), this.#ip.value.trim()]
    const attributes = {
      ...request,
      ...(host !== '' && { host }),
      ...(ip !== '' && { ip }),
      headers: Object.fromEntries(headerLines(this.#headers.value)),
    }
    const explanation = explainRequest(manifest, method, target, { ...attributes, base: this.#model!.data.base || '/' })
    const similar = h('div')
    const suggest = () => {
      const suggestions = suggestRequests(manifest, explanation, attributes)
      fill(similar, suggestions.length > 0 && this.#suggestions(suggestions))
    }
    if (delay === 0) suggest()
    else this.#pendingSuggestions = setTimeout(suggest, delay)
    fill(this.#result, ...this.#verdict(explanation), similar, ...this.#misses(explanation))
  }

  /** Returns buttons that ask for similar requests instead. */
  #suggestions(suggestions: readonly Suggestion[]): HTMLElement {
    const items = suggestions.map(({ method, path, route }) => {
      const address = this.#model!.data.base.replace(/\/$/, '') + path
      const button = h('button.quiet.mono', { type: 'button' }, address)
      button.addEventListener('click', () => {
        this.#method.value = method
        this.#path.value = address
        this.#ask()
      })
      return h('li', {}, verbBadges([method]), ' ', button, ' ', describeEndpoint(route))
    })
    return h('div.suggestions', {}, h('h3', {}, 'Did you mean?'), h('ul', {}, ...items))
  }

  /** Returns an example path: the path of a route in this table. */
  #example(): HTMLElement {
    const row = this.#model!.rows.find(({ path }) => /^\/\w+\/:\w+$/.test(path)) ?? this.#model!.rows[0]
    const path = row?.path.replace(/:\w+/, '7').replace(/[(*].*/, '') || '/'
    const button = h('button.quiet', { type: 'button' }, path)
    button.addEventListener('click', () => {
      this.#path.value = path
      this.#ask()
    })
    return button
  }

  #verdict({ method, path, status, answers: matches, asGet, allowedMethods, outsideOf }: Explanation): HTMLElement[] {
    if (path === null) {
      const [code, why] =
        status === 'uri-too-long'
          ? ['414', 'The path is longer than 64 KiB.']
          : ['400', 'The path is malformed, or escapes the root with . or .. segments.']
      return [
        h('div.verdict.is-refused', {}, h('h2', {}, `Refused with ${code}`), h('p', {}, `${why} No route is asked.`)),
      ]
    }
    if (matches.length === 0) {
      const reason =
        outsideOf !== null
          ? h('p', {}, `The path is outside of the base ${outsideOf}.`)
          : allowedMethods.length === 0
            ? null
            : h('p', {}, 'The path supports ', verbBadges(allowedMethods), '.')
      return [
        h('div.verdict.is-refused', {}, h('h2', {}, 'No route matches'), h('p.mono', {}, `${method} ${path}`), reason),
      ]
    }
    const cards = matches.map((match, index) => this.#card(match, index, asGet))
    if (!isSure(matches.at(-1)!)) cards.push(h('p.hint', {}, 'Otherwise no route matches.'))
    return cards
  }

  #card(match: Answer, position: number, asGet: boolean): HTMLElement {
    const { route, index, params, rest } = match
    const { rows, data } = this.#model!
    const row = rows[index]!
    const guardText = onlyIf(match)
    const condition =
      guardText === ''
        ? null
        : h(
            'p.if',
            {},
            prose(
              `${guardText.replace(/^, (\w)/, (_, letter: string) => letter.toUpperCase())}. The page calls no function.`,
            ),
          )
    const facts: (readonly [string, HTMLElement])[] = [
      [
        'Route',
        h(
          'span',
          {},
          verbBadges(route.verbs),
          ' ',
          h('a.open', { href: addressOf('routes', { route: row.key }) }, patternText(row.path)),
          ` (number ${index + 1})`,
        ),
      ],
      [
        'Helper',
        row.helper === null
          ? h('span.mono', {}, 'none')
          : h('a.mono', { href: addressOf('helpers', { name: row.helper }) }, row.helper),
      ],
      ['Declared at', placeOf(route.location, data.editor)],
    ]
    if (rest !== null) facts.push(['Left over', h('span.mono', {}, rest)])
    if (asGet) facts.push(['HEAD', h('span', {}, 'is answered as GET: no route is for it')])
    const entries = Object.entries(params)
    return h(
      'div.verdict',
      {},
      h('p.lead', {}, position === 0 ? 'Matched by' : 'Otherwise by'),
      h('h2', {}, describeEndpoint(route)),
      condition,
      h(
        'div.columns',
        {},
        h('dl.facts', {}, ...facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
        h(
          'div.params',
          {},
          h('h3', {}, 'Params'),
          entries.length === 0
            ? h('p.hint', {}, 'none')
            : h(
                'dl.facts',
                {},
                ...entries.flatMap(([name, value]) => [
                  h('dt.param.mono', {}, name),
                  h('dd.mono', {}, describeValue(value)),
                ]),
              ),
        ),
      ),
    )
  }

  #misses({ misses, answers: matches, method, path }: Explanation): HTMLElement[] {
    if (path === null || misses.length === 0) return []
    const near = this.#showsAll ? misses : misses.filter(({ miss }) => isNear(miss, path))
    const isNothing = near.length === 0 && matches.length === 0
    const listedMisses = isNothing ? nearest(misses) : near
    const title = isNothing
      ? 'The nearest routes'
      : matches.length === 0
        ? `${count(listedMisses.length, 'route')} that ${listedMisses.length === 1 ? 'does' : 'do'} not answer`
        : listedMisses.length === 0
          ? 'No earlier route is similar to this path'
          : `${count(listedMisses.length, 'earlier route')} that ${listedMisses.length === 1 ? 'does' : 'do'} not answer`
    const hiddenCount = misses.length - listedMisses.length
    const button = (text: string, press: () => void) => {
      const onclick = () => {
        press()
        this.#answer()
      }
      return h('button.quiet', { type: 'button', onclick }, text)
    }
    const rest = button(`Show ${count(hiddenCount, 'route')} for other paths`, () => (this.#showsAll = true))
    const next = button(`Show ${Math.min(STEP, listedMisses.length - this.#limit)} more`, () => (this.#limit += STEP))
    const list = listedMisses.slice(0, this.#limit).map((miss) => this.#miss(miss, method, path))
    return [
      h('h2.section', {}, title),
      h('ol.misses', {}, ...list),
      ...(listedMisses.length > this.#limit ? [next] : []),
      ...(hiddenCount > 0 && !this.#showsAll ? [rest] : []),
    ]
  }

  #miss({ route, index, miss }: Candidate, method: string, path: string): HTMLElement {
    const { hueOf, rows } = this.#model!
    const row = rows[index]!
    return h(
      'li.miss',
      { class: `miss hue-${hueOf(row.controller)}` },
      h('span.number', {}, index + 1),
      h('span.what', {}, verbBadges(route.verbs), ' ', patternText(row.path), ' ', h('span.to', {}, row.endpoint)),
      h('span.why', {}, reasonOf(route, miss, method, path)),
    )
  }
}
