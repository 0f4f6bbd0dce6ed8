// One reload of the document if a chunk is missing, for example after a new deployment.
import { attempt } from './attempt.ts'

/** The messages of browsers for a module that cannot be loaded, and Vite's message for its styles. */
const MISSING = /imported module|module script|preload css/i

const KEY = 'turnout:reload'

/** True for the error of `import()` if the module does not exist, or if its response is not JavaScript. False offline. */
export const isMissingChunk = (error: unknown): boolean | undefined =>
  attempt(() => error instanceof Error && MISSING.test(error.message) && navigator.onLine)

/**
 * Returns true once, until a page is loaded. It returns false if the browser refuses to remember the reload, so that a
 * document never reloads in a loop.
 */
export const mayReload = (): boolean | undefined =>
  attempt(() => {
    const isFirst = sessionStorage.getItem(KEY) === null
    sessionStorage.setItem(KEY, '1')
    return isFirst
  })

/** Allows the next reload. A browser that remembers nothing has nothing to forget. */
export const allowReload = (): void => attempt(() => sessionStorage.removeItem(KEY))
