import { connect, connection } from './connection.ts'
import { targetOfClick, targetOfForm } from './events.ts'
import { findPage } from './find-page.ts'
import {
  beginEntries,
  isOwnEntry,
  restoreScroll,
  saveScroll,
  scrollToFragment,
  stateOfEntry,
  stepsAway,
  takeEntry,
} from './history-entry.ts'
import { mayLeave } from './leave.ts'
import { addRegion } from './reader.ts'
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
  const listening = new AbortController()
  const listen = (target: EventTarget, name: string, listener: (event: never) => void) =>
    target.addEventListener(name, listener as (event: Event) => void, { signal: listening.signal })
  listen(root, 'click', (event: MouseEvent) => follow(event, targetOfClick(event)))
  listen(root, 'submit', (event: SubmitEvent) => follow(event, targetOfForm(event)))
  listen(window, 'hashchange', onHashChange)
  // Browsers without the Navigation API report steps in the history after the step.
  if ('navigation' in window) listen(navigation, 'navigate', onNavigate)
  else listen(window, 'popstate', onPopState)
  const removers = [beginEntries(), addRegion(), abortVisit, reset]
  void visit(new URL(location.href), 'start')
  return () => {
    listening.abort()
    for (const remove of removers) remove()
    connect(null)
  }
}

/** Shows the page of the current URL again, after an edit in dev. Does nothing before `startWith`. */
export function refresh(): void {
  prefetched.clear()
  if (connection !== null) void visit(new URL(location.href), 'refresh')
}

/** Visits the target of an event, if this application has a page for it. An error is shown, so it counts as a page. */
function follow(event: Event, url: URL | null): void {
  try {
    if (url === null || findPage(connection!.table, url).source === null) return
  } catch {
    // The visit shows the error.
  }
  event.preventDefault()
  void visit(url!, 'push')
}

function onNavigate(event: NavigateEvent): void {
  if (event.navigationType !== 'traverse' || !event.canIntercept) return
  const url = new URL(event.destination.url)
  if (event.cancelable && !mayLeave(url, location.pathname)) return event.preventDefault()
  saveScroll()
  if (event.hashChange) return
  event.intercept({
    scroll: 'manual',
    focusReset: 'manual',
    async handler() {
      takeEntry()
      await visit(url, 'traverse', {}, event.signal)
    },
  })
}

/** True while the browser goes back to the shown entry, because a page refused the step. That step is ignored. */
let isReturning = false

function onPopState(): void {
  const url = new URL(location.href)
  const shown = new URL(url.origin + current().url)
  if (isReturning || isSameDocument(url, shown)) {
    isReturning = false
    if (isOwnEntry()) saveScroll()
  } else if (mayLeave(url, shown.pathname)) {
    saveScroll()
    takeEntry()
    void visit(url, 'traverse')
  } else {
    isReturning = stepsAway() !== 0
    if (isReturning) history.go(-stepsAway())
  }
}

/**
 * Publishes the URL after a step to another fragment of the page, and scrolls. Browsers scroll at the next frame: the page may
 * have replaced the element of the fragment by then.
 */
function onHashChange(): void {
  const isVisited = isOwnEntry()
  const url = new URL(location.href)
  takeEntry()
  publish({ url: pathOf(url), state: stateOfEntry() })
  if (isVisited) restoreScroll(url, true)
  else scrollToFragment(url.hash)
}
