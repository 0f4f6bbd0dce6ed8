import type { ViteDevServer } from 'vite'

/** The number of texts that are remembered. A text may contain data from a request, so their number has no natural limit. */
const MAX_TEXTS = 100

/**
 * Returns a function that is true for a text that it has not received since the last change of a file. Callers print an error
 * only then, because it would otherwise appear with every request until someone fixes it. Above the limit, the oldest text is
 * forgotten.
 */
export function firstSinceEdit(watcher: Pick<ViteDevServer['watcher'], 'on'>): (text: string) => boolean {
  const texts = new Set<string>()
  watcher.on('all', () => texts.clear())
  return (text) => {
    if (texts.has(text)) return false
    texts.add(text)
    const [oldest] = texts
    if (texts.size > MAX_TEXTS) texts.delete(oldest!)
    return true
  }
}
