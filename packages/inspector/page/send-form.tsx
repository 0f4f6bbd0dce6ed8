// The form that sends a request to the dev server, and shows the response. Nothing is sent without a click.
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { PageRequest } from '../src/page-data.ts'
import { Button, Code, Copy, count, duration, Facts, MatchLink, Status } from './parts.tsx'
import { headerLines, sendRequest, type SentResponse } from './send-request.ts'
import { findRequest } from './source.ts'

/** The most characters of a body that the page shows. */
const MAX_SHOWN = 100_000

interface FormProps {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** `name: value`, one a line. */
  readonly headers: string
}

export function SendForm({ method, target, headers }: FormProps) {
  const body = useSignal('')
  const running = useSignal<AbortController | null>(null)
  const result = useSignal<JSX.Element | null>(null)
  // `fetch` sends no body with these methods.
  const hasBody = method !== 'GET' && method !== 'HEAD'

  // The response belongs to one request: it disappears with it.
  useEffect(() => {
    return () => {
      running.value?.abort()
      running.value = result.value = null
    }
  }, [method, target, headers])

  const send = async (): Promise<void> => {
    const controller = (running.value = new AbortController())
    const lines = headerLines(headers)
    const sentBody = hasBody && body.value !== '' ? body.value : null
    if (sentBody !== null && !lines.some(([name]) => name === 'content-type'))
      lines.push(['content-type', typeOf(body.value)])
    const token = crypto.randomUUID?.() ?? String(Math.random()).slice(2)
    result.value = <p class="soft">Waiting for the response …</p>
    let outcome: JSX.Element
    try {
      const response = await sendRequest({ method, target, headers: lines, body: sentBody }, token, controller.signal)
      // The list of requests contains the status and the location of a redirect, which the browser hides from pages.
      const record = response.status === null ? await findRequest(token) : null
      outcome = <Response {...response} record={record} />
    } catch (error) {
      outcome = <p class="note error">{controller.signal.aborted ? 'Cancelled.' : String((error as Error).message)}</p>
    }
    // Another request may be shown in the meantime.
    if (running.value !== controller) return
    running.value = null
    result.value = outcome
  }
  const click = (event: MouseEvent) => {
    if (running.value !== null) running.value.abort()
    else if (isDeliberate(event)) void send()
    else result.value = <p class="note">The request has just changed. Look at it, and click Send again.</p>
  }
  return (
    <details class="send">
      <summary>Send this request to the dev server</summary>
      {hasBody && (
        <div class="fields">
          <label class="wide">
            Body, as {typeOf(body.value)}
            <textarea rows={4} spellcheck={false} onInput={({ currentTarget }) => (body.value = currentTarget.value)} />
          </label>
        </div>
      )}
      <p>
        <Button class="primary" label={running.value === null ? 'Send' : 'Cancel'} onClick={click} />{' '}
        <code class="send-line">
          {method} {target}
        </code>
      </p>
      <div class="sent" aria-live="polite">
        {result.value}
      </div>
    </details>
  )
}

/** A response. Its strings become text nodes: the page renders no markup of a response. */
function Response(props: SentResponse & { readonly record: PageRequest | null }) {
  const { status, statusText, headers, body, ms, record } = props
  const target = record?.location ?? null
  const isJson = headers.some(([name, value]) => name === 'content-type' && /[/+]json\b/i.test(value))
  const text = body.kind === 'binary' ? '' : isJson && !body.isCut ? indented(body.text) : body.text
  return (
    <article class={`card ${(status ?? 0) >= 400 ? 'refused' : ''}`}>
      <p>
        <Status of={status ?? record?.status ?? 302} /> {status === null ? 'Redirect' : statusText} {duration(ms)},{' '}
        {sizeText(body.size)}
      </p>
      {target !== null && <p class="value">→ {target}</p>}
      {status === null && <p class="soft">Browsers hide the headers of a redirect from pages.</p>}
      {target?.startsWith('/') === true && <MatchLink path={target} />}
      {headers.length > 0 && (
        <details>
          <summary>{count(headers.length, 'header')}</summary>
          <Facts of={Object.fromEntries(headers.map(([name, value]) => [name, value.slice(0, 2000)]))} />
        </details>
      )}
      {text !== '' && <Code label="Body" tone="response" text={text.slice(0, MAX_SHOWN)} />}
      <p class="soft">
        {text !== '' && <Copy text={text} label="Copy body" />}{' '}
        {body.size === 0
          ? 'The body is empty.'
          : body.kind === 'binary'
            ? 'The body is not text.'
            : (body.isCut || text.length > MAX_SHOWN) && 'This is the beginning of the body.'}
      </p>
    </article>
  )
}

/** Returns the type of a body by its form, for requests without a header `content-type`. */
function typeOf(body: string): string {
  if (body === '' || /^\s*["{[]/.test(body)) return 'application/json'
  return /^[^=\s]+=/.test(body) ? 'application/x-www-form-urlencoded' : 'text/plain'
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

/**
 * A click counts only if the page has shown the same request for this long, in milliseconds. Another site can open the
 * page with a request in its address under the pointer of a person who clicks twice.
 */
const STEADY_MS = 600

let steadySince = performance.now()

const restart = (): void => {
  steadySince = performance.now()
}

addEventListener('hashchange', restart)
addEventListener('focus', restart)
addEventListener('pageshow', restart)
document.addEventListener('visibilitychange', restart)

/** True if the event is a person's click or key on a page that has been visible and unchanged for a while. */
function isDeliberate(event: Event): boolean {
  return event.isTrusted && document.visibilityState === 'visible' && performance.now() - steadySince >= STEADY_MS
}
