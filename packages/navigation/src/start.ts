import { connect, connection, type Connection } from './connection.ts'
import { targetOfClick, targetOfForm } from './events.ts'
import {
  beginEntries,
  isOwnEntry,
  restoreScroll,
  saveScroll,
  stateOfEntry,
  stepsAway,
  takeEntry,
} from './history-entry.ts'
import { mayLeave } from './leave.ts'
import { findPage } from './open-page.ts'
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
  const root = options.root ?? document
  const removers = [
    beginEntries(),
    addRegion(),
    listen(root, 'click', (event) => follow(event, targetOfClick(event as MouseEvent))),
    listen(root, 'submit', (event) => follow(event, targetOfForm(event as SubmitEvent))),
    ...handleHistory(),
  ]
  void visit(new URL(location.href), 'start')
  return () => {
    for (const remove of removers) remove()
    abortVisit()
    connect(null)
    reset()
  }
}

/** Shows the page of the current URL again, after an edit in dev. Does nothing before `startWith`. */
export function refresh(): void {
  prefetched.clear()
  if (connection !== null) void visit(new URL(location.href), 'refresh')
}

function listen(target: EventTarget, name: string, listener: (event: Event) => void): () => void {
  target.addEventListener(name, listener)
  return () => target.removeEventListener(name, listener)
}

/** Visits the target of an event, if this application has a page for it. */
function follow(event: Event, url: URL | null): void {
  if (url === null || !hasPage(connection!, url)) return
  event.preventDefault()
  void visit(url, 'push')
}

/** True if the table has a page for the URL. An error is shown, so it counts as a page. */
function hasPage(connected: Connection, url: URL): boolean {
  try {
    return findPage(connected, { url }).source !== null
  } catch {
    return true
  }
}

/** Handles steps in the history. Browsers without the Navigation API report them after the step. */
function handleHistory(): readonly (() => void)[] {
  return [
    listen(window, 'hashchange', onHashChange),
    'navigation' in window
      ? listen(navigation, 'navigate', (event) => onNavigate(event as NavigateEvent))
      : listen(window, 'popstate', onPopState),
  ]
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

let isReturning = false

function onPopState(): void {
  const url = new URL(location.href)
  const shown = new URL(url.origin + current().url)
  if (isReturning || isSameDocument(url, shown)) {
    isReturning = false
    if (isOwnEntry()) saveScroll()
    return
  }
  if (!mayLeave(url, shown.pathname)) {
    isReturning = stepsAway() !== 0
    if (isReturning) history.go(-stepsAway())
    return
  }
  saveScroll()
  takeEntry()
  void visit(url, 'traverse')
}

/** The browser has scrolled to the fragment of a new entry. Its own restoration is off, so that pages can load first. */
function onHashChange(): void {
  const isVisited = isOwnEntry()
  const url = new URL(location.href)
  takeEntry()
  publish({ url: pathOf(url), state: stateOfEntry() })
  if (isVisited) restoreScroll(url, true)
}
