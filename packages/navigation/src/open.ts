// `open`: loads the page of a URL on a server, which renders it.
import { attempt } from './attempt.ts'
import { openPage } from './open-page.ts'
import { isSameDocument, pathOf } from './target.ts'
import type { Snapshot, StartOptions, Table } from './types.ts'

/** Options of `open`. */
export interface OpenOptions extends Pick<StartOptions, 'notFound' | 'error'> {
  /** Aborts the loading of the data: the `signal` of the request. */
  readonly signal?: AbortSignal
  /** A value that `load` receives as `context`, for example the user of the request. */
  readonly context?: unknown
}

/** A page for a server to render. */
export interface OpenedDocument {
  /**
   * The status of the response: 200, 404, or that of a redirect or an error. For errors, this is the `status` of the thrown
   * value from 400 to 599, 400 for invalid search parameters, and 500 otherwise.
   */
  readonly status: number
  /** The target of a redirect; null otherwise. */
  readonly location: string | null
  /** The location for the components to render. Its `error` contains only the status, because every client sees the page. */
  readonly snapshot: Snapshot
  /** The thrown error, for the log of the server. */
  readonly error: unknown
  /**
   * The options for `start`, as JSON that is safe in a `<script type="application/json">`.
   *
   * @throws TypeError if JSON cannot contain the data
   */
  readonly payload: string
}

/**
 * Loads the code and the data of a page, for a server that renders it. It changes no state, so requests can overlap. An error
 * of the page never rejects the promise: it becomes a status.
 *
 * @param target the URL of the request. A path is enough if no route has a condition on the host
 * @throws TypeError (as a rejection) for an invalid URL
 */
export async function openWith(table: Table, target: string, options: OpenOptions = {}): Promise<OpenedDocument> {
  const { signal = new AbortController().signal, context } = options
  const url = new URL(target, 'http://localhost')
  const { url: end, redirects, view } = await openPage({ table, options }, { url, signal, context })
  const isMoved = !isSameDocument(end, url)
  const status = isMoved ? redirectStatus(redirects) : statusOf(view)
  const { data, error } = view
  const isFailed = status >= 400
  return {
    status,
    location: isMoved ? (end.origin === url.origin ? pathOf(end) : end.href) : null,
    snapshot: Object.freeze({ ...view, error: isFailed ? { status } : undefined }),
    error,
    get payload() {
      // JSON has no `undefined`. The status shows that `load` has been called.
      return scriptText(isFailed || data === undefined ? { status } : { data })
    },
  }
}

/** The statuses of redirects (RFC 9110, section 15.4): true if browsers may cache the redirect. */
const IS_PERMANENT: Readonly<Record<number, boolean>> = { 301: true, 302: false, 303: false, 307: false, 308: true }

/** Returns the status for a chain of redirects. One temporary redirect makes its chain temporary. */
function redirectStatus(redirects: readonly number[]): number {
  const statuses = redirects.map((status) => (status in IS_PERMANENT ? status : 302))
  return statuses.find((status) => !IS_PERMANENT[status]) ?? statuses[0]!
}

function statusOf({ status, error }: Pick<Snapshot, 'status' | 'error'>): number {
  if (status !== 'error') return status === 'ready' ? 200 : 404
  const thrown = attempt(() => (error as { readonly status?: unknown }).status)
  return Number.isInteger(thrown) && Number(thrown) >= 400 && Number(thrown) < 600 ? Number(thrown) : 500
}

/**
 * Returns JSON without the characters that end a script element or a line of JavaScript (HTML, section 4.12.1.3: `</script`
 * and `<!--`; ECMA-262, section 12.3: U+2028 and U+2029).
 */
function scriptText(value: { readonly status: number } | { readonly data: unknown }): string {
  const json = JSON.stringify(value)
  if (json === '{}') throw new TypeError('JSON cannot contain the data of the page')
  return json.replace(/[<>\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
