const STATE = 'dev-bar'

/** Keeps the bar of dev collapsed on later pages, and opens the editor without leaving the page. */
export function enhanceDevBar(): void {
  const bar = document.querySelector('.dev-bar')
  const details = bar?.querySelector('details')
  if (!bar || !details) return
  details.open = sessionStorage.getItem(STATE) !== 'collapsed'
  details.addEventListener('toggle', () => sessionStorage.setItem(STATE, details.open ? 'open' : 'collapsed'))
  // The address opens the editor, and is not a page.
  const editor = bar.querySelector<HTMLAnchorElement>('a[data-editor]')
  editor?.addEventListener('click', (event) => {
    event.preventDefault()
    void fetch(editor.href)
  })
}
