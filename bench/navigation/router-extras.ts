// What the applications with React Router and vue-router add, because the routers do not do it. No line depends on a router.

/** Errors of code that could not be loaded. */
const missingCode = new WeakSet<object>()
addEventListener('vite:preloadError', ({ payload }) => missingCode.add(payload))

/** Loads the document of a URL, once, if the code of its page is missing after a deployment. */
export function reloadIfMissing(error: unknown, url: string): void {
  if (!missingCode.has(error as object) || !navigator.onLine || sessionStorage.getItem('reloaded') === url) return
  sessionStorage.setItem('reloaded', url)
  location.replace(url)
}

/** Lets screen readers announce each title. */
export function announceTitles(): void {
  const region = document.createElement('div')
  region.setAttribute('aria-live', 'polite')
  region.style.cssText = 'position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)'
  document.body.append(region)
  const observer = new MutationObserver(() => (region.textContent = document.title))
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
}

/** After a page change, Tab begins at the top of the document. */
export function resetFocus(): void {
  document.body.tabIndex = -1
  document.body.focus({ preventScroll: true })
  document.body.removeAttribute('tabindex')
}

/** Opens links that are no components, such as those in inserted HTML. */
export function openInsertedLinks(open: (path: string) => unknown): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a')
    if (link === null || link.target !== '' || link.origin !== location.origin || link.download !== '') return
    if (event.defaultPrevented || event.button !== 0) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(link.pathname + link.search + link.hash)
  })
}

export const hasMotion = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches
