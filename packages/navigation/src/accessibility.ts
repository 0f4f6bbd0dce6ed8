// Does for new pages what browsers do for new documents: sets the title, announces the page to screen readers, and resets the
// focus.
let region: HTMLElement | null = null

/**
 * Adds the live region. It must exist before its first text, because screen readers announce changes only.
 *
 * @returns a function that removes it
 */
export function addLiveRegion(): () => void {
  const element = (region = document.createElement('div'))
  element.setAttribute('aria-live', 'polite')
  element.style.cssText = 'position:fixed;clip-path:inset(50%)'
  document.body.append(element)
  return () => element.remove()
}

/** The title in `index.html`; empty if a server has replaced it with the title of the page. */
let documentTitle = ''

/** The title of the previous page; null if it has none. */
let previousTitle: string | null = null

/**
 * Sets the title of the document. A page without a title gets the title in `index.html`, unless a component has set one.
 *
 * @param isFirst true for the first page of the document
 */
export function showTitle(title: string | null, isFirst: boolean): void {
  const shown = document.title
  if (isFirst) documentTitle = shown === title ? '' : shown
  if (title !== null || shown === previousTitle) document.title = title ?? documentTitle
  previousTitle = title
}

/** Announces the new page by its title or, without a title, by its first heading. */
export function announcePage(): void {
  if (region) region.textContent = document.title || document.querySelector('h1')?.textContent || ''
}

/**
 * Moves the focus to the element of the fragment, to the element with `autofocus`, or to the start of the document. It does
 * nothing if the new page has moved the focus itself. If the element cannot have the focus, the next Tab key continues after
 * it.
 *
 * @param previouslyFocused the focused element before the change of pages
 * @param target the element of the fragment, if there is one
 */
export function resetFocus(previouslyFocused: Element | null, target: Element | null): void {
  const { activeElement, body } = document
  if (activeElement !== previouslyFocused && activeElement !== body) return
  const element = (target ?? document.querySelector('[autofocus]') ?? body) as HTMLElement
  const focus = () => element.focus({ preventScroll: true })
  focus()
  if ((element !== body && document.activeElement === element) || element.hasAttribute('tabindex')) return
  element.tabIndex = -1
  focus()
  element.removeAttribute('tabindex')
}
