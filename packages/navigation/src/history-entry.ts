// The entries of the history: their keys, states and scroll positions, which outlive the document.
import { attempt } from './attempt.ts'

const STORAGE_KEY = 'turnout:scroll'

/** The number of scroll positions that are kept. Browsers keep 50 entries of the history. */
const MAX_POSITIONS = 100

/** The part of `history.state` that belongs to this package. */
interface Entry {
  /** Identifies the entry, also after the browser has removed older entries. */
  readonly key: string
  /** The position of the entry among the entries of its document. */
  readonly index: number
  readonly state?: unknown
}

const newEntry = (index: number): Entry => ({ key: Math.random().toString(36), index })

/** The entry that is shown. */
let shown = newEntry(0)

/** Returns the entry of the browser. Another script may have added it, so `history.state` can be anything. */
function storedEntry(): Entry | undefined {
  const entry = (history.state as { readonly turnout?: Entry } | null)?.turnout
  return Number.isInteger(entry?.index) ? entry : undefined
}

/** False for an entry that the browser has added, for example for a link to a fragment. */
export const isKnownEntry = (): boolean => storedEntry() !== undefined

/** Returns the number of entries from the shown entry to the entry of the browser. */
export const stepsAway = (): number => (storedEntry() ?? shown).index - shown.index

export const stateOfEntry = (): unknown => storedEntry()?.state

/**
 * Reads the entry of a new document.
 *
 * @param signal ends the storing of scroll positions, and lets the browser restore positions again
 */
export function readFirstEntry(signal: AbortSignal): void {
  const { scrollRestoration } = history
  shown = storedEntry() ?? shown
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', saveScroll, { signal })
  signal.addEventListener('abort', () => (history.scrollRestoration = scrollRestoration))
}

/** False if another application has stored a value that cannot contain the entry as well, such as a string or an array. */
const isShareable = (): boolean => ((history.state as object | null) ?? {}).constructor === Object

/** Adds an entry, or changes the current entry. Other applications keep their part of its state. */
export function writeEntry(url: URL | null, state: unknown, isNew: boolean): void {
  const entry = { ...(isNew ? newEntry(shown.index + 1) : shown), state }
  if (isNew) history.pushState({ turnout: entry }, '', url)
  else history.replaceState(isShareable() ? { ...(history.state as object), turnout: entry } : history.state, '', url)
  shown = entry
}

/** Continues with the entry to which the browser has gone. An entry of another script receives a key. */
export function readEntry(): void {
  const stored = storedEntry()
  shown = stored ?? newEntry(shown.index + 1)
  // Browsers limit the number of changes.
  if (!stored) attempt(() => writeEntry(null, undefined, false))
}

/** The scroll positions of this document, for browsers without storage. */
let scrollPositions = new Map<string, unknown>()

/** Reads the stored positions, because later documents have added theirs if the browser restores a document from its cache. */
const readScroll = () =>
  attempt(() => new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY)!) as [string, unknown][])) ?? scrollPositions

/** Remembers the scroll position of the entry that is shown. */
export function saveScroll(): void {
  scrollPositions = readScroll()
  scrollPositions.delete(shown.key)
  scrollPositions.set(shown.key, [scrollX, scrollY])
  const latest = Array.from(scrollPositions).slice(-MAX_POSITIONS)
  attempt(() => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(latest)))
}

/**
 * Scrolls to the remembered position of the entry, to the element of the fragment, or to the top, as browsers do between
 * documents.
 *
 * @param isVisited true for an entry that has been shown before
 * @returns the element of the fragment, if the document has scrolled to it
 */
export function restoreScroll({ hash }: URL, isVisited: boolean): Element | null {
  const position = isVisited && readScroll().get(shown.key)
  const target = position ? null : scrollToFragment(hash)
  if (!target && (position || !isVisited)) {
    // Another script may have changed the stored positions.
    const { 0: left = 0, 1: top = 0 } = Object(position) as Record<number, number>
    scrollTo({ left, top, behavior: 'instant' })
  }
  return target
}

/**
 * Scrolls to the element of a fragment: to that with the fragment as its `id`, or as the `name` of a link, and then to that
 * with the decoded fragment (HTML, section 7.4.6.4).
 *
 * @param hash `#comments`, possibly encoded; or empty
 * @returns null if the document has no such element
 */
export function scrollToFragment(hash: string): Element | null {
  const fragment = hash.slice(1)
  if (!fragment) return null
  // Unlike `decodeURIComponent`, this keeps broken escapes, as browsers do.
  const decoded = new URLSearchParams(`=${fragment.replace(/[+&]/g, encodeURIComponent)}`).get('')!
  const target = elementNamed(fragment) ?? elementNamed(decoded)
  target?.scrollIntoView()
  return target
}

const elementNamed = (name: string): Element | null =>
  document.getElementById(name) ?? document.querySelector(`a[name="${CSS.escape(name)}"]`)
