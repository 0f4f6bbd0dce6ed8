import { openPage } from './open-page.ts'
import { isSameDocument, pathOf } from './target.ts'
import type { Snapshot, StartOptions, Table } from './types.ts'

/** Options of `open`. */
export interface OpenOptions extends Pick<StartOptions, 'notFound' | 'error'> {
  /** Aborts the loading of the data: the `signal` of the request. */
  readonly signal?: AbortSignal
}

/** A page for a server to draw. */
export interface OpenedDocument {
  /** The status of the response: 200, 404, 500, or 302 for a redirect. */
  readonly status: number
  /** The target of a redirect; null otherwise. */
  readonly location: string | null
  /** The location for the components to draw. */
  readonly snapshot: Snapshot
}

/**
 * Loads the code and the data of a page, for a server that draws it. It changes no state, so requests can overlap, and it
 * never rejects.
 *
 * @param target the URL of the request. A path is enough if no route has a condition on the host
 * @throws TypeError (as a rejection) for an invalid URL
 */
export async function openWith(table: Table, target: string, options: OpenOptions = {}): Promise<OpenedDocument> {
  const { signal = new AbortController().signal } = options
  const url = new URL(target, 'http://localhost')
  const { url: end, view } = await openPage({ table, options }, { url, signal })
  const snapshot = Object.freeze({ ...view, state: undefined, info: undefined, pending: null })
  if (end.origin !== url.origin) return { status: 302, location: end.href, snapshot }
  if (!isSameDocument(end, url)) return { status: 302, location: pathOf(end), snapshot }
  const status = { loading: 500, ready: 200, error: 500, 'not-found': 404 }[view.status]
  return { status, location: null, snapshot }
}
