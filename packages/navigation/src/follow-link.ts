// The clicks on links of the components that have options, such as `replace`.
import { targetOfClick } from './events.ts'
import { navigate } from './navigate.ts'
import type { LinkOptions } from './typed-routes.ts'

/** Handles a click on a link with options of its own. `start` handles all other links, through the document. */
export function followLink(event: MouseEvent, { replace = false, state, scroll = true }: LinkOptions): void {
  if (!replace && state === undefined && scroll) return
  const url = targetOfClick(event)
  if (url === null) return
  event.preventDefault()
  void navigate(url, { replace, state, scroll })
}
