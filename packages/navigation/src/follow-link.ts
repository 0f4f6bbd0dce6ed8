// The options of the component `Link`.
import { targetOfClick } from './events.ts'
import { navigate } from './navigate.ts'
import type { LinkOptions } from './typed-routes.ts'

/** Handles a click on a link with options. For all other links, the listener of `start` handles the click. */
export function followLink(event: MouseEvent, { replace = false, state, scroll = true }: LinkOptions): void {
  if (!replace && state === undefined && scroll) return
  const url = targetOfClick(event)
  if (url === null) return
  event.preventDefault()
  void navigate(url, { replace, state, scroll })
}

let isPrefetching = false

/** Prefetches the code of all links with `data-prefetch` from now on. Applications without such links do not load it. */
export function prefetchMarkedLinks(): void {
  if (isPrefetching) return
  isPrefetching = true
  import('./prefetch.ts').then(
    ({ prefetchLinks }) => void prefetchLinks(),
    () => (isPrefetching = false),
  )
}
