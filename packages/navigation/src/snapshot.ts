// The current location, and its listeners.
import { report } from './report.ts'
import type { Snapshot } from './types.ts'

/** The location before the first page. */
export const INITIAL: Snapshot = Object.freeze({
  url: '',
  match: null,
  action: null,
  page: null,
  layouts: [],
  data: undefined,
  search: {},
  title: null,
  home: null,
  state: undefined,
  info: undefined,
  status: 'loading',
  error: undefined,
  pending: null,
})

let snapshot = INITIAL

const listeners = new Set<() => void>()

/** Returns the current location. Two calls return the same object if nothing has changed. */
export const current = (): Snapshot => snapshot

/**
 * Calls the listener after every change of `current()`. Returns a function that removes the listener.
 *
 * @example
 * ```ts
 * import { current, subscribe } from 'virtual:routes/navigation'
 *
 * const unsubscribe = subscribe(() => console.log(current().url))
 * ```
 */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Replaces the current location. An error of a listener does not keep the other listeners from being called. */
export function publish(changes: Partial<Snapshot>): void {
  snapshot = Object.freeze({ ...snapshot, ...changes })
  for (const listener of Array.from(listeners)) {
    try {
      listener()
    } catch (error) {
      void report(error)
    }
  }
}

/** Forgets the current location, without a call of the listeners. */
export function reset(): void {
  snapshot = INITIAL
}
