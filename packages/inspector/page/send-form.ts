// The form that sends a request to the dev server, and shows the response.
import { addressOf } from './address.ts'
import { copyButton, count, duration, fill, h, type Child } from './dom.ts'
import { headerLines } from './header-lines.ts'
import type { RequestSource } from './request-source.ts'
import { isDeliberate } from './send-guard.ts'
import { sendRequest, type SentResponse } from './send-request.ts'
import { statusBadge } from './status-badge.ts'

/** The most characters of a body that the page shows. */
const MAX_SHOWN = 100_000

/** A request without the parts that the form itself has fields for. */
export interface Draft {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** `name: value`, one in a line. */
  readonly headers: string
}

const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'] as const

/** A form that sends a request to the dev server of the page, and the response. Nothing is sent without a click. */
export class SendForm {
  readonly element: HTMLElement
  readonly #draft: () => Draft | null
  readonly #source: RequestSource
  readonly #query = field('page=2')
  readonly #headers = h('textarea', { rows: 2, placeholder: 'accept: application/json', spellcheck: 'false' })
  readonly #type = h('select', {}, ...TYPES.map((type) => h('option', { value: type }, type)))
  readonly #body = h('textarea', { rows: 4, spellcheck: 'false' })
  readonly #bodyFields: HTMLElement
  readonly #button = h('button.button.send', { type: 'button' }, 'Send')
  readonly #line = h('code.send-line')
  readonly #result = h('div.sent', { 'aria-live': 'polite' })
  #running: AbortController | null = null

  /**
   * @param draft returns the current request; null if it is incomplete
   * @param fields the fields of the form in addition to the body
   */
  constructor(
    draft: () => Draft | null,
    source: RequestSource,
    fields: { readonly query: boolean; readonly headers: boolean },
  ) {
    this.#draft = draft
    this.#source = source
    this.#bodyFields = h(
      'div.fields.wide',
      {},
      h('label', {}, 'Content type', this.#type),
      h('label.wide', {}, 'Body', this.#body),
    )
    this.element = h(
      'section.send-form',
      { 'aria-label': 'Send the request' },
      h(
        'div.fields',
        {},
        fields.query && h('label.wide', {}, 'Query', this.#query),
        fields.headers && h('label.wide', {}, 'Headers, one in a line', this.#headers),
        this.#bodyFields,
      ),
      h('p.acts', {}, this.#button, this.#line),
      this.#result,
    )
    this.element.addEventListener('input', () => this.update())
    this.#button.addEventListener('click', (event) => this.#click(event))
  }

  /** Shows the current request, and forgets the response of another one. */
  update(isOther = false): void {
    if (isOther) this.#forget()
    const draft = this.#draft()
    this.#bodyFields.hidden = draft === null || isBodiless(draft.method)
    this.#button.disabled = draft === null && this.#running === null
    this.#line.textContent = draft === null ? '' : `${draft.method} ${this.#target(draft)}`
    this.#line.title = this.#line.textContent
  }

  #forget(): void {
    this.#running?.abort()
    fill(this.#result)
  }

  #target({ target }: Draft): string {
    const query = this.#query.value.trim().replace(/^[?&]+/, '')
    return query === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${query}`
  }

  #click(event: MouseEvent): void {
    if (this.#running !== null) return this.#running.abort()
    const draft = this.#draft()
    if (draft === null) return
    if (!isDeliberate(event)) {
      return fill(this.#result, h('p.hint', {}, 'The request has just changed. Look at it, and click Send again.'))
    }
    void this.#send(draft)
  }

  async #send(draft: Draft): Promise<void> {
    const running = new AbortController()
    this.#running = running
    this.#button.textContent = 'Cancel'
    fill(this.#result, h('p.hint', {}, 'Waiting for the response …'))
    const hasBody = !isBodiless(draft.method) && this.#body.value !== ''
    const headers = [...headerLines(draft.headers), ...headerLines(this.#headers.value)]
    const hasType = headers.some(([name]) => name === 'content-type')
    const token = crypto.randomUUID?.() ?? String(Math.random()).slice(2)
    let children: Child[]
    try {
      const request = {
        method: draft.method,
        target: this.#target(draft),
        headers: hasBody && !hasType ? [...headers, ['content-type', this.#type.value] as const] : headers,
        body: hasBody ? this.#body.value : null,
      }
      children = await this.#parts(await sendRequest(request, token, running.signal), token)
    } catch (error) {
      const isCancelled = running.signal.aborted
      const message = isCancelled ? 'Cancelled.' : error instanceof Error ? error.message : String(error)
      children = [h('div.built.is-refused', {}, h('p.value', {}, message))]
    }
    // Another request may have been sent, or shown, in the meantime.
    if (this.#running !== running) return
    this.#running = null
    this.#button.textContent = 'Send'
    fill(this.#result, ...children)
    this.update()
  }

  /** Returns the elements of a response. Its texts become text nodes; the page renders no markup of a response. */
  async #parts({ status, statusText, headers, body, ms }: SentResponse, token: string): Promise<Child[]> {
    // The list of requests contains the status and the location of a redirect, which the browser hides from pages.
    const record = status === null ? await this.#source.find(token) : null
    const isJson = headers.some(([name, value]) => name === 'content-type' && /[/+]json\b/i.test(value))
    const facts = h(
      'p.sent-line',
      {},
      statusBadge(status ?? record?.status ?? 302),
      h('span', {}, status === null ? 'Redirect' : statusText),
      h('span.hint', {}, duration(ms)),
      h('span.hint', {}, sizeText(body.size)),
    )
    const location = record?.location ?? null
    return [
      h(
        'div.built',
        { class: `built ${(status ?? 0) >= 400 ? 'is-refused' : ''}` },
        facts,
        location === null ? null : h('p.value', {}, `→ ${location}`),
        status === null && h('p.hint', {}, 'Browsers hide the headers of a redirect from pages.'),
        location === null || !location.startsWith('/')
          ? null
          : h('a.quiet', { href: addressOf('who', { verb: 'GET', path: location }) }, 'Show its match'),
        headers.length > 0 &&
          h(
            'details.more',
            {},
            h('summary', {}, count(headers.length, 'header')),
            h(
              'dl.facts',
              {},
              ...headers.flatMap(([name, value]) => [h('dt.mono', {}, name), h('dd.mono', {}, value.slice(0, 2000))]),
            ),
          ),
        ...bodyParts(body, isJson),
      ),
    ]
  }
}

function bodyParts(body: SentResponse['body'], isJson: boolean): Child[] {
  const note = body.isCut ? 'This is the beginning of the body.' : null
  if (body.size === 0) return [h('p.hint', {}, 'The body is empty.')]
  if (body.kind === 'binary') return [h('p.hint', {}, 'The body is not text.')]
  const text = isJson && !body.isCut ? indented(body.text) : body.text
  const isLong = text.length > MAX_SHOWN
  return [
    h('pre.frame.response', { tabindex: 0, 'aria-label': 'Body' }, text.slice(0, MAX_SHOWN)),
    h(
      'p.acts',
      {},
      copyButton(() => text, 'Copy body'),
      (isLong || note !== null) && h('span.hint', {}, note ?? 'This is the beginning of the body.'),
    ),
  ]
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

function sizeText(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toLocaleString('en', { maximumFractionDigits: 1 })} kB`
}

/** `fetch` sends no body with these methods. */
function isBodiless(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function field(placeholder: string): HTMLInputElement {
  return h('input.field', { placeholder: `e.g. ${placeholder}`, autocomplete: 'off', spellcheck: 'false' })
}
