// In dev, reports errors that pages show to the dev server, and draws the page again after an edit.
import { attempt } from './attempt.ts'
import { isMissingChunk, neverReload } from './missing-chunk.ts'
import { current, subscribe } from './snapshot.ts'
import { refresh } from './start.ts'

/** The part of Vite's `import.meta.hot` that this module calls. Vitest's `hot` lacks both functions. */
interface Hot {
  readonly on?: (event: string, listener: (payload: { readonly updates: readonly unknown[] }) => void) => void
  readonly send?: (event: string, data: unknown) => void
}

/** In milliseconds after an update. React Fast Refresh replaces components 16 ms later, or much later on a busy machine. */
const REFRESH_DELAYS = [50, 500, 2000]

// An edit replaces the module that calls `reportErrors`, so its state is here.
let unsubscribe: (() => void) | undefined

/** The error that the overlay shows; null if it shows none. */
let reported: { readonly error: unknown } | null = null

/**
 * Sends each error that the page for errors shows to the dev server, which shows it in the overlay, and null when a page is
 * shown again. Errors with a `status` are not sent, because the application has thrown them on purpose.
 *
 * @param hot `import.meta.hot` of the calling module. Vite removes its listeners when the module is replaced
 */
export function reportErrors(hot: Hot | undefined): void {
  neverReload()
  unsubscribe?.()
  const send = (report: object | null) => hot?.send?.('turnout:client-error', report)
  unsubscribe = subscribe(() => {
    const { status, error, url, match } = current()
    if (status !== 'error') {
      if (reported !== null) send(null)
      reported = null
      return
    }
    if (reported !== null && error === reported.error) return
    // The dev server shows the error because of which it has not sent the module.
    const read = (name: string) => attempt(() => (error as Readonly<Record<string, unknown>>)[name])
    if (isMissingChunk(error)) return
    if (read('status') !== undefined) return
    reported = { error }
    send({
      message: attempt(() => String(error)),
      stack: attempt(() => String(read('stack') ?? '')),
      url,
      action: match && `${match.controller}#${match.action}`,
    })
  })
  hot?.on?.('vite:afterUpdate', ({ updates }) => {
    // The dev server sends an update without modules with each overlay.
    if (updates.length === 0 || current().status !== 'error') return
    for (const delay of REFRESH_DELAYS) setTimeout(() => current().status === 'error' && void refresh(), delay)
  })
}
