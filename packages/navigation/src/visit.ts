// Loads a page, and shows it.
import { connection } from './connection.ts'
import { restoreScroll, saveScroll, stateOfEntry, writeEntry } from './history-entry.ts'
import { mayLeave } from './leave.ts'
import { allowReload, isMissingChunk, mayReload } from './missing-chunk.ts'
import { openPage, type OpenedPage, type PageRequest } from './open-page.ts'
import { announcePage, resetFocus, showTitle } from './accessibility.ts'
import { report, reportUnlessAborted } from './report.ts'
import { current, publish } from './snapshot.ts'
import { isHttp, isSameDocument, isSameSite, pathOf } from './target.ts'
import type { NavigateOptions, Snapshot } from './types.ts'

/** The cause of a visit: a new entry, a change of the current entry, an existing entry, or `start` and edits in dev. */
type VisitKind = 'push' | 'replace' | 'traverse' | 'start'

/** In milliseconds. A page's export `pending` is shown only after this time, so that it does not flash before a quick page. */
const PENDING_DELAY = 100

/** Pages whose data was loaded in advance, by their URLs. */
export const prefetched = new Map<string, Promise<OpenedPage>>()

let running = new AbortController()

/** The page that the last visit has shown. */
let shownPage: OpenedPage | undefined

/** Ends the visit that is running, if there is one. */
export function abortVisit(): void {
  running.abort()
  running = new AbortController()
}

/**
 * Shows the page of a URL. The URL of the document changes when the page is ready, as it does between documents.
 *
 * It never rejects: an error becomes a page with the status `error`.
 *
 * @param cancel aborts the visit, for example because the user stops it
 * @returns false if another visit has replaced this one, if the user stays, or if the browser loads a document
 */
export async function visit(
  url: URL,
  kind: VisitKind,
  { state, info, scroll = true }: NavigateOptions = {},
  cancel?: AbortSignal,
): Promise<boolean> {
  const isNew = kind === 'push' || kind === 'replace'
  const isStart = kind === 'start'
  if (isNew && !mayLeave(url)) return false
  abortVisit()
  const controller = running
  const { signal } = controller
  publish({ pending: { url: pathOf(url), match: null, page: null } })
  const isFirst = isStart && current().status === 'loading'
  const { options } = connection!
  // `openPage` throws this object if the server failed. By its identity, the error is not reported a second time below.
  const rendered = !isFirst ? {} : options.status! >= 400 ? { status: options.status! } : options
  const page = await loadPage(url, controller, rendered, cancel)
  if (!page || signal.aborted) {
    if (running === controller) publish({ pending: null })
    return false
  }
  const { view } = page
  const leaveDocument = () => {
    publish({ pending: null })
    openDocument(page.url, kind !== 'push')
    return false
  }
  const isStale = isMissingChunk(view.error)
  const isElsewhere = !page.hasPage && !(isStart && isSameSite(page.url))
  if (isElsewhere || (isStale && mayReload())) return leaveDocument()
  if (!isStale) allowReload()
  const entry = isNew ? state : stateOfEntry()
  const isMoved = page.url.href !== location.href
  try {
    if (isNew) saveScroll()
    if (isNew || isStart || isMoved) writeEntry(page.url, entry, kind === 'push' && isMoved)
  } catch (error) {
    // The state cannot be cloned, or the browser limits the number of changes.
    void report(error)
    return leaveDocument()
  }
  if (view.status === 'error' && view.error !== rendered) void report(view.error)
  const change = async () => {
    // A transition may call this after a later visit has shown its page.
    if (signal.aborted) return
    const { activeElement } = document
    shownPage = page
    publish({ ...view, state: entry, info, pending: null })
    // Frameworks render in microtasks that their listeners have just queued.
    await Promise.resolve()
    await Promise.resolve()
    if (signal.aborted) return
    // By now, the page may have thrown an error and been replaced.
    const { title, status } = current()
    showTitle(title, isFirst)
    const target = scroll ? restoreScroll(page.url, !isNew) : null
    if (isStart && (isFirst || status === 'ready')) return
    if (scroll) resetFocus(activeElement, target)
    announcePage()
  }
  const { transition } = options
  try {
    await (transition && !isStart ? transition(change) : change())
  } catch (error) {
    void report(error)
  }
  return true
}

/**
 * Returns the page when its code and data have arrived; null if the visit is aborted first. In both cases, it removes the
 * timer and the listeners that it added.
 */
async function loadPage(
  url: URL,
  controller: AbortController,
  rendered: NonNullable<PageRequest['rendered']>,
  cancel?: AbortSignal,
): Promise<OpenedPage | null> {
  const { signal } = controller
  let delay: ReturnType<typeof setTimeout> | undefined
  const opening =
    prefetched.get(url.href) ??
    openPage(connection!, {
      url,
      signal,
      rendered,
      progress(pending) {
        if (signal.aborted) return
        // A redirect has replaced the page that the timer would show.
        clearTimeout(delay)
        if (pending.page === null) publish({ pending })
        else delay = setTimeout(() => publish({ pending }), PENDING_DELAY)
      },
    })
  prefetched.delete(url.href)
  const stop = () => controller.abort()
  cancel?.addEventListener('abort', stop)
  await Promise.race([opening, new Promise((resolve) => signal.addEventListener('abort', resolve))])
  clearTimeout(delay)
  // Removed before the page changes the entry, because the browser then aborts the step, which must not abort the visit.
  cancel?.removeEventListener('abort', stop)
  if (!signal.aborted) return opening
  // Most errors of an aborted visit are its `AbortError`. Others have no page to show them, so they are reported.
  void opening.then(({ view }) => view.status === 'error' && reportUnlessAborted(view.error))
  return null
}

/**
 * Replaces a page whose component has thrown an error by the page for errors. If that page, or a layout, has thrown the
 * error, it is replaced by a message.
 *
 * @param failed the location that the framework has rendered
 * @param isLayout true if a layout has thrown the error
 * @returns false if nothing can replace the page: before the first page, or if another component has thrown the error
 */
export function showErrorPage(error: unknown, failed: Snapshot, isLayout: boolean): boolean {
  const { status, page, layouts, state, info, pending } = current()
  // Another page has replaced it.
  if (failed.page !== page || failed.layouts !== layouts) return true
  const isErrorPage = status === 'error'
  if (shownPage === undefined || (isErrorPage && page === null && layouts.length === 0)) return false
  const view = { ...shownPage.errorView(error), state, info, pending }
  publish({ ...view, ...(isErrorPage && { page: null }), ...((isErrorPage || isLayout) && { layouts: [] }) })
  showTitle(view.title, false)
  announcePage()
  return true
}

/**
 * Reports an error of drawing the current page, and shows the page for errors in its place. Components for React and Vue do
 * this themselves; code that draws pages without them calls it.
 *
 * @example
 * ```ts
 * import { showError } from 'virtual:routes/navigation'
 *
 * try {
 *   document.querySelector('main')!.replaceChildren('…')
 * } catch (error) {
 *   showError(error)
 * }
 * ```
 */
export function showError(error: unknown): void {
  void report(error)
  showErrorPage(error, current(), false)
}

/** Lets the browser load a document. It reloads for the current URL, because `assign` would only scroll to the fragment. */
export function openDocument(url: URL, isReplaced = false): void {
  if (!isHttp(url)) return
  if (isSameDocument(url, location)) location.reload()
  else if (isReplaced) location.replace(url)
  else location.assign(url)
}
