// An animation of page changes, for the option `transition` of `start`.

/**
 * Animates a change of pages with a View Transition, for the option `transition` of `start`. The page changes without
 * an animation if the browser does not support it, or if the user wants reduced motion.
 *
 * @example
 * ```ts
 * import { start, viewTransition } from 'virtual:routes/navigation'
 *
 * start({ transition: viewTransition })
 * ```
 */
export async function viewTransition(change: () => Promise<void>): Promise<void> {
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) return change()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(change)
  // A transition that is skipped rejects. The page has changed all the same.
  ready.catch(() => {})
  finished.catch(() => {})
  return updateCallbackDone
}
