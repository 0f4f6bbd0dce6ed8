import { connection } from './connection.ts'
import { restoreScroll, saveScroll, stateOfEntry, writeEntry } from './history-entry.ts'
import { mayLeave } from './leave.ts'
import { allowReload, mayReload } from './missing-chunk.ts'
import { openPage, reportUnlessAborted, type OpenedPage } from './open-page.ts'
import { announce, resetFocus } from './reader.ts'
import { publish } from './snapshot.ts'
import { isHttp, isSameDocument, isSameSite, pathOf } from './target.ts'
import type { NavigateOptions } from './types.ts'

/** The cause of a visit: a new entry, a change of the current entry, an existing entry, `start`, or an edit in dev. */
type VisitKind = 'push' | 'replace' | 'traverse' | 'start' | 'refresh'

/** The export `pending` of a page is shown after this time, in milliseconds, so that quick pages do not flicker. */
const PENDING_DELAY = 100

/** Pages whose data was loaded in advance, by their URLs. */
export const prefetched = new Map<string, Promise<OpenedPage>>()

let running = new AbortController()

/** Ends the visit that is running, if there is one. */
export const abortVisit = (): void => running.abort()

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
  const isLeaving = kind === 'push' || kind === 'replace'
  if (isLeaving && !mayLeave(url, location.pathname)) return false
  running.abort()
  const controller = (running = new AbortController())
  const { signal } = controller
  const stop = () => controller.abort()
  cancel?.addEventListener('abort', stop)
  publish({ pending: { url: pathOf(url), match: null, page: null } })
  let delay: ReturnType<typeof setTimeout> | undefined
  const opening =
    takePrefetched(url) ??
    openPage(connection!, {
      url,
      signal,
      ...(kind === 'start' && { drawn: connection!.options }),
      progress(target, match, page) {
        const show = () => publish({ pending: { url: pathOf(target), match, page } })
        if (signal.aborted) return
        if (page === null) show()
        else delay = setTimeout(show, PENDING_DELAY)
      },
    })
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  await Promise.race([opening, aborted])
  clearTimeout(delay)
  if (signal.aborted) {
    void opening.then(({ view }) => view.status === 'error' && reportUnlessAborted(view.error))
    if (running === controller) publish({ pending: null })
    return false
  }
  const page = await opening
  const isElsewhere = !page.hasPage && (isLeaving || kind === 'traverse' || !isSameSite(page.url))
  if (isElsewhere || (page.isStale && mayReload())) {
    publish({ pending: null })
    openDocument(page.url, kind !== 'push')
    return false
  }
  if (!page.isStale) allowReload()
  const entry = isLeaving ? state : stateOfEntry()
  // The browser aborts a step in the history if the page changes the entry.
  cancel?.removeEventListener('abort', stop)
  if (isLeaving) saveScroll()
  try {
    if (isLeaving || kind === 'start' || page.url.href !== location.href) {
      writeEntry(page.url, entry, kind === 'push' && page.url.href !== location.href)
    }
  } catch (error) {
    // The state cannot be cloned, or the browser limits the number of changes.
    reportError(error)
    openDocument(page.url, kind !== 'push')
    return false
  }
  await animate(kind !== 'start' && kind !== 'refresh', async () => {
    const { activeElement } = document
    publish({ ...page.view, state: entry, info, pending: null })
    // Frameworks draw in a microtask that the listener has queued.
    await Promise.resolve()
    await Promise.resolve()
    if (signal.aborted || kind === 'refresh') return
    if (page.view.title !== null) document.title = page.view.title
    if (scroll) restoreScroll(page.url, !isLeaving)
    if (scroll && kind !== 'start') resetFocus(activeElement)
    if (kind !== 'start') announce()
  })
  reportUnseen(page.view)
  return true
}

function takePrefetched({ href }: URL): Promise<OpenedPage> | undefined {
  const opening = prefetched.get(href)
  prefetched.delete(href)
  return opening
}

/** Changes the page with a View Transition, if the application, the browser and the user accept it. */
async function animate(isAnimated: boolean, change: () => Promise<void>): Promise<void> {
  const isAccepted = isAnimated && connection!.options.viewTransitions && 'startViewTransition' in document
  if (!isAccepted || matchMedia('(prefers-reduced-motion: reduce)').matches) return change()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(change)
  // A transition that is skipped rejects. The page has changed all the same.
  ready.catch(() => {})
  finished.catch(() => {})
  return updateCallbackDone
}

/** Reports an error that no error page shows. */
function reportUnseen({ status, page, error }: OpenedPage['view']): void {
  if (status === 'error' && page === null) reportError(error)
}

/** Lets the browser load a document, and run no script. For the URL of the current document, `assign` would only scroll to the fragment. */
export function openDocument(url: URL, isReplaced = false): void {
  if (!isHttp(url)) return
  if (isSameSite(url) && isSameDocument(url, location)) location.reload()
  else if (isReplaced) location.replace(url)
  else location.assign(url)
}
