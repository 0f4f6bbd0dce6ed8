// The entries of the history: their numbers, states and scroll positions, which outlive the document.
import { attempt } from './attempt.ts'

const KEY = 'turnout:scroll'

interface EntryState {
  /** The position of the entry in the history. */
  readonly turnout: number
  readonly state: unknown
}

/** The position of the current entry in the history. */
let index = 0
let scrollPositions: Record<number, readonly [x: number, y: number]> = {}

const entryState = () => Object(history.state) as Partial<EntryState>

/** False for an entry that the browser has added, for example for a link to a fragment. */
export const isNumberedEntry = (): boolean => entryState().turnout !== undefined

/** Returns the number of entries from the shown entry to the entry of the browser. */
export const stepsAway = (): number => (entryState().turnout ?? index) - index

export const stateOfEntry = (): unknown => entryState().state

/**
 * Reads the entry of a new document. Without a number, it is the last entry of the history.
 *
 * @param signal ends the storing of scroll positions, and lets the browser restore positions again
 */
export function readFirstEntry(signal: AbortSignal): void {
  const { turnout } = entryState()
  const { scrollRestoration } = history
  index = turnout ?? history.length
  // Without storage, a reload begins at the top.
  scrollPositions = { ...attempt(() => JSON.parse(sessionStorage.getItem(KEY)!) as typeof scrollPositions) }
  // An entry that was removed from the history may have had this position.
  if (turnout === undefined) delete scrollPositions[index]
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', storeScroll, { signal })
  signal.addEventListener('abort', () => (history.scrollRestoration = scrollRestoration))
}

/** Adds an entry, or changes the current entry. */
export function writeEntry(url: URL, state: unknown, isNew: boolean): void {
  const entry: EntryState = { turnout: isNew ? index + 1 : index, state }
  history[isNew ? 'pushState' : 'replaceState'](entry, '', url)
  index = entry.turnout
}

/** Continues with the entry to which the browser has gone. A new entry receives a number. */
export function readEntry(): void {
  const { turnout } = entryState()
  index = turnout ?? index + 1
  if (turnout === undefined) history.replaceState({ ...Object(history.state), turnout: index }, '')
}

/** Remembers the scroll position of the entry that is shown. */
export function saveScroll(): void {
  scrollPositions[index] = [scrollX, scrollY]
}

function storeScroll(): void {
  saveScroll()
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(scrollPositions)))
}

/**
 * Scrolls to the remembered position of the entry, to the element of the fragment, or to the top, as browsers do between
 * documents.
 *
 * @param isVisited true for an entry that has been shown before
 */
export function restoreScroll({ hash }: URL, isVisited: boolean): void {
  const position = isVisited && scrollPositions[index]
  if (!position && (scrollToFragment(hash) || isVisited)) return
  const [left, top] = position || [0, 0]
  scrollTo({ left, top, behavior: 'instant' })
}

/**
 * Scrolls to the element of a fragment.
 *
 * @param hash `#comments`, possibly encoded; or empty
 * @returns false if the document has no such element
 */
export function scrollToFragment(hash: string): boolean {
  const fragment = hash.slice(1)
  const target = document.getElementById(attempt(() => decodeURIComponent(fragment)) ?? fragment)
  target?.scrollIntoView()
  return target !== null
}
