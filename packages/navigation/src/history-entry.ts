// The state of history entries. The browser keeps it, also when the document is reloaded.
const KEY = 'turnout:scroll'

/** The position of the current entry in the history. */
let index = 0
let positions: Record<number, [x: number, y: number]> = {}

interface EntryState {
  readonly turnout: number
  readonly state: unknown
}

const entryState = () => Object(history.state) as Partial<EntryState>

/** False for an entry that the browser has added, for example for a link to a fragment. */
export const isOwnEntry = (): boolean => entryState().turnout !== undefined

/** Returns the number of entries from the shown entry to the entry of the browser. */
export const stepsAway = (): number => (entryState().turnout ?? index) - index

export const stateOfEntry = (): unknown => entryState().state

/** Continues with the current entry. A new document has the last entry of the history. */
export function beginEntries(): () => void {
  const { turnout } = entryState()
  index = turnout ?? history.length
  try {
    positions = (JSON.parse(sessionStorage.getItem(KEY) ?? '{}') ?? {}) as typeof positions
  } catch {
    positions = {}
  }
  // An entry that was removed from the history may have had this position.
  if (turnout === undefined) delete positions[index]
  const { scrollRestoration } = history
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', storeScroll)
  return () => {
    history.scrollRestoration = scrollRestoration
    removeEventListener('pagehide', storeScroll)
  }
}

/** Adds an entry, or changes the current entry. */
export function writeEntry(url: URL, state: unknown, isNew: boolean): void {
  const entry: EntryState = { turnout: isNew ? index + 1 : index, state }
  if (isNew) history.pushState(entry, '', url)
  else history.replaceState(entry, '', url)
  index = entry.turnout
}

/** Continues with the entry to which the browser has gone. */
export function takeEntry(): void {
  const { turnout } = entryState()
  index = turnout ?? index + 1
  if (turnout === undefined) history.replaceState({ ...Object(history.state), turnout: index }, '')
}

/** Remembers the scroll position of the entry that is shown. */
export function saveScroll(): void {
  positions[index] = [scrollX, scrollY]
}

function storeScroll(): void {
  saveScroll()
  try {
    sessionStorage.setItem(KEY, JSON.stringify(positions))
  } catch {
    // The storage is full or refused; a reload then begins at the top.
  }
}

/**
 * Scrolls to the remembered position of the entry, to the element of the fragment, or to the top, as browsers do between
 * documents.
 *
 * @param isVisited true for an entry that has been shown before
 */
export function restoreScroll({ hash }: URL, isVisited: boolean): void {
  const position = isVisited ? positions[index] : undefined
  if (position) return scrollTo({ left: position[0], top: position[1], behavior: 'instant' })
  if (!scrollToFragment(hash) && !isVisited) scrollTo({ left: 0, top: 0, behavior: 'instant' })
}

/**
 * Scrolls to the element of a fragment.
 *
 * @param hash `#comments`, possibly encoded; or empty
 * @returns false if the document has no such element
 */
export function scrollToFragment(hash: string): boolean {
  const target = hash && document.getElementById(decoded(hash.slice(1)))
  if (target) target.scrollIntoView()
  return Boolean(target)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
