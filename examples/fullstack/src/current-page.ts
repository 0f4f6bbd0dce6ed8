import { useSyncExternalStore } from 'react'
import { load, subscribe, type LoadedPage } from 'virtual:routes/pages'

/** Undefined until the first page is loaded; null if no route matches. */
let page: LoadedPage | null | undefined
const listeners = new Set<() => void>()

/** Loads the page of the address. If the address changes meanwhile, the later page is shown. */
async function show(): Promise<void> {
  const { href, pathname } = location
  const loaded = await load(pathname)
  if (location.href !== href) return
  page = loaded
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Goes to another path without loading a document. */
export function visit(path: string): void {
  history.pushState(null, '', path)
  void show()
}

export const useCurrentPage = () => useSyncExternalStore(onChange, () => page)

addEventListener('popstate', () => void show())
subscribe(() => void show())
void show()
