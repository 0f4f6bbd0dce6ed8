/** The messages of browsers for a module that cannot be loaded, and Vite's message for its styles. */
const MISSING = /dynamically imported module|importing a module script failed|unable to preload css/i

const KEY = 'turnout:reload'

/** True for the error of `import()` if the module does not exist, or if its response is not JavaScript. False offline. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && MISSING.test(error.message) && globalThis.navigator?.onLine !== false

/**
 * Returns true once, until a page is loaded. It returns false if the browser refuses to remember the reload, so that a
 * document never reloads in a loop.
 */
export function mayReload(): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== null) return false
    sessionStorage.setItem(KEY, '1')
    return true
  } catch {
    return false
  }
}

/** Allows the next reload. */
export function allowReload(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // The browser remembers nothing, so there is nothing to forget.
  }
}
