import { useSyncExternalStore } from 'react'

const CHANGED = 'locationchange'

/** Goes to another path without loading a page. */
export function visit(path: string): void {
  history.pushState(null, '', path)
  dispatchEvent(new Event(CHANGED))
}

function subscribe(changed: () => void): () => void {
  const events = ['popstate', CHANGED]
  for (const event of events) addEventListener(event, changed)
  return () => events.forEach((event) => removeEventListener(event, changed))
}

/** The path of the page. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)
