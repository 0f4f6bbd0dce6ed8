// In dev, reports errors that pages show to the dev server, and draws the page again after an edit.
import { attempt } from './attempt.ts'
import { current, subscribe } from './snapshot.ts'
import { refresh } from './start.ts'

/** The part of Vite's `import.meta.hot` that this module calls. Vitest's `hot` lacks both functions. */
interface Hot {
  readonly on?: (event: string, listener: (payload: { readonly updates: readonly unknown[] }) => void) => void
  readonly send?: (event: string, data: unknown) => void
}

/** In milliseconds. React Fast Refresh replaces components up to 16 ms after an update. */
const REFRESH_DELAY = 50

/** The subscription of the previous version of the module that called `reportErrors`. */
let unsubscribe: (() => void) | undefined

/**
 * Sends each error that the page for errors shows to the dev server, which shows it in the overlay. Errors with a `status`
 * are not sent, because the application has thrown them on purpose.
 *
 * @param hot `import.meta.hot` of the calling module. Vite removes its listeners when the module is replaced
 */
export function reportErrors(hot: Hot | undefined): void {
  unsubscribe?.()
  let reported: unknown
  unsubscribe = subscribe(() => {
    const { status, error, url, match } = current()
    if (status !== 'error' || error === reported) return
    reported = error
    const read = (name: string) => attempt(() => (error as Readonly<Record<string, unknown>>)[name])
    if (read('status') !== undefined) return
    hot?.send?.('turnout:client-error', {
      message: attempt(() => String(error)),
      stack: attempt(() => String(read('stack') ?? '')),
      url,
      action: match && `${match.controller}#${match.action}`,
    })
  })
  hot?.on?.('vite:afterUpdate', ({ updates }) => {
    // The dev server sends an update without modules with each overlay.
    if (updates.length > 0 && current().status === 'error') setTimeout(() => void refresh(), REFRESH_DELAY)
  })
}
