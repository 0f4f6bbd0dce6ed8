// Reloads the document once if a chunk is missing, because a new deployment may have replaced the files.
import { attempt } from './attempt.ts'

/** The messages of browsers for a module that cannot be loaded, and Vite's message for its styles. */
const MISSING = /imported module|module script|preload css/i

const KEY = 'turnout:reload'

let mayBeDeployed = true

/** For dev, where a module that cannot be loaded contains an error. The document must stay, because it shows the error. */
export const neverReload = (): void => {
  mayBeDeployed = false
}

/** True for the error of `import()` if the module does not exist, or if its response is not JavaScript. False offline. */
export const isMissingChunk = (error: unknown): boolean | undefined =>
  attempt(() => error instanceof Error && MISSING.test(error.message) && navigator.onLine)

/**
 * Returns true once, until a page is loaded. It returns false if the browser refuses to remember the reload, so that a
 * document never reloads in a loop.
 */
export const mayReload = (): boolean | undefined =>
  mayBeDeployed &&
  attempt(() => {
    const isFirst = !sessionStorage.getItem(KEY)
    sessionStorage.setItem(KEY, '1')
    return isFirst
  })

/** Allows the next reload, after a page has loaded. */
export const allowReload = (): void => attempt(() => sessionStorage.removeItem(KEY))
