// Asks the user for confirmation before a page is left. A bundle without `beforeLeave` contains only `mayLeave`.
import { connection } from './connection.ts'
import { report } from './report.ts'
import { current } from './snapshot.ts'
import { pathOf } from './target.ts'

/** Returns a message if leaving for the URL needs a confirmation. */
export type LeaveGuard = (url: string) => string | false | null | undefined

const guards = new Set<LeaveGuard>()

/** Returns true if the user may leave the shown page for the URL. `beforeLeave` replaces it with a function that asks. */
export let mayLeave = (_url: URL): boolean => true

/**
 * Asks for confirmation before the user leaves the page, for example because a form has unsaved changes. If the next page is
 * another document, the browser asks, with its own message. A change of the query or the fragment does not leave the page.
 *
 * @example
 * ```ts
 * import { beforeLeave } from 'virtual:routes/navigation'
 *
 * let isDirty = false
 * const remove = beforeLeave(() => (isDirty ? 'Discard your changes?' : null))
 * ```
 *
 * @param guard called with the path, query and fragment of the target; with `''` for another document
 * @returns a function that removes the guard
 */
export function beforeLeave(guard: LeaveGuard): () => void {
  mayLeave = askUser
  if (guards.size === 0) addEventListener('beforeunload', onUnload)
  guards.add(guard)
  return () => {
    guards.delete(guard)
    if (guards.size === 0) removeEventListener('beforeunload', onUnload)
  }
}

function onUnload(event: BeforeUnloadEvent): void {
  if (messageFor('') !== null) event.preventDefault()
}

/** Returns the first message of a guard. The error of a guard is reported, and does not keep the user on the page. */
function messageFor(url: string): string | null {
  for (const guard of guards) {
    try {
      const message = guard(url)
      if (message) return message
    } catch (error) {
      void report(error)
    }
  }
  return null
}

function askUser(url: URL): boolean {
  if (url.pathname === new URL(current().url, url).pathname) return true
  const message = messageFor(pathOf(url))
  try {
    return message === null || (connection?.options.confirmLeave ?? confirm)(message)
  } catch (error) {
    // Otherwise, the user could never leave the page.
    void report(error)
    return true
  }
}
