// Starts the navigation: it listens to links, forms and the history, and each event begins a visit.
import { attempt } from './attempt.ts'
import { connect, connection } from './connection.ts'
import { targetOfClick, targetOfForm } from './events.ts'
import { findPage } from './find-page.ts'
import {
  isKnownEntry,
  readEntry,
  readFirstEntry,
  restoreScroll,
  saveScroll,
  scrollToFragment,
  stateOfEntry,
  stepsAway,
} from './history-entry.ts'
import { mayLeave } from './leave.ts'
import { addLiveRegion } from './accessibility.ts'
import { current, publish, reset } from './snapshot.ts'
import { isSameDocument, pathOf } from './target.ts'
import type { StartOptions, Table } from './types.ts'
import { abortVisit, prefetched, visit } from './visit.ts'

/**
 * Shows the page of the current URL, and then handles links, forms and the history of the document.
 *
 * Links and forms are handled if the table has a page for them. All others are left to the browser.
 *
 * @returns a function that stops it
 * @throws Error if it has started already
 */
export function startWith(table: Table, options: StartOptions = {}): () => void {
  if (connection !== null) throw new Error('The navigation has started already')
  connect({ table, options })
  const { root = document } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const listen = (target: EventTarget, name: string, listener: (event: never) => void) =>
    target.addEventListener(name, listener as (event: Event) => void, { signal })
  listen(root, 'click', (event: MouseEvent) => {
    // The browser may scroll to a fragment.
    saveScroll()
    visitTarget(event, targetOfClick(event))
  })
  listen(root, 'submit', (event: SubmitEvent) => visitTarget(event, targetOfForm(event)))
  listen(window, 'hashchange', publishFragment)
  listen(window, 'pagehide', endVisit)
  listen(window, 'pageshow', (event: PageTransitionEvent) => {
    if (event.persisted && pathOf(location) !== current().url) void visit(new URL(location.href), 'start')
  })
  // Browsers without the Navigation API report steps in the history after the step.
  if ('navigation' in window) listen(navigation, 'navigate', visitBeforeStep)
  else listen(window, 'popstate', visitAfterStep)
  readFirstEntry(signal)
  const removeRegion = addLiveRegion()
  void visit(new URL(location.href), 'start')
  return () => {
    stopping.abort()
    removeRegion()
    abortVisit()
    prefetched.clear()
    reset()
    connect(null)
  }
}

/**
 * Ends the running visit when the browser leaves the document, because some browsers then fail its requests. If the browser
 * restores the document later, `pageshow` visits a URL whose page is not shown: that of the start, or of a step in the history.
 */
function endVisit(): void {
  abortVisit()
  publish({ pending: null })
}

/** Shows the page of the current URL again, after an edit in dev. Does nothing before `startWith`. */
export async function refresh(): Promise<boolean> {
  prefetched.clear()
  return connection !== null && visit(new URL(location.href), 'start', { scroll: false })
}

/**
 * Loads the data of the current page again, and drops prefetched data, for example after a request has changed the data.
 * Scroll position and focus do not change. A running navigation continues, because it loads new data anyway.
 *
 * @example
 * ```ts
 * import { photosPath } from 'virtual:routes'
 * import { reload } from 'virtual:routes/navigation'
 *
 * await fetch(photosPath(), { method: 'POST' })
 * await reload()
 * ```
 *
 * @returns true when the page is shown with the new data; false before `start`, and if another navigation shows its page
 */
export async function reload(): Promise<boolean> {
  if (current().pending === null) return refresh()
  prefetched.clear()
  return false
}

/**
 * Visits the target of a click or a form, if this application has a page for it.
 *
 * @param url null if the browser handles the event
 */
function visitTarget(event: Event, url: URL | null): void {
  // If `findPage` throws, the visit shows the error.
  if (url === null || attempt(() => findPage(connection!.table, url).source) === null) return
  event.preventDefault()
  void visit(url, 'push')
}

/** Visits the target of a step in the history, with the Navigation API. */
function visitBeforeStep(event: NavigateEvent): void {
  if (event.navigationType !== 'traverse' || !event.canIntercept) return
  const url = new URL(event.destination.url)
  if (event.cancelable && !mayLeave(url)) return event.preventDefault()
  saveScroll()
  if (event.hashChange) return
  event.intercept({
    scroll: 'manual',
    focusReset: 'manual',
    async handler() {
      readEntry()
      await visit(url, 'traverse', {}, event.signal)
    },
  })
}

/** True while `history.go` returns to the shown entry, because the user stayed on the page. That step is ignored. */
let isReturning = false

/** Visits the current URL after a step in the history. If the user stays, it goes back, because only the Navigation API can cancel a step. */
function visitAfterStep(): void {
  const url = new URL(location.href)
  if (isReturning || isSameDocument(url, new URL(current().url, url))) {
    isReturning = false
    if (isKnownEntry()) saveScroll()
  } else if (mayLeave(url)) {
    saveScroll()
    readEntry()
    void visit(url, 'traverse')
  } else {
    const steps = stepsAway()
    isReturning = steps !== 0
    if (isReturning) history.go(-steps)
  }
}

/**
 * Publishes the URL after a step to another fragment of the page, and scrolls. Browsers scroll at the next frame: the page may
 * have replaced the element of the fragment by then.
 */
function publishFragment(): void {
  const isVisited = isKnownEntry()
  const url = new URL(location.href)
  readEntry()
  publish({ url: pathOf(location), state: stateOfEntry() })
  if (isVisited) restoreScroll(url, true)
  else scrollToFragment(url.hash)
}
